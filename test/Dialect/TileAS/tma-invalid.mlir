// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of tensor maps and bulk copies.

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a TMA atom, got cp_async}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom cp_async>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a view of the atom's rank 3, got rank 2}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i, %i] {atom = #nv_tileas<atom tma_load_3d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected one box extent per dimension, 2 in all, got 1}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  %k = arith.constant 512 : index
  // expected-error @+1 {{expected box extents from 1 to 256, got 512}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%k, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  %k = arith.constant 32 : index
  // expected-error @+1 {{expected box extent 64 in dimension 1 as the atom says, got 32}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %k] {atom = #nv_tileas<atom tma_load_2d box [16, 64]>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileaa.tiled_view<16x64xi8, memref<?x1024xi8, strides = [1024, 1]>>) {
  // expected-error @+1 {{expected floating-point elements with oob_mode nan, got 'i8'}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>, oob_mode = #nv_tileas<oob_mode nan>} : !nv_tileaa.tiled_view<16x64xi8, memref<?x1024xi8, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileaa.tiled_view<16x64xi1, memref<?x1024xi1, strides = [1024, 1]>>) {
  // expected-error @+1 {{expected an element of 8 to 64 bits, got 'i1'}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xi1, memref<?x1024xi1, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 2]>>) {
  // expected-error @+1 {{expected a view of element stride 1, got 2}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 2]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, ?]>>) {
  // expected-error @+1 {{expected a view of element stride 1, got a stride known at run time only}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, ?]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1002, 1]>>) {
  // expected-error @+1 {{expected strides that are multiples of 16 bytes, got 2004}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1002, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileas.tiled_view<16x64xf16, smem>) {
  // expected-error @+1 {{expected a view in gmem, got one in smem}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tiled_view<16x64xf16, smem> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected an atom of kind tma_load, got tma_store_2d}}
  %1 = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %t {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  // expected-error @+1 {{expected the descriptor's atom tma_store_2d, got tma_load_2d}}
  %1 = nv_tileas.async.tiled_tma_load %0, %s[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a destination in smem, got one in gmem}}
  %1 = nv_tileas.async.tiled_tma_load %d, %g[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected one coordinate per dimension, 2 in all, got 1}}
  %1 = nv_tileas.async.tiled_tma_load %d, %s[%i], %t {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a destination of the atom's box 8, 64, got 16, 64}}
  %1 = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d box [8, 64]>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a barrier, got none}}
  %1 = nv_tileas.async.tiled_tma_load %d, %s[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected an async value of 'tensor<16x64xf16>', got one of 'tensor<8xf16>'}}
  %1 = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.value<tile<8xf16>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected floating-point elements with padding_value, got 'i8'}}
  %1 = nv_tileas.async.tiled_tma_load %d, %n[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d>, padding_value = 1 : i8} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xi8, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected padding_value of type 'f16', got 'f32'}}
  %1 = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d>, padding_value = 0.0 : f32} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected an atom of kind tma_store or tma_reduce, got tma_load_2d}}
  %1 = nv_tileas.async.tiled_tma_store %d, %s[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a source in smem, got one in tmem}}
  %1 = nv_tileas.async.tiled_tma_store %d, %w[%i, %i] {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, tmem>, index, index -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected one coordinate per dimension, 2 in all, got 1}}
  %1 = nv_tileas.async.tiled_tma_store %d, %s[%i] {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected an atom of kind tma_gather, got tma_load_2d}}
  %1 = nv_tileas.async.gather_tma_load %d, %s rows %r[%i] barrier %t {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected rows to be a 1-d tile of 16 i32, got 'tensor<8xi32>'}}
  %1 = nv_tileas.async.gather_tma_load %d, %s rows %r8[%i] barrier %t {atom = #nv_tileas<atom tma_gather_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<8xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected one coordinate per dimension, 2 in all, got 3}}
  %1 = nv_tileas.async.gather_tma_load %d, %s rows %r[%i, %i] barrier %t {atom = #nv_tileas<atom tma_gather_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected a barrier, got none}}
  %1 = nv_tileas.async.gather_tma_load %d, %s rows %r[%i] {atom = #nv_tileas<atom tma_gather_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected padding_value of type 'f16', got 'f32'}}
  %1 = nv_tileas.async.gather_tma_load %d, %s rows %r[%i] barrier %t {atom = #nv_tileas<atom tma_gather_2d>, padding_value = 0.0 : f32} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected an atom of kind tma_scatter, got tma_gather_2d}}
  %1 = nv_tileas.async.scatter_tma_store %d, %s rows %r[%i] {atom = #nv_tileas<atom tma_gather_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected rows to be a 1-d tile of 16 i32, got 'tensor<8xi32>'}}
  %1 = nv_tileas.async.scatter_tma_store %d, %s rows %r8[%i] {atom = #nv_tileas<atom tma_scatter_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<8xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%d: !nv_tileas.tma_desc, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>, %i: index, %s: !nv_tileas.tiled_view<16x64xf16, smem>, %g: !nv_tileas.tiled_view<16x64xf16>, %n: !nv_tileas.tiled_view<16x64xi8, smem>, %t: !nv_tileaa.mem_token, %r: tensor<16xi32>, %r8: tensor<8xi32>, %w: !nv_tileas.tiled_view<16x64xf16, tmem>) {
  // expected-error @+1 {{expected no padding_value on a store}}
  %1 = nv_tileas.async.scatter_tma_store %d, %s rows %r[%i] {atom = #nv_tileas<atom tma_scatter_2d>, padding_value = 0.0 : f16} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %p: i32, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>) {
  // expected-error @+1 {{expected a number of the map if and only if it has a place}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>) {
  // expected-error @+1 {{expected a number of the map if and only if it has a place}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>, map = 0 : i32} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: index, %p: i32, %v: !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>) {
  // expected-error @+1 {{expected a number of the map of at least 0, got -1}}
  %0 = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d>, map = -1 : i32} : !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{attribute 'num_maps' failed to satisfy constraint}}
  %0 = nv_tileas.claim_tma_place {num_maps = 0 : i32}
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{attribute 'num_maps' failed to satisfy constraint}}
  %0 = nv_tileas.begin_tma_place {num_maps = 0 : i32, warp = 8 : i32}
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{attribute 'warp' failed to satisfy constraint}}
  %0 = nv_tileas.begin_tma_place {num_maps = 2 : i32, warp = -1 : i32}
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%s: !nv_tileas.tiled_view<16x64xf16>) {
  // expected-error @+1 {{expected storage in smem, got gmem}}
  nv_tileas.wait_tma_stores %s {pending = 0 : i32} : !nv_tileas.tiled_view<16x64xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{attribute 'pending' failed to satisfy constraint}}
  nv_tileas.wait_tma_stores {pending = -1 : i32}
  nv_tileaa.return
}
