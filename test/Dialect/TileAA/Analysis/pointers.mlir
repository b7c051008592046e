// Facts of pointers and memory views: divisors in bytes, base object, offset.
// RUN: tessera-opt %s --test-access-facts --verify-diagnostics -o /dev/null

nv_tileaa.global private constant @w alignment = 64 : tensor<2xf32> = dense<[0.5, 0.25]> : tensor<2xf32>
nv_tileaa.global @natural : tensor<2xf64> = dense<[0.5, 0.25]> : tensor<2xf64>

nv_tileaa.func @objects(%p: !nv_tileaa.ptr<f32>, %address: i64) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [64], constancy = [1], base = global @w, offset_divisibility = max}}
  %g = nv_tileaa.get_global @w : !nv_tileaa.ptr<f32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], base = global @natural, offset_divisibility = max}}
  %h = nv_tileaa.get_global @natural : !nv_tileaa.ptr<f64>
  // expected-remark@+1 {{contiguity = [1], divisibility = [256], constancy = [1], base = alloca 0, offset_divisibility = max}}
  %a = nv_tileaa.alloca num_elem = 48, alignment = 256 : !nv_tileaa.ptr<f32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], base = alloca 1, offset_divisibility = max}}
  %b = nv_tileaa.alloca num_elem = 4, alignment = 8 global : !nv_tileaa.ptr<f32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %known = nv_tileaa.assume #cuda_tile.div_by<16>, %address : i64
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1]}}
  %i = nv_tileaa.int_to_ptr %known : i64 -> !nv_tileaa.ptr<f32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [256], constancy = [1], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %back = nv_tileaa.ptr_to_int %a : !nv_tileaa.ptr<f32> -> i64
  nv_tileaa.return
}

nv_tileaa.func @tiles(%p: !nv_tileaa.ptr<f32>, %n: i32) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], base = argument 0, offset_divisibility = max}}
  %q = nv_tileaa.assume #cuda_tile.div_by<32>, %p : !nv_tileaa.ptr<f32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [16], base = argument 0, offset_divisibility = max}}
  %t = nv_tileaa.splat %q : !nv_tileaa.ptr<f32> -> tensor<16x!nv_tileaa.ptr<f32>>
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [32], constancy = [1], base = argument 0, offset_divisibility = 4}}
  %a = nv_tileaa.addptr %t, %r : tensor<16x!nv_tileaa.ptr<f32>>, tensor<16xi32>
  // An unknown start may wrap within a group.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %s = nv_tileaa.splat %n : i32 -> tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [1], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %o = arith.addi %s, %r : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], base = argument 0, offset_divisibility = 4}}
  %b = nv_tileaa.addptr %t, %o : tensor<16x!nv_tileaa.ptr<f32>>, tensor<16xi32>
  // Bounded, it does not.
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], signed [0, 1000], unsigned [0, 1000]}}
  %m = nv_tileaa.assume #cuda_tile.bounded<0, 1000>, %n : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], signed [0, 1000], unsigned [0, 1000]}}
  %s2 = nv_tileaa.splat %m : i32 -> tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [1], constancy = [1], signed [0, 1015], unsigned [0, 1015]}}
  %o2 = arith.addi %s2, %r : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [16], divisibility = [4], constancy = [1], base = argument 0, offset_divisibility = 4}}
  %c = nv_tileaa.addptr %t, %o2 : tensor<16x!nv_tileaa.ptr<f32>>, tensor<16xi32>
  // Half the element size: the steps are no longer neighbours.
  // expected-remark@+1 {{contiguity = [1], divisibility = [4], constancy = [1], base = argument 0, offset_divisibility = 4}}
  %d = nv_tileaa.bitcast %a : tensor<16x!nv_tileaa.ptr<f32>> -> tensor<16x!nv_tileaa.ptr<i16>>
  nv_tileaa.return
}

// Packed elements have no byte steps.
nv_tileaa.func @nibbles(%p: !nv_tileaa.ptr<f4E2M1FN>) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [16], base = argument 0, offset_divisibility = max}}
  %t = nv_tileaa.splat %p : !nv_tileaa.ptr<f4E2M1FN> -> tensor<16x!nv_tileaa.ptr<f4E2M1FN>>
  // expected-remark@+1 {{contiguity = [16], divisibility = [max], constancy = [1], signed [0, 15], unsigned [0, 15]}}
  %r = nv_tileaa.make_range : tensor<16xi32>
  // expected-remark@+1 {{contiguity = [1], divisibility = [1], constancy = [1], base = argument 0, offset_divisibility = 1}}
  %a = nv_tileaa.addptr %t, %r : tensor<16x!nv_tileaa.ptr<f4E2M1FN>>, tensor<16xi32>
  nv_tileaa.return
}

nv_tileaa.func @views(%p: !nv_tileaa.ptr<f16>, %n: i32, %s: i64) {
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], base = argument 0, offset_divisibility = max}}
  %q = nv_tileaa.assume #cuda_tile.div_by<16>, %p : !nv_tileaa.ptr<f16>
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], signed [-2147483648, 2147483647], unsigned [0, 4294967295]}}
  %n32 = nv_tileaa.assume #cuda_tile.div_by<32>, %n : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], signed [0, 4096], unsigned [0, 4096]}}
  %size = nv_tileaa.assume #cuda_tile.bounded<0, 4096>, %n32 : i32
  // expected-remark@+1 {{contiguity = [1], divisibility = [8], constancy = [1], signed [-9223372036854775808, 9223372036854775807], unsigned [0, 18446744073709551615]}}
  %s8 = nv_tileaa.assume #cuda_tile.div_by<8>, %s : i64
  // expected-remark@+1 {{contiguity = [1], divisibility = [16], constancy = [1], base = argument 0, offset_divisibility = max, dim <extent in [0, 4096] by 32, stride ? by 8>, dim <extent in [48, 48] by 16, stride 1 by 1>}}
  %m = nv_tileaa.make_memref %q sizes[%size] strides[%s8] : !nv_tileaa.ptr<f16> sizes[i32] strides[i64] -> !nv_tileaa.memref<?x48xf16, strides = [?, 1]>
  // expected-remark@+1 {{contiguity = [1], divisibility = [128], constancy = [1], base = argument 0, offset_divisibility = max, dim <extent in [0, 4096] by 32, stride ? by 8>, dim <extent in [48, 48] by 16, stride 1 by 1>}}
  %aligned = nv_tileaa.assume #cuda_tile.div_by<128>, %m : !nv_tileaa.memref<?x48xf16, strides = [?, 1]>
  // expected-remark@+1 {{contiguity = [1], divisibility = [128], constancy = [1], base = argument 0, offset_divisibility = max, dim <extent in [0, 4096] by 32, stride ? by 8>, dim <extent in [48, 48] by 16, stride 1 by 1>}}
  %v = nv_tileaa.make_tiled_view %aligned : !nv_tileaa.tiled_view<16x16xf16, memref<?x48xf16, strides = [?, 1]>>
  // expected-remark@+1 {{contiguity = [1], divisibility = [32], constancy = [1], signed [0, 4096], unsigned [0, 4096]}}
  %e = nv_tileaa.get_dim_size %v, 0 : !nv_tileaa.tiled_view<16x16xf16, memref<?x48xf16, strides = [?, 1]>> -> i32
  nv_tileaa.return
}
