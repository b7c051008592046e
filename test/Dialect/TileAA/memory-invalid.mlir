// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the memory family.

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got release}}
  %0, %1 = nv_tileaa.load release device %p : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got acq_rel}}
  %0, %1 = nv_tileaa.load acq_rel device %p : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected no mem_scope with weak, got device}}
  %0, %1 = "nv_tileaa.load"(%p) <{mem_semantic = 0 : i32, mem_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected a mem_scope (tl_blk, device or sys) with acquire, got none}}
  %0, %1 = nv_tileaa.load acquire %p : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected result of type 'tensor<8xf32>' as the pointers say, got 'tensor<8xi32>'}}
  %0, %1 = nv_tileaa.load weak %p : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected a mask of the pointers' shape, got 'tensor<4xi1>' for 'tensor<8x!nv_tileaa.ptr<f32>>'}}
  %0, %1 = "nv_tileaa.load"(%p, %m4) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>, tensor<4xi1>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected a mask along with other, got none}}
  %0, %1 = "nv_tileaa.load"(%p, %v) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected other of the result type 'tensor<8xf32>', got 'tensor<8xi32>'}}
  %0, %1 = "nv_tileaa.load"(%p, %m, %i) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi1>, tensor<8xi32>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected one operand 'source', got 2}}
  %0, %1 = "nv_tileaa.load"(%p, %p) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 2, 0, 0, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>, tensor<8x!nv_tileaa.ptr<f32>>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  %0 = nv_tileaa.store acquire device %p, %v : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acq_rel}}
  %0 = nv_tileaa.store acq_rel device %p, %v : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected value of type 'tensor<8xf32>' as the pointers say, got 'tensor<8xi32>'}}
  %0 = nv_tileaa.store weak %p, %i : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected mem_semantic relaxed, acquire, release or acq_rel for an atomic, got weak}}
  %0, %1 = nv_tileaa.atomic_rmw weak add %pi, %i : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected a mem_scope (tl_blk, device or sys) with relaxed, got none}}
  %0, %1 = nv_tileaa.atomic_rmw relaxed add %pi, %i : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected element type i32 or i64 for mode add, got 'f32'}}
  %0, %1 = nv_tileaa.atomic_rmw relaxed device add %p, %v : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected element type f16, bf16, f32 or f64 for mode addf, got 'i32'}}
  %0, %1 = nv_tileaa.atomic_rmw relaxed device addf %pi, %i : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected element type i32, i64, f32 or f64 for mode xchg, got 'f16'}}
  %0, %1 = nv_tileaa.atomic_rmw relaxed device xchg %h, %w : tensor<8x!nv_tileaa.ptr<f16>>, tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected value of type 'tensor<8xf32>' as the pointers say, got 'tensor<8xi32>'}}
  %0, %1 = nv_tileaa.atomic_rmw relaxed device add %p, %i : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected a result of the value's type 'tensor<8xi32>', got 'tensor<8xf32>'}}
  %0, %1 = "nv_tileaa.atomic_rmw"(%pi, %i) <{mem_semantic = 1 : i32, mem_scope = 1 : i32, mode = 3 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected element type i32, i64, f32 or f64, got 'f16'}}
  %0, %1 = nv_tileaa.atomic_cas relaxed device %h, %w, %w : tensor<8x!nv_tileaa.ptr<f16>>, tensor<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected cmp of the value's type 'tensor<8xi32>', got 'tensor<8xf32>'}}
  %0, %1 = "nv_tileaa.atomic_cas"(%pi, %v, %i) <{mem_semantic = 1 : i32, mem_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xf32>, tensor<8xi32>) -> (tensor<8xi32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %pi: tensor<8x!nv_tileaa.ptr<i32>>, %v: tensor<8xf32>, %i: tensor<8xi32>, %m: tensor<8xi1>, %m4: tensor<4xi1>, %h: tensor<8x!nv_tileaa.ptr<f16>>, %w: tensor<8xf16>) {
  // expected-error @+1 {{expected a result of the value's type 'tensor<8xi32>', got 'tensor<8xf32>'}}
  %0, %1 = "nv_tileaa.atomic_cas"(%pi, %i, %i) <{mem_semantic = 1 : i32, mem_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>, tensor<8xi32>) -> (tensor<8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got release}}
  %0, %1 = nv_tileaa.tiled_load release device %v[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected a view without sparse_dim}}
  %0, %1 = nv_tileaa.tiled_load weak %g[%i, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected one index per dimension, 2 in all, got 1}}
  %0, %1 = nv_tileaa.tiled_load weak %v[%i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected one in_bounds flag per index, 2 in all, got 1}}
  %0, %1 = nv_tileaa.tiled_load weak %v[%i, %i] in_bounds [true] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected result of the view's tile type 'tensor<16x8xf32>', got 'tensor<8x16xf32>'}}
  %0, %1 = "nv_tileaa.tiled_load"(%v, %i, %i) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, i32, i32) -> (tensor<8x16xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected one operand 'view', got 0}}
  %0, %1 = "nv_tileaa.tiled_load"(%i, %i) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 0, 2, 0>}> : (i32, i32) -> (tensor<8x16xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  %0 = nv_tileaa.tiled_store acquire device %x, %v[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected value of the view's tile type 'tensor<16x8xf32>', got 'tensor<8x16xf32>'}}
  %0 = "nv_tileaa.tiled_store"(%y, %v, %i, %i) <{mem_semantic = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (tensor<8x16xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, i32, i32) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected mem_semantic relaxed, got acquire}}
  %0 = nv_tileaa.tiled_atomic_rmw acquire device addf %x, %v[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected a mem_scope (tl_blk, device or sys) with relaxed, got none}}
  %0 = nv_tileaa.tiled_atomic_rmw relaxed addf %x, %v[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected mem_scope tl_blk or device, got sys}}
  %0 = nv_tileaa.tiled_atomic_rmw relaxed sys addf %x, %v[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected a view without padding}}
  %0 = nv_tileaa.tiled_atomic_rmw relaxed device addf %x, %k[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected a view without sparse_dim}}
  %0 = nv_tileaa.tiled_atomic_rmw relaxed device addf %y, %g[%i, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected a reduction mode (and, or, xor, add, addf, max, min, umax or umin), got xchg}}
  %0 = nv_tileaa.tiled_atomic_rmw relaxed device xchg %xi, %vi[%i, %i] : !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected element type i32 or i64 for mode max, got 'f32'}}
  %0 = nv_tileaa.tiled_atomic_rmw relaxed device max %x, %v[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected a view with sparse_dim}}
  %0, %1 = nv_tileaa.gather_load weak %v[%r, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[tensor<8xi64>, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected index 0 of type 'tensor<8xi64>', got 'tensor<4xi64>'}}
  %0, %1 = nv_tileaa.gather_load weak %g[%r4, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<4xi64>, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected index 0 of type 'tensor<8xi32>', got 'i32'}}
  %0, %1 = nv_tileaa.gather_load weak %g[%i, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[i32, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected index 1 of type 'i64', got 'tensor<8xi64>'}}
  %0 = nv_tileaa.scatter_store weak %y, %g[%r, %r] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, tensor<8xi64>]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  %0 = nv_tileaa.scatter_store acquire sys %y, %g[%r, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %g: !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>, %k: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, padding = zero>, %vi: !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>, %x: tensor<16x8xf32>, %xi: tensor<16x8xi32>, %y: tensor<8x16xf32>, %i: i32, %r: tensor<8xi64>, %r4: tensor<4xi64>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got acq_rel}}
  %0, %1 = nv_tileaa.gather_load acq_rel sys %g[%r, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
  nv_tileaa.return
}
