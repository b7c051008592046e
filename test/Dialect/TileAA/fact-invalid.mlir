// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the fact family.

nv_tileaa.func @f(%x: f32) {
  // expected-error @+1 {{expected a value of integers or pointers or a memory object, got 'f32'}}
  %0 = nv_tileaa.assume #cuda_tile.div_by<4>, %x : f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{expected div_by without every and along for a 0-d tile or tensor_view}}
  %0 = nv_tileaa.assume #cuda_tile.div_by<4, every 2 along 0>, %x : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8x!nv_tileaa.ptr<f32>>) {
  // expected-error @+1 {{expected a tile of integers for bounded}}
  %0 = nv_tileaa.assume #cuda_tile.bounded<0, 1>, %x : tensor<8x!nv_tileaa.ptr<f32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: !nv_tileaa.memref<8xf32, strides = [1]>) {
  // expected-error @+1 {{expected a tile of integers or pointers for same_elements}}
  %0 = nv_tileaa.assume #cuda_tile.same_elements<[1]>, %x : !nv_tileaa.memref<8xf32, strides = [1]>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{Invalid attribute `predicate` in property conversion: 4 : i32}}
  %0 = "nv_tileaa.assume"(%x) <{predicate = 4 : i32}> : (i32) -> i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{must be tile of i1, but got 'i32'}}
  nv_tileaa.assert %x, "no" : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{expected 1 arguments for the format string, got 0}}
  %0 = nv_tileaa.print "%d"
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{expected 0 arguments for the format string, got 1}}
  %0 = nv_tileaa.print "100%%", %x : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32) {
  // expected-error @+1 {{expected a conversion character after every '%', got the end of the format string}}
  %0 = nv_tileaa.print "100%"
  nv_tileaa.return
}
