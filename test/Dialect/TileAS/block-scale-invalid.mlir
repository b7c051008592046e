// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Products with scales: what instructions do not take.

// wgmma has no scales.

nv_tileaa.func @f(%a: tensor<64x64xf8E4M3FN>, %b: tensor<64x64xf8E4M3FN>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected no scales with an atom of kind wgmma}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom wgmma_e4m3_e4m3_f32 box [64, 64, 32]>} : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32> scaled tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// The depth is the instruction's.

nv_tileaa.func @f(%a: tensor<64x64xf8E4M3FN>, %b: tensor<64x64xf8E4M3FN>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected an atom of a shape that mma.sync has for 'f8E4M3FN' and 'f32' with these scales, got 16x8x16}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom mma_e4m3_e4m3_f32 box [16, 8, 16]>} : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32> scaled tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// PTX 9.0 has no blocks of 16 with scales of e8m0.

nv_tileaa.func @f(%a: tensor<64x64xf4E2M1FN>, %b: tensor<64x64xf4E2M1FN>, %c: tensor<64x64xf32>, %s: tensor<64x4xf8E8M0FNU>, %t: tensor<4x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected an atom of a shape that mma.sync has for 'f4E2M1FN' and 'f32' with these scales, got 16x8x64}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<64x64xf4E2M1FN>, tile<64x64xf4E2M1FN>, tile<64x64xf32> scaled tile<64x4xf8E8M0FNU>, tile<4x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// Two factors in a byte are half as many bytes.

nv_tileaa.func @f(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected a scale format and block length that go with 'f4E2M1FN', got 'f8E8M0FNU' and 128 / 2}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xf32> scaled tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// Both factors are bytes of two, or neither.

nv_tileaa.func @f(%a: tensor<64x32xi8>, %b: tensor<64x64xf4E2M1FN>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected an atom of 'i8', 'f4E2M1FN' and 'f32', got mma_e2m1_e2m1_f32}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<64x32xi8>, tile<64x64xf4E2M1FN>, tile<64x64xf32> scaled tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// Only factors of 4 bits are two in a byte.

nv_tileaa.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected i8 operands and an i32 accumulator, got 'i8' and 'f32'}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom mma_e4m3_e4m3_f32 box [16, 8, 32]>} : tile<64x32xi8>, tile<32x64xi8>, tile<64x64xf32> scaled tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// Multiply-add has no bytes of two.

nv_tileaa.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected i8 operands and an i32 accumulator, got 'i8' and 'f32'}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom fma_e2m1_e2m1_f32>} : tile<64x32xi8>, tile<32x64xi8>, tile<64x64xf32> scaled tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// Bytes of two have scales.

