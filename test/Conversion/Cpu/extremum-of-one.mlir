// The larger of a number and NaN is the number, also where a register has one
// lane and the number is known not to be NaN.

// RUN: %python -c "import numpy as n; n.save(r'%t.nan.npy', n.array([n.nan] * 2)); n.save(r'%t.nan32.npy', n.array([n.nan] * 2, n.float32))"
// RUN: tessera run %s --target cpu --entry f64 %t.nan.npy "zeros(4,f64)=>%t.f64.npy"
// RUN: tessera run %s --target cpu --entry f32 %t.nan32.npy "zeros(4,f32)=>%t.f32.npy"
// RUN: %python -c "import numpy as n; a, b = n.load(r'%t.f64.npy'), n.load(r'%t.f32.npy'); assert (a == 4).all() and (b == -4).all(), (a, b)"
cuda_tile.module @kernels {
  entry @f64(%p: tile<ptr<f64>>, %q: tile<ptr<f64>>) {
    %c = constant <f64: 4.0> : tile<4x1xf64>
    %row = reshape %p : tile<ptr<f64>> -> tile<1x1xptr<f64>>
    %from = broadcast %row : tile<1x1xptr<f64>> -> tile<4x1xptr<f64>>
    %x, %t = load_ptr_tko weak %from : tile<4x1xptr<f64>> -> tile<4x1xf64>, token
    %larger = maxf %c, %x : tile<4x1xf64>
    %scan = scan %larger dim=1 reverse=false identities=[0xFFF0000000000000 : f64] : tile<4x1xf64> -> tile<4x1xf64>
    (%a: tile<f64>, %b: tile<f64>) {
      %m = maxf %a, %b : tile<f64>
      yield %m : tile<f64>
    }
    %i = iota : tile<4xi32>
    %i2 = reshape %i : tile<4xi32> -> tile<4x1xi32>
    %to = reshape %q : tile<ptr<f64>> -> tile<1x1xptr<f64>>
    %to2 = broadcast %to : tile<1x1xptr<f64>> -> tile<4x1xptr<f64>>
    %to3 = offset %to2, %i2 : tile<4x1xptr<f64>>, tile<4x1xi32> -> tile<4x1xptr<f64>>
    %s = store_ptr_tko weak %to3, %scan : tile<4x1xptr<f64>>, tile<4x1xf64> -> token
    return
  }

  entry @f32(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %c = constant <f32: -4.0> : tile<4x1xf32>
    %row = reshape %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %from = broadcast %row : tile<1x1xptr<f32>> -> tile<4x1xptr<f32>>
    %x, %t = load_ptr_tko weak %from : tile<4x1xptr<f32>> -> tile<4x1xf32>, token
    %smaller = minf %c, %x : tile<4x1xf32>
    %scan = scan %smaller dim=1 reverse=false identities=[0x7F800000 : f32] : tile<4x1xf32> -> tile<4x1xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %m = minf %a, %b : tile<f32>
      yield %m : tile<f32>
    }
    %i = iota : tile<4xi32>
    %i2 = reshape %i : tile<4xi32> -> tile<4x1xi32>
    %to = reshape %q : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %to2 = broadcast %to : tile<1x1xptr<f32>> -> tile<4x1xptr<f32>>
    %to3 = offset %to2, %i2 : tile<4x1xptr<f32>>, tile<4x1xi32> -> tile<4x1xptr<f32>>
    %s = store_ptr_tko weak %to3, %scan : tile<4x1xptr<f32>>, tile<4x1xf32> -> token
    return
  }
}
