// RUN: tessera-opt %s --split-input-file --Wunsupported-hints --Werr-hints --verify-diagnostics
// RUN: sed 's/expected-error/expected-warning/' %s > %t.mlir
// RUN: tessera-opt %t.mlir --split-input-file --Wunsupported-hints --verify-diagnostics
// RUN: sed '/expected-error/d' %s > %t.mlir
// RUN: tessera-opt %t.mlir --split-input-file 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// Hints a target does not know are kept silently by default, warned about with
// --Wunsupported-hints, and errors with --Werr-hints (core.md 3.3).
// CHECK: sm_99 = {occupancy = 1}

cuda_tile.module @m {
  // expected-error @+1 {{expected a known architecture (sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_100, sm_103, sm_107, sm_110, sm_120, sm_121, default) in optimization_hints, got 'sm_99'}}
  entry @k() optimization_hints=<sm_99 = {occupancy = 1}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{in optimization_hints, got 'sm_120a'}}
  entry @k() optimization_hints=<sm_120a = {occupancy = 1}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an optimization hint among num_cta_in_cga, num_worker_warps_per_cta, occupancy for sm_90, got 'speed'}}
  entry @k() optimization_hints=<sm_90 = {speed = 1}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an optimization hint among num_cta_in_cga, num_worker_warps_per_cta, occupancy for sm_90, got 'latency'}}
  entry @k() optimization_hints=<sm_90 = {latency = 1}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an integer in 1..32 for optimization hint 'occupancy' of sm_90, got 0 : i64}}
  entry @k() optimization_hints=<sm_90 = {occupancy = 0}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an integer in 1..32 for optimization hint 'occupancy' of sm_90, got 33 : i64}}
  entry @k() optimization_hints=<sm_90 = {occupancy = 33}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an integer in 1..32 for optimization hint 'occupancy' of sm_90, got true}}
  entry @k() optimization_hints=<sm_90 = {occupancy = true}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an integer in 1..32 for optimization hint 'occupancy' of sm_90, got "2"}}
  entry @k() optimization_hints=<sm_90 = {occupancy = "2"}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected an integer in 1..32 for optimization hint 'occupancy' of sm_90, got unit}}
  entry @k() optimization_hints=<sm_90 = {occupancy}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected a power of two in 1..16 for optimization hint 'num_cta_in_cga' of sm_90, got 3 : i64}}
  entry @k() optimization_hints=<sm_90 = {num_cta_in_cga = 3}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected a power of two in 1..16 for optimization hint 'num_cta_in_cga' of sm_90, got 32 : i64}}
  entry @k() optimization_hints=<sm_90 = {num_cta_in_cga = 32}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected 1 for optimization hint 'num_cta_in_cga' of sm_86, got 2 : i64}}
  entry @k() optimization_hints=<sm_86 = {num_cta_in_cga = 2}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected a power of two in 1..32 for optimization hint 'num_worker_warps_per_cta' of sm_90, got 64 : i64}}
  entry @k() optimization_hints=<sm_90 = {num_worker_warps_per_cta = 64}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+2 {{expected a power of two in 1..32}}
  // expected-error @+1 {{expected an integer in 1..32}}
  entry @k() optimization_hints=<sm_90 = {num_worker_warps_per_cta = 6, occupancy = 40}> {}
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %z: tile<i32>) {
    // expected-error @+1 {{expected an integer in 1..10 for optimization hint 'latency' of sm_90, got 11 : i64}}
    %v, %t = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 11}> : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %z: tile<i32>) {
    // expected-error @+1 {{expected an optimization hint among latency for default, got 'allow_tma'}}
    %v, %t = load_ptr_tko weak %p optimization_hints = <default = {allow_tma = true}> : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %z: tile<i32>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    // expected-error @+1 {{expected true or false for optimization hint 'allow_tma' of sm_90, got 1 : i64}}
    %v, %t = load_view_tko weak %pv[%z] optimization_hints = <sm_90 = {allow_tma = 1}> : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %z: tile<i32>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    // expected-error @+1 {{expected an optimization hint among allow_tma, latency for sm_90, got 'occupancy'}}
    %v, %t = load_view_tko weak %pv[%z] optimization_hints = <sm_90 = {occupancy = 1}> : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
