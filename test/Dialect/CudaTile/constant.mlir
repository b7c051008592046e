// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Literals of core.md 1.6: values, spelling, names and splats.

// CHECK-LABEL: cuda_tile.module @literals
cuda_tile.module @literals {
  // CHECK: testing$func @out_of_range
  testing$func @out_of_range() {
    // CHECK: %cst_f16 = constant <f16: 0x7C00> : tile<f16>
    %0 = constant <f16: 1.0e6> : tile<f16>
    // CHECK: %cst_NaN_f8E4M3FN = constant <f8E4M3FN: 0x7F> : tile<f8E4M3FN>
    %1 = constant <f8E4M3FN: 1000.0> : tile<f8E4M3FN>
    // CHECK: %cst_6_f4E2M1FN = constant <f4E2M1FN: 6.000000e+00> : tile<2xf4E2M1FN>
    %2 = constant <f4E2M1FN: 100.0> : tile<2xf4E2M1FN>
    // CHECK: %cst_4_f8E8M0FNU = constant <f8E8M0FNU: 4.000000e+00> : tile<f8E8M0FNU>
    %3 = constant <f8E8M0FNU: 3.0> : tile<f8E8M0FNU>
    // CHECK: constant <f8E8M0FNU: 5.877470e-39> : tile<f8E8M0FNU>
    %4 = constant <f8E8M0FNU: 0.0> : tile<f8E8M0FNU>
    // CHECK: constant <f8E8M0FNU: 0xFF> : tile<f8E8M0FNU>
    %5 = constant <f8E8M0FNU: -1.0> : tile<f8E8M0FNU>
    // CHECK: constant <f8E5M2: 0x7C> : tile<f8E5M2>
    %6 = constant <f8E5M2: 1.0e9> : tile<f8E5M2>
    // CHECK: constant <bf16: 0x7F80> : tile<bf16>
    %7 = constant <bf16: 1.0e39> : tile<bf16>
    // CHECK: constant <f32: 0x7F800000> : tile<f32>
    %8 = constant <f32: 1.0e400> : tile<f32>
    // CHECK: constant <f64: 0x7FF0000000000000> : tile<f64>
    %9 = constant <f64: 1.0e400> : tile<f64>
    // CHECK: %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>
    %10 = constant <f32: 1.0e-46> : tile<f32>
    // CHECK: %cst_0_f4E2M1FN = constant <f4E2M1FN: 0.000000e+00> : tile<2xf4E2M1FN>
    %11 = constant <f4E2M1FN: 0.25> : tile<2xf4E2M1FN>
    // CHECK: %cst_65504_f16 = constant <f16: 6.550400e+04> : tile<f16>
    %12 = constant <f16: 65519.99> : tile<f16>
    return
  }

  // Decimals are rounded once, from their spelling: a detour through double would
  // give 1.0 for the first.
  // CHECK: testing$func @rounding_and_patterns
  testing$func @rounding_and_patterns() {
    // CHECK: constant <f32: 1.00000012> : tile<f32>
    %13 = constant <f32: 1.00000005960464477540> : tile<f32>
    // CHECK: %cst_1_f32 = constant <f32: 1.000000e+00> : tile<f32>
    %14 = constant <f32: 1.000000059604644775390625> : tile<f32>
    // CHECK: constant <tf32: 1.000980e+00> : tile<tf32>
    %15 = constant <tf32: 1.0005> : tile<tf32>
    // CHECK: %cst_16777216_f32 = constant <f32: 0x4B800000> : tile<f32>
    %16 = constant <f32: 16777216.0> : tile<f32>
    // CHECK: constant <f32: 0xFF800000> : tile<f32>
    %17 = constant <f32: 0xFF800000> : tile<f32>
    // CHECK: %cst_NaN_f32 = constant <f32: 0x7FC00000> : tile<f32>
    %18 = constant <f32: 0x7FC00000> : tile<f32>
    // CHECK: constant <f32: 0xFF800001> : tile<f32>
    %19 = constant <f32: 0xFF800001> : tile<f32>
    // CHECK: constant <f64: 0x7FF8000000000001> : tile<f64>
    %20 = constant <f64: 0x7FF8000000000001> : tile<f64>
    // CHECK: constant <tf32: 0x3FC00> : tile<tf32>
    %21 = constant <tf32: 0x3FC00> : tile<tf32>
    // CHECK: constant <tf32: 0x7FFFF> : tile<tf32>
    %22 = constant <tf32: 0x7FFFF> : tile<tf32>
    // CHECK: constant <tf32: -0.000000e+00> : tile<tf32>
    %23 = constant <tf32: 0x40000> : tile<tf32>
    // CHECK: constant <f8E4M3FN: 0xFF> : tile<f8E4M3FN>
    %24 = constant <f8E4M3FN: 0xFF> : tile<f8E4M3FN>
    // CHECK: constant <f4E2M1FN: -6.000000e+00> : tile<2xf4E2M1FN>
    %25 = constant <f4E2M1FN: 0xF> : tile<2xf4E2M1FN>
    // CHECK: %cst_1_f16 = constant <f16: 1.000000e+00> : tile<4xf16>
    %26 = constant <f16: 0x3C00> : tile<4xf16>
    return
  }

  // Spellings and names.
  // CHECK: testing$func @spelling
  testing$func @spelling() {
    // CHECK: constant <f32: [-0.000000e+00, 0.000000e+00]> : tile<2xf32>
    %27 = constant <f32: [-0.0, 0.0]> : tile<2xf32>
    // CHECK: constant <f32: 1.000000e+00> : tile<f32>
    %28 = constant <f32: 1.> : tile<f32>
    // CHECK: constant <f32: -2.500000e+03> : tile<f32>
    %29 = constant <f32: -2.5E+3> : tile<f32>
    // CHECK: %cst_10000000000_f32 = constant <f32: 1.000000e+10> : tile<f32>
    %30 = constant <f32: 1.e10> : tile<f32>
    // CHECK: %cst_f32{{.*}} = constant <f32: 1.500000e+00> : tile<f32>
    %31 = constant <f32: 1.5> : tile<f32>
    // CHECK: %cst_i8 = constant <i8: [-1, -128, -128, 127]> : tile<4xi8>
    %32 = constant <i8: [255, -128, 0x80, 127]> : tile<4xi8>
    // CHECK: %cst_-1_i16 = constant <i16: -1> : tile<2xi16>
    %33 = constant <i16: 65535> : tile<2xi16>
    // CHECK: %cst_i32 = constant <i32: {{\[\[1, 2\], \[-3, -1\]\]}}> : tile<2x2xi32>
    %34 = constant <i32: [[1, 0x2], [-3, 4294967295]]> : tile<2x2xi32>
    // CHECK: %cst_-9223372036854775808_i64 = constant <i64: -9223372036854775808> : tile<i64>
    %35 = constant <i64: -9223372036854775808> : tile<i64>
    // CHECK: %cst_9223372036854775807_i64 = constant <i64: 9223372036854775807> : tile<i64>
    %36 = constant <i64: 0x7FFFFFFFFFFFFFFF> : tile<i64>
    // CHECK: %true = constant <i1: true> : tile<8xi1>
    %37 = constant <i1: true> : tile<8xi1>
    // CHECK: %false = constant <i1: false> : tile<i1>
    %38 = constant <i1: 0> : tile<i1>
    // CHECK: %cst_i1 = constant <i1: [true, false, true, false]> : tile<4xi1>
    %39 = constant <i1: [-1, 0, 1, false]> : tile<4xi1>
    // CHECK: %cst_5_i32 = constant <i32: 5> : tile<2x2xi32>
    %40 = constant <i32: [[5, 5], [5, 5]]> : tile<2x2xi32>
    // CHECK: %cst_9_i32 = constant <i32: 9> : tile<1x1x1xi32>
    %41 = constant <i32: [[[9]]]> : tile<1x1x1xi32>
    // CHECK: %cst_3_i32 = constant <i32: 3> : tile<i32> {note = "last"}
    %42 = constant <i32: 3> : tile<i32> {note = "last"}
    return
  }

  // Long lists print in full.
  // CHECK: testing$func @long_lists
  testing$func @long_lists() {
    // CHECK: constant <i32: [0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98, 105, 112, 119, 126, 133, 140, 147, 154, 161, 168, 175, 182, 189, 196, 203, 210, 217, 224, 231, 238, 245, 252, 259, 266, 273, 280, 287, 294, 301, 308, 315, 322, 329, 336, 343, 350, 357, 364, 371, 378, 385, 392, 399, 406, 413, 420, 427, 434, 441, 448, 455, 462, 469, 476, 483, 490, 497, 504, 511, 518, 525, 532, 539, 546, 553, 560, 567, 574, 581, 588, 595, 602, 609, 616, 623, 630, 637, 644, 651, 658, 665, 672, 679, 686, 693, 700, 707, 714, 721, 728, 735, 742, 749, 756, 763, 770, 777, 784, 791, 798, 805, 812, 819, 826, 833, 840, 847, 854, 861, 868, 875, 882, 889]> : tile<128xi32>
    %43 = constant <i32: [0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98, 105, 112, 119, 126, 133, 140, 147, 154, 161, 168, 175, 182, 189, 196, 203, 210, 217, 224, 231, 238, 245, 252, 259, 266, 273, 280, 287, 294, 301, 308, 315, 322, 329, 336, 343, 350, 357, 364, 371, 378, 385, 392, 399, 406, 413, 420, 427, 434, 441, 448, 455, 462, 469, 476, 483, 490, 497, 504, 511, 518, 525, 532, 539, 546, 553, 560, 567, 574, 581, 588, 595, 602, 609, 616, 623, 630, 637, 644, 651, 658, 665, 672, 679, 686, 693, 700, 707, 714, 721, 728, 735, 742, 749, 756, 763, 770, 777, 784, 791, 798, 805, 812, 819, 826, 833, 840, 847, 854, 861, 868, 875, 882, 889]> : tile<128xi32>
    return
  }
}
