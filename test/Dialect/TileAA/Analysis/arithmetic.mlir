// Facts of arithmetic, one function per family of transfer functions.
// RUN: tessera-opt %s --test-access-facts --verify-diagnostics -o /dev/null

nv_tileaa.func @add_of_contiguous_and_equal() {
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 16777214], unsigned [0, 16777214]}}
  %x = nv_tileaa.get_program_id x
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1], signed [64, 64], unsigned [64, 64]}}
  %c = arith.constant 64 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1], signed [0, 1073741696], unsigned [0, 1073741696]}}
  %start = arith.muli %x, %c : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [128], signed [0, 1073741696], unsigned [0, 1073741696]}}
  %s = nv_tileaa.splat %start : i32 -> tensor<128xi32>
  // expected-remark@+1 {{contiguity = [128], divisibility = [max], constancy = [1], signed [0, 127], unsigned [0, 127]}}
  %r = nv_tileaa.make_range : tensor<128xi32>
  // Contiguous over all 128, but the start is only a multiple of 64.
  // expected-remark@+1 {{contiguity = [128], divisibility = [64], constancy = [1], signed [0, 1073741823], unsigned [0, 1073741823]}}
  %a = arith.addi %s, %r : tensor<128xi32>
  // expected-remark@+1 {{contiguity = [128], divisibility = [64], constancy = [1], signed [-1073741696, 1073741823], unsigned [0, 4294967295]}}
  %d = arith.subi %a, %s : tensor<128xi32>
  // Descending: nothing is contiguous.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-127, 1073741696], unsigned [0, 4294967295]}}
  %n = arith.subi %s, %r : tensor<128xi32>
  nv_tileaa.return
}

nv_tileaa.func @products(%n: i32) {
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [16], signed [4, 4], unsigned [4, 4]}}
  %four = arith.constant dense<4> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [1, 1], unsigned [1, 1]}}
  %one = arith.constant dense<1> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], signed [0, 60], unsigned [0, 60]}}
  %scaled = arith.muli %r, %four : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %same = arith.muli %r, %one : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [0, 3600], unsigned [0, 3600]}}
  %square = arith.muli %scaled, %scaled : tensor<16xi32>
  nv_tileaa.return
}

nv_tileaa.func @quotients_and_remainders() {
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [16], signed [4, 4], unsigned [4, 4]}}
  %four = arith.constant dense<4> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [4], signed [0, 3], unsigned [0, 3]}}
  %q = arith.divui %r, %four : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [4], divisibility = [4], constancy = [1], signed [0, 3], unsigned [0, 3]}}
  %m = arith.remui %r, %four : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 4], unsigned [0, 4]}}
  %up = arith.ceildivsi %r, %four : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [2], constancy = [16], signed [10, 10], unsigned [10, 10]}}
  %tens = arith.constant dense<10> : tensor<16xi32>
  // Not a power of two: groups of neighbours are not aligned with it.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 1], unsigned [0, 1]}}
  %t = arith.divui %r, %tens : tensor<16xi32>
  nv_tileaa.return
}

nv_tileaa.func @negative_quotients(%n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [8, 8], unsigned [8, 8]}}
  %eight = arith.constant 8 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %start = arith.muli %n, %eight : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [8], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s = nv_tileaa.splat %start : i32 -> tensor<8xi32>
  // expected-remark@+1 {{contiguity = [8], divisibility = [max], constancy = [1], signed [0, 7], unsigned [0, 7]}}
  %r = nv_tileaa.make_range : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [8], divisibility = [8], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %x = arith.addi %s, %r : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [8], signed [4, 4], unsigned [4, 4]}}
  %four = arith.constant dense<4> : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [4], signed [-536870912, 536870911], unsigned [0, 4294967295]}}
  %floor = arith.floordivsi %x, %four : tensor<8xi32>
  // -4 / 4 = -1 but -3 / 4 = 0: not equal within groups of 4.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-536870912, 536870911], unsigned [0, 4294967295]}}
  %trunc = arith.divsi %x, %four : tensor<8xi32>
  // 0 but then -7: not contiguous.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-3, 3], unsigned [0, 4294967295]}}
  %rem = nv_tileaa.remsi %x, %four : tensor<8xi32>
  nv_tileaa.return
}

nv_tileaa.func @bits(%n: i32) {
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [7, 7], unsigned [7, 7]}}
  %mask = arith.constant dense<7> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [16], signed [-8, -8], unsigned [4294967288, 4294967288]}}
  %high = arith.constant dense<-8> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [8], divisibility = [8], constancy = [1], signed [0, 7], unsigned [0, 7]}}
  %low = arith.andi %r, %mask : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [8], signed [0, 8], unsigned [0, 8]}}
  %up = arith.andi %r, %high : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [2], constancy = [16], signed [2, 2], unsigned [2, 2]}}
  %two = arith.constant dense<2> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], signed [0, 60], unsigned [0, 60]}}
  %left = arith.shli %r, %two : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [4], signed [0, 3], unsigned [0, 3]}}
  %right = arith.shrsi %r, %two : tensor<16xi32>
  // Bits that never meet: an addition.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %n16 = nv_tileaa.splat %n : i32 -> tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [5, 5], unsigned [5, 5]}}
  %five = arith.constant dense<5> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [16], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %base = arith.shli %n16, %five : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [32], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %or = arith.ori %base, %r : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [2], constancy = [16], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %xor = arith.xori %base, %two : tensor<16xi32>
  nv_tileaa.return
}

