// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// ftof into every narrow format: ties, range ends, infinities, NaN.

cuda_tile.module @ftof {
  entry @k() {
    // Ties at the last place of f16 (11 bits) and values around its end.
    %x = constant <f32: [2049.0, 2051.0, 65519.0, 65520.0]> : tile<4xf32>
    // CHECK: f16 [2048, 2052, 65504, inf] bf16 [2048, 2048, 65536, 65536]
    %0 = ftof %x : tile<4xf32> -> tile<4xf16>
    %1 = ftof %x : tile<4xf32> -> tile<4xbf16>
    print_tko "f16 %g bf16 %g\n", %0, %1 : tile<4xf16>, tile<4xbf16> -> token
    // CHECK: tf32 [2048, 2052, 65504, 65536]
    %2 = ftof %x : tile<4xf32> -> tile<4xtf32>
    %3 = ftof %2 : tile<4xtf32> -> tile<4xf32>
    print_tko "tf32 %g\n", %3 : tile<4xf32> -> token

    // f8E4M3FN and f4E2M1FN have no infinity and saturate; f8E5M2 has one.
    %y = constant <f32: [17.0, -449.0, 1.0e+6, 0x7F800000]> : tile<4xf32>
    // CHECK: f8E4M3FN [16, -448, 448, 448] f8E5M2 [16, -448, inf, inf]
    %4 = ftof %y : tile<4xf32> -> tile<4xf8E4M3FN>
    %5 = ftof %y : tile<4xf32> -> tile<4xf8E5M2>
    print_tko "f8E4M3FN %g f8E5M2 %g\n", %4, %5 : tile<4xf8E4M3FN>, tile<4xf8E5M2> -> token
    // The f4 values are 0, 0.5, 1, 1.5, 2, 3, 4, 6; NaN becomes 6.
    %z = constant <f32: [0.25, 2.5, -7.0, 0x7FC00000]> : tile<4xf32>
    // CHECK: f4E2M1FN [0, 2, -6, 6]
    %6 = ftof %z : tile<4xf32> -> tile<4xf4E2M1FN>
    print_tko "f4E2M1FN %g\n", %6 : tile<4xf4E2M1FN> -> token

    // f8E8M0FNU: the power of two below or above.
    %w = constant <f32: [5.0, 4.0, 0.3, 1.0e+38]> : tile<4xf32>
    // CHECK: f8E8M0FNU zero [4, 4, 0.25, 8.50706e+37] positive_inf [8, 4, 0.5, 1.70141e+38]
    %7 = ftof %w rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
    %8 = ftof %w rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
    print_tko "f8E8M0FNU zero %g positive_inf %g\n", %7, %8 : tile<4xf8E8M0FNU>, tile<4xf8E8M0FNU> -> token

    // Widening is exact, subnormals included.
    %h = constant <f16: [0x0001, 0x83FF]> : tile<2xf16>
    // CHECK: f64 [5.96046448e-08, -6.09755516e-05]
    %9 = ftof %h : tile<2xf16> -> tile<2xf64>
    print_tko "f64 %.9g\n", %9 : tile<2xf64> -> token
    return
  }
}
