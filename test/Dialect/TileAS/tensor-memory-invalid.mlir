// RUN: tessera-opt %s --split-input-file --verify-diagnostics

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8, smem>) {
  // expected-error @+1 {{expected columns that are a power of two from 32 to 512, got 48}}
  %m = nv_tileas.claim_tensor_memory %board {columns = 48 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8, smem>) {
  // expected-error @+1 {{expected columns that are a power of two from 32 to 512, got 16}}
  %m = nv_tileas.claim_tensor_memory %board {columns = 16 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8, smem>, %m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected columns that are a power of two from 32 to 512, got 1024}}
  nv_tileas.release_tensor_memory %m, %board {columns = 1024 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<16xi8, smem>) {
  // expected-error @+1 {{expected a board of 32 bytes in shared memory, got '!nv_tileas.tiled_view<16xi8, smem>'}}
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<16xi8, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8, smem>) {
  // expected-error @+1 {{expected a board of 64 bytes in shared memory, got '!nv_tileas.tiled_view<32xi8, smem>'}}
  %m = nv_tileas.claim_tensor_memory %board {columns = 64 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8, smem>) {
  // expected-error @+1 {{expected teams that share out 64 columns, got 3}}
  %m = nv_tileas.claim_tensor_memory %board {columns = 64 : i32, teams = 3 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<64xi8, smem>, %other: !nv_tileas.tiled_view<64xi8>) {
  %m = nv_tileas.claim_tensor_memory %board {columns = 64 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  // expected-error @+1 {{expected a board of 64 bytes in shared memory, got '!nv_tileas.tiled_view<64xi8>'}}
  nv_tileas.release_tensor_memory %m, %other {columns = 64 : i32} : !nv_tileas.tiled_view<64xi8>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8>, %m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected a board of 32 bytes in shared memory, got '!nv_tileas.tiled_view<32xi8>'}}
  nv_tileas.release_tensor_memory %m, %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected a view in tensor memory with a layout, got}}
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected a view in tensor memory with a layout, got}}
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<64x8xf32, smem>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected at most 512 columns, got 516}}
  %p = nv_tileas.tensor_place %m {column = 508 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected elements of f16, f32 or i32, got 'f64'}}
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<64x8xf64, tmem, #place>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected 0 or 1 commits pending, got 2}}
  nv_tileas.wait_products %m {pending = 2 : i32}
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected an atom of kind tcgen05 with a shape, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected an atom of kind tcgen05 with a shape, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected an atom of a shape that tcgen05 has for 'f16' and 'f32', got 64x12x16}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 12, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected an atom of a shape that tcgen05 has for 'f16' and 'f32', got 32x8x16}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [32, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected a tile of at least 128x16x16 for its atom, got 64x8x16}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected an atom of 'f16', 'f16' and 'f32', got tcgen05_bf16_bf16_f32}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, smem>, %adds: i1) {
  // expected-error @+1 {{expected a place in tensor memory, got '!nv_tileas.tiled_view<64x8xf32, smem>'}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, smem>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (0,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected a place for instructions of 64 rows, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,0), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected lhs in an image of rows of 32, 64 or 128 bytes, swizzled, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<64x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected acc in registers that tcgen05.ld can load, got layout}}
  %d = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#t = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(0,8), (1,0), (2,0), (4,0), (8,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:16)>
nv_tileaa.func @f(%a: tensor<64x16xf16, #t>, %b: !nv_tileas.tiled_view<16x8xf16, smem, #b>, %c: tensor<64x8xf32, #acc>) {
  // expected-error @+1 {{expected a view in shared memory as lhs of tcgen05, or one that instructions of 128 rows read in tensor memory, got}}
  %d = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : tile<64x16xf16, #t>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a layout of tmemlane and tmemcolumn, got}}
nv_tileaa.func private @f(!nv_tileas.tiled_view<2x2xf32, tmem, #nv_tileas.layout<{offset: [(0,1), (1,0)]} -> (dim0:2, dim1:2)>>)

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected at least one set, got 0}}
  %p = nv_tileas.tensor_place %m {column = 0 : i32, sets = 0 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{expected at most 512 columns, got 516}}
  %p = nv_tileas.tensor_place %m {column = 500 : i32, sets = 2 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>, %i: !nv_tileas.async.pipeline.iterator<tile<1xi32>>) {
  // expected-error @+1 {{expected a place that tensor_place makes, got}}
  %s = nv_tileas.tensor_set %p, %i : !nv_tileas.tiled_view<64x8xf32, tmem, #place>, !nv_tileas.async.pipeline.iterator<tile<1xi32>>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#slice = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:64, dim1:4)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected at most 8 columns, got 9}}
  %s = nv_tileas.tensor_slice %p {column = 5 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> !nv_tileas.tiled_view<64x4xf32, tmem, #slice>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#slice = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:64, dim1:4)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected matrices of the same rows and elements in tensor memory, with a lane for each row, got}}
  %s = nv_tileas.tensor_slice %p {column = 0 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> !nv_tileas.tiled_view<64x4xi32, tmem, #slice>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf16, tmem, #place>) {
  // expected-error @+1 {{expected a matrix of f32 or i32 in tensor memory with a lane for each row, got '!nv_tileas.tiled_view<64x8xf16, tmem,}}
  %t, %m = nv_tileas.load_extrema max %p : !nv_tileas.tiled_view<64x8xf16, tmem, #place> -> tile<64x8xf16, #rows>, tile<64xf16, #row>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected a tile of the matrix, got 'tensor<64x8xi32}}
  %t, %m = nv_tileas.load_extrema max %p : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xi32, #rows>, tile<64xf32, #row>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected extrema of one or more parts of each of the 64 rows, each of two columns or more, got 'tensor<64xi32}}
  %t, %m = nv_tileas.load_extrema max %p : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #rows>, tile<64xi32, #row>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
#eight = #nv_tileas.layout<{register: [(1,0), (2,0), (4,0)], lane: [(0,1), (0,2), (0,4), (0,8), (0,0)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected extrema of one or more parts of each of the 64 rows, each of two columns or more, got 'tensor<8x64xf32}}
  %t, %m = nv_tileas.load_extrema max %p : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #rows>, tile<8x64xf32, #eight>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
#half = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (0)]} -> (dim0:32)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected extrema of one or more parts of each of the 64 rows, each of two columns or more, got 'tensor<32xf32}}
  %t, %m = nv_tileas.load_extrema max %p : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #rows>, tile<32xf32, #half>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xf32, tmem, #place>) {
  // expected-error @+1 {{expected max or min of f32, got umax}}
  %t, %m = nv_tileas.load_extrema umax %p : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #rows>, tile<64xf32, #row>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xi32, tmem, #place>) {
  // expected-error @+1 {{expected neither absolute nor propagate_nan of i32}}
  %t, %m = nv_tileas.load_extrema max %p absolute : !nv_tileas.tiled_view<64x8xi32, tmem, #place> -> tile<64x8xi32, #rows>, tile<64xi32, #row>
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<64x8xi32, tmem, #place>) {
  // expected-error @+1 {{expected neither absolute nor propagate_nan of i32}}
  %t, %m = nv_tileas.load_extrema min %p propagate_nan : !nv_tileas.tiled_view<64x8xi32, tmem, #place> -> tile<64x8xi32, #rows>, tile<64xi32, #row>
  nv_tileaa.return
}

// -----

#words = #nv_tileas.layout<{offset: [(0,1)], tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
nv_tileaa.func @f(%board: !nv_tileas.tiled_view<32xi8, smem>) {
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  // expected-error @+1 {{expected elements of f16 or bf16 in pairs, got 'f32'}}
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #words>
  nv_tileaa.return
}

// -----

// Each element in a column of its own, as of sums.

#single = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8)]} -> (dim0:16, dim1:16)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #single>, %b: !nv_tileas.tiled_view<16x16xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x16xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected a view in shared memory as lhs of tcgen05, or one that instructions of 128 rows read in tensor memory, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #single>, !nv_tileas.tiled_view<16x16xf16, smem, #b>, !nv_tileas.tiled_view<128x16xf32, tmem, #place>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>

nv_tileaa.func @f(%board: !nv_tileas.tiled_view<64xi8, smem>) {
  %m = nv_tileas.claim_tensor_memory %board {columns = 512 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  // expected-error @+1 {{expected at most 512 columns, got 528}}
  %p = nv_tileas.tensor_place %m {column = 16 : i32, team_columns = 496 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #rows>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%m: !nv_tileas.tensor_memory) {
  // expected-error @+1 {{attribute 'team_columns' failed to satisfy constraint}}
  %p = nv_tileas.tensor_place %m {column = 0 : i32, team_columns = -1 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: i32) {
  // expected-error @+1 {{expected nv_tileas.sums_in_turn as a unit attribute of nv_tileas.dot}}
  %r = arith.addi %v, %v {nv_tileas.sums_in_turn} : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: i32) {
  // expected-error @+1 {{expected nv_tileas.tensor_factor as a unit attribute of nv_tileas.dot}}
  %r = arith.addi %v, %v {nv_tileas.tensor_factor} : i32
  nv_tileaa.return
}

// -----

#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4)], offset: [(0,1)]} -> (dim0:128, dim1:8)>
#slice = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2)], offset: [(0,1)]} -> (dim0:128, dim1:4)>
nv_tileaa.func @f(%p: !nv_tileas.tiled_view<128x8xbf16, tmem, #place>) {
  // expected-error @+1 {{expected whole columns of tensor memory, got element 3 of rows with 2 in a column}}
  %s = nv_tileas.tensor_slice %p {column = 3 : i32} : !nv_tileas.tiled_view<128x8xbf16, tmem, #place> -> !nv_tileas.tiled_view<128x4xbf16, tmem, #slice>
  nv_tileaa.return
}

// -----

// Columns of a transposed product's tile are lanes.
#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8)]} -> (dim0:8, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8), (0,16), (0,32)]} -> (dim0:16, dim1:64)>
#place = #nv_tileas.layout<{tmemlane: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,0), (0,32)], tmemcolumn: [(1,0), (2,0), (4,0)]} -> (dim0:8, dim1:64)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<8x16xf16, smem, #a>, %b: !nv_tileas.tiled_view<16x64xf16, smem, #b>, %p: !nv_tileas.tiled_view<8x64xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected a place for transposed instructions of 64 rows, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 transposed box [64, 8, 16]>} : !nv_tileas.tiled_view<8x16xf16, smem, #a>, !nv_tileas.tiled_view<16x64xf16, smem, #b>, !nv_tileas.tiled_view<8x64xf32, tmem, #place>
  nv_tileaa.return
}

// -----

// Its left factor is the right one of the instruction, which is not in tensor memory.
#a = #nv_tileas.layout<{offset: [(0,1)], tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:16, dim1:128)>
#place = #nv_tileas.layout<{tmemlane: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)], tmemcolumn: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:128)>
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<128x16xf16, tmem, #a>, %b: !nv_tileas.tiled_view<16x128xf16, smem, #b>, %p: !nv_tileas.tiled_view<128x128xf32, tmem, #place>, %adds: i1) {
  // expected-error @+1 {{expected a view in shared memory as lhs of tcgen05, or one that instructions of 128 rows read in tensor memory, got}}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 transposed box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xf16, tmem, #a>, !nv_tileas.tiled_view<16x128xf16, smem, #b>, !nv_tileas.tiled_view<128x128xf32, tmem, #place>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%p: !nv_tileas.tiled_view<8xf32, smem>, %t: tensor<8xf32>) {
  %i = arith.constant 0 : index
  // expected-error @+1 {{expected nv_tileas.next_store_waits as a unit attribute of a store to tensor memory}}
  nv_tileas.tiled_store %t, %p[%i] {atom = #nv_tileas<atom copy>, nv_tileas.next_store_waits} : tile<8xf32>, !nv_tileas.tiled_view<8xf32, smem>
  nv_tileaa.return
}
