// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of the accesses.

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got acquire_release}}
  %0 = nv_tileas.tiled_load acquire_release gpu %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected no mem_scope with weak, got gpu}}
  %0 = nv_tileas.tiled_load weak gpu %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected no mem_scope with weak, got sys}}
  %0 = nv_tileas.tiled_load sys %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a mem_scope (tl_blk, cluster, gpu or sys) with relaxed, got none}}
  %0 = nv_tileas.tiled_load relaxed %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a view without sparse_dim, got}}
  %0 = nv_tileas.tiled_load %g[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected one coordinate per dimension, 2 in all, got 1}}
  %0 = nv_tileas.tiled_load %v[%i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected no offset or one per dimension, 2 in all, got 1}}
  %0 = nv_tileas.tiled_load %v[%i, %i] offsets[%i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected one in_bounds flag per dimension, 2 in all, got 1}}
  %0 = nv_tileas.tiled_load %v[%i, %i] in_bounds [true] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected result of the view's tile type 'tensor<16x8xf32>', got 'tensor<8x8xf32>'}}
  %0 = nv_tileas.tiled_load %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<8x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a tile of the atom's box 8, 8, got 16, 8}}
  %0 = nv_tileas.tiled_load %v[%i, %i] {atom = #nv_tileas<atom copy box [8, 8]>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected an atom of kind copy, cp_async or tma_load, got tma_store_2d}}
  %0 = nv_tileas.tiled_load %v[%i, %i] {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected padding_value of type 'f32', got 'f16'}}
  %0 = nv_tileas.tiled_load %v[%i, %i] {atom = #nv_tileas<atom copy>, padding_value = 0.0 : f16} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected no padding_value where the tile is in bounds along every dimension}}
  %0 = nv_tileas.tiled_load %v[%i, %i] in_bounds [true, true] {atom = #nv_tileas<atom copy>, padding_value = 0.0 : f32} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a mask of the tile's shape and layout, got 'tensor<4x8xi1>' for 'tensor<16x8xf32>'}}
  %0 = "nv_tileas.tiled_load"(%v, %i, %i, %m4) <{atom = #nv_tileas<atom copy>, operandSegmentSizes = array<i32: 1, 2, 0, 0, 1>}> : (!nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, index, index, tensor<4x8xi1>) -> tensor<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a result token if and only if there is a token operand, got the operand alone}}
  %0 = "nv_tileas.tiled_load"(%v, %i, %i, %t) <{atom = #nv_tileas<atom copy>, operandSegmentSizes = array<i32: 1, 2, 0, 1, 0>}> : (!nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, index, index, !nv_tileaa.mem_token) -> tensor<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a result token if and only if there is a token operand, got the result alone}}
  %0:2 = "nv_tileas.tiled_load"(%v, %i, %i) <{atom = #nv_tileas<atom copy>, operandSegmentSizes = array<i32: 1, 2, 0, 0, 0>}> : (!nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, index, index) -> (tensor<16x8xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a result token of type '!nv_tileaa.mem_token', got '!nv_tileas.async.token'}}
  %0:2 = "nv_tileas.tiled_load"(%v, %i, %i, %t) <{atom = #nv_tileas<atom copy>, operandSegmentSizes = array<i32: 1, 2, 0, 1, 0>}> : (!nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, index, index, !nv_tileaa.mem_token) -> (tensor<16x8xf32>, !nv_tileas.async.token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected one operand 'view', got 2}}
  %0 = "nv_tileas.tiled_load"(%v, %v, %i) <{atom = #nv_tileas<atom copy>, operandSegmentSizes = array<i32: 2, 1, 0, 0, 0>}> : (!nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, index) -> tensor<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  nv_tileas.tiled_store acquire gpu %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire_release}}
  nv_tileas.tiled_store acquire_release gpu %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected an atom of kind copy or tma_store, got cp_async}}
  nv_tileas.tiled_store %a, %v[%i, %i] {atom = #nv_tileas<atom cp_async>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected value of the view's tile type 'tensor<16x8xf32>', got 'tensor<16xi32>'}}
  nv_tileas.tiled_store %r, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16xi32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected no mem_scope with weak, got gpu}}
  nv_tileas.tiled_atomic_rmw weak gpu addf %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{operand #4 must be memory token, but got '!nv_tileas.async.token'}}
  %0 = nv_tileas.tiled_atomic_rmw relaxed gpu addf %a, %v[%i, %i] token = %u : !nv_tileas.async.token {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a mem_scope (tl_blk, cluster, gpu or sys) with acquire_release, got none}}
  nv_tileas.tiled_atomic_rmw acquire_release addf %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected atomic mode (and, or, xor, add, addf, max, min, umax, umin, xchg), got 'cmpxchg'}}
  nv_tileas.tiled_atomic_rmw relaxed gpu cmpxchg %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected mode add, addf, max, min or xchg for 'f32', got and}}
  nv_tileas.tiled_atomic_rmw relaxed gpu and %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected atomic mode (and, or, xor, add, addf, max, min, umax, umin, xchg), got 'nand'}}
  nv_tileas.tiled_atomic_rmw relaxed gpu nand %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a result of the value's type 'tensor<16x8xf32>', got 'tensor<16x8xf64>'}}
  %0 = nv_tileas.tiled_atomic_rmw relaxed gpu addf %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> tile<16x8xf64>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xi8, memref<?x64xi8, strides = [?, 1]>>, %i: index, %a: tensor<16x8xi8>) {
  // expected-error @+1 {{expected elements of 16 bits or more, got 'i8'}}
  nv_tileas.tiled_atomic_rmw relaxed gpu add %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xi8>, !nv_tileaa.tiled_view<16x8xi8, memref<?x64xi8, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xi16, memref<?x64xi16, strides = [?, 1]>>, %i: index, %a: tensor<16x8xi16>) {
  // expected-error @+1 {{expected no 16-bit integers, got 'i16'}}
  nv_tileas.tiled_atomic_rmw relaxed gpu add %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xi16>, !nv_tileaa.tiled_view<16x8xi16, memref<?x64xi16, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf16, memref<?x64xf16, strides = [?, 1]>>, %i: index, %a: tensor<16x8xf16>) {
  // expected-error @+1 {{expected mode add, addf, max or min for 'f16', got xchg}}
  nv_tileas.tiled_atomic_rmw relaxed gpu xchg %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf16>, !nv_tileaa.tiled_view<16x8xf16, memref<?x64xf16, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xi32, memref<?x64xi32, strides = [?, 1]>>, %i: index, %a: tensor<16x8xi32>) {
  // expected-error @+1 {{expected floating-point elements for addf, got 'i32'}}
  nv_tileas.tiled_atomic_rmw relaxed gpu addf %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xi32>, !nv_tileaa.tiled_view<16x8xi32, memref<?x64xi32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xtf32, memref<?x64xtf32, strides = [?, 1]>>, %i: index, %a: tensor<16x8xtf32>) {
  // expected-error @+1 {{expected f16, bf16, f32, f64 or integers, got 'tf32'}}
  nv_tileas.tiled_atomic_rmw relaxed gpu addf %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xtf32>, !nv_tileaa.tiled_view<16x8xtf32, memref<?x64xtf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected a view with sparse_dim, got}}
  %0 = nv_tileas.gather_load %v[%r, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>[tile<16xi32>, index] -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected coordinate 0 to be a 1-d tile of 16 integers, got 'index'}}
  %0 = nv_tileas.gather_load %g[%i, %i] : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>[index, index] -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected coordinate 1 of type index, got 'tensor<16xi32>'}}
  %0 = nv_tileas.gather_load %g[%r, %r] : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>[tile<16xi32>, tile<16xi32>] -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected an atom of kind copy or tma_gather, got tma_load_2d}}
  %0 = nv_tileas.gather_load %g[%r, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>[tile<16xi32>, index] -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected no padding_value on a store}}
  nv_tileas.scatter_store %a, %g[%r, %i] {padding_value = 0.0 : f32} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>[tile<16xi32>, index]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  nv_tileas.scatter_store acquire gpu %a, %g[%r, %i] : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>[tile<16xi32>, index]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>, %s: !nv_tileas.tiled_view<16x8xf32, smem>, %i: index, %a: tensor<16x8xf32>, %r: tensor<16xi32>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token, %m: tensor<16x8xi1>, %m4: tensor<4x8xi1>) {
  // expected-error @+1 {{expected an atom of kind copy or tma_scatter, got cp_async}}
  nv_tileas.scatter_store %a, %g[%r, %i] {atom = #nv_tileas<atom cp_async>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>, sparse_dim = 0>[tile<16xi32>, index]
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or acquire for a load, got release}}
  %0 = nv_tileas.load release gpu %p : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected result of type 'tensor<8xf32>' as the pointers say, got 'tensor<8xf16>'}}
  %0 = nv_tileas.load %p : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a mask along with other, got none}}
  %0 = "nv_tileas.load"(%p, %x) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected other of the result type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0 = "nv_tileas.load"(%p, %m, %h) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi1>, tensor<8xf16>) -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected an atom of kind copy or cp_async, got reduce}}
  %0 = nv_tileas.load %p {atom = #nv_tileas<atom reduce>} : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected value of type 'tensor<8xf32>' as the pointers say, got 'tensor<8xf16>'}}
  nv_tileas.store %p, %h : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected mem_semantic weak, relaxed or release for a store, got acquire}}
  nv_tileas.store acquire gpu %p, %x : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected an atom of kind copy, got cp_async}}
  nv_tileas.store %p, %x {atom = #nv_tileas<atom cp_async>} : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a destination of tile type 'tensor<8xf32>', got 'tensor<4xf32>'}}
  nv_tileas.copy %s, %q {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32, smem>, !nv_tileas.tiled_view<4xf32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a pair of residencies that a copy joins, got gmem to tmem}}
  nv_tileas.copy %d, %tm {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32>, !nv_tileas.tiled_view<8xf32, tmem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a pair of residencies that a copy joins, got rmem to smem}}
  nv_tileas.copy %rm, %s {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32, rmem>, !nv_tileas.tiled_view<8xf32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{got mma_f16_f16_f32}}
  nv_tileas.copy %d, %s {atom = #nv_tileas<atom mma_f16_f16_f32>} : !nv_tileas.tiled_view<8xf32>, !nv_tileas.tiled_view<8xf32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a destination of tile type 'tensor<8xf32>', got 'tensor<4xf32>'}}
  %0 = nv_tileas.async.copy %s, %q {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32, smem>, !nv_tileas.tiled_view<4xf32, smem> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a pair of residencies that a copy joins, got gmem to tmem}}
  %0 = nv_tileas.async.copy %d, %tm {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32>, !nv_tileas.tiled_view<8xf32, tmem> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{expected a pair of residencies that a copy joins, got rmem to smem}}
  %0 = nv_tileas.async.copy %rm, %s {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32, rmem>, !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token) {
  // expected-error @+1 {{got mma_f16_f16_f32}}
  %0 = nv_tileas.async.copy %d, %s {atom = #nv_tileas<atom mma_f16_f16_f32>} : !nv_tileas.tiled_view<8xf32>, !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%x: i32, %w: !nv_tileas.tiled_view<2xi32, smem>) {
  // expected-error @+1 {{expected storage of one 'i32' in smem, got '!nv_tileas.tiled_view<2xi32, smem>'}}
  nv_tileas.store_scalar %x, %w : i32, !nv_tileas.tiled_view<2xi32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%w: !nv_tileas.tiled_view<1xi32>) {
  // expected-error @+1 {{expected storage of one 'i32' in smem, got}}
  %0 = nv_tileas.load_scalar %w : !nv_tileas.tiled_view<1xi32> -> i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%w: !nv_tileas.tiled_view<2xi32, smem>) {
  // expected-error @+1 {{expected storage of one 'i32' in smem, got}}
  %0 = nv_tileas.load_peer_scalar %w : !nv_tileas.tiled_view<2xi32, smem> -> i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{attribute 'bytes' failed to satisfy constraint}}
  %0 = nv_tileas.claim_heap {bytes = 0 : i64}
  nv_tileaa.return
}
