// f32 becomes e4m3 and e2m1 two elements at a time where the target has an
// instruction: e4m3 since sm_89, e2m1 on Blackwell.

// RUN: tessera compile %s --target sm_80 -o - | FileCheck %s --check-prefix=SM80
// RUN: tessera compile %s --target sm_89 -o - | FileCheck %s --check-prefix=SM89
// RUN: tessera compile %s --target sm_100a -o - | FileCheck %s --check-prefix=SM100

// Every target rounds as the interpreter does: ties, numbers too large and too
// small, infinities and NaN (whose sign is not part of a comparison).

// RUN: %python -c "import numpy as n; x = n.random.default_rng(3).normal(0, 3, 4096).astype(n.float32); x[:2048] = n.arange(-1024, 1024) / 128; x[2048:2058] = [n.nan, 0.25, n.inf, -n.inf, 0.0, -0.0, 1e-30, -1e-30, 448.0, 470.0]; n.save(r'%t.x.npy', x)"
// RUN: tessera run %s --interpret %t.x.npy "zeros(4096,i8)=>%t.y.npy" "zeros(2048,i8)=>%t.z.npy"
// RUN: tessera run %s --target sm_89 %t.x.npy "zeros(4096,i8)=>%t.y89.npy" "zeros(2048,i8)=>%t.z89.npy" && cmp %t.y.npy %t.y89.npy && cmp %t.z.npy %t.z89.npy
// RUN: tessera run %s --target sm_100a %t.x.npy "zeros(4096,i8)=>%t.y100.npy" "zeros(2048,i8)=>%t.z100.npy" && cmp %t.y.npy %t.y100.npy && cmp %t.z.npy %t.z100.npy
// RUN: tessera run %s --target sm_120a %t.x.npy "zeros(4096,i8)=>%t.y120.npy" "zeros(2048,i8)=>%t.z120.npy" && cmp %t.y.npy %t.y120.npy && cmp %t.z.npy %t.z120.npy

cuda_tile.module @narrow {
  // SM80-NOT: e4m3x2
  // SM89: cvt.rn.satfinite.e4m3x2.f32 [[PAIR:%rs[0-9]+]], [[SECOND:%r[0-9]+]], [[FIRST:%r[0-9]+]];
  // SM89-NOT: e2m1x2
  // SM100: cvt.rn.satfinite.e4m3x2.f32
  // SM100: cvt.rn.satfinite.e2m1x2.f32
  entry @narrow(%x: tile<ptr<f32>>, %y: tile<ptr<i8>>, %z: tile<ptr<i8>>) {
    %xa = assume div_by<16>, %x : tile<ptr<f32>>
    %ya = assume div_by<16>, %y : tile<ptr<i8>>
    %za = assume div_by<16>, %z : tile<ptr<i8>>
    %xs = make_tensor_view %xa, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
    %xv = make_partition_view %xs : partition_view<tile=(4096), tensor_view<4096xf32, strides=[1]>>
    %ys = make_tensor_view %ya, shape = [4096], strides = [1] : tensor_view<4096xi8, strides=[1]>
    %yv = make_partition_view %ys : partition_view<tile=(4096), tensor_view<4096xi8, strides=[1]>>
    %zs = make_tensor_view %za, shape = [2048], strides = [1] : tensor_view<2048xi8, strides=[1]>
    %zv = make_partition_view %zs : partition_view<tile=(2048), tensor_view<2048xi8, strides=[1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %xv[%c0] : partition_view<tile=(4096), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<4096xf32>, token
    %e = ftof %a : tile<4096xf32> -> tile<4096xf8E4M3FN>
    %b = bitcast %e : tile<4096xf8E4M3FN> -> tile<4096xi8>
    %s = store_view_tko weak %b, %yv[%c0] : tile<4096xi8>, partition_view<tile=(4096), tensor_view<4096xi8, strides=[1]>>, tile<i32> -> token
    %f = ftof %a : tile<4096xf32> -> tile<4096xf4E2M1FN>
    %g = pack %f : tile<4096xf4E2M1FN> -> tile<2048xi8>
    %s2 = store_view_tko weak %g, %zv[%c0] : tile<2048xi8>, partition_view<tile=(2048), tensor_view<2048xi8, strides=[1]>>, tile<i32> -> token
    return
  }
}