nv_tileaa.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x2xf8E8M0FNU>, %t: tensor<2x64xf8E8M0FNU>) {
  // expected-error @+1 {{expected operands and accumulator that go together, got 'f4E2M1FN' and 'f32'}}
  %0 = nv_tileas.dot %a, %b, %c  {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<64x32xi8>, tile<32x64xi8>, tile<64x64xf32> -> tile<64x64xf32>
  nv_tileaa.return
}

// -----

// tcgen05 takes two factors of 4 bits in a byte.

nv_tileaa.func @f(%a: tensor<128x128xf4E2M1FN>, %b: tensor<128x128xf4E2M1FN>, %c: tensor<128x128xf32>, %s: tensor<128x8xf8E4M3FN>, %t: tensor<8x128xf8E4M3FN>) {
  // expected-error @+1 {{expected factors of a byte or more, or bytes of two, for an atom of kind tcgen05, got 'f4E2M1FN'}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom tcgen05_e2m1_e2m1_f32 box [128, 128, 64]>} : tile<128x128xf4E2M1FN>, tile<128x128xf4E2M1FN>, tile<128x128xf32> scaled tile<128x8xf8E4M3FN>, tile<8x128xf8E4M3FN> -> tile<128x128xf32>
  nv_tileaa.return
}

// -----

// Bytes of two lie along the depth.

#b = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,16), (2,32), (4,64), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:128)>
nv_tileaa.func @f(%a: tensor<128x64xi8>, %b: !nv_tileas.tiled_view<64x128xi8, smem, #b>, %c: tensor<128x128xf32>, %s: tensor<128x8xf8E4M3FN>, %t: tensor<8x128xf8E4M3FN>) {
  // expected-error @+1 {{expected rhs contiguous along its depth, got}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom tcgen05_e2m1_e2m1_f32 box [128, 128, 64]>} : tile<128x64xi8>, !nv_tileas.tiled_view<64x128xi8, smem, #b>, tile<128x128xf32> scaled tile<128x8xf8E4M3FN>, tile<8x128xf8E4M3FN> -> tile<128x128xf32>
  nv_tileaa.return
}

// -----

// tcgen05 copies four blocks of 128 rows at once.

nv_tileaa.func @f(%a: tensor<128x64xf8E4M3FN>, %b: tensor<64x128xf8E4M3FN>, %c: tensor<128x128xf32>, %s: tensor<128x2xf8E8M0FNU>, %t: tensor<2x128xf8E8M0FNU>) {
  // expected-error @+1 {{expected lhs_scale of at least 128 rows or columns and 4 blocks, got 'tensor<128x2xf8E8M0FNU>'}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>} : tile<128x64xf8E4M3FN>, tile<64x128xf8E4M3FN>, tile<128x128xf32> scaled tile<128x2xf8E8M0FNU>, tile<2x128xf8E8M0FNU> -> tile<128x128xf32>
  nv_tileaa.return
}

// -----

// mma.sync takes the scales of its rows from the lanes that hold these rows.

#lhs = #nv_tileas.layout<{register: [(0,1), (0,2), (8,0), (0,16)], lane: [(0,4), (0,8), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:32)>
#other = #nv_tileas.layout<{register: [(0,0)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)]} -> (dim0:16, dim1:1)>
nv_tileaa.func @f(%a: tensor<16x32xf8E4M3FN, #lhs>, %b: tensor<32x8xf8E4M3FN>, %c: tensor<16x8xf32>, %s: tensor<16x1xf8E8M0FNU, #other>, %t: tensor<1x8xf8E8M0FNU>) {
  // expected-error @+1 {{expected lhs_scale laid out beside the fragments of its factor, got layout}}
  %0 = nv_tileas.dot %a, %b, %c scaled %s, %t {atom = #nv_tileas<atom mma_e4m3_e4m3_f32 box [16, 8, 32]>} : tile<16x32xf8E4M3FN, #lhs>, tile<32x8xf8E4M3FN>, tile<16x8xf32> scaled tile<16x1xf8E8M0FNU, #other>, tile<1x8xf8E8M0FNU> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

// Rows after each other are not the order that tcgen05.cp copies.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,16), (2,32), (4,64), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:128)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0), (16,1), (32,2), (64,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#eight = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:128, dim1:8)>
#four = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#sa = #nv_tileas.layout<{offset: [(0,1), (0,2), (32,0), (64,0), (1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:128, dim1:4)>
#sb = #nv_tileas.layout<{offset: [(1,0), (2,0), (0,32), (0,64), (0,1), (0,2), (0,4), (0,8), (0,16)]} -> (dim0:4, dim1:128)>
#rows = #nv_tileas.layout<{offset: [(0,1), (0,2), (1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:4)>
!a = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #a>
!b = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #b>
!p = !nv_tileas.tiled_view<128x128xf32, tmem, #place>
!sa = !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #sa>
!sb = !nv_tileas.tiled_view<4x128xf8E8M0FNU, smem, #sb>
nv_tileaa.func @f(%a: !a, %b: !b, %p: !p, %sa: !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #rows>, %sb: !sb, %sp: !nv_tileas.tiled_view<128x8xi32, tmem, #eight>, %adds: i1) {
  // expected-error @+1 {{expected lhs_scale in the order that tcgen05.cp copies, got '!nv_tileas.tiled_view<128x4xf8E8M0FNU, smem}}
  nv_tileas.tensor_dot %a, %b, %p scaled %sa, %sb in %sp if %adds {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>} : !a, !b, !p scaled !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #rows>, !sb in !nv_tileas.tiled_view<128x8xi32, tmem, #eight>
  nv_tileaa.return
}

// -----

// Both factors' scales take four columns each.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,16), (2,32), (4,64), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:128)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0), (16,1), (32,2), (64,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#eight = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:128, dim1:8)>
#four = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#sa = #nv_tileas.layout<{offset: [(0,1), (0,2), (32,0), (64,0), (1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:128, dim1:4)>
#sb = #nv_tileas.layout<{offset: [(1,0), (2,0), (0,32), (0,64), (0,1), (0,2), (0,4), (0,8), (0,16)]} -> (dim0:4, dim1:128)>
#rows = #nv_tileas.layout<{offset: [(0,1), (0,2), (1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:4)>
!a = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #a>
!b = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #b>
!p = !nv_tileas.tiled_view<128x128xf32, tmem, #place>
!sa = !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #sa>
!sb = !nv_tileas.tiled_view<4x128xf8E8M0FNU, smem, #sb>
nv_tileaa.func @f(%a: !a, %b: !b, %p: !p, %sa: !sa, %sb: !sb, %sp: !nv_tileas.tiled_view<128x4xi32, tmem, #four>, %adds: i1) {
  // expected-error @+1 {{expected a place of i32 with 128 rows and at least 8 columns for the scales, got '!nv_tileas.tiled_view<128x4xi32, tmem}}
  nv_tileas.tensor_dot %a, %b, %p scaled %sa, %sb in %sp if %adds {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>} : !a, !b, !p scaled !sa, !sb in !nv_tileas.tiled_view<128x4xi32, tmem, #four>
  nv_tileaa.return
}

// -----

// Scales have a place in tensor memory.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,16), (2,32), (4,64), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:128)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0), (16,1), (32,2), (64,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#eight = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:128, dim1:8)>
#four = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:128, dim1:4)>
#sa = #nv_tileas.layout<{offset: [(0,1), (0,2), (32,0), (64,0), (1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:128, dim1:4)>
#sb = #nv_tileas.layout<{offset: [(1,0), (2,0), (0,32), (0,64), (0,1), (0,2), (0,4), (0,8), (0,16)]} -> (dim0:4, dim1:128)>
#rows = #nv_tileas.layout<{offset: [(0,1), (0,2), (1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:4)>
!a = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #a>
!b = !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #b>
!p = !nv_tileas.tiled_view<128x128xf32, tmem, #place>
!sa = !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #sa>
!sb = !nv_tileas.tiled_view<4x128xf8E8M0FNU, smem, #sb>
nv_tileaa.func @f(%a: !a, %b: !b, %p: !p, %sa: !sa, %sb: !sb, %sp: !sa, %adds: i1) {
  // expected-error @+1 {{expected a place of i32 with 128 rows and at least 8 columns for the scales, got '!nv_tileas.tiled_view<128x4xf8E8M0FNU, smem}}
  nv_tileas.tensor_dot %a, %b, %p scaled %sa, %sb in %sp if %adds {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>} : !a, !b, !p scaled !sa, !sb in !sa
  nv_tileaa.return
}
