// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Accesses with every ordering, scope and optional operand. Each line below must come back as it is.

// CHECK: nv_tileaa.func @pointers
nv_tileaa.func @pointers(%p: tensor<8x!nv_tileaa.ptr<f32>>, %s: !nv_tileaa.ptr<i64>, %l: i64, %m: tensor<8xi1>, %v: tensor<8xf32>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %i: tensor<8xi32>, %t: !nv_tileaa.mem_token) {
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.load weak %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  %0, %1 = nv_tileaa.load weak %p : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.load acquire device %{{[a-z0-9_#]+}}, mask = %{{[a-z0-9_#]+}} token = %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  %2, %3 = nv_tileaa.load acquire device %p, mask = %m token = %t : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.load relaxed sys %{{[a-z0-9_#]+}}, mask = %{{[a-z0-9_#]+}}, other = %{{[a-z0-9_#]+}} token = %{{[a-z0-9_#]+}} optimization_hints = <sm_100 = {latency = 4}> : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  %4, %5 = nv_tileaa.load relaxed sys %p, mask = %m, other = %v token = %t optimization_hints = <sm_100 = {latency = 4}> : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.load weak %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<i64> -> i64
  %6, %7 = nv_tileaa.load weak %s : !nv_tileaa.ptr<i64> -> i64
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.store weak %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  %8 = nv_tileaa.store weak %p, %v : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.store release tl_blk %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, mask = %{{[a-z0-9_#]+}} token = %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  %9 = nv_tileaa.store release tl_blk %p, %v, mask = %m token = %t : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.atomic_rmw acq_rel sys addf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, mask = %{{[a-z0-9_#]+}} token = %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  %10, %11 = nv_tileaa.atomic_rmw acq_rel sys addf %p, %v, mask = %m token = %t : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.atomic_rmw relaxed device umax %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  %12, %13 = nv_tileaa.atomic_rmw relaxed device umax %pi, %i : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.atomic_cas acquire tl_blk %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} token = %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<i64>, i64
  %14, %15 = nv_tileaa.atomic_cas acquire tl_blk %s, %l, %l token = %t : !nv_tileaa.ptr<i64>, i64
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.atomic_cas release device %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, mask = %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  %16, %17 = nv_tileaa.atomic_cas release device %pi, %i, %i, mask = %m : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @views
nv_tileaa.func @views(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero, sparse_dim = 0>, %x: tensor<16x8xf32>, %y: tensor<8x16xf32>, %i: i32, %l: i64, %r: tensor<8xi64>, %t: !nv_tileaa.mem_token) {
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.tiled_load weak %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i64]
  %0, %1 = nv_tileaa.tiled_load weak %v[%i, %l] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i64]
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.tiled_load acquire device %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] in_bounds [true, false] token = %{{[a-z0-9_#]+}} optimization_hints = <default = {allow_tma = false}> : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  %2, %3 = nv_tileaa.tiled_load acquire device %v[%i, %i] in_bounds [true, false] token = %t optimization_hints = <default = {allow_tma = false}> : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.tiled_store release sys %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] in_bounds [true, true] token = %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  %4 = nv_tileaa.tiled_store release sys %x, %v[%i, %i] in_bounds [true, true] token = %t : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.tiled_atomic_rmw relaxed device addf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] token = %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i64]
  %5 = nv_tileaa.tiled_atomic_rmw relaxed device addf %x, %v[%i, %l] token = %t : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i64]
  // CHECK: %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} = nv_tileaa.gather_load weak %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] in_bounds [false, true] token = %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero, sparse_dim = 0>[tensor<8xi64>, i32]
  %6, %7 = nv_tileaa.gather_load weak %g[%r, %i] in_bounds [false, true] token = %t : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero, sparse_dim = 0>[tensor<8xi64>, i32]
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.scatter_store weak %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] token = %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero, sparse_dim = 0>[tensor<8xi64>, i32]
  %8 = nv_tileaa.scatter_store weak %y, %g[%r, %i] token = %t : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero, sparse_dim = 0>[tensor<8xi64>, i32]
  nv_tileaa.return
}
