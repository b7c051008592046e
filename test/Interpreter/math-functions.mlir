// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// One value and the special values of each function; accuracy is measured in
// unittests/Interpreter/ArithMathTest.cpp.

cuda_tile.module @math {
  entry @k() {
    //                    2    -0    +inf        -1    NaN
    %x = constant <f32: [2.0, -0.0, 0x7F800000, -1.0]> : tile<4xf32>

    // CHECK: sqrt [1.41421, -0, inf, nan]
    %0 = sqrt %x : tile<4xf32>
    print_tko "sqrt %g\n", %0 : tile<4xf32> -> token
    // CHECK: rsqrt [0.707107, -inf, 0, nan]
    %1 = rsqrt %x : tile<4xf32>
    print_tko "rsqrt %g\n", %1 : tile<4xf32> -> token
    // CHECK: exp [7.38906, 1, inf, 0.367879]
    %2 = exp %x : tile<4xf32>
    print_tko "exp %g\n", %2 : tile<4xf32> -> token
    // CHECK: exp2 [4, 1, inf, 0.5]
    %3 = exp2 %x : tile<4xf32>
    print_tko "exp2 %g\n", %3 : tile<4xf32> -> token
    // CHECK: log [0.693147, -inf, inf, nan]
    %4 = log %x : tile<4xf32>
    print_tko "log %g\n", %4 : tile<4xf32> -> token
    // CHECK: log2 [1, -inf, inf, nan]
    %5 = log2 %x : tile<4xf32>
    print_tko "log2 %g\n", %5 : tile<4xf32> -> token
    // CHECK: sin [0.909297, -0, nan, -0.841471]
    %6 = sin %x : tile<4xf32>
    print_tko "sin %g\n", %6 : tile<4xf32> -> token
    // CHECK: cos [-0.416147, 1, nan, 0.540302]
    %7 = cos %x : tile<4xf32>
    print_tko "cos %g\n", %7 : tile<4xf32> -> token
    // CHECK: tan [-2.18504, -0, nan, -1.55741]
    %8 = tan %x : tile<4xf32>
    print_tko "tan %g\n", %8 : tile<4xf32> -> token
    // CHECK: sinh [3.62686, -0, inf, -1.1752]
    %9 = sinh %x : tile<4xf32>
    print_tko "sinh %g\n", %9 : tile<4xf32> -> token
    // CHECK: cosh [3.7622, 1, inf, 1.54308]
    %10 = cosh %x : tile<4xf32>
    print_tko "cosh %g\n", %10 : tile<4xf32> -> token
    // CHECK: tanh [0.964028, -0, 1, -0.761594]
    %11 = tanh %x : tile<4xf32>
    print_tko "tanh %g\n", %11 : tile<4xf32> -> token

    // pow(1, NaN) and pow(x, 0) are 1; a negative base needs an integer power.
    %p = constant <f32: [1.0, 0x7FC00000, -2.0, -2.0]> : tile<4xf32>
    %q = constant <f32: [0x7FC00000, 0.0, 3.0, 0.5]> : tile<4xf32>
    // CHECK: pow [1, 1, -8, nan]
    %12 = pow %p, %q : tile<4xf32>
    print_tko "pow %g\n", %12 : tile<4xf32> -> token

    // The first operand of atan2 is the ordinate: all four quadrants.
    %o = constant <f64: [1.0, 1.0, -1.0, -1.0]> : tile<4xf64>
    %a = constant <f64: [1.0, -1.0, -1.0, 1.0]> : tile<4xf64>
    // CHECK: atan2 [0.785398, 2.35619, -2.35619, -0.785398]
    %13 = atan2 %o, %a : tile<4xf64>
    print_tko "atan2 %g\n", %13 : tile<4xf64> -> token

    // fpowi reads its exponent signed.
    %b = constant <f16: [-2.0, 2.0, 0.0, 0.0]> : tile<4xf16>
    %n = constant <i8: [3, -2, -1, 0]> : tile<4xi8>
    // CHECK: fpowi [-8, 0.25, inf, 1]
    %14 = fpowi %b, %n : tile<4xf16>, tile<4xi8>
    print_tko "fpowi %g\n", %14 : tile<4xf16> -> token

    // Modes that promise less give the same; bf16 goes through f32.
    // CHECK: approx [7.38906, 1, inf, 0.367879] [0.96402{{8|9}}, -0, 1, -0.76{{1594|1601}}] bf16 [7.375]
    %15 = exp %x rounding<approx> : tile<4xf32>
    %16 = tanh %x rounding<approx> : tile<4xf32>
    %w = constant <bf16: 2.0> : tile<1xbf16>
    %17 = exp %w : tile<1xbf16>
    print_tko "approx %g %g bf16 %g\n", %15, %16, %17 : tile<4xf32>, tile<4xf32>, tile<1xbf16> -> token
    return
  }
}
