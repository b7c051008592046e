// RUN: tessera-opt %s | tessera-opt | FileCheck %s --strict-whitespace
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s --strict-whitespace

// ops.md 2.5, with `fpowf` (the 13.4 spelling of pow) and fpowi.

cuda_tile.module @math {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // CHECK: {{%.+}} = sqrt %arg0  : tile<8xf32>{{$}}
    %s0 = sqrt %x : tile<8xf32>
    // CHECK: {{%.+}} = sqrt %arg0 rounding<approx> flush_to_zero : tile<8xf32>{{$}}
    %s1 = sqrt %x rounding<approx> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = sqrt %arg4 rounding<zero> : tile<8xf64>{{$}}
    %s2 = sqrt %d rounding<zero> : tile<8xf64>
    // CHECK: {{%.+}} = sqrt %arg2 rounding<negative_inf> : tile<8xf16>{{$}}
    %s3 = sqrt %h rounding<negative_inf> : tile<8xf16>
    // CHECK: {{%.+}} = rsqrt %arg0 flush_to_zero : tile<8xf32>{{$}}
    %q0 = rsqrt %x flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = rsqrt %arg2 : tile<8xf16>{{$}}
    %q1 = rsqrt %h : tile<8xf16>
    // CHECK: {{%.+}} = exp %arg0 rounding<approx> : tile<8xf32>{{$}}
    %e0 = exp %x rounding<approx> : tile<8xf32>
    // CHECK: {{%.+}} = exp %arg4  : tile<8xf64>{{$}}
    %e1 = exp %d rounding<full> : tile<8xf64>
    // CHECK: {{%.+}} = exp2 %arg0 flush_to_zero : tile<8xf32>{{$}}
    %e2 = exp2 %x flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = exp2 %arg3 : tile<8xbf16>{{$}}
    %e3 = exp2 %w : tile<8xbf16>
    // CHECK: {{%.+}} = tanh %arg0 rounding<approx> : tile<8xf32>{{$}}
    %th0 = tanh %x rounding<approx> : tile<8xf32>
    // CHECK: {{%.+}} = tanh %arg2  : tile<8xf16>{{$}}
    %th1 = tanh %h : tile<8xf16>
    // CHECK: {{%.+}} = log %arg0 : tile<8xf32>{{$}}
    %log_f32 = log %x : tile<8xf32>
    // CHECK: {{%.+}} = log %arg2 : tile<8xf16>{{$}}
    %log_f16 = log %h : tile<8xf16>
    // CHECK: {{%.+}} = log %arg3 : tile<8xbf16>{{$}}
    %log_bf16 = log %w : tile<8xbf16>
    // CHECK: {{%.+}} = log %arg4 : tile<8xf64>{{$}}
    %log_f64 = log %d : tile<8xf64>
    // CHECK: {{%.+}} = log2 %arg0 : tile<8xf32>{{$}}
    %log2_f32 = log2 %x : tile<8xf32>
    // CHECK: {{%.+}} = log2 %arg2 : tile<8xf16>{{$}}
    %log2_f16 = log2 %h : tile<8xf16>
    // CHECK: {{%.+}} = log2 %arg3 : tile<8xbf16>{{$}}
    %log2_bf16 = log2 %w : tile<8xbf16>
    // CHECK: {{%.+}} = log2 %arg4 : tile<8xf64>{{$}}
    %log2_f64 = log2 %d : tile<8xf64>
    // CHECK: {{%.+}} = sin %arg0 : tile<8xf32>{{$}}
    %sin_f32 = sin %x : tile<8xf32>
    // CHECK: {{%.+}} = sin %arg2 : tile<8xf16>{{$}}
    %sin_f16 = sin %h : tile<8xf16>
    // CHECK: {{%.+}} = sin %arg3 : tile<8xbf16>{{$}}
    %sin_bf16 = sin %w : tile<8xbf16>
    // CHECK: {{%.+}} = sin %arg4 : tile<8xf64>{{$}}
    %sin_f64 = sin %d : tile<8xf64>
    // CHECK: {{%.+}} = cos %arg0 : tile<8xf32>{{$}}
    %cos_f32 = cos %x : tile<8xf32>
    // CHECK: {{%.+}} = cos %arg2 : tile<8xf16>{{$}}
    %cos_f16 = cos %h : tile<8xf16>
    // CHECK: {{%.+}} = cos %arg3 : tile<8xbf16>{{$}}
    %cos_bf16 = cos %w : tile<8xbf16>
    // CHECK: {{%.+}} = cos %arg4 : tile<8xf64>{{$}}
    %cos_f64 = cos %d : tile<8xf64>
    // CHECK: {{%.+}} = tan %arg0 : tile<8xf32>{{$}}
    %tan_f32 = tan %x : tile<8xf32>
    // CHECK: {{%.+}} = tan %arg2 : tile<8xf16>{{$}}
    %tan_f16 = tan %h : tile<8xf16>
    // CHECK: {{%.+}} = tan %arg3 : tile<8xbf16>{{$}}
    %tan_bf16 = tan %w : tile<8xbf16>
    // CHECK: {{%.+}} = tan %arg4 : tile<8xf64>{{$}}
    %tan_f64 = tan %d : tile<8xf64>
    // CHECK: {{%.+}} = sinh %arg0 : tile<8xf32>{{$}}
    %sinh_f32 = sinh %x : tile<8xf32>
    // CHECK: {{%.+}} = sinh %arg2 : tile<8xf16>{{$}}
    %sinh_f16 = sinh %h : tile<8xf16>
    // CHECK: {{%.+}} = sinh %arg3 : tile<8xbf16>{{$}}
    %sinh_bf16 = sinh %w : tile<8xbf16>
    // CHECK: {{%.+}} = sinh %arg4 : tile<8xf64>{{$}}
    %sinh_f64 = sinh %d : tile<8xf64>
    // CHECK: {{%.+}} = cosh %arg0 : tile<8xf32>{{$}}
    %cosh_f32 = cosh %x : tile<8xf32>
    // CHECK: {{%.+}} = cosh %arg2 : tile<8xf16>{{$}}
    %cosh_f16 = cosh %h : tile<8xf16>
    // CHECK: {{%.+}} = cosh %arg3 : tile<8xbf16>{{$}}
    %cosh_bf16 = cosh %w : tile<8xbf16>
    // CHECK: {{%.+}} = cosh %arg4 : tile<8xf64>{{$}}
    %cosh_f64 = cosh %d : tile<8xf64>
    // CHECK: {{%.+}} = pow %arg0, %arg1 : tile<8xf32>{{$}}
    %p0 = pow %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = pow %arg0, %arg1 : tile<8xf32>{{$}}
    %p1 = fpowf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = atan2 %arg0, %arg1 : tile<8xf32>{{$}}
    %a0 = atan2 %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = fpowi %arg0, %arg5 : tile<8xf32>, tile<8xi32>{{$}}
    %i0 = fpowi %x, %i : tile<8xf32>, tile<8xi32>
    // CHECK: {{%.+}} = fpowi %arg2, %arg5 : tile<8xf16>, tile<8xi32>{{$}}
    %i1 = fpowi %h, %i : tile<8xf16>, tile<8xi32>
    // CHECK: {{%.+}} = exp %arg0  : tile<8xf32>{{$}}
    %gx = "cuda_tile.exp"(%x) : (!cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf32>
    return
  }
}
