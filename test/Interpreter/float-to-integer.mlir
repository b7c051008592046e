// Every road clamps what an integer type cannot hold, and makes NaN 0. An unsigned
// i1 says whether the number is not zero. The numbers come from memory, so that no
// compiler computes the answers beforehand.
// RUN: tessera run --interpret --checks=ignore %s | FileCheck %s
// RUN: tessera run %s | FileCheck %s
// RUN: tessera run %s --opt-level 0 | FileCheck %s
// RUN: tessera run --target sm_80 %s | FileCheck %s
// RUN: tessera run --target sm_100a %s | FileCheck %s

cuda_tile.module @m {
  global @numbers <f32: [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+9, -3.0e+9, 300.7, -7.5, 0.3]> : tile<8xf32>
  entry @e() {
    %p = get_global @numbers : tile<ptr<f32>>
    %i = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %q = offset %p8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %f32, %t = load_ptr_tko weak %q : tile<8xptr<f32>> -> tile<8xf32>, token

    // CHECK: f32 signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %f32_s1 = ftoi %f32 signed : tile<8xf32> -> tile<8xi1>
    print_tko "f32 signed i1 %u\n", %f32_s1 : tile<8xi1> -> token
    // CHECK: f32 unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %f32_u1 = ftoi %f32 unsigned : tile<8xf32> -> tile<8xi1>
    print_tko "f32 unsigned i1 %u\n", %f32_u1 : tile<8xi1> -> token
    // CHECK: f32 signed i8 [0, 127, -128, 127, -128, 127, -7, 0]
    %f32_s8 = ftoi %f32 signed : tile<8xf32> -> tile<8xi8>
    print_tko "f32 signed i8 %d\n", %f32_s8 : tile<8xi8> -> token
    // CHECK: f32 unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %f32_u8 = ftoi %f32 unsigned : tile<8xf32> -> tile<8xi8>
    print_tko "f32 unsigned i8 %u\n", %f32_u8 : tile<8xi8> -> token
    // CHECK: f32 signed i16 [0, 32767, -32768, 32767, -32768, 300, -7, 0]
    %f32_s16 = ftoi %f32 signed : tile<8xf32> -> tile<8xi16>
    print_tko "f32 signed i16 %d\n", %f32_s16 : tile<8xi16> -> token
    // CHECK: f32 unsigned i16 [0, 65535, 0, 65535, 0, 300, 0, 0]
    %f32_u16 = ftoi %f32 unsigned : tile<8xf32> -> tile<8xi16>
    print_tko "f32 unsigned i16 %u\n", %f32_u16 : tile<8xi16> -> token
    // CHECK: f32 signed i32 [0, 2147483647, -2147483648, 2147483647, -2147483648, 300, -7, 0]
    %f32_s32 = ftoi %f32 signed : tile<8xf32> -> tile<8xi32>
    print_tko "f32 signed i32 %d\n", %f32_s32 : tile<8xi32> -> token
    // CHECK: f32 unsigned i32 [0, 4294967295, 0, 3000000000, 0, 300, 0, 0]
    %f32_u32 = ftoi %f32 unsigned : tile<8xf32> -> tile<8xi32>
    print_tko "f32 unsigned i32 %u\n", %f32_u32 : tile<8xi32> -> token
    // CHECK: f32 signed i64 [0, 9223372036854775807, -9223372036854775808, 3000000000, -3000000000, 300, -7, 0]
    %f32_s64 = ftoi %f32 signed : tile<8xf32> -> tile<8xi64>
    print_tko "f32 signed i64 %lld\n", %f32_s64 : tile<8xi64> -> token
    // CHECK: f32 unsigned i64 [0, 18446744073709551615, 0, 3000000000, 0, 300, 0, 0]
    %f32_u64 = ftoi %f32 unsigned : tile<8xf32> -> tile<8xi64>
    print_tko "f32 unsigned i64 %llu\n", %f32_u64 : tile<8xi64> -> token

    %f64 = ftof %f32 : tile<8xf32> -> tile<8xf64>
    // CHECK: f64 signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %f64_s1 = ftoi %f64 signed : tile<8xf64> -> tile<8xi1>
    print_tko "f64 signed i1 %u\n", %f64_s1 : tile<8xi1> -> token
    // CHECK: f64 unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %f64_u1 = ftoi %f64 unsigned : tile<8xf64> -> tile<8xi1>
    print_tko "f64 unsigned i1 %u\n", %f64_u1 : tile<8xi1> -> token
    // CHECK: f64 signed i8 [0, 127, -128, 127, -128, 127, -7, 0]
    %f64_s8 = ftoi %f64 signed : tile<8xf64> -> tile<8xi8>
    print_tko "f64 signed i8 %d\n", %f64_s8 : tile<8xi8> -> token
    // CHECK: f64 unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %f64_u8 = ftoi %f64 unsigned : tile<8xf64> -> tile<8xi8>
    print_tko "f64 unsigned i8 %u\n", %f64_u8 : tile<8xi8> -> token
    // CHECK: f64 signed i16 [0, 32767, -32768, 32767, -32768, 300, -7, 0]
    %f64_s16 = ftoi %f64 signed : tile<8xf64> -> tile<8xi16>
    print_tko "f64 signed i16 %d\n", %f64_s16 : tile<8xi16> -> token
    // CHECK: f64 unsigned i16 [0, 65535, 0, 65535, 0, 300, 0, 0]
    %f64_u16 = ftoi %f64 unsigned : tile<8xf64> -> tile<8xi16>
    print_tko "f64 unsigned i16 %u\n", %f64_u16 : tile<8xi16> -> token
    // CHECK: f64 signed i32 [0, 2147483647, -2147483648, 2147483647, -2147483648, 300, -7, 0]
    %f64_s32 = ftoi %f64 signed : tile<8xf64> -> tile<8xi32>
    print_tko "f64 signed i32 %d\n", %f64_s32 : tile<8xi32> -> token
    // CHECK: f64 unsigned i32 [0, 4294967295, 0, 3000000000, 0, 300, 0, 0]
    %f64_u32 = ftoi %f64 unsigned : tile<8xf64> -> tile<8xi32>
    print_tko "f64 unsigned i32 %u\n", %f64_u32 : tile<8xi32> -> token
    // CHECK: f64 signed i64 [0, 9223372036854775807, -9223372036854775808, 3000000000, -3000000000, 300, -7, 0]
    %f64_s64 = ftoi %f64 signed : tile<8xf64> -> tile<8xi64>
    print_tko "f64 signed i64 %lld\n", %f64_s64 : tile<8xi64> -> token
    // CHECK: f64 unsigned i64 [0, 18446744073709551615, 0, 3000000000, 0, 300, 0, 0]
    %f64_u64 = ftoi %f64 unsigned : tile<8xf64> -> tile<8xi64>
    print_tko "f64 unsigned i64 %llu\n", %f64_u64 : tile<8xi64> -> token

    %f16 = ftof %f32 : tile<8xf32> -> tile<8xf16>
    // CHECK: f16 signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %f16_s1 = ftoi %f16 signed : tile<8xf16> -> tile<8xi1>
    print_tko "f16 signed i1 %u\n", %f16_s1 : tile<8xi1> -> token
    // CHECK: f16 unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %f16_u1 = ftoi %f16 unsigned : tile<8xf16> -> tile<8xi1>
    print_tko "f16 unsigned i1 %u\n", %f16_u1 : tile<8xi1> -> token
    // CHECK: f16 signed i8 [0, 127, -128, 127, -128, 127, -7, 0]
    %f16_s8 = ftoi %f16 signed : tile<8xf16> -> tile<8xi8>
    print_tko "f16 signed i8 %d\n", %f16_s8 : tile<8xi8> -> token
    // CHECK: f16 unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %f16_u8 = ftoi %f16 unsigned : tile<8xf16> -> tile<8xi8>
    print_tko "f16 unsigned i8 %u\n", %f16_u8 : tile<8xi8> -> token
    // CHECK: f16 signed i16 [0, 32767, -32768, 32767, -32768, 300, -7, 0]
    %f16_s16 = ftoi %f16 signed : tile<8xf16> -> tile<8xi16>
    print_tko "f16 signed i16 %d\n", %f16_s16 : tile<8xi16> -> token
    // CHECK: f16 unsigned i16 [0, 65535, 0, 65535, 0, 300, 0, 0]
    %f16_u16 = ftoi %f16 unsigned : tile<8xf16> -> tile<8xi16>
    print_tko "f16 unsigned i16 %u\n", %f16_u16 : tile<8xi16> -> token
    // CHECK: f16 signed i32 [0, 2147483647, -2147483648, 2147483647, -2147483648, 300, -7, 0]
    %f16_s32 = ftoi %f16 signed : tile<8xf16> -> tile<8xi32>
    print_tko "f16 signed i32 %d\n", %f16_s32 : tile<8xi32> -> token
    // CHECK: f16 unsigned i32 [0, 4294967295, 0, 4294967295, 0, 300, 0, 0]
    %f16_u32 = ftoi %f16 unsigned : tile<8xf16> -> tile<8xi32>
    print_tko "f16 unsigned i32 %u\n", %f16_u32 : tile<8xi32> -> token
    // CHECK: f16 signed i64 [0, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 300, -7, 0]
    %f16_s64 = ftoi %f16 signed : tile<8xf16> -> tile<8xi64>
    print_tko "f16 signed i64 %lld\n", %f16_s64 : tile<8xi64> -> token
    // CHECK: f16 unsigned i64 [0, 18446744073709551615, 0, 18446744073709551615, 0, 300, 0, 0]
    %f16_u64 = ftoi %f16 unsigned : tile<8xf16> -> tile<8xi64>
    print_tko "f16 unsigned i64 %llu\n", %f16_u64 : tile<8xi64> -> token

    %bf16 = ftof %f32 : tile<8xf32> -> tile<8xbf16>
    // CHECK: bf16 signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %bf16_s1 = ftoi %bf16 signed : tile<8xbf16> -> tile<8xi1>
    print_tko "bf16 signed i1 %u\n", %bf16_s1 : tile<8xi1> -> token
    // CHECK: bf16 unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %bf16_u1 = ftoi %bf16 unsigned : tile<8xbf16> -> tile<8xi1>
    print_tko "bf16 unsigned i1 %u\n", %bf16_u1 : tile<8xi1> -> token
    // CHECK: bf16 signed i8 [0, 127, -128, 127, -128, 127, -7, 0]
    %bf16_s8 = ftoi %bf16 signed : tile<8xbf16> -> tile<8xi8>
    print_tko "bf16 signed i8 %d\n", %bf16_s8 : tile<8xi8> -> token
    // CHECK: bf16 unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %bf16_u8 = ftoi %bf16 unsigned : tile<8xbf16> -> tile<8xi8>
    print_tko "bf16 unsigned i8 %u\n", %bf16_u8 : tile<8xi8> -> token
    // CHECK: bf16 signed i16 [0, 32767, -32768, 32767, -32768, 300, -7, 0]
    %bf16_s16 = ftoi %bf16 signed : tile<8xbf16> -> tile<8xi16>
    print_tko "bf16 signed i16 %d\n", %bf16_s16 : tile<8xi16> -> token
    // CHECK: bf16 unsigned i16 [0, 65535, 0, 65535, 0, 300, 0, 0]
    %bf16_u16 = ftoi %bf16 unsigned : tile<8xbf16> -> tile<8xi16>
    print_tko "bf16 unsigned i16 %u\n", %bf16_u16 : tile<8xi16> -> token
    // CHECK: bf16 signed i32 [0, 2147483647, -2147483648, 2147483647, -2147483648, 300, -7, 0]
    %bf16_s32 = ftoi %bf16 signed : tile<8xbf16> -> tile<8xi32>
    print_tko "bf16 signed i32 %d\n", %bf16_s32 : tile<8xi32> -> token
    // CHECK: bf16 unsigned i32 [0, 4294967295, 0, 3003121664, 0, 300, 0, 0]
    %bf16_u32 = ftoi %bf16 unsigned : tile<8xbf16> -> tile<8xi32>
    print_tko "bf16 unsigned i32 %u\n", %bf16_u32 : tile<8xi32> -> token
    // CHECK: bf16 signed i64 [0, 9223372036854775807, -9223372036854775808, 3003121664, -3003121664, 300, -7, 0]
    %bf16_s64 = ftoi %bf16 signed : tile<8xbf16> -> tile<8xi64>
    print_tko "bf16 signed i64 %lld\n", %bf16_s64 : tile<8xi64> -> token
    // CHECK: bf16 unsigned i64 [0, 18446744073709551615, 0, 3003121664, 0, 300, 0, 0]
    %bf16_u64 = ftoi %bf16 unsigned : tile<8xbf16> -> tile<8xi64>
    print_tko "bf16 unsigned i64 %llu\n", %bf16_u64 : tile<8xi64> -> token

    %tf32 = ftof %f32 : tile<8xf32> -> tile<8xtf32>
    // CHECK: tf32 signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %tf32_s1 = ftoi %tf32 signed : tile<8xtf32> -> tile<8xi1>
    print_tko "tf32 signed i1 %u\n", %tf32_s1 : tile<8xi1> -> token
    // CHECK: tf32 unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %tf32_u1 = ftoi %tf32 unsigned : tile<8xtf32> -> tile<8xi1>
    print_tko "tf32 unsigned i1 %u\n", %tf32_u1 : tile<8xi1> -> token
    // CHECK: tf32 signed i8 [0, 127, -128, 127, -128, 127, -7, 0]
    %tf32_s8 = ftoi %tf32 signed : tile<8xtf32> -> tile<8xi8>
    print_tko "tf32 signed i8 %d\n", %tf32_s8 : tile<8xi8> -> token
    // CHECK: tf32 unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %tf32_u8 = ftoi %tf32 unsigned : tile<8xtf32> -> tile<8xi8>
    print_tko "tf32 unsigned i8 %u\n", %tf32_u8 : tile<8xi8> -> token
    // CHECK: tf32 signed i16 [0, 32767, -32768, 32767, -32768, 300, -7, 0]
    %tf32_s16 = ftoi %tf32 signed : tile<8xtf32> -> tile<8xi16>
    print_tko "tf32 signed i16 %d\n", %tf32_s16 : tile<8xi16> -> token
    // CHECK: tf32 unsigned i16 [0, 65535, 0, 65535, 0, 300, 0, 0]
    %tf32_u16 = ftoi %tf32 unsigned : tile<8xtf32> -> tile<8xi16>
    print_tko "tf32 unsigned i16 %u\n", %tf32_u16 : tile<8xi16> -> token
    // CHECK: tf32 signed i32 [0, 2147483647, -2147483648, 2147483647, -2147483648, 300, -7, 0]
    %tf32_s32 = ftoi %tf32 signed : tile<8xtf32> -> tile<8xi32>
    print_tko "tf32 signed i32 %d\n", %tf32_s32 : tile<8xi32> -> token
    // CHECK: tf32 unsigned i32 [0, 4294967295, 0, 3001024512, 0, 300, 0, 0]
    %tf32_u32 = ftoi %tf32 unsigned : tile<8xtf32> -> tile<8xi32>
    print_tko "tf32 unsigned i32 %u\n", %tf32_u32 : tile<8xi32> -> token
    // CHECK: tf32 signed i64 [0, 9223372036854775807, -9223372036854775808, 3001024512, -3001024512, 300, -7, 0]
    %tf32_s64 = ftoi %tf32 signed : tile<8xtf32> -> tile<8xi64>
    print_tko "tf32 signed i64 %lld\n", %tf32_s64 : tile<8xi64> -> token
    // CHECK: tf32 unsigned i64 [0, 18446744073709551615, 0, 3001024512, 0, 300, 0, 0]
    %tf32_u64 = ftoi %tf32 unsigned : tile<8xtf32> -> tile<8xi64>
    print_tko "tf32 unsigned i64 %llu\n", %tf32_u64 : tile<8xi64> -> token

    %f8E5M2 = ftof %f32 : tile<8xf32> -> tile<8xf8E5M2>
    // CHECK: f8E5M2 signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %f8E5M2_s1 = ftoi %f8E5M2 signed : tile<8xf8E5M2> -> tile<8xi1>
    print_tko "f8E5M2 signed i1 %u\n", %f8E5M2_s1 : tile<8xi1> -> token
    // CHECK: f8E5M2 unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %f8E5M2_u1 = ftoi %f8E5M2 unsigned : tile<8xf8E5M2> -> tile<8xi1>
    print_tko "f8E5M2 unsigned i1 %u\n", %f8E5M2_u1 : tile<8xi1> -> token
    // CHECK: f8E5M2 signed i8 [0, 127, -128, 127, -128, 127, -8, 0]
    %f8E5M2_s8 = ftoi %f8E5M2 signed : tile<8xf8E5M2> -> tile<8xi8>
    print_tko "f8E5M2 signed i8 %d\n", %f8E5M2_s8 : tile<8xi8> -> token
    // CHECK: f8E5M2 unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %f8E5M2_u8 = ftoi %f8E5M2 unsigned : tile<8xf8E5M2> -> tile<8xi8>
    print_tko "f8E5M2 unsigned i8 %u\n", %f8E5M2_u8 : tile<8xi8> -> token
    // CHECK: f8E5M2 signed i16 [0, 32767, -32768, 32767, -32768, 320, -8, 0]
    %f8E5M2_s16 = ftoi %f8E5M2 signed : tile<8xf8E5M2> -> tile<8xi16>
    print_tko "f8E5M2 signed i16 %d\n", %f8E5M2_s16 : tile<8xi16> -> token
    // CHECK: f8E5M2 unsigned i16 [0, 65535, 0, 65535, 0, 320, 0, 0]
    %f8E5M2_u16 = ftoi %f8E5M2 unsigned : tile<8xf8E5M2> -> tile<8xi16>
    print_tko "f8E5M2 unsigned i16 %u\n", %f8E5M2_u16 : tile<8xi16> -> token
    // CHECK: f8E5M2 signed i32 [0, 2147483647, -2147483648, 2147483647, -2147483648, 320, -8, 0]
    %f8E5M2_s32 = ftoi %f8E5M2 signed : tile<8xf8E5M2> -> tile<8xi32>
    print_tko "f8E5M2 signed i32 %d\n", %f8E5M2_s32 : tile<8xi32> -> token
    // CHECK: f8E5M2 unsigned i32 [0, 4294967295, 0, 4294967295, 0, 320, 0, 0]
    %f8E5M2_u32 = ftoi %f8E5M2 unsigned : tile<8xf8E5M2> -> tile<8xi32>
    print_tko "f8E5M2 unsigned i32 %u\n", %f8E5M2_u32 : tile<8xi32> -> token
    // CHECK: f8E5M2 signed i64 [0, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 320, -8, 0]
    %f8E5M2_s64 = ftoi %f8E5M2 signed : tile<8xf8E5M2> -> tile<8xi64>
    print_tko "f8E5M2 signed i64 %lld\n", %f8E5M2_s64 : tile<8xi64> -> token
    // CHECK: f8E5M2 unsigned i64 [0, 18446744073709551615, 0, 18446744073709551615, 0, 320, 0, 0]
    %f8E5M2_u64 = ftoi %f8E5M2 unsigned : tile<8xf8E5M2> -> tile<8xi64>
    print_tko "f8E5M2 unsigned i64 %llu\n", %f8E5M2_u64 : tile<8xi64> -> token

    %f8E4M3FN = ftof %f32 : tile<8xf32> -> tile<8xf8E4M3FN>
    // CHECK: f8E4M3FN signed i1 [0, 0, 1, 0, 1, 0, 1, 0]
    %f8E4M3FN_s1 = ftoi %f8E4M3FN signed : tile<8xf8E4M3FN> -> tile<8xi1>
    print_tko "f8E4M3FN signed i1 %u\n", %f8E4M3FN_s1 : tile<8xi1> -> token
    // CHECK: f8E4M3FN unsigned i1 [1, 1, 1, 1, 1, 1, 1, 1]
    %f8E4M3FN_u1 = ftoi %f8E4M3FN unsigned : tile<8xf8E4M3FN> -> tile<8xi1>
    print_tko "f8E4M3FN unsigned i1 %u\n", %f8E4M3FN_u1 : tile<8xi1> -> token
    // CHECK: f8E4M3FN signed i8 [0, 127, -128, 127, -128, 127, -7, 0]
    %f8E4M3FN_s8 = ftoi %f8E4M3FN signed : tile<8xf8E4M3FN> -> tile<8xi8>
    print_tko "f8E4M3FN signed i8 %d\n", %f8E4M3FN_s8 : tile<8xi8> -> token
    // CHECK: f8E4M3FN unsigned i8 [0, 255, 0, 255, 0, 255, 0, 0]
    %f8E4M3FN_u8 = ftoi %f8E4M3FN unsigned : tile<8xf8E4M3FN> -> tile<8xi8>
    print_tko "f8E4M3FN unsigned i8 %u\n", %f8E4M3FN_u8 : tile<8xi8> -> token
    // CHECK: f8E4M3FN signed i16 [0, 448, -448, 448, -448, 288, -7, 0]
    %f8E4M3FN_s16 = ftoi %f8E4M3FN signed : tile<8xf8E4M3FN> -> tile<8xi16>
    print_tko "f8E4M3FN signed i16 %d\n", %f8E4M3FN_s16 : tile<8xi16> -> token
    // CHECK: f8E4M3FN unsigned i16 [0, 448, 0, 448, 0, 288, 0, 0]
    %f8E4M3FN_u16 = ftoi %f8E4M3FN unsigned : tile<8xf8E4M3FN> -> tile<8xi16>
    print_tko "f8E4M3FN unsigned i16 %u\n", %f8E4M3FN_u16 : tile<8xi16> -> token
    // CHECK: f8E4M3FN signed i32 [0, 448, -448, 448, -448, 288, -7, 0]
    %f8E4M3FN_s32 = ftoi %f8E4M3FN signed : tile<8xf8E4M3FN> -> tile<8xi32>
    print_tko "f8E4M3FN signed i32 %d\n", %f8E4M3FN_s32 : tile<8xi32> -> token
    // CHECK: f8E4M3FN unsigned i32 [0, 448, 0, 448, 0, 288, 0, 0]
    %f8E4M3FN_u32 = ftoi %f8E4M3FN unsigned : tile<8xf8E4M3FN> -> tile<8xi32>
    print_tko "f8E4M3FN unsigned i32 %u\n", %f8E4M3FN_u32 : tile<8xi32> -> token
    // CHECK: f8E4M3FN signed i64 [0, 448, -448, 448, -448, 288, -7, 0]
    %f8E4M3FN_s64 = ftoi %f8E4M3FN signed : tile<8xf8E4M3FN> -> tile<8xi64>
    print_tko "f8E4M3FN signed i64 %lld\n", %f8E4M3FN_s64 : tile<8xi64> -> token
    // CHECK: f8E4M3FN unsigned i64 [0, 448, 0, 448, 0, 288, 0, 0]
    %f8E4M3FN_u64 = ftoi %f8E4M3FN unsigned : tile<8xf8E4M3FN> -> tile<8xi64>
    print_tko "f8E4M3FN unsigned i64 %llu\n", %f8E4M3FN_u64 : tile<8xi64> -> token
    return
  }
}
