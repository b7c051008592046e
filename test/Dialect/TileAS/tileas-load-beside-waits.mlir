// RUN: tessera-opt %s --split-input-file --tileas-load-beside-waits | FileCheck %s

// Sums are loaded while threads wait for a stage.

#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)]} -> (dim0:128, dim1:64)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:64)>
!place = !nv_tileas.tiled_view<128x64xf32, tmem, #sums>
!half = !nv_tileas.tiled_view<64x64xf16, smem>
!right = !nv_tileas.async.pipeline.consumer_token
!at = !nv_tileas.async.pipeline.iterator<!half>

// Both ways wait, and the branch gives the sums to those behind it.
// CHECK-LABEL: func @beside
// CHECK: %[[LATER:.*]] = nv_tileas.async.tiled_load %{{.*}} -> !nv_tileas.async.value<tile<128x64xf32
// CHECK-NEXT: arith.cmpi
// CHECK-NEXT: %[[BOTH:.*]]:2 = scf.if %{{.*}} -> (i1, tensor<128x64xf32
// CHECK-NEXT: nv_tileas.async.pipeline.consumer_wait
// CHECK-NEXT: %[[ONE:.*]] = nv_tileas.async.future_wait %[[LATER]]
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: scf.yield %{{.*}}, %[[ONE]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[OTHER:.*]] = nv_tileas.async.future_wait %[[LATER]]
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: scf.yield %{{.*}}, %[[OTHER]]
// CHECK: arith.mulf %[[BOTH]]#1, %[[BOTH]]#1
// CHECK-NEXT: return %{{.*}}, %[[BOTH]]#0
nv_tileaa.func @beside(%m: !nv_tileas.tensor_memory, %s: !place, %stages: !right, %stage: !at, %n: i32, %flag: i1) -> (tensor<128x64xf32, #rows>, i1) {
  %i = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  %any = arith.cmpi slt, %zero, %n : i32
  %next = scf.if %any -> i1 {
    %full = nv_tileas.async.pipeline.consumer_wait %stages, %stage {nv_tileas.waits_alone, consumer_idx = 0 : i32} : !right, !at -> !right
    nv_tileas.commit_products %m
    scf.yield %any : i1
  } else {
    nv_tileas.commit_products %m
    scf.yield %flag : i1
  }
  %square = arith.mulf %t, %t : tensor<128x64xf32, #rows>
  nv_tileaa.return %square, %next : tensor<128x64xf32, #rows>, i1
}

// The branch needs the sums, or waits for nothing.
// CHECK-LABEL: func @needed
// CHECK-NOT: async.tiled_load
// CHECK-NOT: future_wait
nv_tileaa.func @needed(%m: !nv_tileas.tensor_memory, %s: !place, %stages: !right, %stage: !at, %any: i1) -> tensor<128x64xf32, #rows> {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  %sums = scf.if %any -> tensor<128x64xf32, #rows> {
    %full = nv_tileas.async.pipeline.consumer_wait %stages, %stage {nv_tileas.waits_alone, consumer_idx = 0 : i32} : !right, !at -> !right
    %square = arith.mulf %t, %t : tensor<128x64xf32, #rows>
    scf.yield %square : tensor<128x64xf32, #rows>
  } else {
    scf.yield %t : tensor<128x64xf32, #rows>
  }
  %u = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  scf.if %any {
    nv_tileas.commit_products %m
  } else {
    nv_tileas.commit_products %m
  }
  %all = arith.addf %sums, %u : tensor<128x64xf32, #rows>
  nv_tileaa.return %all : tensor<128x64xf32, #rows>
}

// -----

// Where rows are reduced as they are loaded, the load stays in one piece.

#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)]} -> (dim0:128, dim1:64)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:64)>
!place = !nv_tileas.tiled_view<128x64xf32, tmem, #sums>
!half = !nv_tileas.tiled_view<64x64xf16, smem>
!right = !nv_tileas.async.pipeline.consumer_token
!at = !nv_tileas.async.pipeline.iterator<!half>

// CHECK-LABEL: func @extrema
// CHECK-NOT: async.tiled_load
module attributes {nv_tileas.target = #nv_tileas.target<sm_103a>} {
nv_tileaa.func @extrema(%s: !place, %stages: !right, %stage: !at, %any: i1) -> tensor<128x64xf32, #rows> {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  scf.if %any {
    %full = nv_tileas.async.pipeline.consumer_wait %stages, %stage {nv_tileas.waits_alone, consumer_idx = 0 : i32} : !right, !at -> !right
  } else {
  }
  nv_tileaa.return %t : tensor<128x64xf32, #rows>
}
}
