// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// What a product does not take in shared memory, and what wgmma does not take.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected factors in registers for an atom of kind mma, got}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected factors in registers for an atom of kind fma, got}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom fma_f16_f16_f32>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected an atom of a shape that wgmma has for 'f16' and 'f32', got 64x12x16}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 12, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected an atom of a shape that wgmma has for 'f16' and 'f32', got 64x8x32}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 32]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected a tile of at least 64x16x16 for its atom, got 64x8x64}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 16, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
!plain = !nv_tileas.tiled_view<64x64xf16, smem>
nv_tileaa.func @f(%a: !plain, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected lhs in an image of rows of 32, 64 or 128 bytes, swizzled, got}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !plain, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
!plain = !nv_tileas.tiled_view<64x8xf16, smem>
nv_tileaa.func @f(%a: !a, %b: !plain, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected rhs in an image of rows of 32, 64 or 128 bytes, swizzled, got}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !plain, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
#wrong = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(32,0), (16,0)]} -> (dim0:64, dim1:64)>
nv_tileaa.func @f(%a: tensor<64x64xf16, #wrong>, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected lhs in fragments of wgmma, got layout}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : tile<64x64xf16, #wrong>, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
#wrong = #nv_tileas.layout<{register: [(8,0), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #wrong>) {
  // expected-error @+1 {{expected acc in fragments of wgmma, got layout}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #wrong> -> tile<64x8xf32, #wrong>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: tensor<64x8xf16, #acc>, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected a view in shared memory as rhs of wgmma, got}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, tile<64x8xf16, #acc>, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
#ka = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,16), (2,32), (4,64), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:128)>
#nb = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (1,0), (2,0), (4,16), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:32)>
#acc32 = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:32)>
!ka = !nv_tileas.tiled_view<64x128xi8, smem, #ka>
!nb = !nv_tileas.tiled_view<128x32xi8, smem, #nb>
nv_tileaa.func @f(%a: !ka, %b: !nb, %c: tensor<64x32xi32, #acc32>) {
  // expected-error @+1 {{expected rhs contiguous along its depth, got}}
  %0 = nv_tileas.dot %a, %b, %c signed signed {atom = #nv_tileas<atom wgmma_i8_i8_i32 box [64, 32, 32]>} : !ka, !nb, tile<64x32xi32, #acc32> -> tile<64x32xi32, #acc32>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected pending of at least 0, got -1}}
  %0 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, pending = -1 : i32} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: !nv_tileas.async.value<!b>) {
  // expected-error @+1 {{expected an accumulator that is a tile, got}}
  %0 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, !nv_tileas.async.value<!b> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%t: tensor<64x64xf16, #left>, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected lhs_tile only beside a view in shared memory, got 'tensor<64x64xf16,}}
  %0 = nv_tileas.dot %t, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, lhs_tile = tensor<64x64xf16, #left>} : tile<64x64xf16, #left>, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected no rhs_tile with an atom of kind wgmma}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, rhs_tile = tensor<64x8xf16>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected lhs_tile of the elements of '!nv_tileas.tiled_view<64x64xf16, smem, }}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32>, lhs_tile = tensor<64x32xf16>, rhs_tile = tensor<64x8xf16>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
#wrong = #nv_tileas.layout<{register: [(0,1), (0,2), (0,8), (0,16), (0,32)], lane: [(0,4), (8,0), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected lhs in fragments of 16x8x16, got layout}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>, lhs_tile = tensor<64x64xf16, #wrong>, rhs_tile = tensor<64x8xf16>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

// Columns are in pairs on both sides or on none.

#lhs = #nv_tileas.layout<{register: [(0,1), (0,2), (8,0), (0,16)], lane: [(0,4), (0,8), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#rhs = #nv_tileas.layout<{register: [(1,0), (2,0), (16,0), (0,8)], lane: [(4,0), (8,0), (0,1), (0,2), (0,4)]} -> (dim0:32, dim1:16)>
#acc = #nv_tileas.layout<{register: [(0,2), (8,0), (0,1)], lane: [(0,4), (0,8), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:16)>
nv_tileaa.func @f(%a: tensor<16x32xi8, #lhs>, %b: tensor<32x16xi8, #rhs>, %c: tensor<16x16xi32, #acc>) {
  // expected-error @+1 {{expected rhs in fragments of 16x8x32 with columns in pairs, got layout}}
  %0 = nv_tileas.dot %a, %b, %c signed signed {atom = #nv_tileas<atom mma_i8_i8_i32 box [16, 8, 32]>} : tile<16x32xi8, #lhs>, tile<32x16xi8, #rhs>, tile<16x16xi32, #acc> -> tile<16x16xi32, #acc>
  nv_tileaa.return
}

// -----

// The transpose: its sums are exchanged fragments.
#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#l = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32)]} -> (dim0:8, dim1:64)>
#t = #nv_tileas.layout<{register: [(1,0), (0,8)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>
#wrong = #nv_tileas.layout<{register: [(0,8), (1,0)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>
!a = !nv_tileas.tiled_view<8x64xf16, smem, #l>
!b = !nv_tileas.tiled_view<64x64xf16, smem, #a>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<8x64xf32, #wrong>) {
  // expected-error @+1 {{expected acc in fragments of a transposed product of wgmma, got layout}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 8, 16]>} : !a, !b, tile<8x64xf32, #wrong> -> tile<8x64xf32, #wrong>
  nv_tileaa.return
}

// -----

// Neither factor is in registers.
#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#l = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32)]} -> (dim0:8, dim1:64)>
#t = #nv_tileas.layout<{register: [(1,0), (0,8)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>
!a = !nv_tileas.tiled_view<8x64xf16, smem, #l>
!b = !nv_tileas.tiled_view<64x64xf16, smem, #a>
nv_tileaa.func @f(%a: tensor<8x64xf16, #t>, %b: !b, %c: tensor<8x64xf32, #t>) {
  // expected-error @+1 {{expected a view in shared memory as lhs of a transposed product of wgmma, got}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 8, 16]>} : tile<8x64xf16, #t>, !b, tile<8x64xf32, #t> -> tile<8x64xf32, #t>
  nv_tileaa.return
}

// -----

// The rows of the instruction are columns of the tile.
#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#l = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32)]} -> (dim0:8, dim1:64)>
#t = #nv_tileas.layout<{register: [(1,0), (0,8)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>
!a = !nv_tileas.tiled_view<8x64xf16, smem, #l>
!b = !nv_tileas.tiled_view<64x64xf16, smem, #a>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<8x64xf32, #t>) {
  // expected-error @+1 {{expected a tile of at least 16x64x16 for its atom, got 8x64x64}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 16, 16]>} : !a, !b, tile<8x64xf32, #t> -> tile<8x64xf32, #t>
  nv_tileaa.return
}

// -----

// No other instruction makes transposes.
#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#l = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32)]} -> (dim0:8, dim1:64)>
#t = #nv_tileas.layout<{register: [(1,0), (0,8)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>
!a = !nv_tileas.tiled_view<8x64xf16, smem, #l>
!b = !nv_tileas.tiled_view<64x64xf16, smem, #a>
nv_tileaa.func @f(%a: !a, %b: !b, %c: tensor<8x64xf32, #t>) {
  // expected-error @+1 {{expected 'transposed' on an atom of kind wgmma or tcgen05, got kind mma}}
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32 transposed box [16, 8, 16]>} : !a, !b, tile<8x64xf32, #t> -> tile<8x64xf32, #t>
  nv_tileaa.return
}
