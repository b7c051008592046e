// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rule of the ops that rearrange, and of the directives.

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
#m = #nv_tileas.layout<{register: [(8,0), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected result 'tensor<16x8xf32>' but for the layout, got 'tensor<16x8xf16>'}}
  %0 = nv_tileas.convert_layout %a : tile<16x8xf32, #l> -> tile<16x8xf16, #m>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected tiles with layouts, got 'tensor<16x8xf32>'}}
  %0 = nv_tileas.convert_layout %p : tile<16x8xf32> -> tile<16x8xf32, #l>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected result element 'f32', got 'f16'}}
  %0 = nv_tileas.view %a : tile<16x8xf32, #l> -> tile<128xf16>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected 128 elements, got 64}}
  %0 = nv_tileas.view %a : tile<16x8xf32, #l> -> tile<64xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected no index into a tile, got 1}}
  %0 = nv_tileas.view %a[%i] : tile<16x8xf32, #l> -> tile<128xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected a tiled view of a tiled view, got 'tensor<16x8xf32>'}}
  %0 = nv_tileas.view %s[%i] : !nv_tileas.tiled_view<2x16x8xf32, smem> -> tile<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected one index per dropped dimension, 1 in all, got 2}}
  %0 = nv_tileas.view %s[%i, %i] : !nv_tileas.tiled_view<2x16x8xf32, smem> -> !nv_tileas.tiled_view<16x8xf32, smem>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected the last extents of the source, 16, 8, got 16, 4}}
  %0 = nv_tileas.view %s[%i] : !nv_tileas.tiled_view<2x16x8xf32, smem> -> !nv_tileas.tiled_view<16x4xf32, smem>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected residency smem as the source, got tmem}}
  %0 = nv_tileas.view %s[%i] : !nv_tileas.tiled_view<2x16x8xf32, smem> -> !nv_tileas.tiled_view<16x8xf32, tmem>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected axis in 0..1, got 2}}
  %0 = nv_tileas.expand_dims %v axis = 2 : tile<16xf32> -> tile<16x1xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected shape 1, 16, got 16, 1}}
  %0 = nv_tileas.expand_dims %v axis = 0 : tile<16xf32> -> tile<16x1xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected result element 'f32', got 'i32'}}
  %0 = nv_tileas.expand_dims %v axis = 0 : tile<16xf32> -> tile<1x16xi32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected a tile of a tile or a view of a view, got}}
  %0 = nv_tileas.reinterpret %p : tile<16x8xf32> -> !nv_tileas.tiled_view<16x8xf32, smem>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected storage, got '!nv_tileaa.tiled_view<16x8xf32}}
  %0 = nv_tileas.reinterpret %g : !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>> -> !nv_tileas.tiled_view<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected 1024 bytes, got 512}}
  %0 = nv_tileas.reinterpret %s : !nv_tileas.tiled_view<2x16x8xf32, smem> -> !nv_tileas.tiled_view<2x16x8xf16, smem>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected residency smem as the source, got tmem}}
  %0 = nv_tileas.reinterpret %s : !nv_tileas.tiled_view<2x16x8xf32, smem> -> !nv_tileas.tiled_view<2x16x8xi32, tmem>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected shape 16, got 8}}
  %0 = nv_tileas.reinterpret %v : tile<16xf32> -> tile<8xi32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
#m = #nv_tileas.layout<{register: [(8,0), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected one layout, got}}
  %0 = nv_tileas.reinterpret %a : tile<16x8xf32, #l> -> tile<16x8xi32, #m>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected elements of 32 bits, got 16 bits}}
  %0 = nv_tileas.reinterpret %v : tile<16xf32> -> tile<16xf16>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected amount in 0..31, got 32}}
  %0 = nv_tileas.shuffle xor %a, 32 : tile<16x8xf32, #l>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected a tile with a layout, got 'tensor<16x8xf32>'}}
  %0 = nv_tileas.shuffle xor %p, 1 : tile<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected one of xor, up, down, idx}}
  %0 = nv_tileas.shuffle left %p, 1 : tile<16x8xf32>
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected one of warp, block, cluster}}
  nv_tileas.barrier grid
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: tensor<16xf32>) {
  // expected-error @+1 {{expected scalars and row-major storage in smem, got 'tensor<16xf32>'}}
  %t = nv_tileas.print "%f", %v : tensor<16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%s: !nv_tileas.tiled_view<16xf32>) {
  // expected-error @+1 {{expected scalars and row-major storage in smem, got '!nv_tileas.tiled_view<16xf32>'}}
  %t = nv_tileas.print "%f", %s : !nv_tileas.tiled_view<16xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: i32) {
  // expected-error @+1 {{expected 2 arguments for the format string, got 1}}
  %t = nv_tileas.print "%d %d", %i : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%i: i32) {
  // expected-error @+1 {{expected a conversion character after every '%', got the end of the format string}}
  %t = nv_tileas.print "%5", %i : i32
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected directives to enter or to leave, got none}}
  nv_tileas.pragma
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
nv_tileaa.func @f(%a: tensor<16x8xf32, #l>, %p: tensor<16x8xf32>, %v: tensor<16xf32>, %i: index, %s: !nv_tileas.tiled_view<2x16x8xf32, smem>, %g: !nv_tileaa.tiled_view<16x8xf32, memref<?x64xf32, strides = [?, 1]>>) {
  // expected-error @+1 {{expected directives with names, got an empty one}}
  nv_tileas.pragma {ocgEnterDirectives = [""]}
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%a: tensor<16x8xf32>) {
  // expected-error @+1 {{expected nv_tileas.owners_only to be a unit attribute of an op with a result}}
  %0 = arith.addf %a, %a {nv_tileas.owners_only = 1 : i32} : tensor<16x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @bodies_without_else(%a: i1) {
  // expected-error @+1 {{expected nv_tileas.bodies as a unit attribute of an scf.if of a function, with two regions and no results}}
  scf.if %a {
  } {nv_tileas.bodies}
  nv_tileaa.return
}
