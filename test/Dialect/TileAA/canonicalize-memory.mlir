// RUN: tessera-opt %s --canonicalize | FileCheck %s

// Loads nobody reads and masks that hide nothing.

// CHECK-LABEL: @unused_weak_load
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @unused_weak_load(%p: !nv_tileaa.ptr<i32>) {
  %v, %t = nv_tileaa.load weak %p : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return
}

// An acquire synchronises: it stays.
// CHECK-LABEL: @unused_acquire_load
// CHECK: nv_tileaa.load acquire
nv_tileaa.func @unused_acquire_load(%p: !nv_tileaa.ptr<i32>) {
  %v, %t = nv_tileaa.load acquire device %p : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return
}

// CHECK-LABEL: @dead_load_forwards_token
// CHECK-NEXT: return %arg1
nv_tileaa.func @dead_load_forwards_token(%p: !nv_tileaa.ptr<i32>, %a: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %v, %t = nv_tileaa.load weak %p token = %a : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return %t : !nv_tileaa.mem_token
}

// CHECK-LABEL: @dead_load_without_token
// CHECK-NEXT: %[[T:.*]] = nv_tileaa.create_mem_token
// CHECK-NEXT: return %[[T]]
nv_tileaa.func @dead_load_without_token(%p: !nv_tileaa.ptr<i32>) -> !nv_tileaa.mem_token {
  %v, %t = nv_tileaa.load weak %p : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return %t : !nv_tileaa.mem_token
}

// CHECK-LABEL: @dead_relaxed_load_kept
// CHECK: nv_tileaa.load relaxed
nv_tileaa.func @dead_relaxed_load_kept(%p: !nv_tileaa.ptr<i32>, %a: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %v, %t = nv_tileaa.load relaxed sys %p token = %a : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return %t : !nv_tileaa.mem_token
}

// CHECK-LABEL: @dead_view_loads
// CHECK-NEXT: return %arg4
nv_tileaa.func @dead_view_loads(%v: !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>>, %g: !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>, sparse_dim = 0>, %i: i32, %r: tensor<4xi32>, %a: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %x, %t = nv_tileaa.tiled_load weak %v[%i] token = %a : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>>[i32]
  %y, %u = nv_tileaa.gather_load weak %g[%r] token = %t : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>, sparse_dim = 0>[tensor<4xi32>]
  nv_tileaa.return %u : !nv_tileaa.mem_token
}

// CHECK-LABEL: @true_masks
// CHECK-NOT: mask
// CHECK-NOT: other
// CHECK: nv_tileaa.return
nv_tileaa.func @true_masks(%p: tensor<4x!nv_tileaa.ptr<i32>>, %x: tensor<4xi32>) -> tensor<4xi32> {
  %m = arith.constant dense<true> : tensor<4xi1>
  %v, %t = nv_tileaa.load weak %p, mask = %m, other = %x : tensor<4x!nv_tileaa.ptr<i32>> -> tensor<4xi32>
  %s = nv_tileaa.store weak %p, %x, mask = %m : tensor<4x!nv_tileaa.ptr<i32>>, tensor<4xi32>
  %r, %a = nv_tileaa.atomic_rmw relaxed device add %p, %x, mask = %m : tensor<4x!nv_tileaa.ptr<i32>>, tensor<4xi32>
  %c, %d = nv_tileaa.atomic_cas relaxed device %p, %x, %x, mask = %m : tensor<4x!nv_tileaa.ptr<i32>>, tensor<4xi32>
  nv_tileaa.return %v : tensor<4xi32>
}

// CHECK-LABEL: @false_mask_kept
// CHECK: mask
nv_tileaa.func @false_mask_kept(%p: tensor<4x!nv_tileaa.ptr<i32>>) -> tensor<4xi32> {
  %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>
  %v, %t = nv_tileaa.load weak %p, mask = %m : tensor<4x!nv_tileaa.ptr<i32>> -> tensor<4xi32>
  nv_tileaa.return %v : tensor<4xi32>
}
