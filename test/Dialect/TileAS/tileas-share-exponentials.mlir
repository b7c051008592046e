// RUN: tessera-opt %s --split-input-file --tileas-share-exponentials | FileCheck %s

// How many powers of two of a thread multiply-add computes, a quarter on sm_100a.

#factor = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8)], offset: [(0,1)]} -> (dim0:128, dim1:16)>
#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8)]} -> (dim0:16, dim1:16)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
#few = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:8)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_100a>} {
  // CHECK-LABEL: func @loop
  // CHECK: nv_tileaa.exp2 %{{.*}} flush_to_zero {nv_tileas.by_fma = 8 : i64} : tensor<128x32xf32
  nv_tileaa.func @loop(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, %b: !nv_tileas.tiled_view<16x16xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x16xf32, tmem, #sums>, %x: tensor<128x32xf32, #rows>, %s: tensor<128x8xf32, #few>, %adds: i1, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, !nv_tileas.tiled_view<16x16xf16, smem, #b>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
      %e = nv_tileaa.exp2 %x flush_to_zero : tensor<128x32xf32, #rows>
    }
    nv_tileaa.return
  }

  // Also in other regions of the loop.
  // CHECK-LABEL: func @inside
  // CHECK: scf.if
  // CHECK: nv_tileaa.exp2 %{{.*}} {nv_tileas.by_fma = 8 : i64}
  nv_tileaa.func @inside(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, %b: !nv_tileas.tiled_view<16x16xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x16xf32, tmem, #sums>, %x: tensor<128x32xf32, #rows>, %s: tensor<128x8xf32, #few>, %adds: i1, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, !nv_tileas.tiled_view<16x16xf16, smem, #b>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
      scf.if %adds {
        %e = nv_tileaa.exp2 %x flush_to_zero : tensor<128x32xf32, #rows>
      }
    }
    nv_tileaa.return
  }

  // A power that does not flush is more than one instruction, and few do not bind.
  // CHECK-LABEL: func @others
  // CHECK: nv_tileaa.exp2
  // CHECK-NOT: by_fma
  // CHECK: return
  nv_tileaa.func @others(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, %b: !nv_tileas.tiled_view<16x16xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x16xf32, tmem, #sums>, %x: tensor<128x32xf32, #rows>, %s: tensor<128x8xf32, #few>, %adds: i1, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, !nv_tileas.tiled_view<16x16xf16, smem, #b>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
      %e = nv_tileaa.exp2 %x : tensor<128x32xf32, #rows>
      %f = nv_tileaa.exp2 %s flush_to_zero : tensor<128x8xf32, #few>
    }
    nv_tileaa.return
  }

  // The product is not in the loop.
  // CHECK-LABEL: func @no_product
  // CHECK: nv_tileaa.exp2
  // CHECK-NOT: by_fma
  // CHECK: return
  nv_tileaa.func @no_product(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, %b: !nv_tileas.tiled_view<16x16xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x16xf32, tmem, #sums>, %x: tensor<128x32xf32, #rows>, %s: tensor<128x8xf32, #few>, %adds: i1, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, !nv_tileas.tiled_view<16x16xf16, smem, #b>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
    scf.for %i = %c0 to %n step %c1 {
      %e = nv_tileaa.exp2 %x flush_to_zero : tensor<128x32xf32, #rows>
    }
    nv_tileaa.return
  }
}

// -----

// The unit is twice as fast.

#factor = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8)], offset: [(0,1)]} -> (dim0:128, dim1:16)>
#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8)]} -> (dim0:16, dim1:16)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:32)>
#few = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:8)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_103a>} {
  // CHECK-LABEL: func @fast
  // CHECK: nv_tileaa.exp2
  // CHECK-NOT: by_fma
  // CHECK: return
  nv_tileaa.func @fast(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, %b: !nv_tileas.tiled_view<16x16xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x16xf32, tmem, #sums>, %x: tensor<128x32xf32, #rows>, %s: tensor<128x8xf32, #few>, %adds: i1, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #factor>, !nv_tileas.tiled_view<16x16xf16, smem, #b>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
      %e = nv_tileaa.exp2 %x flush_to_zero : tensor<128x32xf32, #rows>
    }
    nv_tileaa.return
  }
}
