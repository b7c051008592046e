// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the shape family.

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result element 'f32', got 'f16'}}
  %0 = nv_tileaa.splat %s : f32 -> tensor<4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result element 'f32', got 'f16'}}
  %0 = nv_tileaa.broadcast %m : tensor<16x4xf32> -> tensor<16x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result of rank 2, got rank 1}}
  %0 = nv_tileaa.broadcast %m : tensor<16x4xf32> -> tensor<16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected extent 4 in dimension 1, got 8}}
  %0 = nv_tileaa.broadcast %m : tensor<16x4xf32> -> tensor<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected 64 elements, got 32}}
  %0 = nv_tileaa.view %m : tensor<16x4xf32> -> tensor<32xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result element 'f32', got 'i32'}}
  %0 = nv_tileaa.view %m : tensor<16x4xf32> -> tensor<64xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected a permutation of the 2 dimensions, got [0, 0]}}
  %0 = nv_tileaa.permute %m [0, 0] : tensor<16x4xf32> -> tensor<4x16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected a permutation of the 2 dimensions, got [0]}}
  %0 = nv_tileaa.permute %m [0] : tensor<16x4xf32> -> tensor<4x16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result of rank 2, got rank 1}}
  %0 = nv_tileaa.permute %m [1, 0] : tensor<16x4xf32> -> tensor<16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result element 'f32', got 'f16'}}
  %0 = nv_tileaa.permute %m [1, 0] : tensor<16x4xf32> -> tensor<4x16xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected extent 4 in dimension 0, got 16}}
  %0 = nv_tileaa.permute %m [1, 0] : tensor<16x4xf32> -> tensor<16x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected at least one source, got none}}
  %0 = "nv_tileaa.cat"() <{dim = 0 : i64}> : () -> tensor<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected dim in 0..1, got 2}}
  %0 = nv_tileaa.cat %m, %m dim = 2 : tensor<16x4xf32>, tensor<16x4xf32> -> tensor<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result element 'f32', got 'f16'}}
  %0 = nv_tileaa.cat %m dim = 0 : tensor<16x4xf32> -> tensor<16x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected every source of rank 1, got rank 2}}
  %0 = nv_tileaa.cat %m dim = 0 : tensor<16x4xf32> -> tensor<16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected source extent 8 in dimension 1, got 4}}
  %0 = nv_tileaa.cat %m, %m dim = 0 : tensor<16x4xf32>, tensor<16x4xf32> -> tensor<32x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected extent 32 along dim, got 16}}
  %0 = nv_tileaa.cat %m, %m dim = 0 : tensor<16x4xf32>, tensor<16x4xf32> -> tensor<16x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected result element 'f32', got 'f16'}}
  %0 = nv_tileaa.extract %m[%i, %i] : tensor<16x4xf32> -> tensor<8x1xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected the slice of rank 2, got rank 1}}
  %0 = nv_tileaa.extract %m[%i, %i] : tensor<16x4xf32> -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected one index per dimension, 2 in all, got 1}}
  %0 = nv_tileaa.extract %m[%i] : tensor<16x4xf32> -> tensor<8x1xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected a slice extent that divides 4 in dimension 1, got 8}}
  %0 = nv_tileaa.extract %m[%i, %i] : tensor<16x4xf32> -> tensor<8x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32, %l: tensor<32x4xf32>) {
  // expected-error @+1 {{expected a slice extent that divides 16 in dimension 0, got 32}}
  %0 = nv_tileaa.insert %l, %m[%i, %i] : tensor<32x4xf32>, tensor<16x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected rank 1, got rank 2}}
  %0 = nv_tileaa.make_range : tensor<4x4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected at most 256 elements of 'i8', got 512}}
  %0 = nv_tileaa.make_range : tensor<512xi8>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: tensor<16x4xf32>, %s: f32, %i: i32) {
  // expected-error @+1 {{expected rank 1, got rank 2}}
  %0 = nv_tileaa.pack %m : tensor<16x4xf32> -> tensor<256xi8>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%c: tensor<8xf8E5M2>) {
  // expected-error @+1 {{expected elements of other than 8 bits, got 'f8E5M2'}}
  %0 = nv_tileaa.pack %c : tensor<8xf8E5M2> -> tensor<8xi8>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%c: tensor<8xi8>) {
  // expected-error @+1 {{expected 128 bits on either side, got 64 of i8}}
  %0 = nv_tileaa.unpack %c : tensor<8xi8> -> tensor<8xi16>
  nv_tileaa.return
}
