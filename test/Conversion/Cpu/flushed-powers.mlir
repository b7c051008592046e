// 2^x with flush_to_zero around the least normal number, for subnormal x, and for what is no
// number: as the interpreter has it, on CPUs and on a GPU.

// RUN: %python -c "import numpy as n; x = n.concatenate([n.linspace(-150.5, -125.5, 26), n.nextafter(n.float32(-126), n.float32([0, -200])), [1e-40, -1e-40, 0, -0.0, 3.5, n.inf, -n.inf, n.nan], n.zeros(28)]).astype(n.float32); n.save(r'%t.x.npy', x)"
// RUN: tessera run %s --interpret %t.x.npy "zeros(64,f32)=>%t.expected.npy"
// RUN: tessera run %s --target cpu %t.x.npy "zeros(64,f32)" --expect 1=%t.expected.npy --tol 0,2e-7
// RUN: tessera run %s --target cpu:x86-64-v3 %t.x.npy "zeros(64,f32)" --expect 1=%t.expected.npy --tol 0,2e-7
// RUN: tessera run %s --target sm_90a %t.x.npy "zeros(64,f32)" --expect 1=%t.expected.npy --tol 0,4e-7
// RUN: %python -c "import numpy as n; y = n.load(r'%t.expected.npy'); assert (y[:24] == 0).all() and y[25] > 0 and n.isnan(y[35]), y"
cuda_tile.module @kernels {
  entry @powers(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %i = iota : tile<64xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %from = offset %p2, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %to = offset %q2, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %x, %t = load_ptr_tko weak %from : tile<64xptr<f32>> -> tile<64xf32>, token
    %y = exp2 %x flush_to_zero : tile<64xf32>
    %s = store_ptr_tko weak %to, %y : tile<64xptr<f32>>, tile<64xf32> -> token
    return
  }
}
