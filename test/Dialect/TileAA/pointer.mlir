// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Types of this level and the ops on addresses and views. Each line below must come back as it is.

// CHECK: nv_tileaa.global private constant @w alignment = 64 : tensor<2xf32> = dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
nv_tileaa.global private constant @w alignment = 64 : tensor<2xf32> = dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: nv_tileaa.func @pointers
nv_tileaa.func @pointers(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<i1>>, %o: tensor<8xi8>, %i: i32, %a: i64) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.addptr %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<i1>>, tensor<8xi8>
  %0 = nv_tileaa.addptr %q, %o : tensor<8x!nv_tileaa.ptr<i1>>, tensor<8xi8>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.addptr %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<f32>, i32
  %1 = nv_tileaa.addptr %p, %i : !nv_tileaa.ptr<f32>, i32
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.int_to_ptr %{{[a-z0-9_#]+}} : i64 -> !nv_tileaa.ptr<f16>
  %2 = nv_tileaa.int_to_ptr %a : i64 -> !nv_tileaa.ptr<f16>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.ptr_to_int %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<i1>> -> tensor<8xi64>
  %3 = nv_tileaa.ptr_to_int %q : tensor<8x!nv_tileaa.ptr<i1>> -> tensor<8xi64>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.get_global @w : !nv_tileaa.ptr<f32>
  %4 = nv_tileaa.get_global @w : !nv_tileaa.ptr<f32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.alloca num_elem = 48, alignment = 256 global : !nv_tileaa.ptr<f8E8M0FNU>
  %5 = nv_tileaa.alloca num_elem = 48, alignment = 256 global : !nv_tileaa.ptr<f8E8M0FNU>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.alloca num_elem = 0, alignment = 4 : !nv_tileaa.ptr<tf32>
  %6 = nv_tileaa.alloca num_elem = 0, alignment = 4 : !nv_tileaa.ptr<tf32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @views
nv_tileaa.func @views(%p: !nv_tileaa.ptr<f32>, %n: i32, %l: i64, %s: i8) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_memref %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<f32>
  %0 = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<f32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_memref %{{[a-z0-9_#]+}} sizes[%{{[a-z0-9_#]+}}] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x64xf32, strides = [64, 1]>
  %1 = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x64xf32, strides = [64, 1]>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_memref %{{[a-z0-9_#]+}} strides[%{{[a-z0-9_#]+}}] : !nv_tileaa.ptr<f32> strides[i8] -> !nv_tileaa.memref<8xf32, strides = [?]>
  %2 = nv_tileaa.make_memref %p strides[%s] : !nv_tileaa.ptr<f32> strides[i8] -> !nv_tileaa.memref<8xf32, strides = [?]>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_memref %{{[a-z0-9_#]+}} sizes[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] strides[%{{[a-z0-9_#]+}}] : !nv_tileaa.ptr<f32> sizes[i32, i64] strides[i8] -> !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
  %3 = nv_tileaa.make_memref %p sizes[%n, %l] strides[%s] : !nv_tileaa.ptr<f32> sizes[i32, i64] strides[i8] -> !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_tiled_view %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>>
  %4 = nv_tileaa.make_tiled_view %1 : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_tiled_view %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = neg_inf, dim_map = [1, 0], traversal_strides = [3, 5], smem>
  %5 = nv_tileaa.make_tiled_view %1 : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = neg_inf, dim_map = [1, 0], traversal_strides = [3, 5], smem>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_tiled_view %{{[a-z0-9_#]+}} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = nan, sparse_dim = 1>
  %6 = nv_tileaa.make_tiled_view %1 : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = nan, sparse_dim = 1>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_tiled_view %{{[a-z0-9_#]+}} {halved_dim = 1 : i64} : !nv_tileaa.tiled_view<16x4xf32, memref<?x64xf32, strides = [64, 1]>>
  %9 = nv_tileaa.make_tiled_view %1 {halved_dim = 1 : i64} : !nv_tileaa.tiled_view<16x4xf32, memref<?x64xf32, strides = [64, 1]>>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.get_dim_size %{{[a-z0-9_#]+}}, 1 : !nv_tileaa.memref<?x?xf32, strides = [?, 1]> -> i64
  %7 = nv_tileaa.get_dim_size %3, 1 : !nv_tileaa.memref<?x?xf32, strides = [?, 1]> -> i64
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.get_dim_size %{{[a-z0-9_#]+}}, 0 : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = nan, sparse_dim = 1> -> i32
  %8 = nv_tileaa.get_dim_size %6, 0 : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = nan, sparse_dim = 1> -> i32
  nv_tileaa.return
}
