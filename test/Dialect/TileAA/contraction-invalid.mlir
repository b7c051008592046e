// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of dot.

nv_tileaa.func @f(%a: tensor<4x4xf16>, %b: tensor<4x4xbf16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{expected rhs elements of lhs's type 'f16', got 'bf16'}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xf16>, tensor<4x4xbf16>, tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xbf16>, %b: tensor<4x4xbf16>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{expected operands and accumulator that go together, got 'bf16' and 'f16'}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf4E2M1FN>, %b: tensor<4x4xf4E2M1FN>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{expected operands and accumulator that go together, got 'f4E2M1FN' and 'f32'}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xf4E2M1FN>, tensor<4x4xf4E2M1FN>, tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xi16>, %b: tensor<4x4xi16>, %c: tensor<4x4xi32>) {
  // expected-error @+1 {{expected i8 operands and an i32 accumulator, got 'i16' and 'i32'}}
  %0 = nv_tileaa.dot %a, %b, %c signed signed : tensor<4x4xi16>, tensor<4x4xi16>, tensor<4x4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xi8>, %b: tensor<4x4xi8>, %c: tensor<4x4xi32>) {
  // expected-error @+1 {{expected a signedness for each integer operand}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xi8>, %b: tensor<4x4xi8>, %c: tensor<4x4xi32>) {
  // expected-error @+1 {{expected no fast_acc on integers}}
  %0 = nv_tileaa.dot %a, %b, %c signed signed fast_acc : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{expected no signedness on floating-point operands}}
  %0 = nv_tileaa.dot %a, %b, %c signed signed : tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4xf16>, %b: tensor<4xf16>, %c: tensor<4xf16>) {
  // expected-error @+1 {{expected lhs of rank 2 or 3, got rank 1}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %c: tensor<4xf16>) {
  // expected-error @+1 {{expected acc of rank 2 as lhs, got rank 1}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xf16>, tensor<4x4xf16>, tensor<4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<2x4x4xf16>, %b: tensor<1x4x4xf16>, %c: tensor<2x4x4xf16>) {
  // expected-error @+1 {{expected rhs with batch extent 2 as lhs, got 1}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<2x4x4xf16>, tensor<1x4x4xf16>, tensor<2x4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x8xf16>, %b: tensor<4x4xf16>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{expected rhs with 8 rows, got 4}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x8xf16>, tensor<4x4xf16>, tensor<4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %c: tensor<8x4xf16>) {
  // expected-error @+1 {{expected acc with 4 rows, got 8}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xf16>, tensor<4x4xf16>, tensor<8x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %c: tensor<4x8xf16>) {
  // expected-error @+1 {{expected acc with 4 columns, got 8}}
  %0 = nv_tileaa.dot %a, %b, %c : tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xi8>, %b: tensor<64x32xi8>, %c: tensor<16x32xi32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected no scales on integers}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t signed signed : tensor<16x64xi8>, tensor<64x32xi8>, tensor<16x32xi32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected no fast_acc with scales}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t fast_acc : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf16>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected an f32 accumulator with scales, got 'f16'}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf16> scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x32xf8E4M3FN>) {
  // expected-error @+1 {{expected scales of one element type, got 'f8E8M0FNU' and 'f8E4M3FN'}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E4M3FN>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<16xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected lhs_scale of rank 2 as lhs, got rank 1}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<8x2xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected lhs_scale with 16 rows, got 8}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<8x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x16xf8E8M0FNU>) {
  // expected-error @+1 {{expected rhs_scale with 32 columns, got 16}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x16xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<4x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected rhs_scale with 2 rows, got 4}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<4x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %c: tensor<16x32xf32>, %s: tensor<16x4xf8E8M0FNU>, %t: tensor<4x32xf8E8M0FNU>) {
  // expected-error @+1 {{expected a scale format and block length that go with 'f8E5M2', got 'f8E8M0FNU' and 64 / 4}}
  %0 = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x4xf8E8M0FNU>, tensor<4x32xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>) {
  // expected-error @+1 {{expected both scales or neither}}
  %0 = "nv_tileaa.dot"(%a, %a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>) {
  // expected-error @+1 {{expected one operand 'rhs', got 0}}
  %0 = "nv_tileaa.dot"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 0, 1, 1, 0>}> : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>) {
  // expected-error @+1 {{expected one operand 'lhs', got 2}}
  %0 = "nv_tileaa.dot"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1, 0, 0, 0>}> : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<4x4xf16>) {
  // expected-error @+1 {{expected a result of acc's type 'tensor<4x4xf16>', got 'tensor<4x4xf32>'}}
  %0 = "nv_tileaa.dot"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  nv_tileaa.return
}
