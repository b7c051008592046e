// RUN: tessera-opt %s --canonicalize | FileCheck %s

// One case per fold and pattern on tokens, in every family that takes them.

// CHECK-LABEL: @join_of_none
// CHECK-NEXT: %[[T:.*]] = nv_tileaa.create_mem_token
// CHECK-NEXT: return %[[T]]
nv_tileaa.func @join_of_none() -> !nv_tileaa.mem_token {
  %0 = nv_tileaa.join_mem_token()
  nv_tileaa.return %0 : !nv_tileaa.mem_token
}

// CHECK-LABEL: @join_of_one
// CHECK-NEXT: return %arg0
nv_tileaa.func @join_of_one(%a: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %0 = nv_tileaa.join_mem_token(%a)
  nv_tileaa.return %0 : !nv_tileaa.mem_token
}

// CHECK-LABEL: @join_duplicates
// CHECK-NEXT: %[[T:.*]] = nv_tileaa.join_mem_token(%arg0, %arg1)
// CHECK-NEXT: return %[[T]]
nv_tileaa.func @join_duplicates(%a: !nv_tileaa.mem_token, %b: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %0 = nv_tileaa.join_mem_token(%a, %b, %a)
  nv_tileaa.return %0 : !nv_tileaa.mem_token
}

// CHECK-LABEL: @join_empty
// CHECK-NEXT: return %arg0
nv_tileaa.func @join_empty(%a: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %e = nv_tileaa.create_mem_token
  %0 = nv_tileaa.join_mem_token(%e, %a)
  nv_tileaa.return %0 : !nv_tileaa.mem_token
}

// CHECK-LABEL: @join_only_empty
// CHECK-NEXT: %[[T:.*]] = nv_tileaa.create_mem_token
// CHECK-NEXT: return %[[T]]
nv_tileaa.func @join_only_empty() -> !nv_tileaa.mem_token {
  %e = nv_tileaa.create_mem_token
  %f = nv_tileaa.join_mem_token()
  %0 = nv_tileaa.join_mem_token(%e, %f)
  nv_tileaa.return %0 : !nv_tileaa.mem_token
}

// CHECK-LABEL: @join_nested
// CHECK-NEXT: %[[T:.*]] = nv_tileaa.join_mem_token(%arg0, %arg1, %arg2)
// CHECK-NEXT: return %[[T]]
nv_tileaa.func @join_nested(%a: !nv_tileaa.mem_token, %b: !nv_tileaa.mem_token, %c: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %0 = nv_tileaa.join_mem_token(%a, %b)
  %1 = nv_tileaa.join_mem_token(%0, %c)
  nv_tileaa.return %1 : !nv_tileaa.mem_token
}

// CHECK-LABEL: @empty_token_memory
// CHECK-NOT: {{ token = %}}
// CHECK: nv_tileaa.return
nv_tileaa.func @empty_token_memory(%p: !nv_tileaa.ptr<i32>, %x: i32) -> i32 {
  %e = nv_tileaa.create_mem_token
  %v, %t = nv_tileaa.load weak %p token = %e : !nv_tileaa.ptr<i32> -> i32
  %s = nv_tileaa.store weak %p, %x token = %e : !nv_tileaa.ptr<i32>, i32
  %r, %a = nv_tileaa.atomic_rmw relaxed device add %p, %x token = %e : !nv_tileaa.ptr<i32>, i32
  %c, %d = nv_tileaa.atomic_cas relaxed device %p, %x, %x token = %e : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return %v : i32
}

// CHECK-LABEL: @empty_token_views
// CHECK-NOT: {{ token = %}}
// CHECK: nv_tileaa.return
nv_tileaa.func @empty_token_views(%v: !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>>, %g: !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>, sparse_dim = 0>, %i: i32, %r: tensor<4xi32>) {
  %e = nv_tileaa.create_mem_token
  %a, %0 = nv_tileaa.tiled_load weak %v[%i] token = %e : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>>[i32]
  %b, %1 = nv_tileaa.gather_load weak %g[%r] token = %e : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>, sparse_dim = 0>[tensor<4xi32>]
  %2 = nv_tileaa.tiled_store weak %a, %v[%i] token = %e : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>>[i32]
  %3 = nv_tileaa.scatter_store weak %b, %g[%r] token = %e : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>, sparse_dim = 0>[tensor<4xi32>]
  %4 = nv_tileaa.tiled_atomic_rmw relaxed device addf %a, %v[%i] token = %e : !nv_tileaa.tiled_view<4xf32, memref<8xf32, strides = [1]>>[i32]
  nv_tileaa.return
}

// CHECK-LABEL: @empty_token_others
// CHECK-NEXT: = nv_tileaa.print "x"{{$}}
// CHECK-NEXT: = nv_tileaa.gdc_wait{{$}}
// CHECK-NEXT: = nv_tileaa.gdc_launch_dependents{{$}}
// CHECK-NEXT: = nv_tileaa.memory_fence{{$}}
nv_tileaa.func @empty_token_others() {
  %e = nv_tileaa.create_mem_token
  %0 = nv_tileaa.print "x" token = %e
  %1 = nv_tileaa.gdc_wait token = %e
  %2 = nv_tileaa.gdc_launch_dependents token = %e
  %3 = nv_tileaa.memory_fence token = %e
  nv_tileaa.return
}
