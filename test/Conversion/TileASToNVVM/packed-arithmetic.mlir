// Sums, products, fma and extrema of tiles are computed two elements at a time
// where the target has the instruction: of f16 everywhere, of bf16 with sums and
// products since sm_90, of f32 since sm_100. Loads and stores need no moves.

// RUN: tessera compile %s --target sm_80 -o - | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tessera compile %s --target sm_90 -o - | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tessera compile %s --target sm_100 -o - | FileCheck %s --check-prefixes=CHECK,SM100

// The results are those of the interpreter, bit for bit.

// RUN: %python %S/Inputs/packed_arithmetic.py %s %t sm_80 sm_90 sm_100

cuda_tile.module @packed {
  // CHECK-LABEL: .entry f16(
  // CHECK: ld.global.v4.b32 {[[A:%r[0-9]+]], {{.*}}
  // CHECK: add.rn.f16x2 [[SUM:%r[0-9]+]], [[A]], [[A]];
  // CHECK: mul.rn.f16x2 [[PRODUCT:%r[0-9]+]], [[SUM]], [[A]];
  // CHECK: sub.rn.f16x2 [[REST:%r[0-9]+]], [[PRODUCT]], [[SUM]];
  // CHECK: fma.rn.f16x2 [[FMA:%r[0-9]+]], [[REST]], [[A]], [[SUM]];
  // CHECK: max.f16x2 [[MAX:%r[0-9]+]], [[FMA]], [[A]];
  // CHECK: min.NaN.f16x2 [[MIN:%r[0-9]+]], [[MAX]], [[SUM]];
  // CHECK: st.global.v4.b32 [{{.*}}], {[[MIN]],
  entry @f16(%p: tile<ptr<f16>>) {
    %q = assume div_by<16>, %p : tile<ptr<f16>>
    %base = make_tensor_view %q, shape = [1024], strides = [1] : tensor_view<1024xf16, strides=[1]>
    %view = make_partition_view %base : partition_view<tile=(1024), tensor_view<1024xf16, strides=[1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %view[%c0] : partition_view<tile=(1024), tensor_view<1024xf16, strides=[1]>>, tile<i32> -> tile<1024xf16>, token
    %sum = addf %a, %a : tile<1024xf16>
    %product = mulf %sum, %a : tile<1024xf16>
    %rest = subf %product, %sum : tile<1024xf16>
    %fma = fma %rest, %a, %sum : tile<1024xf16>
    %max = maxf %fma, %a : tile<1024xf16>
    %min = minf %max, %sum propagate_nan : tile<1024xf16>
    %s = store_view_tko weak %min, %view[%c0] : tile<1024xf16>, partition_view<tile=(1024), tensor_view<1024xf16, strides=[1]>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: .entry bf16(
  // SM80-NOT: add.{{.*}}bf16x2
  // SM90: add.rn.bf16x2 [[SUM:%r[0-9]+]], [[A:%r[0-9]+]], [[A]];
  // SM90: fma.rn.bf16x2 [[FMA:%r[0-9]+]], [[SUM]], [[A]], [[SUM]];
  // CHECK: max.bf16x2
  entry @bf16(%p: tile<ptr<bf16>>) {
    %q = assume div_by<16>, %p : tile<ptr<bf16>>
    %base = make_tensor_view %q, shape = [1024], strides = [1] : tensor_view<1024xbf16, strides=[1]>
    %view = make_partition_view %base : partition_view<tile=(1024), tensor_view<1024xbf16, strides=[1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %view[%c0] : partition_view<tile=(1024), tensor_view<1024xbf16, strides=[1]>>, tile<i32> -> tile<1024xbf16>, token
    %sum = addf %a, %a : tile<1024xbf16>
    %fma = fma %sum, %a, %sum : tile<1024xbf16>
    %max = maxf %fma, %a : tile<1024xbf16>
    %s = store_view_tko weak %max, %view[%c0] : tile<1024xbf16>, partition_view<tile=(1024), tensor_view<1024xbf16, strides=[1]>>, tile<i32> -> token
    return
  }

  // There is no extremum of two f32. Other rounding modes and flushing to zero
  // are computed one by one.
  // CHECK-LABEL: .entry f32(
  // SM80: add.rn.f32 [[SUM:%r[0-9]+]], [[A:%r[0-9]+]], [[A]];
  // SM100: ld.global.v2.b64 {[[A:%rd[0-9]+]],
  // SM100: add.rn.f32x2 [[SUM:%rd[0-9]+]], [[A]], [[A]];
  // SM100: fma.rn.f32x2 {{%rd[0-9]+}}, [[SUM]], [[A]], [[SUM]];
  // CHECK: mul.rz.f32
  // CHECK: add.rn.ftz.f32
  // CHECK: max.f32
  entry @f32(%p: tile<ptr<f32>>) {
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    %base = make_tensor_view %q, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %view = make_partition_view %base : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %view[%c0] : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
    %sum = addf %a, %a : tile<1024xf32>
    %fma = fma %sum, %a, %sum : tile<1024xf32>
    %down = mulf %fma, %a rounding<zero> : tile<1024xf32>
    %flushed = addf %down, %a flush_to_zero : tile<1024xf32>
    %max = maxf %flushed, %a : tile<1024xf32>
    %s = store_view_tko weak %max, %view[%c0] : tile<1024xf32>, partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  // Sums of a product that has no instruction: two columns at a time.
  // CHECK-LABEL: .entry product(
  // SM90: fma.rn.f32 %
  // SM100: mov.b64 [[FACTOR:%rd[0-9]+]], {[[F:%r[0-9]+]], [[F]]};
  // SM100: fma.rn.f32x2 {{%rd[0-9]+}}, [[FACTOR]], {{%rd[0-9]+}}, {{%rd[0-9]+}};
  entry @product(%p: tile<ptr<f32>>) {
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    %base = make_tensor_view %q, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32, 1]>
    %view = make_partition_view %base : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32, 1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %view[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32, 1]>>, tile<i32> -> tile<32x32xf32>, token
    %sum = mmaf %a, %a, %a : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
    %s = store_view_tko weak %sum, %view[%c0, %c0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32, 1]>>, tile<i32> -> token
    return
  }
}
