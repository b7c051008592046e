// RUN: tessera-opt %s --split-input-file --tileas-inline-async | FileCheck %s
// RUN: tessera-opt %s --split-input-file --tileas-inline-async --tileas-inline-async | FileCheck %s

// Asynchronous work is done where it begins; waits are left with memory tokens.
// Run again, the pass changes nothing.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
!s = !nv_tileas.tiled_view<64xi32, smem>
!ptrs = tensor<64x!nv_tileaa.ptr<i32>, #a>

// A load into storage is a load and a store; the copy behind it passes through
// registers; the wait is for the load's token.
// CHECK-LABEL: func @accesses
// CHECK-NOT: async
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : tensor<64xi32, #
// CHECK: %[[V:.*]], %[[T:.*]] = nv_tileas.load %{{.*}}, mask = %{{.*}}, other = %[[ZERO]] token = %{{.*}}
// CHECK: nv_tileas.tiled_store %[[V]], %[[S:[a-z0-9]*]][
// CHECK: %[[C:.*]] = nv_tileas.tiled_load %[[S]][
// CHECK: nv_tileas.tiled_store %[[C]], %[[D:[a-z0-9]*]][
// CHECK: %[[W:.*]] = nv_tileas.tiled_load %[[D]][
// CHECK-NOT: to_async
// CHECK: nv_tileas.store %{{.*}}, %[[W]] token = %[[T]]
nv_tileaa.func @accesses(%p: !ptrs, %m: tensor<64xi1, #a>, %s: !s, %d: !s) attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %t0 = nv_tileas.async.load %p, %s, mask = %m {atom = #nv_tileas<atom cp_async>} : tile<64x!nv_tileaa.ptr<i32>, #a>, !s -> !nv_tileas.async.token
  %t1 = nv_tileas.async.wait %t0
  %t2 = nv_tileas.async.copy %s, %d token = %t1 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !s, !s -> !nv_tileas.async.token
  %t3 = nv_tileas.async.wait %t2
  %l = nv_tileas.async.tiled_load %d[%i] {atom = #nv_tileas<atom copy>} : !s -> !nv_tileas.async.value<tile<64xi32, #a>>
  %v = nv_tileas.async.future_wait %l : !nv_tileas.async.value<tile<64xi32, #a>> -> tile<64xi32, #a>
  %t4 = nv_tileas.async.store %p, %v token = %t3 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<64x!nv_tileaa.ptr<i32>, #a>, tile<64xi32, #a> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

// Two tokens are joined. A copy with a token gives it on.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>
!s = !nv_tileas.tiled_view<64xi32, smem>

// CHECK-LABEL: func @tokens
// CHECK-SAME: %[[A:[a-z0-9]*]]: !nv_tileaa.mem_token, %[[B:[a-z0-9]*]]: !nv_tileaa.mem_token
// CHECK: %[[J:.*]] = nv_tileaa.join_mem_token(%[[A]], %[[B]])
// CHECK-NOT: nv_tileas.copy
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileaa.print {{.*}} token = %[[J]]
nv_tileaa.func @tokens(%a: !nv_tileaa.mem_token, %b: !nv_tileaa.mem_token, %s: !s, %d: !s) attributes {nv_tileas.plan = #plan} {
  %0 = nv_tileas.async.token_to_async %a
  %1 = nv_tileas.async.token_to_async %b
  %2 = nv_tileas.async.wait %0, %1
  %3 = nv_tileas.copy %s, %d token = %2 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !s, !s
  %4 = nv_tileaa.print "done" token = %3
  nv_tileaa.return
}

// -----

// Slices and a product by threads deliver values that are there. Products of
// wgmma stay under way.

#acc = #nv_tileas.layout<{register: [(0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:8, dim1:8)>
!t = tensor<8x8xf32, #acc>

// CHECK-LABEL: func @values
// CHECK: nv_tileas.extract_slice
// CHECK: nv_tileas.insert_slice
// CHECK: nv_tileas.dot
// CHECK-NOT: future_wait
// CHECK: return
nv_tileaa.func @values(%x: !t, %y: tensor<8x8xf32>) {
  %i = arith.constant 0 : index
  %0 = nv_tileas.async.extract_slice %y[%i, %i] : tile<8x8xf32> -> !nv_tileas.async.value<tile<4x8xf32>>
  %1 = nv_tileas.async.future_wait %0 : !nv_tileas.async.value<tile<4x8xf32>> -> tile<4x8xf32>
  %2 = nv_tileas.async.insert_slice %1, %y[%i, %i] : tile<4x8xf32>, tile<8x8xf32> -> !nv_tileas.async.value<tile<8x8xf32>>
  %3 = nv_tileas.async.future_wait %2 : !nv_tileas.async.value<tile<8x8xf32>> -> tile<8x8xf32>
  %4 = nv_tileas.async.dot %3, %3, %3 {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32> -> !nv_tileas.async.value<tile<8x8xf32>>
  %5 = nv_tileas.async.future_wait %4 : !nv_tileas.async.value<tile<8x8xf32>> -> tile<8x8xf32>
  nv_tileaa.return
}

// -----

// A load from tensor memory stays under way until it is waited for.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:4)>
// CHECK-LABEL: func @tensor_memory
// CHECK: %[[F:.*]] = nv_tileas.async.tiled_load
// CHECK: nv_tileas.async.future_wait %[[F]]
nv_tileaa.func @tensor_memory(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>) -> tensor<128x4xf32, #rows> attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %f = nv_tileas.async.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> !nv_tileas.async.value<tile<128x4xf32, #rows>>
  %t = nv_tileas.async.future_wait %f : !nv_tileas.async.value<tile<128x4xf32, #rows>> -> tile<128x4xf32, #rows>
  nv_tileaa.return %t : tensor<128x4xf32, #rows>
}
