// Constants: every element width, splats, packed booleans, formats below a byte.
// RUN: tessera asm %s -o %t.bc --version 13.3
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.3
// RUN: cmp %t.bc %t.again
// RUN: tessera disasm --dump %t.bc | FileCheck %s --check-prefix=DUMP
// Booleans: a splat is 00 or FF; others have a bit each, the first one lowest.
// DUMP: data size (1)
// DUMP-NEXT: ff {{.*}}constant data
// DUMP: data size (1)
// DUMP-NEXT: 00 {{.*}}constant data
// DUMP: data size (1)
// DUMP-NEXT: 0d {{.*}}constant data
// DUMP: data size (2)
// DUMP-NEXT: 01 80 {{.*}}constant data
// tf32 takes three bytes, f4 one each, in the low half.
// DUMP: data size (3)
// DUMP-NEXT: 00 fc 01 {{.*}}constant data
// DUMP: data size (4)
// DUMP-NEXT: 01 03 0c 07 {{.*}}constant data

cuda_tile.module @kernels {
  entry @booleans() {
    // CHECK: constant <i1: true> : tile<8xi1>
    %0 = constant <i1: true> : tile<8xi1>
    // CHECK: constant <i1: false> : tile<i1>
    %1 = constant <i1: false> : tile<i1>
    // CHECK: constant <i1: [true, false, true, true]> : tile<4xi1>
    %2 = constant <i1: [true, false, true, true]> : tile<4xi1>
    // CHECK: constant <i1: [true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1>
    %3 = constant <i1: [true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1>
    return
  }
  entry @odd_widths() {
    // CHECK: constant <tf32: 1.000000e+00> : tile<tf32>
    %0 = constant <tf32: 1.0> : tile<tf32>
    // CHECK: constant <f4E2M1FN: [5.000000e-01, 1.500000e+00, -2.000000e+00, 6.000000e+00]> : tile<4xf4E2M1FN>
    %1 = constant <f4E2M1FN: [0.5, 1.5, -2.0, 6.0]> : tile<4xf4E2M1FN>
    // CHECK: constant <f8E8M0FNU: {{.*}}> : tile<f8E8M0FNU>
    %2 = constant <f8E8M0FNU: 4.0> : tile<f8E8M0FNU>
    // CHECK: constant <f8E4M3FN: {{.*}}> : tile<2xf8E4M3FN>
    %3 = constant <f8E4M3FN: [-1.0, 448.0]> : tile<2xf8E4M3FN>
    // CHECK: constant <f8E5M2: {{.*}}> : tile<f8E5M2>
    %4 = constant <f8E5M2: 0x7C> : tile<f8E5M2>
    return
  }
  entry @numbers() {
    // CHECK: constant <i8: [-128, 127]> : tile<2xi8>
    %0 = constant <i8: [-128, 127]> : tile<2xi8>
    // CHECK: constant <i16: -32768> : tile<i16>
    %1 = constant <i16: -32768> : tile<i16>
    // CHECK: constant <i32: [1, -1, 2147483647, -2147483648]> : tile<4xi32>
    %2 = constant <i32: [1, -1, 2147483647, -2147483648]> : tile<4xi32>
    // CHECK: constant <i64: -9223372036854775808> : tile<2x2xi64>
    %3 = constant <i64: -9223372036854775808> : tile<2x2xi64>
    // CHECK: constant <f16: 0x7E01> : tile<f16>
    %4 = constant <f16: 0x7E01> : tile<f16>
    // CHECK: constant <bf16: 0xFF80> : tile<bf16>
    %5 = constant <bf16: 0xFF80> : tile<bf16>
    // CHECK: constant <f32: [-0.000000e+00, 0x7FA00001]> : tile<2xf32>
    %6 = constant <f32: [-0.0, 0x7FA00001]> : tile<2xf32>
    // CHECK: constant <f64: 1.000000e+00> : tile<f64>
    %7 = constant <f64: 1.0> : tile<f64>
    return
  }
}
