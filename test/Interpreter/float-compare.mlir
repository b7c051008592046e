// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// cmpf, maxf and minf where numbers, zeros of both signs and NaN meet.

cuda_tile.module @compare {
  entry @k() {
    //                     1 < 2     -0 = +0   2 > 1    NaN
    %x = constant <f32: [1.0, -0.0, 2.0, 0x7FC00000]> : tile<4xf32>
    %y = constant <f32: [2.0, 0.0, 1.0, 1.0]> : tile<4xf32>

    // Ordered comparisons are false for NaN, unordered ones are true.
    // CHECK: eq: [0, 1, 0, 0] [0, 1, 0, 1]
    %a0 = cmpf equal ordered %x, %y : tile<4xf32> -> tile<4xi1>
    %a1 = cmpf equal unordered %x, %y : tile<4xf32> -> tile<4xi1>
    print_tko "eq: %u %u\n", %a0, %a1 : tile<4xi1>, tile<4xi1> -> token
    // CHECK: ne: [1, 0, 1, 0] [1, 0, 1, 1]
    %b0 = cmpf not_equal ordered %x, %y : tile<4xf32> -> tile<4xi1>
    %b1 = cmpf not_equal unordered %x, %y : tile<4xf32> -> tile<4xi1>
    print_tko "ne: %u %u\n", %b0, %b1 : tile<4xi1>, tile<4xi1> -> token
    // CHECK: lt: [1, 0, 0, 0] [1, 0, 0, 1]
    %c0 = cmpf less_than ordered %x, %y : tile<4xf32> -> tile<4xi1>
    %c1 = cmpf less_than unordered %x, %y : tile<4xf32> -> tile<4xi1>
    print_tko "lt: %u %u\n", %c0, %c1 : tile<4xi1>, tile<4xi1> -> token
    // CHECK: le: [1, 1, 0, 0] [1, 1, 0, 1]
    %d0 = cmpf less_than_or_equal ordered %x, %y : tile<4xf32> -> tile<4xi1>
    %d1 = cmpf less_than_or_equal unordered %x, %y : tile<4xf32> -> tile<4xi1>
    print_tko "le: %u %u\n", %d0, %d1 : tile<4xi1>, tile<4xi1> -> token
    // CHECK: gt: [0, 0, 1, 0] [0, 0, 1, 1]
    %e0 = cmpf greater_than ordered %x, %y : tile<4xf32> -> tile<4xi1>
    %e1 = cmpf greater_than unordered %x, %y : tile<4xf32> -> tile<4xi1>
    print_tko "gt: %u %u\n", %e0, %e1 : tile<4xi1>, tile<4xi1> -> token
    // CHECK: ge: [0, 1, 1, 0] [0, 1, 1, 1]
    %f0 = cmpf greater_than_or_equal ordered %x, %y : tile<4xf32> -> tile<4xi1>
    %f1 = cmpf greater_than_or_equal unordered %x, %y : tile<4xf32> -> tile<4xi1>
    print_tko "ge: %u %u\n", %f0, %f1 : tile<4xi1>, tile<4xi1> -> token

    // One NaN loses against a number, unless it propagates; +0 beats -0.
    // CHECK: max: [2, 0, 2, 1] [2, 0, 2, nan]
    %g0 = maxf %x, %y : tile<4xf32>
    %g1 = maxf %x, %y propagate_nan : tile<4xf32>
    print_tko "max: %g %g\n", %g0, %g1 : tile<4xf32>, tile<4xf32> -> token
    // CHECK: min: [1, -0, 1, 1] [1, -0, 1, nan]
    %h0 = minf %x, %y : tile<4xf32>
    %h1 = minf %x, %y propagate_nan : tile<4xf32>
    print_tko "min: %g %g\n", %h0, %h1 : tile<4xf32>, tile<4xf32> -> token

    // The same on halves; two NaNs give the canonical one.
    // CHECK: f16: [4200, 7fff]
    %u = constant <f16: [3.0, 0x7C01]> : tile<2xf16>
    %v = constant <f16: [0x7E00, 0x7E00]> : tile<2xf16>
    %w = maxf %u, %v : tile<2xf16>
    %wb = bitcast %w : tile<2xf16> -> tile<2xi16>
    print_tko "f16: %x\n", %wb : tile<2xi16> -> token
    return
  }
}
