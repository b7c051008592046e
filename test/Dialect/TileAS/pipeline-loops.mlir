// RUN: tessera-opt %s --split-input-file --tileas-pipeline-loops | FileCheck %s

#acc = #nv_tileas.layout<{register: [(0,1), (8,0), (0,16), (0,32), (32,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (0,8)]} -> (dim0:64, dim1:64)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (32,0)], lane: [(0,8), (0,16), (1,0), (2,0), (4,0)], warp: [(8,0), (16,0)]} -> (dim0:64, dim1:32)>
#lhs = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (32,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (0,0)]} -> (dim0:64, dim1:32)>
#rhs = #nv_tileas.layout<{register: [(1,0), (8,0), (0,16), (0,32), (16,0)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,0), (0,8)]} -> (dim0:32, dim1:64)>
#atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>
#aligned = #nv_tileaa.access<contiguity = [1, 32], divisibility = [2, 16], constancy = [1, 1], in_bounds = [false, false], base = argument 0, offset_divisibility = 2, alias_class = 0>
#unaligned = #nv_tileaa.access<contiguity = [1, 32], divisibility = [2, 2], constancy = [1, 1], in_bounds = [false, false], base = argument 0, offset_divisibility = 2, alias_class = 0>
!view = !nv_tileaa.tiled_view<64x32xf16, memref<1024x1024xf16, strides = [1024, 1]>, padding = zero>

// The image exchanges 16-byte parts of its rows.
// CHECK: #[[$IMAGE:.*]] = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (1,0), (2,8), (4,16), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:32)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  // CHECK-LABEL: nv_tileaa.func @ahead
  // CHECK: %[[BUFFER:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<3x4096xi8, smem>
  // CHECK: %[[P:.*]], %[[C:.*]] = nv_tileas.async.pipeline.create_pipeline %[[BUFFER]]
  // CHECK-SAME: nv_tileas.payload_images = [#[[$IMAGE]]], nv_tileas.payload_offsets = array<i64: 0>
  // CHECK: %[[I:.*]] = nv_tileas.async.pipeline.create_iterator %[[P]]
  // The first of two stages before the loop:
  // CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[LB:.*]], %[[UB:.*]] : i32
  // CHECK: scf.if %[[MORE]] -> (!nv_tileas.async.pipeline.producer_token, i32) {
  // CHECK:   nv_tileas.async.pipeline.produce_one_async %[[P]], %[[I]] {nv_tileas.stage_is_free = unit
  // CHECK:     nv_tileas.tiled_load {{.*}}nv_tileas.copy_to_stage
  // CHECK:   arith.addi %[[LB]], %{{.*}} : i32
  // CHECK: } else {
  // CHECK:   nv_tileas.async.pipeline.producer_commit %[[P]]
  // CHECK: nv_tileas.async.pipeline.inc_iter %[[I]]
  // CHECK: nv_tileas.async.pipeline.produce_one_async
  // CHECK: scf.for
  // One committed stage may still be running when the own one is read.
  // CHECK:   %[[WAIT:.*]] = nv_tileas.async.pipeline.consumer_wait {{.*}}nv_tileas.pending_stages = 1 : i64
  // CHECK:   nv_tileas.async.pipeline.produce_one_async
  // CHECK-NOT: convert_layout
  // CHECK:   %[[A:.*]] = nv_tileas.async.pipeline.consumer_read %[[WAIT]]
  // CHECK:   nv_tileas.dot %[[A]]
  // CHECK:   nv_tileas.async.pipeline.consumer_release %[[WAIT]]
  nv_tileaa.func @ahead(%v: !view, %b: tensor<32x64xf16, #rhs>, %zero: tensor<64x64xf32, #acc>, %n: i32, %row: index) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
      %i = arith.index_castui %k : i32 to index
      %t = nv_tileas.tiled_load weak %v[%row, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #aligned} : !view -> tile<64x32xf16, #rows>
      %a = nv_tileas.convert_layout %t : tile<64x32xf16, #rows> -> tile<64x32xf16, #lhs>
      %next = nv_tileas.dot %a, %b, %acc {atom = #atom} : tile<64x32xf16, #lhs>, tile<32x64xf16, #rhs>, tile<64x64xf32, #acc> -> tile<64x64xf32, #acc>
      scf.yield %next : tensor<64x64xf32, #acc>
    }
    nv_tileaa.return
  }

  // A position that the loop carries is carried once more, for the copies. The
  // token stays that of the load before.
  // CHECK-LABEL: nv_tileaa.func @carried
  // CHECK-SAME: %[[T:[^ ]*]]: !nv_tileaa.mem_token
  // CHECK: scf.if {{.*}} -> (!nv_tileas.async.pipeline.producer_token, i32, index) {
  // CHECK: nv_tileas.tiled_load {{.*}} token = %[[T]]
  // CHECK: :8 = scf.for
  // CHECK: nv_tileaa.join_mem_token
  nv_tileaa.func @carried(%v: !view, %b: tensor<32x64xf16, #rhs>, %zero: tensor<64x64xf32, #acc>, %n: i32, %row: index, %token: !nv_tileaa.mem_token) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %x0 = arith.constant 0 : index
    %x2 = arith.constant 2 : index
    %sum, %end = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %at = %x0) -> (tensor<64x64xf32, #acc>, index) : i32 {
      %t, %read = nv_tileas.tiled_load weak %v[%row, %at] token = %token : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #aligned} : !view -> tile<64x32xf16, #rows>
      %a = nv_tileas.convert_layout %t : tile<64x32xf16, #rows> -> tile<64x32xf16, #lhs>
      %next = nv_tileas.dot %a, %b, %acc {atom = #atom} : tile<64x32xf16, #lhs>, tile<32x64xf16, #rhs>, tile<64x64xf32, #acc> -> tile<64x64xf32, #acc>
      %then = arith.addi %at, %x2 : index
      %both = nv_tileaa.join_mem_token(%read, %token)
      scf.yield %next, %then : tensor<64x64xf32, #acc>, index
    }
    nv_tileaa.return
  }

  // Two bytes in a row are no copy; an ordered load stays where it is.
  // CHECK-LABEL: nv_tileaa.func @stays
  // CHECK-NOT: pipeline
  nv_tileaa.func @stays(%v: !view, %b: tensor<32x64xf16, #rhs>, %zero: tensor<64x64xf32, #acc>, %n: i32, %row: index) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
      %i = arith.index_castui %k : i32 to index
      %t = nv_tileas.tiled_load weak %v[%row, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #unaligned} : !view -> tile<64x32xf16, #rows>
      %a = nv_tileas.convert_layout %t : tile<64x32xf16, #rows> -> tile<64x32xf16, #lhs>
      %next = nv_tileas.dot %a, %b, %acc {atom = #atom} : tile<64x32xf16, #lhs>, tile<32x64xf16, #rhs>, tile<64x64xf32, #acc> -> tile<64x64xf32, #acc>
      %u = nv_tileas.tiled_load acquire gpu %v[%row, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #aligned} : !view -> tile<64x32xf16, #rows>
      %c = nv_tileas.convert_layout %u : tile<64x32xf16, #rows> -> tile<64x32xf16, #lhs>
      %more = nv_tileas.dot %c, %b, %next {atom = #atom} : tile<64x32xf16, #lhs>, tile<32x64xf16, #rhs>, tile<64x64xf32, #acc> -> tile<64x64xf32, #acc>
      scf.yield %more : tensor<64x64xf32, #acc>
    }
    nv_tileaa.return
  }
}
