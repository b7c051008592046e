// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the pointer family.

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = nv_tileaa.addptr %q, %o : tensor<8x!nv_tileaa.ptr<f32>>, tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected offsets of the pointers' shape, got 'i32' for 'tensor<8x!nv_tileaa.ptr<f32>>'}}
  %0 = nv_tileaa.addptr %q, %n : tensor<8x!nv_tileaa.ptr<f32>>, i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{must be tile of i64, but got 'i32'}}
  %0 = nv_tileaa.int_to_ptr %n : i32 -> !nv_tileaa.ptr<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = nv_tileaa.ptr_to_int %q : tensor<8x!nv_tileaa.ptr<f32>> -> i64
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected an nv_tileaa.global, got @nowhere}}
  %0 = nv_tileaa.get_global @nowhere : !nv_tileaa.ptr<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected num_elem of at least 0, got -1}}
  %0 = nv_tileaa.alloca num_elem = -1, alignment = 4 : !nv_tileaa.ptr<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected alignment to be a positive power of two, got 12}}
  %0 = nv_tileaa.alloca num_elem = 1, alignment = 12 : !nv_tileaa.ptr<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected alignment of at least 4 for element type 'tf32', got 2}}
  %0 = nv_tileaa.alloca num_elem = 1, alignment = 2 : !nv_tileaa.ptr<tf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected a base that points to 'f16', got 'f32'}}
  %0 = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<8xf16, strides = [1]>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected 1 dynamic sizes, got 0}}
  %0 = nv_tileaa.make_memref %p strides[%n] : !nv_tileaa.ptr<f32> strides[i32] -> !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected 1 dynamic strides, got 0}}
  %0 = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>, %q: tensor<8x!nv_tileaa.ptr<f32>>, %n: i32, %o: tensor<4xi32>) {
  // expected-error @+1 {{expected one operand 'base', got 0}}
  %0 = "nv_tileaa.make_memref"(%n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1>}> : (i32, i32) -> !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileaa.memref<64x48xf32, strides = [48, 1]>) {
  // expected-error @+1 {{expected halved_dim below the rank 2, got 2}}
  %0 = nv_tileaa.make_tiled_view %m {halved_dim = 2 : i64} : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileaa.memref<?x64xf32, strides = [?, 1]>) {
  // expected-error @+1 {{expected a source of the view's type '!nv_tileaa.memref<64x48xf32, strides = [48, 1]>', got '!nv_tileaa.memref<?x64xf32, strides = [?, 1]>'}}
  %0 = "nv_tileaa.make_tiled_view"(%m) : (!nv_tileaa.memref<?x64xf32, strides = [?, 1]>) -> !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileaa.memref<?x64xf32, strides = [?, 1]>) {
  // expected-error @+1 {{expected dim below the rank 2, got 2}}
  %0 = nv_tileaa.get_dim_size %m, 2 : !nv_tileaa.memref<?x64xf32, strides = [?, 1]> -> i32
  nv_tileaa.return
}
