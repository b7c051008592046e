// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// Directed rounding in addf, divf, mulf and fma. Printed are bit patterns: a
// direction shows in the last bit only. (Exhaustive: unittests/Interpreter.)

cuda_tile.module @rounding {
  entry @k() {
    // 1 + 2^-24 lies halfway between 1 (0x3f800000) and the next float.
    %one = constant <f32: [1.0, -1.0]> : tile<2xf32>
    %tiny = constant <f32: [0x33800000, 0xB3800000]> : tile<2xf32>

    // CHECK: to even: [3f800000, bf800000]
    %a0 = addf %one, %tiny : tile<2xf32>
    %b0 = bitcast %a0 : tile<2xf32> -> tile<2xi32>
    print_tko "to even: %x\n", %b0 : tile<2xi32> -> token
    // CHECK: to zero: [3f800000, bf800000]
    %a1 = addf %one, %tiny rounding<zero> : tile<2xf32>
    %b1 = bitcast %a1 : tile<2xf32> -> tile<2xi32>
    print_tko "to zero: %x\n", %b1 : tile<2xi32> -> token
    // CHECK: down: [3f800000, bf800001]
    %a2 = addf %one, %tiny rounding<negative_inf> : tile<2xf32>
    %b2 = bitcast %a2 : tile<2xf32> -> tile<2xi32>
    print_tko "down: %x\n", %b2 : tile<2xi32> -> token
    // CHECK: up: [3f800001, bf800000]
    %a3 = addf %one, %tiny rounding<positive_inf> : tile<2xf32>
    %b3 = bitcast %a3 : tile<2xf32> -> tile<2xi32>
    print_tko "up: %x\n", %b3 : tile<2xi32> -> token

    // 1/3 in f64: 0x3fd5555555555555 and a remainder.
    %d1 = constant <f64: 1.0> : tile<1xf64>
    %d3 = constant <f64: 3.0> : tile<1xf64>
    // CHECK: third down, up: [3fd5555555555555] [3fd5555555555556]
    %q0 = divf %d1, %d3 rounding<negative_inf> : tile<1xf64>
    %q1 = divf %d1, %d3 rounding<positive_inf> : tile<1xf64>
    %q2 = bitcast %q0 : tile<1xf64> -> tile<1xi64>
    %q3 = bitcast %q1 : tile<1xf64> -> tile<1xi64>
    print_tko "third down, up: %x %x\n", %q2, %q3 : tile<1xi64>, tile<1xi64> -> token

    // (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24. The product alone cannot hold the
    // last term in f32, a single rounding can.
    %x = constant <f32: 0x3F800800> : tile<1xf32>
    %m = constant <f32: -1.0> : tile<1xf32>
    // CHECK: fma: [3a000400] mulf, addf: [3a000000]
    %f = fma %x, %x, %m : tile<1xf32>
    %p = mulf %x, %x : tile<1xf32>
    %s = addf %p, %m : tile<1xf32>
    %fb = bitcast %f : tile<1xf32> -> tile<1xi32>
    %sb = bitcast %s : tile<1xf32> -> tile<1xi32>
    print_tko "fma: %x mulf, addf: %x\n", %fb, %sb : tile<1xi32>, tile<1xi32> -> token

    // The largest f16 is 65504. Overflow obeys the direction too.
    %h = constant <f16: [65504.0, -65504.0]> : tile<2xf16>
    // CHECK: f16 to even: [inf, -inf]
    %h0 = addf %h, %h : tile<2xf16>
    print_tko "f16 to even: %g\n", %h0 : tile<2xf16> -> token
    // CHECK: f16 to zero: [65504, -65504]
    %h1 = addf %h, %h rounding<zero> : tile<2xf16>
    print_tko "f16 to zero: %g\n", %h1 : tile<2xf16> -> token
    // CHECK: f16 down: [65504, -inf]
    %h2 = addf %h, %h rounding<negative_inf> : tile<2xf16>
    print_tko "f16 down: %g\n", %h2 : tile<2xf16> -> token

    // bf16 has 8 significant bits: 256 + 1 is a tie, 256 + 3 too.
    %w = constant <bf16: [256.0, 256.0]> : tile<2xbf16>
    %v = constant <bf16: [1.0, 3.0]> : tile<2xbf16>
    // CHECK: bf16 ties: [256, 260]
    %w0 = addf %w, %v : tile<2xbf16>
    print_tko "bf16 ties: %g\n", %w0 : tile<2xbf16> -> token
    return
  }
}
