// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// mmaf, mmai and mmaf_scaled on matrices small enough to check by hand. All
// type pairs and shapes are in unittests/Interpreter/ArithMmaTest.cpp.

cuda_tile.module @mma {
  entry @k() {
    // [1 2; 3 4] * [5 6; 7 8] + [10 20; 30 40] = [29 42; 73 90]
    %a = constant <f16: [[1.0, 2.0], [3.0, 4.0]]> : tile<2x2xf16>
    %b = constant <f16: [[5.0, 6.0], [7.0, 8.0]]> : tile<2x2xf16>
    %c = constant <f32: [[10.0, 20.0], [30.0, 40.0]]> : tile<2x2xf32>
    // CHECK: mmaf {{\[}}[29, 42], [73, 90]]
    %d = mmaf %a, %b, %c : tile<2x2xf16>, tile<2x2xf16>, tile<2x2xf32>
    print_tko "mmaf %g\n", %d : tile<2x2xf32> -> token

    // An f16 accumulator is rounded once: 2048 + 1 + 1 is 2050, although each
    // single step 2048 + 1 would stay at 2048 in f16.
    %e = constant <f16: [[1.0, 1.0]]> : tile<1x2xf16>
    %f = constant <f16: [[1.0], [1.0]]> : tile<2x1xf16>
    %g = constant <f16: [[2048.0]]> : tile<1x1xf16>
    // CHECK: f16 accumulator {{\[}}[2050]]
    %h = mmaf %e, %f, %g : tile<1x2xf16>, tile<2x1xf16>, tile<1x1xf16>
    print_tko "f16 accumulator %g\n", %h : tile<1x1xf16> -> token

    // Products do not overflow before they are added: the product of the first
    // pair is beyond f32, the sum with the accumulator is not.
    %i = constant <f32: [[0x60000000]]> : tile<1x1xf32> // 2^65
    %j = constant <f32: [[0x5F000000]]> : tile<1x1xf32> // 2^63
    %k = constant <f32: [[0xFF000000]]> : tile<1x1xf32> // -2^127
    // CHECK: fused {{\[}}[7f000000]]
    %l = mmaf %i, %j, %k : tile<1x1xf32>, tile<1x1xf32>, tile<1x1xf32>
    %lb = bitcast %l : tile<1x1xf32> -> tile<1x1xi32>
    print_tko "fused %x\n", %lb : tile<1x1xi32> -> token

    // Two batches; 255 is -1 when read signed.
    %m = constant <i8: [[[1, -1]], [[2, 3]]]> : tile<2x1x2xi8>
    %n = constant <i8: [[[1], [-1]], [[-1], [1]]]> : tile<2x2x1xi8>
    %o = constant <i32: [[[100]], [[2147483647]]]> : tile<2x1x1xi32>
    // CHECK: signed signed {{\[\[\[}}102]], {{\[\[}}-2147483648]]]
    %p = mmai %m, %n, %o signed signed : tile<2x1x2xi8>, tile<2x2x1xi8>, tile<2x1x1xi32>
    print_tko "signed signed %d\n", %p : tile<2x1x1xi32> -> token
    // 1*1 + (-1)*255 + 100 = -154
    // CHECK: signed unsigned {{\[\[\[}}-154]],
    %q = mmai %m, %n, %o signed unsigned : tile<2x1x2xi8>, tile<2x2x1xi8>, tile<2x1x1xi32>
    print_tko "signed unsigned %d\n", %q : tile<2x1x1xi32> -> token
    // 1*1 + 255*255 + 100 = 65126
    // CHECK: unsigned unsigned {{\[\[\[}}65126]],
    %r = mmai %m, %n, %o unsigned unsigned : tile<2x1x2xi8>, tile<2x2x1xi8>, tile<2x1x1xi32>
    print_tko "unsigned unsigned %d\n", %r : tile<2x1x1xi32> -> token

    // 64 ones in two blocks of 32; the scales are (2, 4) and (8, 0.5):
    // 32*2*8 + 32*4*0.5 = 576.
    %s = constant <f8E4M3FN: 1.0> : tile<1x64xf8E4M3FN>
    %t = constant <f8E4M3FN: 1.0> : tile<64x1xf8E4M3FN>
    %u = constant <f32: 0.0> : tile<1x1xf32>
    %v = constant <f8E8M0FNU: [[2.0, 4.0]]> : tile<1x2xf8E8M0FNU>
    %w = constant <f8E8M0FNU: [[8.0], [0.5]]> : tile<2x1xf8E8M0FNU>
    // CHECK: scaled {{\[}}[576]]
    %x = mmaf_scaled %s, %t, %u, %v, %w : tile<1x64xf8E4M3FN>, tile<64x1xf8E4M3FN>, tile<1x1xf32>, tile<1x2xf8E8M0FNU>, tile<2x1xf8E8M0FNU>
    print_tko "scaled %g\n", %x : tile<1x1xf32> -> token
    return
  }
}
