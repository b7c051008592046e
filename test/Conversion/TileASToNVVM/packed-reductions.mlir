// A reduction combines two neighbouring registers of a thread at once where the
// target has an instruction for that: f16 on every target, f32 from sm_100 on.

// RUN: tessera compile %s --target sm_90a -o - | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tessera compile %s --target sm_100a -o - | FileCheck %s --check-prefixes=CHECK,SM100

// Small integers, so that sums are exact in any order, and NaN and zeros of both
// signs among what is compared.

// RUN: %python -c "import numpy as n; r = n.random.default_rng(4); n.save(r'%t.x.npy', r.integers(-4, 5, (64, 64)).astype(n.float32)); h = r.normal(0, 1, (64, 64)).astype(n.float16); h[r.random(h.shape) < 0.1] = n.nan; h[3] = -0.0; h[4] = n.nan; n.save(r'%t.h.npy', h)"
// RUN: tessera run %s --interpret %t.x.npy %t.h.npy "zeros(64,f32)=>%t.sum.npy" "zeros(64,f16)=>%t.max.npy" "zeros(64,f16)=>%t.min.npy"
// RUN: tessera run %s --target sm_90a %t.x.npy %t.h.npy "zeros(64,f32)" "zeros(64,f16)" "zeros(64,f16)" --expect 2=%t.sum.npy --expect 3=%t.max.npy --expect 4=%t.min.npy
// RUN: tessera run %s --target sm_100a %t.x.npy %t.h.npy "zeros(64,f32)" "zeros(64,f16)" "zeros(64,f16)" --expect 2=%t.sum.npy --expect 3=%t.max.npy --expect 4=%t.min.npy
// RUN: tessera run %s --target sm_120a %t.x.npy %t.h.npy "zeros(64,f32)" "zeros(64,f16)" "zeros(64,f16)" --expect 2=%t.sum.npy --expect 3=%t.max.npy --expect 4=%t.min.npy

!f = !cuda_tile.partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
!h = !cuda_tile.partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
!s = !cuda_tile.partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
!e = !cuda_tile.partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>

cuda_tile.module @packed {
  // SM90-NOT: f32x2
  // SM100: add.rn.f32x2
  // CHECK: max.f16x2
  // CHECK: min.NaN.f16x2
  entry @reductions(%x: tile<ptr<f32>>, %y: tile<ptr<f16>>, %sum: tile<ptr<f32>>, %max: tile<ptr<f16>>, %min: tile<ptr<f16>>) {
    %xa = assume div_by<16>, %x : tile<ptr<f32>>
    %ya = assume div_by<16>, %y : tile<ptr<f16>>
    %xs = make_tensor_view %xa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ys = make_tensor_view %ya, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %ss = make_tensor_view %sum, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %ms = make_tensor_view %max, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %ns = make_tensor_view %min, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %xv = make_partition_view %xs : !f
    %yv = make_partition_view %ys : !h
    %sv = make_partition_view %ss : !s
    %mv = make_partition_view %ms : !e
    %nv = make_partition_view %ns : !e
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t0 = load_view_tko weak %xv[%c0, %c0] : !f, tile<i32> -> tile<64x64xf32>, token
    %b, %t1 = load_view_tko weak %yv[%c0, %c0] : !h, tile<i32> -> tile<64x64xf16>, token
    %r0 = reduce %a dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%p: tile<f32>, %q: tile<f32>) {
      %v = addf %p, %q : tile<f32>
      yield %v : tile<f32>
    }
    %t2 = store_view_tko weak %r0, %sv[%c0] : tile<64xf32>, !s, tile<i32> -> token
    %r1 = reduce %b dim=1 identities=[0xFC00 : f16] : tile<64x64xf16> -> tile<64xf16> (%p: tile<f16>, %q: tile<f16>) {
      %v = maxf %p, %q : tile<f16>
      yield %v : tile<f16>
    }
    %t3 = store_view_tko weak %r1, %mv[%c0] : tile<64xf16>, !e, tile<i32> -> token
    %r2 = reduce %b dim=1 identities=[0x7C00 : f16] : tile<64x64xf16> -> tile<64xf16> (%p: tile<f16>, %q: tile<f16>) {
      %v = minf %p, %q propagate_nan : tile<f16>
      yield %v : tile<f16>
    }
    %t4 = store_view_tko weak %r2, %nv[%c0] : tile<64xf16>, !e, tile<i32> -> token
    return
  }
}
