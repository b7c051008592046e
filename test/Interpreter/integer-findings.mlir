// RUN: not tessera run --interpret %s --grid 1 2>&1 | FileCheck %s
// RUN: tessera run --interpret %s --grid 1 --checks=ignore | FileCheck %s --check-prefix=VALUES

// Broken promises and divisions without a result are findings with op, element
// and values. The run goes on with a documented value.

cuda_tile.module @findings {
  entry @k() {
    %x = constant <i32: [2147483647, 1, -2147483648, -1]> : tile<4xi32>
    %y = constant <i32: [1, 1, -1, 1]> : tile<4xi32>
    %z = constant <i32: [1, 0, 1, 1]> : tile<4xi32>

    // CHECK: integer-findings.mlir:[[#@LINE+4]]:{{.*}}: error: {{.*}}2147483647 + 1 does not fit signed i32 {{.*}}element [0]
    // CHECK: error: {{.*}}-2147483648 + -1 does not fit signed i32 {{.*}}element [2]
    // CHECK-NOT: element [1]
    // VALUES: addi [-2147483648, 2, 2147483647, 0]
    %0 = addi %x, %y overflow<no_signed_wrap> : tile<4xi32>
    print_tko "addi %d\n", %0 : tile<4xi32> -> token

    // CHECK: error: {{.*}}4294967295 + 1 does not fit unsigned i32
    %1 = addi %x, %z overflow<no_unsigned_wrap> : tile<4xi32>

    // CHECK: error: {{.*}}division of 1 by zero {{.*}}element [1]
    // VALUES: divi by zero [2147483647, 0, -2147483648, -1]
    %2 = divi %x, %z signed : tile<4xi32>
    print_tko "divi by zero %d\n", %2 : tile<4xi32> -> token

    // CHECK: error: {{.*}}quotient of -2147483648 by -1 does not fit i32 {{.*}}element [2]
    // VALUES: divi [2147483647, 1, -2147483648, -1]
    %3 = divi %x, %y signed : tile<4xi32>
    print_tko "divi %d\n", %3 : tile<4xi32> -> token

    // The remainder of MIN by -1 is 0 and nothing is wrong with it.
    // CHECK-NOT: remi
    // VALUES: remi [0, 0, 0, 0]
    %4 = remi %x, %y signed : tile<4xi32>
    print_tko "remi %d\n", %4 : tile<4xi32> -> token

    // CHECK: error: {{.*}}300 does not fit unsigned i8
    %5 = constant <i32: 300> : tile<1xi32>
    %6 = trunci %5 overflow<no_unsigned_wrap> : tile<1xi32> -> tile<1xi8>
    // CHECK: error: {{.*}}1 << 31 does not fit signed i32
    %7 = constant <i32: 1> : tile<1xi32>
    %8 = constant <i32: 31> : tile<1xi32>
    %9 = shli %7, %8 overflow<no_signed_wrap> : tile<1xi32>

    // CHECK: error: {{.*}}3e+09 is not representable as signed i32 {{.*}}element [1]
    // CHECK: error: {{.*}}nan is not representable as signed i32 {{.*}}element [2]
    // VALUES: ftoi [-2, 2147483647, 0, -2147483648]
    %10 = constant <f32: [-2.9, 3.0e+9, 0x7FC00000, -2147483648.0]> : tile<4xf32>
    %11 = ftoi %10 signed : tile<4xf32> -> tile<4xi32>
    print_tko "ftoi %d\n", %11 : tile<4xi32> -> token
    // CHECK: tessera: error: 9 findings
    return
  }
}
