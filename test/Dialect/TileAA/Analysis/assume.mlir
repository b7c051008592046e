// Promises: what they add, and that broken ones do no harm.
// RUN: tessera-opt %s --test-access-facts --verify-diagnostics -o /dev/null
// RUN: sed /expected-remark/d %s | tessera-opt --test-access-facts=read-assumes=false -o /dev/null \
// RUN:   --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --implicit-check-not=remark

// CHECK-COUNT-10: remark: contiguity = [1{{(, 1)?}}], divisibility = [1{{(, 1)?}}], constancy = [1{{(, 1)?}}]
nv_tileaa.func @promises(%x: i32, %t: tensor<4x8xi32>, %p: tensor<8x!nv_tileaa.ptr<f32>>) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %a = nv_tileaa.assume #cuda_tile.div_by<16>, %x : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [0, 63], unsigned [0, 63]}}
  %b = nv_tileaa.assume #cuda_tile.bounded<0, 63>, %a : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [-2147483648, 7], unsigned [0, 4294967295]}}
  %c = nv_tileaa.assume #cuda_tile.bounded<?, 7>, %x : i32
  // expected-remark@+1 {{contiguity = [1, 4], divisibility = [1, 8], constancy = [1, 1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %d = nv_tileaa.assume #cuda_tile.div_by<8, every 4 along 1>, %t : tensor<4x8xi32>
  // Groups of 6 are known as pairs.
  // expected-remark@+1 {{contiguity = [1, 2], divisibility = [1, 2], constancy = [1, 1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %e = nv_tileaa.assume #cuda_tile.div_by<8, every 6 along 1>, %t : tensor<4x8xi32>
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [1, 1], constancy = [4, 2], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %f = nv_tileaa.assume #cuda_tile.same_elements<[4, 2]>, %t : tensor<4x8xi32>
  // expected-remark@+1 {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 2], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %g = nv_tileaa.assume #cuda_tile.same_elements<[0, 6]>, %t : tensor<4x8xi32>
  // expected-remark@+1 {{contiguity = [8], divisibility = [64], constancy = [1]}}
  %h = nv_tileaa.assume #cuda_tile.div_by<64, every 8 along 0>, %p : tensor<8x!nv_tileaa.ptr<f32>>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %i = nv_tileaa.assume #cuda_tile.div_by<64, every 0 along 0>, %p : tensor<8x!nv_tileaa.ptr<f32>>
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1]}}
  %j = nv_tileaa.assume #cuda_tile.div_by<64>, %p : tensor<8x!nv_tileaa.ptr<f32>>
  nv_tileaa.return
}

// The stride of a dimension of extent 1, as clients write it: the constant wins.
nv_tileaa.func @contradictions() {
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [1, 1], unsigned [1, 1]}}
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [1, 1], unsigned [1, 1]}}
  %a = nv_tileaa.assume #cuda_tile.div_by<16>, %one : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [1, 1], unsigned [1, 1]}}
  %b = nv_tileaa.assume #cuda_tile.bounded<5, 9>, %one : i32
  nv_tileaa.return
}
// CHECK-COUNT-3: remark: contiguity = [1], divisibility = [1], constancy = [1], signed [1, 1], unsigned [1, 1]
