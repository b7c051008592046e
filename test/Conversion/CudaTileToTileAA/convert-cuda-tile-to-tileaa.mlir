// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Modules, functions and globals. The only module of a file becomes the builtin
// module; hints, attributes and visibility stay.
// CHECK: module @kernels attributes {nv_tileaa.producer = "reftest 1.0"}
cuda_tile.module @kernels attributes {producer = "reftest 1.0"} {
  // CHECK: nv_tileaa.global private constant @weights alignment = 64 : tensor<4xf32> = dense<[5.000000e-01, 2.500000e-01, 1.250000e-01, 1.000000e+00]> : tensor<4xf32>
  global private constant @weights alignment = 64 <f32: [0.5, 0.25, 0.125, 1.0]> : tile<4xf32>
  // CHECK: nv_tileaa.global  @flags : tensor<2xi1> = dense<[true, false]> : tensor<2xi1>
  global @flags <i1: [true, false]> : tile<2xi1>
  // CHECK: nv_tileaa.global  @same : tensor<8xi64> = dense<3> : tensor<8xi64>
  global @same <i64: 3> : tile<8xi64>

  // CHECK-LABEL: nv_tileaa.func @scale(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.ptr<f32>, %[[A1:.+]]: i32, %[[A2:.+]]: i1) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {occupancy = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 4}>} {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.get_global @weights : !nv_tileaa.ptr<f32>
  // CHECK-NEXT: %[[RESULT:.+]], %[[RESULT_TOKEN:.+]] = nv_tileaa.load weak %[[V0]] : !nv_tileaa.ptr<f32> -> f32
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.store weak %[[A0]], %[[RESULT]] token = %[[RESULT_TOKEN]] : !nv_tileaa.ptr<f32>, f32
  // CHECK-NEXT: nv_tileaa.return
  entry @scale(%out: tile<ptr<f32>>, %n: tile<i32>, %on: tile<i1>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 4}, default = {occupancy = 1}> {
    %w = get_global @weights : tile<ptr<f32>>
    %v, %t0 = load_ptr_tko weak %w : tile<ptr<f32>> -> tile<f32>, token
    %t1 = store_ptr_tko weak %out, %v token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    return
  }

  // CHECK-LABEL: nv_tileaa.func @empty(
  // CHECK-SAME: ) attributes {kernel, note = "kept"} {
  // CHECK-NEXT: nv_tileaa.return
  entry @empty() {
    return
  } {note = "kept"}

  // CHECK-LABEL: nv_tileaa.func @types(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.mem_token, %[[A1:.+]]: !nv_tileaa.memref<?x16xf32, strides = [?, 1]>, %[[A2:.+]]: tensor<2x2x!nv_tileaa.ptr<i8>>) -> (!nv_tileaa.mem_token, tensor<2x2x!nv_tileaa.ptr<i8>>) {
  // CHECK-NEXT: nv_tileaa.return %[[A0]], %[[A2]] : !nv_tileaa.mem_token, tensor<2x2x!nv_tileaa.ptr<i8>>
  testing$func @types(%a: token, %b: tensor_view<?x16xf32, strides=[?,1]>, %c: tile<2x2xptr<i8>>) -> (token, tile<2x2xptr<i8>>) {
    return %a, %c : token, tile<2x2xptr<i8>>
  }
}
