// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage --tileas-reduce-at-load | FileCheck %s

// The extremum of each row of a tile in tensor memory is taken with its load.

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:4)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32), (64)]} -> (dim0:128)>
#shared = #nv_tileas.layout<{register: [(0,1)], lane: [(0,2), (1,0), (2,0), (4,0), (8,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:4)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_103a>} {
  // CHECK-LABEL: func @whole
  // CHECK: %[[T:.*]], %[[M:.*]] = nv_tileas.load_extrema max %{{.*}} : !nv_tileas.tiled_view<128x4xf32, tmem, #{{.*}}> -> tile<128x4xf32, #{{.*}}>, tile<128xf32, #{{.*}}>
  // CHECK-NOT: tiled_load
  // CHECK-NOT: reduce
  // CHECK: arith.negf %[[M]]
  // CHECK: arith.negf %[[T]]
  nv_tileaa.func @whole(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>) {
    %i = arith.constant 0 : index
    %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> tile<128x4xf32, #rows>
    %m = nv_tileas.reduce %t dim = 1 identities = [0xFF800000 : f32] : tile<128x4xf32, #rows> -> tile<128xf32, #row> {
    ^bb0(%e: f32, %acc: f32):
      %l = nv_tileaa.maxf %acc, %e : f32
      nv_tileas.yield %l : f32
    }
    %u = arith.negf %m : tensor<128xf32, #row>
    %v = arith.negf %t : tensor<128x4xf32, #rows>
    nv_tileaa.return
  }

  // Absolute values need not be made for the extremum alone.
  // CHECK-LABEL: func @absolute
  // CHECK: load_extrema min %{{.*}} absolute propagate_nan
  // CHECK-NOT: absf
  nv_tileaa.func @absolute(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>) {
    %i = arith.constant 0 : index
    %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> tile<128x4xf32, #rows>
    %a = math.absf %t : tensor<128x4xf32, #rows>
    %m = nv_tileas.reduce %a dim = 1 identities = [0x7F800000 : f32] : tile<128x4xf32, #rows> -> tile<128xf32, #row> {
    ^bb0(%e: f32, %acc: f32):
      %l = nv_tileaa.minf %e, %acc propagate_nan : f32
      nv_tileas.yield %l : f32
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: func @integers
  // CHECK: load_extrema umax
  nv_tileaa.func @integers(%p: !nv_tileas.tiled_view<128x4xi32, tmem, #place>) {
    %i = arith.constant 0 : index
    %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xi32, tmem, #place> -> tile<128x4xi32, #rows>
    %m = nv_tileas.reduce %t dim = 1 identities = [0 : i32] : tile<128x4xi32, #rows> -> tile<128xi32, #row> {
    ^bb0(%e: i32, %acc: i32):
      %l = arith.maxui %e, %acc : i32
      nv_tileas.yield %l : i32
    }
    nv_tileaa.return
  }

  // Sums, another dimension, flushed numbers and lanes that share rows stay.
  // CHECK-LABEL: func @stays
  // CHECK-NOT: load_extrema
  // CHECK: return
  nv_tileaa.func @stays(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>) {
    %i = arith.constant 0 : index
    %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> tile<128x4xf32, #rows>
    %s = nv_tileas.reduce %t dim = 1 identities = [0.0 : f32] : tile<128x4xf32, #rows> -> tile<128xf32, #row> {
    ^bb0(%e: f32, %acc: f32):
      %l = arith.addf %e, %acc : f32
      nv_tileas.yield %l : f32
    }
    %f = nv_tileas.reduce %t dim = 1 identities = [0xFF800000 : f32] : tile<128x4xf32, #rows> -> tile<128xf32, #row> {
    ^bb0(%e: f32, %acc: f32):
      %l = nv_tileaa.maxf %e, %acc flush_to_zero : f32
      nv_tileas.yield %l : f32
    }
    nv_tileaa.return
  }
}

// -----

// Two warpgroups have half of the columns each: one extremum for each half.

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#rows = #nv_tileas.layout<{register: [(0,1)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0), (0,2)]} -> (dim0:128, dim1:4)>
#row = #nv_tileas.layout<{register: [(1,0)], lane: [(0,1), (0,2), (0,4), (0,8), (0,16)], warp: [(0,32), (0,64), (0,0)]} -> (dim0:2, dim1:128)>
#result = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32), (64), (0)]} -> (dim0:128)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_110a>} {
  // CHECK-LABEL: func @parts
  // CHECK: %{{.*}}, %[[M:.*]] = nv_tileas.load_extrema max %{{.*}} -> tile<128x4xf32, #{{.*}}>, tile<2x128xf32, #{{.*}}>
  // CHECK-NOT: permute
  // CHECK: nv_tileas.tiled_store %[[M]]
  nv_tileaa.func @parts(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>} {
    %i = arith.constant 0 : index
    %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> tile<128x4xf32, #rows>
    %m = nv_tileas.reduce %t dim = 1 identities = [0xFF800000 : f32] : tile<128x4xf32, #rows> -> tile<128xf32, #result> {
    ^bb0(%e: f32, %acc: f32):
      %l = nv_tileaa.maxf %acc, %e : f32
      nv_tileas.yield %l : f32
    }
    %u = arith.negf %m : tensor<128xf32, #result>
    nv_tileaa.return
  }
}

// -----

// The target has no such load.

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:4)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32), (64)]} -> (dim0:128)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_100a>} {
  // CHECK-LABEL: func @without
  // CHECK: nv_tileas.tiled_load
  // CHECK: nv_tileas.reduce
  nv_tileaa.func @without(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>) {
    %i = arith.constant 0 : index
    %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> tile<128x4xf32, #rows>
    %m = nv_tileas.reduce %t dim = 1 identities = [0xFF800000 : f32] : tile<128x4xf32, #rows> -> tile<128xf32, #row> {
    ^bb0(%e: f32, %acc: f32):
      %l = nv_tileaa.maxf %acc, %e : f32
      nv_tileas.yield %l : f32
    }
    nv_tileaa.return
  }
}
