// RUN: tessera-opt %s --tileas-allocate-shared-memory --tileas-insert-barriers | FileCheck %s
// RUN: tessera-opt %s --tileas-allocate-shared-memory --tileas-insert-barriers --tileas-insert-barriers | FileCheck %s

// A product reads shared memory through the asynchronous proxy: between an
// ordinary write and it there are a proxy fence and a barrier. A second run of
// the pass adds nothing.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
!acc = tensor<64x8xf32, #acc>
!left = tensor<64x64xf16, #left>
#plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>

// CHECK-LABEL: func @store_then_product
nv_tileaa.func @store_then_product(%c: !acc, %t: !left) attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  // CHECK: nv_tileas.tiled_store
  nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
  // CHECK-NEXT: nv_tileas.proxy_fence shared
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.dot
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  // The second one finds the bytes fenced.
  // CHECK-NEXT: nv_tileas.dot
  %1 = nv_tileas.dot %a, %b, %0 {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  // The product is done: a write after it needs no fence.
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_store
  nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
  // CHECK-NEXT: return
  nv_tileaa.return
}

// A barrier that is there already is not enough: the fence comes behind it.
// CHECK-LABEL: func @barrier_in_between
nv_tileaa.func @barrier_in_between(%c: !acc, %t: !left) attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
  // CHECK: nv_tileas.barrier block
  nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.proxy_fence shared
  // CHECK-NEXT: nv_tileas.dot
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// In a loop, the product of one iteration and the write of the next.
// CHECK-LABEL: func @loop
nv_tileaa.func @loop(%c: !acc, %t: !left) attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %n = arith.constant 4 : index
  %one = arith.constant 1 : index
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  // CHECK: scf.for
  %r = scf.for %k = %i to %n step %one iter_args(%acc = %c) -> (!acc) {
    // CHECK-NEXT: nv_tileas.barrier block
    // CHECK-NEXT: nv_tileas.tiled_store
    nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
    // CHECK-NEXT: nv_tileas.proxy_fence shared
    // CHECK-NEXT: nv_tileas.barrier block
    // CHECK-NEXT: nv_tileas.dot
    %0 = nv_tileas.dot %a, %b, %acc {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    scf.yield %0 : !acc
  }
  nv_tileaa.return
}

// A factor that the loop does not change: fence and barrier are in front of it.
// CHECK-LABEL: func @loop_reads
nv_tileaa.func @loop_reads(%c: !acc, %t: !left) attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %n = arith.constant 4 : index
  %one = arith.constant 1 : index
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  // CHECK: nv_tileas.tiled_store
  nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
  // CHECK-NEXT: nv_tileas.proxy_fence shared
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: scf.for
  %r = scf.for %k = %i to %n step %one iter_args(%acc = %c) -> (!acc) {
    // CHECK-NEXT: nv_tileas.dot
    %0 = nv_tileas.dot %a, %b, %acc {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    // CHECK-NEXT: scf.yield
    scf.yield %0 : !acc
  }
  nv_tileaa.return
}

// A product under way must be waited for before its factors change.
// CHECK-LABEL: func @underway
nv_tileaa.func @underway(%c: !acc, %t: !left) attributes {nv_tileas.plan = #plan} {
  %i = arith.constant 0 : index
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  // CHECK: nv_tileas.async.dot
  %0 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  // CHECK-NEXT: nv_tileas.async.future_wait
  %1 = nv_tileas.async.future_wait %0 : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_store
  nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
  nv_tileaa.return
}
