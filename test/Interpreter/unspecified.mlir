// Elements that a load leaves unspecified are zero, or on request all ones, so
// that a kernel that uses them shows. Padding values are not touched by this.
// RUN: tessera run --interpret %s 'full(3,f32,1)' 'full(3,i16,1)' | FileCheck %s --check-prefix=ZERO
// RUN: tessera run --interpret %s 'full(3,f32,1)' 'full(3,i16,1)' --unspecified=ones | FileCheck %s --check-prefix=ONES
// RUN: not tessera run --interpret %s 'full(3,f32,1)' 'full(3,i16,1)' --unspecified=two 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: tessera: error: --unspecified: expected zero or ones, got 'two'

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i16>>) {
    %i = constant <i32: 0> : tile<i32>
    // ZERO: view [1, 1, 1, 0]
    // ONES: view [1, 1, 1, {{-?}}nan]
    %tv = make_tensor_view %p, shape = [3], strides = [1] : tensor_view<3xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<3xf32, strides=[1]>>
    %a, %t0 = load_view_tko weak %pv[%i] : partition_view<tile=(4), tensor_view<3xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %t1 = print_tko "view %g\n", %a : tile<4xf32> -> token
    // ZERO: padded [1, 1, 1, 0]
    // ONES: padded [1, 1, 1, 0]
    %zv = make_partition_view %tv : partition_view<tile=(4), padding_value = zero, tensor_view<3xf32, strides=[1]>>
    %b, %t2 = load_view_tko weak %zv[%i] : partition_view<tile=(4), padding_value = zero, tensor_view<3xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %t3 = print_tko "padded %g\n", %b : tile<4xf32> -> token
    // ZERO: masked [1, 0]
    // ONES: masked [1, -1]
    %two = iota : tile<2xi32>
    %q1 = reshape %q : tile<ptr<i16>> -> tile<1xptr<i16>>
    %q2 = broadcast %q1 : tile<1xptr<i16>> -> tile<2xptr<i16>>
    %q3 = offset %q2, %two : tile<2xptr<i16>>, tile<2xi32> -> tile<2xptr<i16>>
    %mask = constant <i1: [true, false]> : tile<2xi1>
    %c, %t4 = load_ptr_tko weak %q3, %mask : tile<2xptr<i16>>, tile<2xi1> -> tile<2xi16>, token
    %t5 = print_tko "masked %d\n", %c : tile<2xi16> -> token
  }
}
