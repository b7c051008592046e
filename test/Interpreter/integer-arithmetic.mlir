// RUN: tessera run --interpret %s --grid 1 | FileCheck %s

// Integers are modulo 2^w; a signedness is a property of the op, not the type.

cuda_tile.module @integers {
  entry @k() {
    %x = constant <i8: [127, -128, -1, 100]> : tile<4xi8>
    %y = constant <i8: [1, -1, 2, 100]> : tile<4xi8>

    // CHECK: addi [-128, 127, 1, -56]
    %0 = addi %x, %y : tile<4xi8>
    print_tko "addi %d\n", %0 : tile<4xi8> -> token
    // CHECK: subi [126, -127, -3, 0]
    %1 = subi %x, %y : tile<4xi8>
    print_tko "subi %d\n", %1 : tile<4xi8> -> token
    // CHECK: muli [127, -128, -2, 16]
    %2 = muli %x, %y : tile<4xi8>
    print_tko "muli %d\n", %2 : tile<4xi8> -> token
    // The high half of the unsigned product: 128*255 = 127*256 + 128.
    // CHECK: mulhii [0, 127, 1, 39]
    %3 = mulhii %x, %y : tile<4xi8>
    print_tko "mulhii %u\n", %3 : tile<4xi8> -> token
    // |MIN| and -MIN are MIN's pattern.
    // CHECK: negi [-127, -128, 1, -100] absi [127, 128, 1, 100]
    %4 = negi %x : tile<4xi8>
    %5 = absi %x : tile<4xi8>
    print_tko "negi %d absi %u\n", %4, %5 : tile<4xi8>, tile<4xi8> -> token

    // CHECK: signed max [127, -1, 2, 100] min [1, -128, -1, 100]
    %6 = maxi %x, %y signed : tile<4xi8>
    %7 = mini %x, %y signed : tile<4xi8>
    print_tko "signed max %d min %d\n", %6, %7 : tile<4xi8>, tile<4xi8> -> token
    // CHECK: unsigned max [127, 255, 255, 100] min [1, 128, 2, 100]
    %8 = maxi %x, %y unsigned : tile<4xi8>
    %9 = mini %x, %y unsigned : tile<4xi8>
    print_tko "unsigned max %u min %u\n", %8, %9 : tile<4xi8>, tile<4xi8> -> token
    // CHECK: less signed [0, 1, 1, 0] unsigned [0, 1, 0, 0]
    %10 = cmpi less_than %x, %y, signed : tile<4xi8> -> tile<4xi1>
    %11 = cmpi less_than %x, %y, unsigned : tile<4xi8> -> tile<4xi1>
    print_tko "less signed %u unsigned %u\n", %10, %11 : tile<4xi1>, tile<4xi1> -> token

    // Amounts are unsigned; from the width on they give 0 or the sign.
    %s = constant <i32: [-8, -8, -8, 5]> : tile<4xi32>
    %n = constant <i32: [1, 32, -1, 31]> : tile<4xi32>
    // CHECK: shli [-16, 0, 0, -2147483648]
    %12 = shli %s, %n : tile<4xi32>
    print_tko "shli %d\n", %12 : tile<4xi32> -> token
    // CHECK: shri signed [-4, -1, -1, 0] unsigned [2147483644, 0, 0, 0]
    %13 = shri %s, %n signed : tile<4xi32>
    %14 = shri %s, %n unsigned : tile<4xi32>
    print_tko "shri signed %d unsigned %u\n", %13, %14 : tile<4xi32>, tile<4xi32> -> token

    // CHECK: andi [1, 128, 2, 100] ori [127, 255, 255, 100] xori [126, 127, 253, 0]
    %15 = andi %x, %y : tile<4xi8>
    %16 = ori %x, %y : tile<4xi8>
    %17 = xori %x, %y : tile<4xi8>
    print_tko "andi %u ori %u xori %u\n", %15, %16, %17 : tile<4xi8>, tile<4xi8>, tile<4xi8> -> token

    // One bit: sum and difference are xor, the product is and; signed true is -1.
    %p = constant <i1: [true, true, false, false]> : tile<4xi1>
    %q = constant <i1: [true, false, true, false]> : tile<4xi1>
    // CHECK: i1 add [0, 1, 1, 0] sub [0, 1, 1, 0] mul [1, 0, 0, 0] less [0, 1, 0, 0]
    %18 = addi %p, %q : tile<4xi1>
    %19 = subi %p, %q : tile<4xi1>
    %20 = muli %p, %q : tile<4xi1>
    %21 = cmpi less_than %p, %q, signed : tile<4xi1> -> tile<4xi1>
    print_tko "i1 add %u sub %u mul %u less %u\n", %18, %19, %20, %21 : tile<4xi1>, tile<4xi1>, tile<4xi1>, tile<4xi1> -> token

    // The quotient in three directions; the remainder has the dividend's sign.
    %a = constant <i64: [7, -7, 7, -7]> : tile<4xi64>
    %b = constant <i64: [2, 2, -2, -2]> : tile<4xi64>
    // CHECK: divi [3, -3, -3, 3] down [3, -4, -4, 3] up [4, -3, -3, 4] remi [1, -1, 1, -1]
    %22 = divi %a, %b signed : tile<4xi64>
    %23 = divi %a, %b signed rounding<negative_inf> : tile<4xi64>
    %24 = divi %a, %b signed rounding<positive_inf> : tile<4xi64>
    %25 = remi %a, %b signed : tile<4xi64>
    print_tko "divi %d down %d up %d remi %d\n", %22, %23, %24, %25 : tile<4xi64>, tile<4xi64>, tile<4xi64>, tile<4xi64> -> token
    return
  }
}
