// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// The rules of the types; the generic spellings reach what the text cannot.

// expected-error @+1 {{expected pointee to be a number type, got 'i4'}}
nv_tileaa.func private @f(%p: !nv_tileaa.ptr<i4>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected pointee to be a number type, got '!nv_tileaa.ptr<f32>'}}
nv_tileaa.func private @f(%p: !nv_tileaa.ptr<!nv_tileaa.ptr<f32>>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected memref element to be a number type, got 'i4'}}
nv_tileaa.func private @f(%p: !nv_tileaa.memref<4xi4, strides = [1]>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected one stride per dimension, 1 in all, got 0}}
nv_tileaa.func private @f(%p: !nv_tileaa.memref<4xf32>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected memref extents of at least 1, got 0}}
nv_tileaa.func private @f(%p: !nv_tileaa.memref<0xf32, strides = [1]>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected memref strides of at least 1, got -1}}
nv_tileaa.func private @f(%p: !nv_tileaa.memref<4xf32, strides = [-1]>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected a tile of rank 1 or more, got rank 0}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<f32, memref<f32>>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected power-of-two tile extents and at most 16777216 elements, got 12}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<12xf32, memref<4xf32, strides = [1]>>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected power-of-two tile extents and at most 16777216 elements, got 8192, 4096}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<8192x4096xf32, memref<4x4xf32, strides = [4, 1]>>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected the memref's element type 'f32', got 'f16'}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf16, memref<4xf32, strides = [1]>>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected a tile of the memref's rank 2, got rank 1}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4x4xf32, strides = [4, 1]>>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected dim_map to be a permutation of the 2 dimensions, got 0, 0}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4x4xf32, memref<4x4xf32, strides = [4, 1]>, dim_map = [0, 0]>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected one traversal stride per dimension, 2 in all, got 1}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4x4xf32, memref<4x4xf32, strides = [4, 1]>, traversal_strides = [1]>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected traversal strides of at least 1, got 0}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4xf32, strides = [1]>, traversal_strides = [0]>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected sparse_dim in 0..0, got 1}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4xf32, strides = [1]>, sparse_dim = 1>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected sparse_dim without dim_map and traversal_strides}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4xf32, strides = [1]>, traversal_strides = [1], sparse_dim = 0>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected padding zero for element type 'i32', got nan}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xi32, memref<4xi32, strides = [1]>, padding = nan>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected zero, neg_zero, nan, pos_inf or neg_inf, got 'one'}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4xf32, strides = [1]>, padding = one>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected each clause once and in the order padding, dim_map, traversal_strides, sparse_dim, residency, got 'padding'}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4xf32, strides = [1]>, sparse_dim = 0, padding = zero>) { nv_tileaa.return }

// -----

// expected-error @+1 {{expected padding, dim_map, traversal_strides, sparse_dim or a residency (gmem, smem, tmem or rmem), got 'fast'}}
nv_tileaa.func private @f(%p: !nv_tileaa.tiled_view<4xf32, memref<4xf32, strides = [1]>, fast>) { nv_tileaa.return }
