// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --Wunsupported-hints --Werr-hints 2>&1 | FileCheck %s

// Optimisation hints (core.md 3.3): text, sorting, and silence about good ones
// even in the strictest mode.

cuda_tile.module @m {
  // CHECK-LABEL: entry @k
  // CHECK-SAME: optimization_hints{{ ?= ?}}<default = {occupancy = 4}, sm_100 = {num_cta_in_cga = 2, num_worker_warps_per_cta = 8}, sm_107 = {num_cta_in_cga = 16}, sm_80 = {num_cta_in_cga = 1}>
  entry @k(%p: tile<ptr<f32>>) optimization_hints=<sm_80 = {num_cta_in_cga = 1}, sm_100 = {num_worker_warps_per_cta = 8, num_cta_in_cga = 2}, "sm_107" = {num_cta_in_cga = 16}, default = {occupancy = 4}> {
    // CHECK: load_ptr_tko weak %{{.*}} optimization_hints = <sm_120 = {latency = 10}, sm_86 = {latency = 1}> :
    %v0, %t0 = load_ptr_tko weak %p optimization_hints=<sm_86 = {latency = 1}, sm_120 = {latency = 10}> : tile<ptr<f32>> -> tile<f32>, token
    // The type of an integer is read and not printed.
    // CHECK: load_ptr_tko weak %{{.*}} optimization_hints = <sm_90 = {latency = 3}> :
    %v1, %t1 = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 3 : i32}> : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: load_ptr_tko weak %{{.*}} optimization_hints = <sm_90 = {}> :
    %v2, %t2 = load_ptr_tko weak %p optimization_hints=<sm_90 = {}> : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: make_token {h = #cuda_tile.optimization_hints<sm_100 = {latency = 3}>} : token
    %t3 = make_token {h = #cuda_tile.optimization_hints<sm_100 = {latency = 3}>} : token
    // A number whose digits alone would be read as an integer keeps its type.
    // CHECK: make_token {h = #cuda_tile.optimization_hints<sm_100 = {far = 0x41ACB1DE8C000000 : f64, near = 1.500000e+00}>} : token
    %t5 = make_token {h = #cuda_tile.optimization_hints<sm_100 = {near = 1.5, far = 240709446.0}>} : token
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %z = constant <i32: 0> : tile<i32>
    // CHECK: load_view_tko weak %{{.*}}[%{{.*}}] optimization_hints = <sm_103 = {allow_tma = true, latency = 5}> :
    %v4, %t4 = load_view_tko weak %pv[%z] optimization_hints = <sm_103 = {allow_tma = true, latency = 5}> : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
