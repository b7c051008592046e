// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// exti, trunci, itof, ftoi, bitcast between integer types and floats.

cuda_tile.module @conversions {
  entry @k() {
    %b = constant <i1: [true, false]> : tile<2xi1>
    // CHECK: i1 signed [-1, 0] unsigned [1, 0]
    %0 = exti %b signed : tile<2xi1> -> tile<2xi32>
    %1 = exti %b unsigned : tile<2xi1> -> tile<2xi32>
    print_tko "i1 signed %d unsigned %d\n", %0, %1 : tile<2xi32>, tile<2xi32> -> token

    // To i1 bit 0 is kept: 2 becomes false.
    %c = constant <i8: [2, -128]> : tile<2xi8>
    // CHECK: trunci [0, 0] i64 signed [2, -128] unsigned [2, 128]
    %2 = trunci %c : tile<2xi8> -> tile<2xi1>
    %3 = exti %c signed : tile<2xi8> -> tile<2xi64>
    %4 = exti %c unsigned : tile<2xi8> -> tile<2xi64>
    print_tko "trunci %u i64 signed %d unsigned %d\n", %2, %3, %4 : tile<2xi1>, tile<2xi64>, tile<2xi64> -> token

    // Four bits hold -8 to 7.
    %d = constant <i16: [15, 8, 7, 18]> : tile<4xi16>
    // CHECK: i4 signed [-1, -8, 7, 2] unsigned [15, 8, 7, 2]
    %5 = trunci %d : tile<4xi16> -> tile<4xi4>
    %6 = exti %5 signed : tile<4xi4> -> tile<4xi16>
    %7 = exti %5 unsigned : tile<4xi4> -> tile<4xi16>
    print_tko "i4 signed %d unsigned %u\n", %6, %7 : tile<4xi16>, tile<4xi16> -> token

    // 2^24 + 1 is a tie in f32; 70000 is beyond f16, 500 beyond f8E4M3FN.
    %e = constant <i32: [16777217, -1, 70000, 500]> : tile<4xi32>
    // CHECK: f32 [16777216, -1, 70000, 500] unsigned [16777216, 4294967296, 70000, 500]
    %8 = itof %e signed : tile<4xi32> -> tile<4xf32>
    %9 = itof %e unsigned : tile<4xi32> -> tile<4xf32>
    print_tko "f32 %.0f unsigned %.0f\n", %8, %9 : tile<4xf32>, tile<4xf32> -> token
    // CHECK: f16 [inf, -1, inf, 500] f8E4M3FN [nan, -1, nan, nan]
    %10 = itof %e signed : tile<4xi32> -> tile<4xf16>
    %11 = itof %e signed : tile<4xi32> -> tile<4xf8E4M3FN>
    print_tko "f16 %g f8E4M3FN %g\n", %10, %11 : tile<4xf16>, tile<4xf8E4M3FN> -> token

    // ftoi truncates; saturating clamps and makes NaN 0.
    %f = constant <f32: [-1.9, 255.9, 300.0, 0x7FC00000]> : tile<4xf32>
    // CHECK: saturating signed [-1, 127, 127, 0] unsigned [0, 255, 255, 0]
    %12 = ftoi %f signed saturating : tile<4xf32> -> tile<4xi8>
    %13 = ftoi %f unsigned saturating : tile<4xf32> -> tile<4xi8>
    print_tko "saturating signed %d unsigned %u\n", %12, %13 : tile<4xi8>, tile<4xi8> -> token

    // CHECK: bitcast [3ff00000] [1.0
    %g = constant <f32: 1.875> : tile<1xf32>
    %14 = bitcast %g : tile<1xf32> -> tile<1xi32>
    %h = constant <i16: 0x3F80> : tile<1xi16>
    %15 = bitcast %h : tile<1xi16> -> tile<1xbf16>
    print_tko "bitcast %x %f\n", %14, %15 : tile<1xi32>, tile<1xbf16> -> token
    return
  }
}