nv_tileaa.func @shifts_that_saturate(%n: i32, %k: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1], signed [-64, -64], unsigned [4294967232, 4294967232]}}
  %neg = arith.constant -64 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [3, 3], unsigned [3, 3]}}
  %three = arith.constant 3 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-64, -1], unsigned [4294967232, 4294967295]}}
  %a = nv_tileaa.shrsi %neg, %k : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 3], unsigned [0, 3]}}
  %b = nv_tileaa.shrui %three, %k : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %c = nv_tileaa.shli %n, %three : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [2], constancy = [1], signed [2, 2], unsigned [2, 2]}}
  %d = nv_tileaa.mulhiui %neg, %three : i32
  nv_tileaa.return
}

nv_tileaa.func @extensions_do_not_carry_wrapping_groups(%n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s = nv_tileaa.splat %n : i32 -> tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // Modulo 2^32 contiguous; 2^31 - 1 may be followed by -2^31.
  // expected-remark@+1 {{contiguity = [16], divisibility = [1], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %x = arith.addi %s, %r : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 18446744073709551615]}}
  %wide = arith.extsi %x : tensor<16xi32> to tensor<16xi64>
  // expected-remark@+1 {{contiguity = [16], divisibility = [1], constancy = [1], signed [-128, 127], unsigned [0, 255]}}
  %narrow = arith.trunci %x : tensor<16xi32> to tensor<16xi8>
  // 0 ... 255 crosses the sign of i8.
  // expected-remark@+1 {{contiguity = [256], divisibility = [max], constancy = [1], signed [-128, 127], unsigned [0, 255]}}
  %bytes = nv_tileaa.make_range : tensor<256xi8>
  // expected-remark@+1 {{contiguity = [128], divisibility = [128], constancy = [1], signed [-128, 127], unsigned [0, 4294967295]}}
  %signed = arith.extsi %bytes : tensor<256xi8> to tensor<256xi32>
  // expected-remark@+1 {{contiguity = [128], divisibility = [128], constancy = [1], signed [0, 255], unsigned [0, 255]}}
  %unsigned = arith.extui %bytes : tensor<256xi8> to tensor<256xi32>
  nv_tileaa.return
}

nv_tileaa.func @comparisons(%n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %n16 = nv_tileaa.assume #cuda_tile.div_by<8>, %n : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [32], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s = nv_tileaa.splat %n16 : i32 -> tensor<32xi32>
  // expected-remark@+1 {{contiguity = [32], divisibility = [max], constancy = [1], signed [0, 31], unsigned [0, 31]}}
  %r = nv_tileaa.make_range : tensor<32xi32>
  // Both sides are multiples of 8 at the start of every group of 8.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [-1, 0], unsigned [0, 1]}}
  %lt = arith.cmpi slt, %r, %s : tensor<32xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-1, 0], unsigned [0, 1]}}
  %le = arith.cmpi sle, %r, %s : tensor<32xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [-1, 0], unsigned [0, 1]}}
  %gt = arith.cmpi ugt, %s, %r : tensor<32xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-1, 0], unsigned [0, 1]}}
  %eq = arith.cmpi eq, %r, %s : tensor<32xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [32], signed [32, 32], unsigned [32, 32]}}
  %limit = arith.constant dense<32> : tensor<32xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [32], signed [-1, -1], unsigned [1, 1]}}
  %always = arith.cmpi ult, %r, %limit : tensor<32xi32>
  nv_tileaa.return
}

nv_tileaa.func @choices(%f: i1) {
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [16], signed [8, 8], unsigned [8, 8]}}
  %eight = arith.constant dense<8> : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [8], constancy = [1], signed [8, 23], unsigned [8, 23]}}
  %a = arith.addi %r, %eight : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [-1, 0], unsigned [0, 1]}}
  %lt = arith.cmpi slt, %r, %eight : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [8], divisibility = [8], constancy = [1], signed [0, 23], unsigned [0, 23]}}
  %each = arith.select %lt, %r, %a : tensor<16xi1>, tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [8], constancy = [1], signed [0, 23], unsigned [0, 23]}}
  %all = arith.select %f, %r, %a : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 8], unsigned [0, 8]}}
  %min = arith.minsi %r, %eight : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [16], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %abs = math.absi %eight : tensor<16xi32>
  nv_tileaa.return
}

nv_tileaa.func @constants() {
  // expected-remark@+1 {{contiguity = [2], divisibility = [4], constancy = [1], signed [4, 33], unsigned [4, 33]}}
  %pairs = arith.constant dense<[8, 9, 12, 13, 32, 33, 4, 5]> : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 2], signed [3, 6], unsigned [3, 6]}}
  %equal = arith.constant dense<[[3, 3, 3, 3], [5, 5, 6, 6]]> : tensor<2x4xi16>
  // expected-remark@+1 {{contiguity = [4, 1], divisibility = [4, 1], constancy = [1, 1], signed [0, 7], unsigned [0, 7]}}
  %rows = arith.constant dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>
  nv_tileaa.return
}

nv_tileaa.func @grid() {
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 16777214], unsigned [0, 16777214]}}
  %x = nv_tileaa.get_program_id z
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [1, 16777215], unsigned [1, 16777215]}}
  %n = nv_tileaa.get_num_programs z
  nv_tileaa.return
}

// Whatever is elementwise keeps equal neighbours equal.
nv_tileaa.func @other_elementwise(%a: i32, %b: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s = nv_tileaa.splat %a : i32 -> tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %t = nv_tileaa.splat %b : i32 -> tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [-2147483648, 2147483647], unsigned [0, 4294967294]}}
  %h = nv_tileaa.mulhiui %s, %t : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [8], divisibility = [max], constancy = [1], signed [0, 7], unsigned [0, 7]}}
  %r = nv_tileaa.make_range : tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 6], unsigned [0, 6]}}
  %g = nv_tileaa.mulhiui %s, %r : tensor<8xi32>
  nv_tileaa.return
}
