// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the element-wise family.

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode nearest_even, zero, negative_inf, positive_inf for 'f32', got approx}}
  %0 = nv_tileaa.addf %x, %x rounding<approx> : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode nearest_even, zero, negative_inf, positive_inf for 'f32', got full}}
  %0 = nv_tileaa.subf %x, %x rounding<full> : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected f32 elements with flush_to_zero, got 'f16'}}
  %0 = nv_tileaa.mulf %x, %x flush_to_zero : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected rounding mode nearest_even, zero, negative_inf, positive_inf for 'f16', got approx}}
  %0 = nv_tileaa.divf %x, %x rounding<approx> : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected f32 elements with flush_to_zero, got 'f16'}}
  %0 = nv_tileaa.fma %x, %x, %x flush_to_zero : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected f32 elements with flush_to_zero, got 'f16'}}
  %0 = nv_tileaa.maxf %x, %x flush_to_zero : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected f32 elements with flush_to_zero, got 'f16'}}
  %0 = nv_tileaa.minf %x, %x flush_to_zero : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode nearest_even, zero, negative_inf, positive_inf, approx for 'f32', got full}}
  %0 = nv_tileaa.sqrt %x rounding<full> : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected f32 elements with flush_to_zero, got 'f16'}}
  %0 = nv_tileaa.rsqrt %x flush_to_zero : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected f32 elements with flush_to_zero, got 'f16'}}
  %0 = nv_tileaa.exp2 %x flush_to_zero : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf16>) {
  // expected-error @+1 {{expected rounding mode full for 'f16', got approx}}
  %0 = nv_tileaa.exp %x rounding<approx> : tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode full, approx for 'f32', got zero}}
  %0 = "nv_tileaa.tanh"(%x) <{rounding_mode = #cuda_tile.rounding<zero>}> : (tensor<8xf32>) -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xi32>) {
  // expected-error @+1 {{must be tile of f16, bf16, f32 or f64, but got 'tensor<8xi32>'}}
  %0 = nv_tileaa.addf %x, %x : tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<12xf32>) {
  // expected-error @+1 {{must be tile of f16, bf16, f32 or f64, but got 'tensor<12xf32>'}}
  %0 = nv_tileaa.addf %x, %x : tensor<12xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<?xf32>) {
  // expected-error @+1 {{must be tile of f16, bf16, f32 or f64, but got 'tensor<?xf32>'}}
  %0 = nv_tileaa.addf %x, %x : tensor<?xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{must be tile of f16, bf16, f32 or f64, but got 'tensor<f32>'}}
  %0 = nv_tileaa.addf %x, %x : tensor<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32, 1>) {
  // expected-error @+1 {{must be tile of f16, bf16, f32 or f64}}
  %0 = nv_tileaa.addf %x, %x : tensor<8xf32, 1>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = "nv_tileaa.addf"(%x, %y) : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{must be tile of i1, i8, i16, i32 or i64, but got 'tensor<8xf32>'}}
  %0 = nv_tileaa.mulhiui %x, %x : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{must be tile of i1, i8, i16, i32 or i64, but got 'tensor<8xf32>'}}
  %0 = nv_tileaa.shli %x, %x : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{must be tile of i1, i8, i16, i32 or i64, but got 'tensor<8xf32>'}}
  %0 = nv_tileaa.shrui %x, %x : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{must be tile of i1, i8, i16, i32 or i64, but got 'tensor<8xf32>'}}
  %0 = nv_tileaa.shrsi %x, %x : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{must be tile of i1, i8, i16, i32 or i64, but got 'tensor<8xf32>'}}
  %0 = nv_tileaa.remsi %x, %x : tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i4) {
  // expected-error @+1 {{must be tile of i1, i8, i16, i32 or i64, but got 'i4'}}
  %0 = nv_tileaa.shli %x, %x : i4
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected result element other than 'f32', got 'f32'}}
  %0 = nv_tileaa.fp_to_fp %x : tensor<8xf32> -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode zero, positive_inf for 'f8E8M0FNU', got nearest_even}}
  %0 = nv_tileaa.fp_to_fp %x : tensor<8xf32> -> tensor<8xf8E8M0FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode nearest_even for 'f8E5M2', got zero}}
  %0 = nv_tileaa.fp_to_fp %x rounding<zero> : tensor<8xf32> -> tensor<8xf8E5M2>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected rounding mode nearest_even, zero, negative_inf, positive_inf, nearest_away for 'f16', got approx}}
  %0 = nv_tileaa.fp_to_fp %x rounding<approx> : tensor<8xf32> -> tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = nv_tileaa.fp_to_int %x signed : tensor<8xf32> -> tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i8) {
  // expected-error @+1 {{expected result element of a signed format, got 'f8E8M0FNU'}}
  %0 = nv_tileaa.int_to_fp %x unsigned : i8 -> f8E8M0FNU
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected result element of 32 bits, got 'tf32' of 19 bits}}
  %0 = nv_tileaa.bitcast %x : tensor<8xf32> -> tensor<8xtf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: !nv_tileaa.ptr<f32>) {
  // expected-error @+1 {{expected pointers on both sides or on neither, got '!nv_tileaa.ptr<f32>' and 'i64'}}
  %0 = nv_tileaa.bitcast %x : !nv_tileaa.ptr<f32> -> i64
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected elements that arith.constant cannot carry, f8E5M3FNU or pointers, got 'i32'}}
  %0 = nv_tileaa.constant 1 : i32 as i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected bit patterns of type 'tensor<4xi8>', got 'tensor<8xi8>'}}
  %0 = nv_tileaa.constant dense<1> : tensor<8xi8> as tensor<4x!cuda_tile.f8E5M3FNU>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected bit patterns of type 'i64', got 'f64'}}
  %0 = nv_tileaa.constant 1.0 : f64 as !nv_tileaa.ptr<f32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected an integer or dense integer elements}}
  %0 = nv_tileaa.constant dense_resource<blob> : tensor<4xi8> as tensor<4x!cuda_tile.f8E5M3FNU>
  nv_tileaa.return
}
