// RUN: tessera run --interpret %s | FileCheck %s
// RUN: tessera run %s | FileCheck %s
// RUN: tessera run %s --opt-level 0 | FileCheck %s

// Amounts from the width on shift everything out: zero, or the sign. That holds
// for amounts whose low bits alone would be small, and behind comparisons that a
// back end could take for its own clamping.

cuda_tile.module @shifts {
  global @wide <i64: [0, 1, 63, 64, 4294967296, 4294967297, -1, -9223372036854775808]> : tile<8xi64>
  global @narrow <i32: [0, 1, 31, 32, 65536, 65537, -1, -2147483648]> : tile<8xi32>
  global @bytes <i8: [0, 1, 7, 8, 16, 33, -1, -128]> : tile<8xi8>

  // CHECK: guarded [7, 3, 0, 0, 0, 0, 0, 0]
  // CHECK: left [7, 14, -9223372036854775808, 0, 0, 0, 0, 0]
  // CHECK: logical [9223372036854775815, 4611686018427387907, 1, 0, 0, 0, 0, 0]
  // CHECK: arithmetic [-9223372036854775801, -4611686018427387901, -1, -1, -1, -1, -1, -1]
  // CHECK: truncated [5, 10, 0, 0, 0, 0, 0, 0]
  entry @k() {
    %a = get_global @wide : tile<ptr<i64>>
    %i = iota : tile<8xi32>
    %a1 = reshape %a : tile<ptr<i64>> -> tile<1xptr<i64>>
    %a2 = broadcast %a1 : tile<1xptr<i64>> -> tile<8xptr<i64>>
    %a3 = offset %a2, %i : tile<8xptr<i64>>, tile<8xi32> -> tile<8xptr<i64>>
    %n, %t = load_ptr_tko weak %a3 : tile<8xptr<i64>> -> tile<8xi64>, token
    %x = constant <i64: 7> : tile<8xi64>
    %m = constant <i64: -9223372036854775801> : tile<8xi64>
    %width = constant <i64: 64> : tile<8xi64>
    %zero = constant <i64: 0> : tile<8xi64>
    %fits = cmpi less_than %n, %width, unsigned : tile<8xi64> -> tile<8xi1>
    %s0 = shri %x, %n unsigned : tile<8xi64>
    %r0 = select %fits, %s0, %zero : tile<8xi1>, tile<8xi64>
    print_tko "guarded %d\n", %r0 : tile<8xi64> -> token
    %r1 = shli %x, %n : tile<8xi64>
    print_tko "left %d\n", %r1 : tile<8xi64> -> token
    %r2 = shri %m, %n unsigned : tile<8xi64>
    print_tko "logical %u\n", %r2 : tile<8xi64> -> token
    %r3 = shri %m, %n signed : tile<8xi64>
    print_tko "arithmetic %d\n", %r3 : tile<8xi64> -> token
    // The comparison sees 64 bits, the shift 32.
    %n32 = trunci %n : tile<8xi64> -> tile<8xi32>
    %w32 = constant <i64: 32> : tile<8xi64>
    %z32 = constant <i32: 0> : tile<8xi32>
    %x32 = constant <i32: 5> : tile<8xi32>
    %fits32 = cmpi less_than %n, %w32, unsigned : tile<8xi64> -> tile<8xi1>
    %s4 = shli %x32, %n32 : tile<8xi32>
    %r4 = select %fits32, %s4, %z32 : tile<8xi1>, tile<8xi32>
    print_tko "truncated %d\n", %r4 : tile<8xi32> -> token

    // CHECK: i32 [5, 10, -2147483648, 0, 0, 0, 0, 0] [-2147483647, -1073741824, -1, -1, -1, -1, -1, -1] [2147483649, 1073741824, 1, 0, 0, 0, 0, 0]
    %b = get_global @narrow : tile<ptr<i32>>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %b3 = offset %b2, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %k, %u = load_ptr_tko weak %b3 : tile<8xptr<i32>> -> tile<8xi32>, token
    %m32 = constant <i32: -2147483647> : tile<8xi32>
    %r5 = shli %x32, %k : tile<8xi32>
    %r6 = shri %m32, %k signed : tile<8xi32>
    %r7 = shri %m32, %k unsigned : tile<8xi32>
    print_tko "i32 %d %d %u\n", %r5, %r6, %r7 : tile<8xi32>, tile<8xi32>, tile<8xi32> -> token

    // CHECK: i16 [5, 10, 0, 0, 5, 10, 0, 5] [-32767, -16384, -1, -1, -32767, -16384, -1, -32767] [32769, 16384, 0, 0, 32769, 16384, 0, 32769]
    %k16 = trunci %k : tile<8xi32> -> tile<8xi16>
    %x16 = constant <i16: 5> : tile<8xi16>
    %m16 = constant <i16: -32767> : tile<8xi16>
    %r8 = shli %x16, %k16 : tile<8xi16>
    %r9 = shri %m16, %k16 signed : tile<8xi16>
    %r10 = shri %m16, %k16 unsigned : tile<8xi16>
    print_tko "i16 %d %d %u\n", %r8, %r9, %r10 : tile<8xi16>, tile<8xi16>, tile<8xi16> -> token

    // CHECK: i8 [5, 10, -128, 0, 0, 0, 0, 0] [-127, -64, -1, -1, -1, -1, -1, -1] [129, 64, 1, 0, 0, 0, 0, 0]
    %c = get_global @bytes : tile<ptr<i8>>
    %c1 = reshape %c : tile<ptr<i8>> -> tile<1xptr<i8>>
    %c2 = broadcast %c1 : tile<1xptr<i8>> -> tile<8xptr<i8>>
    %c3 = offset %c2, %i : tile<8xptr<i8>>, tile<8xi32> -> tile<8xptr<i8>>
    %j, %v = load_ptr_tko weak %c3 : tile<8xptr<i8>> -> tile<8xi8>, token
    %x8 = constant <i8: 5> : tile<8xi8>
    %m8 = constant <i8: -127> : tile<8xi8>
    %r11 = shli %x8, %j : tile<8xi8>
    %r12 = shri %m8, %j signed : tile<8xi8>
    %r13 = shri %m8, %j unsigned : tile<8xi8>
    print_tko "i8 %d %d %u\n", %r11, %r12, %r13 : tile<8xi8>, tile<8xi8>, tile<8xi8> -> token
  }
}
