// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Tokens, accesses through pointers, atomics (ops.md 6, 7). An absent token stays
// absent; orderings, scopes and hints are carried over.
cuda_tile.module @memory {
  // CHECK-LABEL: nv_tileaa.func @tokens(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.mem_token, %[[A1:.+]]: !nv_tileaa.mem_token) -> (!nv_tileaa.mem_token, !nv_tileaa.mem_token) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.create_mem_token
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.join_mem_token(%[[A0]], %[[A1]], %[[V0]])
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.memory_fence token = %[[V1]]
  // CHECK-NEXT: nv_tileaa.return %[[V1]], %[[V2]] : !nv_tileaa.mem_token, !nv_tileaa.mem_token
  testing$func @tokens(%t: token, %u: token) -> (token, token) {
    %0 = make_token : token
    %1 = join_tokens %t, %u, %0 : token
    %2 = memory_fence_alias_tko token = %1 -> token
    return %1, %2 : token, token
  }

  // CHECK-LABEL: nv_tileaa.func @load(
  // CHECK-SAME: %[[A0:.+]]: tensor<8x!nv_tileaa.ptr<f32>>, %[[A1:.+]]: tensor<8xi1>, %[[A2:.+]]: tensor<8xf32>, %[[A3:.+]]: !nv_tileaa.ptr<i1>, %[[A4:.+]]: !nv_tileaa.mem_token) {
  // CHECK-NEXT: %[[RESULT:.+]], %[[RESULT_TOKEN:.+]] = nv_tileaa.load weak %[[A0]] : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK-NEXT: %[[RESULT_0:.+]], %[[RESULT_TOKEN_1:.+]] = nv_tileaa.load weak %[[A0]], mask = %[[A1]] token = %[[A4]] : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK-NEXT: %[[RESULT_2:.+]], %[[RESULT_TOKEN_3:.+]] = nv_tileaa.load acquire device %[[A0]], mask = %[[A1]], other = %[[A2]] token = %[[RESULT_TOKEN]] : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK-NEXT: nv_tileaa.load weak %[[A0]] : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  // CHECK-NEXT: %[[RESULT_4:.+]], %[[RESULT_TOKEN_5:.+]] = nv_tileaa.load relaxed sys %[[A3]] optimization_hints = <sm_100 = {latency = 4}> : !nv_tileaa.ptr<i1> -> i1
  // CHECK-NEXT: nv_tileaa.return
  testing$func @load(%p: tile<8xptr<f32>>, %m: tile<8xi1>, %z: tile<8xf32>, %s: tile<ptr<i1>>, %t: token) {
    %v0, %t0 = load_ptr_tko weak %p : tile<8xptr<f32>> -> tile<8xf32>, token
    %v1, %t1 = load_ptr_tko weak %p, %m token=%t : tile<8xptr<f32>>, tile<8xi1> -> tile<8xf32>, token
    %v2, %t2 = load_ptr_tko acquire device %p, %m, %z token=%t0 : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    // Padding without a mask is dropped.
    %v4, %t4 = load_ptr_tko weak %p, padding = %z : tile<8xptr<f32>>, tile<8xf32> -> tile<8xf32>, token
    %v3, %t3 = load_ptr_tko relaxed sys %s optimization_hints = <sm_100 = {latency = 4}> : tile<ptr<i1>> -> tile<i1>, token
    return
  }

  // CHECK-LABEL: nv_tileaa.func @store(
  // CHECK-SAME: %[[A0:.+]]: tensor<8x!nv_tileaa.ptr<f32>>, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: tensor<8xi1>, %[[A3:.+]]: !nv_tileaa.ptr<f16>, %[[A4:.+]]: f16) -> !nv_tileaa.mem_token {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.store weak %[[A0]], %[[A1]] : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.store release tl_blk %[[A0]], %[[A1]], mask = %[[A2]] token = %[[V0]] : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.store weak %[[A3]], %[[A4]] token = %[[V1]] optimization_hints = <default = {latency = 2}> : !nv_tileaa.ptr<f16>, f16
  // CHECK-NEXT: nv_tileaa.return %[[V2]] : !nv_tileaa.mem_token
  testing$func @store(%p: tile<8xptr<f32>>, %v: tile<8xf32>, %m: tile<8xi1>, %s: tile<ptr<f16>>, %h: tile<f16>) -> token {
    %t0 = store_ptr_tko weak %p, %v : tile<8xptr<f32>>, tile<8xf32> -> token
    %t1 = store_ptr_tko release tl_blk %p, %v, %m token=%t0 : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    %t2 = store_ptr_tko weak %s, %h token=%t1 optimization_hints = <default = {latency = 2}> : tile<ptr<f16>>, tile<f16> -> token
    return %t2 : token
  }

  // CHECK-LABEL: nv_tileaa.func @atomics(
  // CHECK-SAME: %[[A0:.+]]: tensor<8x!nv_tileaa.ptr<i32>>, %[[A1:.+]]: tensor<8xi32>, %[[A2:.+]]: tensor<8xi1>, %[[A3:.+]]: !nv_tileaa.ptr<f32>, %[[A4:.+]]: f32) {
  // CHECK-NEXT: %[[RESULT:.+]], %[[RESULT_TOKEN:.+]] = nv_tileaa.atomic_rmw relaxed device add %[[A0]], %[[A1]] : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  // CHECK-NEXT: %[[RESULT_0:.+]], %[[RESULT_TOKEN_1:.+]] = nv_tileaa.atomic_rmw acq_rel sys umax %[[A0]], %[[A1]], mask = %[[A2]] token = %[[RESULT_TOKEN]] : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  // CHECK-NEXT: %[[RESULT_2:.+]], %[[RESULT_TOKEN_3:.+]] = nv_tileaa.atomic_rmw release device addf %[[A3]], %[[A4]] token = %[[RESULT_TOKEN_1]] : !nv_tileaa.ptr<f32>, f32
  // CHECK-NEXT: %[[RESULT_4:.+]], %[[RESULT_TOKEN_5:.+]] = nv_tileaa.atomic_cas acquire tl_blk %[[A3]], %[[A4]], %[[A4]] token = %[[RESULT_TOKEN_3]] : !nv_tileaa.ptr<f32>, f32
  // CHECK-NEXT: %[[RESULT_6:.+]], %[[RESULT_TOKEN_7:.+]] = nv_tileaa.atomic_cas relaxed device %[[A0]], %[[A1]], %[[A1]], mask = %[[A2]] : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @atomics(%p: tile<8xptr<i32>>, %v: tile<8xi32>, %m: tile<8xi1>, %f: tile<ptr<f32>>, %x: tile<f32>) {
    %r0, %t0 = atomic_rmw_tko relaxed device %p, add, %v : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    %r1, %t1 = atomic_rmw_tko acq_rel sys %p, umax, %v, %m token=%t0 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %r2, %t2 = atomic_rmw_tko release device %f, addf, %x token=%t1 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %r3, %t3 = atomic_cas_tko acquire tl_blk %f, %x, %x token=%t2 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %r4, %t4 = atomic_cas_tko relaxed device %p, %v, %v, %m : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    return
  }

  // CHECK-LABEL: nv_tileaa.func @temporary(
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.alloca num_elem = 48, alignment = 256 : !nv_tileaa.ptr<f32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.alloca num_elem = 1, alignment = 8 global : !nv_tileaa.ptr<i64>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @temporary() {
    %a = alloca num_elem = 48, alignment = 256 : tile<ptr<f32>>
    %b = alloca num_elem = 1, alignment = 8 global : tile<ptr<i64>>
    return
  }
}
