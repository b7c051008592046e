// RUN: tessera-opt %s --split-input-file --tileas-allocate-shared-memory --tileas-insert-barriers --verify-diagnostics

// Asynchronous work that nobody waited for.

#l = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64), (128)]} -> (dim0:256)>
!s = !nv_tileas.tiled_view<256xf32, smem>
nv_tileaa.func @storage(%g: !nv_tileas.tiled_view<256xf32>, %i: index) {
  %x = nv_tileas.alloc_tensor : !s
  %d = nv_tileas.async.copy %g, %x {atom = #nv_tileas<atom cp_async>} : !nv_tileas.tiled_view<256xf32>, !s -> !nv_tileas.async.token
  // expected-error @+1 {{expected a wait for the asynchronous copy into its storage}}
  %0 = nv_tileas.tiled_load %x[%i] {atom = #nv_tileas<atom copy>} : !s -> tile<256xf32, #l>
  nv_tileaa.return
}

// -----

nv_tileaa.func @global(%p: tensor<8x!nv_tileaa.ptr<f32>>, %v: tensor<8xf32>) {
  %d = nv_tileas.async.store %p, %v : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32> -> !nv_tileas.async.token
  // expected-error @+1 {{expected a wait for the asynchronous access that its token comes from}}
  %0, %1 = nv_tileas.load %p token = %d : !nv_tileas.async.token : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:4)>
nv_tileaa.func @tensor_memory(%p: !nv_tileas.tiled_view<128x4xf32, tmem, #place>, %t: tensor<128x4xf32, #rows>, %i: index) {
  %f = nv_tileas.async.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, tmem, #place> -> !nv_tileas.async.value<tile<128x4xf32, #rows>>
  // expected-error @+1 {{expected a wait for the asynchronous copy into its storage}}
  nv_tileas.tiled_store %t, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x4xf32, #rows>, !nv_tileas.tiled_view<128x4xf32, tmem, #place>
  nv_tileaa.return
}
