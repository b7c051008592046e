// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every verifier rule of asynchronous ops and of slices.

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected a result of type 'tensor<8xf32>', got 'tensor<8xf16>'}}
  %0 = nv_tileas.async.future_wait %fu : !nv_tileas.async.value<tile<8xf32>> -> tile<8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected an async value of 'tensor<8xf32>', got one of 'tensor<8xf16>'}}
  %0 = nv_tileas.async.to_async %x : tile<8xf32> -> !nv_tileas.async.value<tile<8xf16>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected an async value of a tile, got one of '!nv_tileas.tiled_view<16x8xf32, smem>'}}
  %0 = nv_tileas.async.tiled_load %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> !nv_tileas.async.value<!nv_tileas.tiled_view<16x8xf32, smem>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected result of the view's tile type 'tensor<16x8xf32>', got 'tensor<8xf32>'}}
  %0 = nv_tileas.async.tiled_load %v[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> !nv_tileas.async.value<tile<8xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected an atom of kind copy, cp_async or tma_load, got reduce}}
  %0 = nv_tileas.async.tiled_load %v[%i, %i] {atom = #nv_tileas<atom reduce>} : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected a destination of tile type 'tensor<8xf32>' as the pointers say, got 'tensor<4xf32>'}}
  %0 = nv_tileas.async.load %p, %q : tile<8x!nv_tileaa.ptr<f32>>, !nv_tileas.tiled_view<4xf32, smem> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected a destination in smem, got gmem}}
  %0 = nv_tileas.async.load %p, %d : tile<8x!nv_tileaa.ptr<f32>>, !nv_tileas.tiled_view<8xf32> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected an atom of kind cp_async or copy, got tma_load_1d}}
  %0 = nv_tileas.async.load %p, %s {atom = #nv_tileas<atom tma_load_1d>} : tile<8x!nv_tileaa.ptr<f32>>, !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected value of type 'tensor<8xf32>' as the pointers say, got 'tensor<8xf16>'}}
  %0 = nv_tileas.async.store %p, %h : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf16> -> !nv_tileas.async.token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected residency smem or tmem, got gmem}}
  %0 = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected a tile or storage, got 'f32'}}
  %0 = nv_tileas.alloc_tensor : f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected storage of nv_tileas, got '!nv_tileaa.tiled_view}}
  %0 = nv_tileas.alloc_tensor : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected one offset per dimension, 2 in all, got 1}}
  %0 = nv_tileas.extract_slice %a[%i] : tile<16x8xf32> -> tile<4x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected extent of at most 8 in dimension 1, got 16}}
  %0 = nv_tileas.extract_slice %a[%i, %i] : tile<16x8xf32> -> tile<4x16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected rank 2, got rank 1}}
  %0 = nv_tileas.extract_slice %a[%i, %i] : tile<16x8xf32> -> tile<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected elements 'f32', got 'f16'}}
  %0 = nv_tileas.extract_slice %a[%i, %i] : tile<16x8xf32> -> tile<4x8xf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected a tile of a tile or a view of a view, got}}
  %0 = nv_tileas.extract_slice %s[%i] : !nv_tileas.tiled_view<8xf32, smem> -> tile<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected one offset per dimension, 2 in all, got 1}}
  %0 = nv_tileas.async.extract_slice %a[%i] : tile<16x8xf32> -> !nv_tileas.async.value<tile<4x8xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected extent of at most 8 in dimension 1, got 16}}
  %0 = nv_tileas.async.extract_slice %a[%i, %i] : tile<16x8xf32> -> !nv_tileas.async.value<tile<4x16xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected rank 2, got rank 1}}
  %0 = nv_tileas.async.extract_slice %a[%i, %i] : tile<16x8xf32> -> !nv_tileas.async.value<tile<4xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected elements 'f32', got 'f16'}}
  %0 = nv_tileas.async.extract_slice %a[%i, %i] : tile<16x8xf32> -> !nv_tileas.async.value<tile<4x8xf16>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected a tile of a tile or a view of a view, got}}
  %0 = nv_tileas.async.extract_slice %s[%i] : !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.async.value<tile<4xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected residency smem as the source, got tmem}}
  %0 = nv_tileas.extract_slice %s[%i] : !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.tiled_view<4xf32, tmem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected tiles of rank 1 or more, got 'tensor<8xf32>' and 'f32'}}
  %0 = nv_tileas.extract_slice %x[%i] : tile<8xf32> -> f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected extent of at most 4 in dimension 0, got 8}}
  %0 = nv_tileas.insert_slice %x, %q[%i] : tile<8xf32>, !nv_tileas.tiled_view<4xf32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected an async value of 'tensor<16x8xf32>', got one of 'tensor<16x4xf32>'}}
  %0 = nv_tileas.async.insert_slice %a, %a[%i, %i] : tile<16x8xf32>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x4xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected rank 2, got rank 1}}
  %0 = nv_tileas.async.insert_slice %x, %a[%i, %i] : tile<8xf32>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: !nv_tileas.async.pipeline.iterator<tile<8xf32>>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "nv_tileas.async.pipeline.inc_iter"(%i) : (!nv_tileas.async.pipeline.iterator<tile<8xf32>>) -> !nv_tileas.async.pipeline.iterator<tile<4xf32>>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %h: tensor<8xf16>, %m: tensor<8xi1>, %s: !nv_tileas.tiled_view<8xf32, smem>, %d: !nv_tileas.tiled_view<8xf32>, %q: !nv_tileas.tiled_view<4xf32, smem>, %tm: !nv_tileas.tiled_view<8xf32, tmem>, %rm: !nv_tileas.tiled_view<8xf32, rmem>, %t: !nv_tileaa.mem_token, %i: index, %v: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>, %fu: !nv_tileas.async.value<tile<8xf32>>, %a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected pending of at least 0, got -1}}
  %0 = nv_tileas.async.future_wait %fu {pending = -1 : i32} : !nv_tileas.async.value<tile<8xf32>> -> tile<8xf32>
  nv_tileaa.return
}
