// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// Powers by constants keep pow's special values, also where compilers make products and
// roots of them: the root of -0 is 0, that of minus infinity infinite. The numbers come from
// memory, so that nobody computes them beforehand.

cuda_tile.module @powers {
  global @numbers <f32: [0xFF800000, -2.0, -0.0, 0.0, 0.25, 4.0, 0x7F800000, 0x7FC00000]> : tile<8xf32>

  entry @k() {
    %p = get_global @numbers : tile<ptr<f32>>
    %i = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %at = offset %ps, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %x, %t = load_ptr_tko weak %at : tile<8xptr<f32>> -> tile<8xf32>, token

    // CHECK: 2: [inf, 4, 0, 0, 0.0625, 16, inf, nan]
    %2 = constant <f32: 2.0> : tile<8xf32>
    %square = pow %x, %2 : tile<8xf32>
    print_tko "2: %g\n", %square : tile<8xf32> -> token
    // CHECK: 3: [-inf, -8, -0, 0, 0.015625, 64, inf, nan]
    %3 = constant <f32: 3.0> : tile<8xf32>
    %cube = pow %x, %3 : tile<8xf32>
    print_tko "3: %g\n", %cube : tile<8xf32> -> token
    // CHECK: 4: [inf, 16, 0, 0, 0.00390625, 256, inf, nan]
    %4 = constant <f32: 4.0> : tile<8xf32>
    %fourth = pow %x, %4 : tile<8xf32>
    print_tko "4: %g\n", %fourth : tile<8xf32> -> token
    // CHECK: -1: [-0, -0.5, -inf, inf, 4, 0.25, 0, nan]
    %5 = constant <f32: -1.0> : tile<8xf32>
    %reciprocal = pow %x, %5 : tile<8xf32>
    print_tko "-1: %g\n", %reciprocal : tile<8xf32> -> token
    // CHECK: 1/2: [inf, nan, 0, 0, 0.5, 2, inf, nan]
    %6 = constant <f32: 0.5> : tile<8xf32>
    %root = pow %x, %6 : tile<8xf32>
    print_tko "1/2: %g\n", %root : tile<8xf32> -> token
    // CHECK: -1/2: [0, nan, inf, inf, 2, 0.5, 0, nan]
    %7 = constant <f32: -0.5> : tile<8xf32>
    %inverse = pow %x, %7 : tile<8xf32>
    print_tko "-1/2: %g\n", %inverse : tile<8xf32> -> token
    return
  }
}
