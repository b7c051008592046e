// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// What the float ops do with zeros, infinities, NaNs and subnormals.

cuda_tile.module @special {
  entry @k() {
    %inf = constant <f32: 0x7F800000> : tile<1xf32>
    %zero = constant <f32: [0.0, -0.0]> : tile<2xf32>
    %one = constant <f32: [1.0, 1.0]> : tile<2xf32>

    // An exact zero sum is +0, rounded down it is -0.
    // CHECK: x - x: [0, 0] down: [-0, -0]
    %z0 = subf %one, %one : tile<2xf32>
    %z1 = subf %one, %one rounding<negative_inf> : tile<2xf32>
    print_tko "x - x: %g down: %g\n", %z0, %z1 : tile<2xf32>, tile<2xf32> -> token

    // CHECK: 1/0: [inf, -inf]
    %q = divf %one, %zero : tile<2xf32>
    print_tko "1/0: %g\n", %q : tile<2xf32> -> token

    // All NaN results are the canonical NaN.
    // CHECK: inf - inf: [7fffffff] f16 0*inf: [7fff]
    %n0 = subf %inf, %inf : tile<1xf32>
    %hi = constant <f16: 0x7C00> : tile<1xf16>
    %hz = constant <f16: 0.0> : tile<1xf16>
    %n1 = mulf %hi, %hz : tile<1xf16>
    %b0 = bitcast %n0 : tile<1xf32> -> tile<1xi32>
    %b1 = bitcast %n1 : tile<1xf16> -> tile<1xi16>
    print_tko "inf - inf: %x f16 0*inf: %x\n", %b0, %b1 : tile<1xi32>, tile<1xi16> -> token

    // The smallest subnormal, kept or flushed to the zero of its sign.
    %tiny = constant <f32: [0x00000001, 0x80000001]> : tile<2xf32>
    // CHECK: kept: [1, 80000001] flushed: [0, 80000000]
    %s0 = mulf %tiny, %one : tile<2xf32>
    %s1 = mulf %tiny, %one flush_to_zero : tile<2xf32>
    %s2 = bitcast %s0 : tile<2xf32> -> tile<2xi32>
    %s3 = bitcast %s1 : tile<2xf32> -> tile<2xi32>
    print_tko "kept: %x flushed: %x\n", %s2, %s3 : tile<2xi32>, tile<2xi32> -> token

    // absf and negf touch the sign bit only, of NaNs too.
    %nan = constant <f32: [0xFFC00001, 0x7FC00001]> : tile<2xf32>
    // CHECK: absf: [7fc00001, 7fc00001] negf: [7fc00001, ffc00001]
    %a0 = absf %nan : tile<2xf32>
    %a1 = negf %nan : tile<2xf32>
    %a2 = bitcast %a0 : tile<2xf32> -> tile<2xi32>
    %a3 = bitcast %a1 : tile<2xf32> -> tile<2xi32>
    print_tko "absf: %x negf: %x\n", %a2, %a3 : tile<2xi32>, tile<2xi32> -> token

    // CHECK: ceil: [-0, 2, -1, 2] floor: [-1, 1, -2, 2]
    %r = constant <bf16: [-0.5, 1.5, -1.5, 2.0]> : tile<4xbf16>
    %c = ceil %r : tile<4xbf16>
    %f = floor %r : tile<4xbf16>
    print_tko "ceil: %g floor: %g\n", %c, %f : tile<4xbf16>, tile<4xbf16> -> token

    // remf is C's fmod: exact, sign of the dividend.
    %x = constant <f64: [5.5, -5.5, 5.5, 1.0]> : tile<4xf64>
    %y = constant <f64: [2.0, 2.0, 0x7FF0000000000000, 0.0]> : tile<4xf64>
    // CHECK: remf: [1.5, -1.5, 5.5, {{-?}}nan]
    %m = remf %x, %y : tile<4xf64>
    print_tko "remf: %g\n", %m : tile<4xf64> -> token

    // divf approx: zero for divisors beyond 2^126, NaN for an infinite dividend;
    // divf full is an ordinary quotient there.
    %dx = constant <f32: [0x7E800000, 0x7F800000]> : tile<2xf32>
    %dy = constant <f32: [0x7F000000, 0x7F000000]> : tile<2xf32>
    // CHECK: approx: [0, nan] full: [0.5, inf]
    %d0 = divf %dx, %dy rounding<approx> : tile<2xf32>
    %d1 = divf %dx, %dy rounding<full> : tile<2xf32>
    print_tko "approx: %g full: %g\n", %d0, %d1 : tile<2xf32>, tile<2xf32> -> token
    return
  }
}
