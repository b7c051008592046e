// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Views and accesses through them (ops.md 8).
cuda_tile.module @view {
  // CHECK-LABEL: nv_tileaa.func @make(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.ptr<f32>, %[[A1:.+]]: i32) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.make_memref %[[A0]] : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<64x48xf32, strides = [48, 1]>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.make_memref %[[A0]] sizes[%[[A1]]] strides[%[[A1]]] : !nv_tileaa.ptr<f32> sizes[i32] strides[i32] -> !nv_tileaa.memref<?x16xf32, strides = [?, 1]>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.make_memref %[[A0]] : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<f32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.make_tiled_view %[[V0]] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = nan, dim_map = [1, 0]>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.make_tiled_view %[[V1]] : !nv_tileaa.tiled_view<16x8xf32, memref<?x16xf32, strides = [?, 1]>, traversal_strides = [3, 5]>
  // CHECK-NEXT: %[[V5:.+]] = nv_tileaa.make_tiled_view %[[V0]] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, padding = neg_inf, sparse_dim = 0>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @make(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %0 = make_tensor_view %p, shape = [64, 48], strides = [48, 1] : tensor_view<64x48xf32, strides=[48,1]>
    %1 = make_tensor_view %p, shape = [%n, 16], strides = [%n, 1] : tile<i32> -> tensor_view<?x16xf32, strides=[?,1]>
    %2 = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    %3 = make_partition_view %0 : partition_view<tile=(16x8), padding_value = nan, tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]>
    %4 = make_strided_view %1 : strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<?x16xf32, strides=[?,1]>>
    %5 = make_gather_scatter_view %0 : gather_scatter_view<tile=(8x16), padding_value = neg_inf, tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @tensor_shape(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.memref<?x16xf32, strides = [?, 1]>) -> (i64, i64) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.get_dim_size %[[A0]], 0 : !nv_tileaa.memref<?x16xf32, strides = [?, 1]> -> i64
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.get_dim_size %[[A0]], 1 : !nv_tileaa.memref<?x16xf32, strides = [?, 1]> -> i64
  // CHECK-NEXT: nv_tileaa.return %[[V0]], %[[V1]] : i64, i64
  testing$func @tensor_shape(%v: tensor_view<?x16xf32, strides=[?,1]>) -> (tile<i64>, tile<i64>) {
    %0, %1 = get_tensor_shape %v : tensor_view<?x16xf32, strides=[?,1]> -> tile<i64>
    return %0, %1 : tile<i64>, tile<i64>
  }

  // Static sizes are constants: ceil(48 / 16) and ceil(64 / 8) with the map, the
  // traversal stride instead of the tile in a strided view.
  // CHECK-LABEL: nv_tileaa.func @static_index_space(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, dim_map = [1, 0]>, %[[A1:.+]]: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, traversal_strides = [3, 5]>) -> (i32, i32, i8, i8) {
  // CHECK-NEXT: %[[C3_I32:.+]] = arith.constant 3 : i32
  // CHECK-NEXT: %[[C8_I32:.+]] = arith.constant 8 : i32
  // CHECK-NEXT: %[[C22_I8:.+]] = arith.constant 22 : i8
  // CHECK-NEXT: %[[C10_I8:.+]] = arith.constant 10 : i8
  // CHECK-NEXT: nv_tileaa.return %[[C3_I32]], %[[C8_I32]], %[[C22_I8]], %[[C10_I8]] : i32, i32, i8, i8
  testing$func @static_index_space(%v: partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]>, %s: strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>>) -> (tile<i32>, tile<i32>, tile<i8>, tile<i8>) {
    %0, %1 = get_index_space_shape %v : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]> -> tile<i32>
    %2, %3 = get_index_space_shape %s : strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>> -> tile<i8>
    return %0, %1, %2, %3 : tile<i32>, tile<i32>, tile<i8>, tile<i8>
  }

  // CHECK-LABEL: nv_tileaa.func @dynamic_index_space(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.tiled_view<16x8xf32, memref<?x?xf32, strides = [?, 1]>, dim_map = [1, 0]>, %[[A1:.+]]: !nv_tileaa.tiled_view<4xf32, memref<?xf32, strides = [1]>, sparse_dim = 0>) -> (i32, i32, i64) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.get_dim_size %[[A0]], 1 : !nv_tileaa.tiled_view<16x8xf32, memref<?x?xf32, strides = [?, 1]>, dim_map = [1, 0]> -> i64
  // CHECK-NEXT: %[[C16_I64:.+]] = arith.constant 16 : i64
  // CHECK-NEXT: %[[V1:.+]] = arith.ceildivui %[[V0]], %[[C16_I64]] : i64
  // CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[V1]] : i64 to i32
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.get_dim_size %[[A0]], 0 : !nv_tileaa.tiled_view<16x8xf32, memref<?x?xf32, strides = [?, 1]>, dim_map = [1, 0]> -> i64
  // CHECK-NEXT: %[[C8_I64:.+]] = arith.constant 8 : i64
  // CHECK-NEXT: %[[V4:.+]] = arith.ceildivui %[[V3]], %[[C8_I64]] : i64
  // CHECK-NEXT: %[[V5:.+]] = arith.trunci %[[V4]] : i64 to i32
  // CHECK-NEXT: %[[V6:.+]] = nv_tileaa.get_dim_size %[[A1]], 0 : !nv_tileaa.tiled_view<4xf32, memref<?xf32, strides = [1]>, sparse_dim = 0> -> i64
  // CHECK-NEXT: %[[C4_I64:.+]] = arith.constant 4 : i64
  // CHECK-NEXT: %[[V7:.+]] = arith.ceildivui %[[V6]], %[[C4_I64]] : i64
  // CHECK-NEXT: nv_tileaa.return %[[V2]], %[[V5]], %[[V7]] : i32, i32, i64
  testing$func @dynamic_index_space(%v: partition_view<tile=(16x8), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, %g: gather_scatter_view<tile=(4), tensor_view<?xf32, strides=[1]>, sparse_dim=0>) -> (tile<i32>, tile<i32>, tile<i64>) {
    %0, %1 = get_index_space_shape %v : partition_view<tile=(16x8), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i32>
    %2 = get_index_space_shape %g : gather_scatter_view<tile=(4), tensor_view<?xf32, strides=[1]>, sparse_dim=0> -> tile<i64>
    return %0, %1, %2 : tile<i32>, tile<i32>, tile<i64>
  }

  // CHECK-LABEL: nv_tileaa.func @access(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %[[A1:.+]]: i32, %[[A2:.+]]: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  // CHECK-NEXT: %[[RESULT:.+]], %[[RESULT_TOKEN:.+]] = nv_tileaa.tiled_load weak %[[A0]][%[[A1]], %[[A1]]] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  // CHECK-NEXT: %[[RESULT_0:.+]], %[[RESULT_TOKEN_1:.+]] = nv_tileaa.tiled_load acquire device %[[A0]][%[[A1]], %[[A1]]] in_bounds [true, false] token = %[[A2]] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.tiled_store release device %[[RESULT]], %[[A0]][%[[A1]], %[[A1]]] token = %[[RESULT_TOKEN]] optimization_hints = <default = {allow_tma = false, latency = 2}> : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.tiled_atomic_rmw relaxed device addf %[[RESULT]], %[[A0]][%[[A1]], %[[A1]]] token = %[[V0]] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  // CHECK-NEXT: nv_tileaa.return %[[V1]] : !nv_tileaa.mem_token
  testing$func @access(%v: partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, %i: tile<i32>, %t: token) -> token {
    %a, %t0 = load_view_tko weak %v[%i, %i] : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    %b, %t1 = load_view_tko acquire device %v[%i, %i] inbounds = [true, false] token = %t : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    %t2 = store_view_tko release device %a, %v[%i, %i] token = %t0 optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    %t3 = atomic_red_view_tko relaxed device %v[%i, %i], addf, %a token = %t2 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    return %t3 : token
  }

  // CHECK-LABEL: nv_tileaa.func @gather_scatter(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %[[A1:.+]]: tensor<8xi64>, %[[A2:.+]]: i32) -> !nv_tileaa.mem_token {
  // CHECK-NEXT: %[[RESULT:.+]], %[[RESULT_TOKEN:.+]] = nv_tileaa.gather_load weak %[[A0]][%[[A1]], %[[A2]]] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.scatter_store weak %[[RESULT]], %[[A0]][%[[A1]], %[[A2]]] token = %[[RESULT_TOKEN]] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
  // CHECK-NEXT: nv_tileaa.return %[[V0]] : !nv_tileaa.mem_token
  testing$func @gather_scatter(%v: gather_scatter_view<tile=(8x16), tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>, %rows: tile<8xi64>, %n: tile<i32>) -> token {
    %a, %t0 = load_view_tko weak %v[%rows, %n] : gather_scatter_view<tile=(8x16), tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>, tile<8xi64>, tile<i32> -> tile<8x16xf32>, token
    %t1 = store_view_tko weak %a, %v[%rows, %n] token = %t0 : tile<8x16xf32>, gather_scatter_view<tile=(8x16), tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>, tile<8xi64>, tile<i32> -> token
    return %t1 : token
  }
}
