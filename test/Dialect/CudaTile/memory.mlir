// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Tokens, alloca and accesses through pointers (ops.md 6) survive both text
// forms; defaults and absent parts leave no trace.

// CHECK-LABEL: entry @tokens
cuda_tile.module @m {
  entry @tokens() {
    // CHECK: %[[A:.*]] = make_token : token
    %a = make_token : token
    // CHECK: %[[B:.*]] = make_token {note} : token
    %b = cuda_tile.make_token {note} : !cuda_tile.token
    // CHECK: join_tokens %[[A]], %[[B]], %[[A]] : token
    %c = join_tokens %a, %b, %a : token
    return
  }

  // CHECK-LABEL: entry @alloca
  entry @alloca() {
    // CHECK: alloca num_elem = 48, alignment = 256 : tile<ptr<f32>>
    %0 = alloca num_elem = 48, alignment = 256 : tile<ptr<f32>>
    // CHECK: alloca num_elem = 0, alignment = 8 global : tile<ptr<i64>>
    %1 = alloca num_elem = 0, alignment = 8 global : tile<ptr<i64>>
    // CHECK: alloca num_elem = 7, alignment = 4 {x.y = 1 : i32} : tile<ptr<tf32>>
    %2 = alloca num_elem = 7, alignment = 4 {x.y = 1 : i32} : tile<ptr<tf32>>
    // CHECK: alloca num_elem = 2, alignment = 1 : tile<ptr<f4E2M1FN>>
    %3 = alloca num_elem = 2, alignment = 1 : tile<ptr<f4E2M1FN>>
    return
  }

  // CHECK-LABEL: entry @pointers
  // CHECK-SAME: (%[[P:[^:]*]]: tile<ptr<f32>>, %[[B:[^:]*]]: tile<i1>, %[[F:[^:]*]]: tile<f32>)
  entry @pointers(%p: tile<ptr<f32>>, %b: tile<i1>, %f: tile<f32>) {
    // CHECK: %[[V:.*]], %[[T:.*]] = load_ptr_tko weak %[[P]] : tile<ptr<f32>> -> tile<f32>, token
    %v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: %{{.*}}, %[[T1:.*]] = load_ptr_tko acquire device %[[P]], %[[B]], %[[F]] token=%[[T]] : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    %v1, %t1 = load_ptr_tko acquire device %p, %b, %f token=%t : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    // CHECK: load_ptr_tko relaxed sys %[[P]], %[[B]] : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    %v2, %t2 = load_ptr_tko relaxed sys %p, %b : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    // CHECK: load_ptr_tko weak %[[P]], padding = %[[F]] token=%[[T]] : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %v5, %t5 = load_ptr_tko weak %p, padding = %f token=%t : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // CHECK: load_ptr_tko relaxed tl_blk %[[P]] optimization_hints = <sm_100 = {latency = 4}> : tile<ptr<f32>> -> tile<f32>, token
    %v3, %t3 = load_ptr_tko relaxed tl_blk %p optimization_hints = <sm_100 = {latency = 4}> : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: load_ptr_tko weak %[[P]] token=%[[T]] optimization_hints = <sm_100 = {latency = 4}> {note} : tile<ptr<f32>> -> tile<f32>, token
    %v4, %t4 = load_ptr_tko weak %p token = %t optimization_hints = <sm_100 = {latency = 4}> {note} : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: store_ptr_tko weak %[[P]], %[[V]] : tile<ptr<f32>>, tile<f32> -> token
    %s0 = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    // CHECK: store_ptr_tko release tl_blk %[[P]], %[[V]], %[[B]] token=%[[T1]] : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    %s1 = store_ptr_tko release tl_blk %p, %v, %b token=%t1 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    // CHECK: store_ptr_tko relaxed sys %[[P]], %[[V]] optimization_hints = <default = {latency = 2}> : tile<ptr<f32>>, tile<f32> -> token
    %s2 = store_ptr_tko relaxed sys %p, %v optimization_hints = <default = {latency = 2}> : tile<ptr<f32>>, tile<f32> -> token
    return
  }

  // Tiles of pointers, prefixed types on input, ptr and tile nesting.
  // CHECK-LABEL: entry @gather
  entry @gather(%p: tile<ptr<f32>>) {
    %o = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    // CHECK: %[[A:.*]] = offset
    %a = offset %p8, %o : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    // CHECK: %[[R:.*]], %[[RT:.*]] = load_ptr_tko weak %[[A]] : tile<8xptr<f32>> -> tile<8xf32>, token
    %v, %t = load_ptr_tko weak %a : !cuda_tile.tile<8x!cuda_tile.ptr<f32>> -> !cuda_tile.tile<8xf32>, !cuda_tile.token
    // CHECK: store_ptr_tko weak %[[A]], %[[R]] token=%[[RT]] : tile<8xptr<f32>>, tile<8xf32> -> token
    %s = store_ptr_tko weak %a, %v token=%t : tile<8xptr<f32>>, tile<8xf32> -> token
    return
  }
}
