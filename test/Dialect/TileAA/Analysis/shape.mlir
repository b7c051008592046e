// Facts of ops that move elements.
// RUN: tessera-opt %s --test-access-facts --verify-diagnostics -o /dev/null

nv_tileaa.func @views() {
  // expected-remark@+1 {{contiguity = [64], divisibility = [max], constancy = [1], signed [0, 63], unsigned [0, 63]}}
  %r = nv_tileaa.make_range : tensor<64xi32>
  // expected-remark@+1 {{contiguity = [1, 64], divisibility = [1, max], constancy = [1, 1], signed [0, 63], unsigned [0, 63]}}
  %row = nv_tileaa.view %r : tensor<64xi32> -> tensor<1x64xi32>
  // expected-remark@+1 {{contiguity = [64, 1], divisibility = [max, 1], constancy = [1, 1], signed [0, 63], unsigned [0, 63]}}
  %column = nv_tileaa.view %r : tensor<64xi32> -> tensor<64x1xi32>
  // expected-remark@+1 {{contiguity = [1, 16], divisibility = [1, 16], constancy = [1, 1], signed [0, 63], unsigned [0, 63]}}
  %split = nv_tileaa.view %r : tensor<64xi32> -> tensor<4x16xi32>
  // expected-remark@+1 {{contiguity = [1, 1, 16], divisibility = [1, 1, 16], constancy = [1, 1, 1], signed [0, 63], unsigned [0, 63]}}
  %merged = nv_tileaa.view %split : tensor<4x16xi32> -> tensor<2x2x16xi32>
  // expected-remark@+1 {{contiguity = [64, 1], divisibility = [max, 1], constancy = [1, 8], signed [0, 63], unsigned [0, 63]}}
  %wide = nv_tileaa.broadcast %column : tensor<64x1xi32> -> tensor<64x8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [8], signed [0, 63], unsigned [0, 63]}}
  %flat = nv_tileaa.view %wide : tensor<64x8xi32> -> tensor<512xi32>
  // expected-remark@+1 {{contiguity = [1, 1, 1], divisibility = [1, 1, 1], constancy = [1, 2, 4], signed [0, 63], unsigned [0, 63]}}
  %mixed = nv_tileaa.view %wide : tensor<64x8xi32> -> tensor<32x4x4xi32>
  nv_tileaa.return
}

nv_tileaa.func @offsets_of_a_matrix(%stride: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s16 = nv_tileaa.assume #cuda_tile.div_by<16>, %stride : i32
  // expected-remark@+1 {{contiguity = [64], divisibility = [max], constancy = [1], signed [0, 63], unsigned [0, 63]}}
  %i = nv_tileaa.make_range : tensor<64xi32>
  // expected-remark@+1 {{contiguity = [64, 1], divisibility = [max, 1], constancy = [1, 1], signed [0, 63], unsigned [0, 63]}}
  %rows = nv_tileaa.view %i : tensor<64xi32> -> tensor<64x1xi32>
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [16, 16], constancy = [64, 1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %steps = nv_tileaa.splat %s16 : i32 -> tensor<64x1xi32>
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %starts = arith.muli %rows, %steps : tensor<64x1xi32>
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 32], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %all = nv_tileaa.broadcast %starts : tensor<64x1xi32> -> tensor<64x32xi32>
  // expected-remark@+1 {{contiguity = [32], divisibility = [max], constancy = [1], signed [0, 31], unsigned [0, 31]}}
  %j = nv_tileaa.make_range : tensor<32xi32>
  // expected-remark@+1 {{contiguity = [1, 32], divisibility = [1, max], constancy = [1, 1], signed [0, 31], unsigned [0, 31]}}
  %columns = nv_tileaa.view %j : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark@+1 {{contiguity = [1, 32], divisibility = [1, max], constancy = [64, 1], signed [0, 31], unsigned [0, 31]}}
  %columns_all = nv_tileaa.broadcast %columns : tensor<1x32xi32> -> tensor<64x32xi32>
  // expected-remark@+1 {{contiguity = [1, 32], divisibility = [1, 16], constancy = [1, 1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %offsets = arith.addi %all, %columns_all : tensor<64x32xi32>
  // expected-remark@+1 {{contiguity = [32, 1], divisibility = [16, 1], constancy = [1, 1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %turned = nv_tileaa.permute %offsets [1, 0] : tensor<64x32xi32> -> tensor<32x64xi32>
  nv_tileaa.return
}

nv_tileaa.func @pieces(%k: i32) {
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [4], divisibility = [4], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %slice = nv_tileaa.extract %r[%k] : tensor<16xi32> -> tensor<4xi32>
  // expected-remark@+1 {{contiguity = [4], divisibility = [4], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %twice = nv_tileaa.cat %slice, %slice dim = 0 : tensor<4xi32>, tensor<4xi32> -> tensor<8xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [2], constancy = [4], signed [2, 2], unsigned [2, 2]}}
  %c = arith.constant dense<2> : tensor<4xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %put = nv_tileaa.insert %c, %r[%k] : tensor<4xi32>, tensor<16xi32>
  nv_tileaa.return
}

nv_tileaa.func @scalars(%x: i64) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %a = nv_tileaa.assume #cuda_tile.div_by<32>, %x : i64
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %one = nv_tileaa.splat %a : i64 -> tensor<1xi64>
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %back = nv_tileaa.view %one : tensor<1xi64> -> i64
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [32, 32], constancy = [2, 8], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %tile = nv_tileaa.splat %back : i64 -> tensor<2x8xi64>
  nv_tileaa.return
}

// Nothing is known of loaded numbers, and of floats there are no facts.
nv_tileaa.func @opaque(%p: !nv_tileaa.ptr<i32>, %f: f32) {
  %t = nv_tileaa.splat %f : f32 -> tensor<4xf32>
  // expected-remark@+2 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  // expected-remark@+1 {{access: #nv_tileaa.access<contiguity = [1], divisibility = [1], constancy = [1], in_bounds = [false], base = argument 0, offset_divisibility = 4611686018427387904, alias_class = 0>}}
  %v, %token = nv_tileaa.load weak %p : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return
}
