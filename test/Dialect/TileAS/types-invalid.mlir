// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Rules of layouts as encodings, of atoms and of the types.

// expected-error @+1 {{expected a layout onto (dim0:16, dim1:8), got one onto (dim0:8, dim1:8)}}
nv_tileaa.func @f(%a: tensor<16x8xf32, #nv_tileas.layout<{register: [(0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:8, dim1:8)>>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a layout of 32 lanes, got 1}}
nv_tileaa.func @f(%a: tensor<2xf32, #nv_tileas.layout<{register: [(1)]} -> (dim0:2)>>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a layout that holds every element, got}}
nv_tileaa.func @f(%a: tensor<64xf32, #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)]} -> (dim0:64)>>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a layout of register, lane, warp and block, of offset alone, or of tmemlane and tmemcolumn, got}}
nv_tileaa.func @f(%a: tensor<64xf32, #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], offset: [(32)]} -> (dim0:64)>>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected an axis name}}
nv_tileaa.func @f(%a: tensor<2xf32, #nv_tileas.layout<{thread: [(1)]} -> (dim0:2)>>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected the name of an atom, got tma_load}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom tma_load>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected the name of an atom, got mma_f16_f16}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom mma_f16_f16>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected the name of an atom, got mma_f16_f16_f31}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom mma_f16_f16_f31>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a TMA rank of 1 to 5, and 0 elsewhere, got 6}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom tma_load_6d>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a box of the atom's rank 2, got rank 3}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom tma_load_2d box [1, 2, 3]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected m, n and k as the box of a product, got 2 extents}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom mma_f16_f16_f32 box [16, 8]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected box extents of at least 1, got 0}}
nv_tileaa.func @f() attributes {a = #nv_tileas<atom copy box [0]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a view of rank 1 or more, got rank 0}}
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<f32, smem>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected power-of-two extents and at most 16777216 elements, got 4, 6}}
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<4x6xf32, smem>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a number or pointer element, got 'index'}}
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<4xindex, smem>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected gmem, smem, tmem or rmem, got local}}
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<4xf32, local>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a layout of offset, got}}
nv_tileaa.func @f(%a: !nv_tileas.tiled_view<32xf32, smem, #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)]} -> (dim0:32)>>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a tile or tiled view, got '!nv_tileaa.mem_token'}}
nv_tileaa.func @f(%a: !nv_tileas.async.value<!nv_tileaa.mem_token>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a tile or tiled view, got 'index'}}
nv_tileaa.func @f(%a: !nv_tileas.async.pipeline.iterator<tile<4xf32>, index>) {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected warps that are a power of two, got 3}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 3>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected "nv_tileas.shared_bytes" to be an i64 of at least 0, got -1 : i64}}
nv_tileaa.func @f() attributes {nv_tileas.shared_bytes = -1 : i64} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected nv_tileas.cache_hint to be a cache_hint of nv_tileas on a load or store, got #nv_tileas<cache_hint no_allocate>}}
nv_tileaa.func @f() attributes {nv_tileas.cache_hint = #nv_tileas<cache_hint no_allocate>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected an attribute of nv_tileas, got nv_tileas.warps}}
nv_tileaa.func @f() attributes {nv_tileas.warps = 3 : i64} {
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected nv_tileas.plan only on functions}}
  nv_tileas.barrier block {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>}
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected nv_tileas.target to be #nv_tileas.target, got 80 : i32}}
module attributes {nv_tileas.target = 80 : i32} {
}

// -----

// expected-error @+1 {{expected none, 32B, 64B or 128B, got 16B}}
nv_tileaa.func @f() attributes {a = #nv_tileas<swizzle_mode 16B>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected nv_tileas.payload_offsets to be an array<i64>, got 4 : i64}}
module attributes {nv_tileas.payload_offsets = 4 : i64} {}

// -----

// expected-error @+1 {{expected nv_tileas.payload_images to be an array of layouts, got [1]}}
module attributes {nv_tileas.payload_images = [1]} {}

// -----

// expected-error @+1 {{expected "nv_tileas.full_barrier" to be an i64 of at least 0, got -8 : i64}}
module attributes {nv_tileas.full_barrier = -8 : i64} {}

// -----

// expected-error @+1 {{expected "nv_tileas.transaction_bytes" to be an i64 of at least 1, got 0 : i64}}
module attributes {nv_tileas.transaction_bytes = 0 : i64} {}

// -----

// expected-error @+1 {{expected nv_tileas.stage_is_free to be a unit attribute, got true}}
module attributes {nv_tileas.stage_is_free = true} {}

// -----

// expected-error @+1 {{expected "nv_tileas.pending_stages" to be an i64 of at least 0, got -1 : i64}}
module attributes {nv_tileas.pending_stages = -1 : i64} {}

// -----

// expected-error @+1 {{expected the name of a strategy, got sorcery}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<sorcery, roles = [<all, warps = 4>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected at least one role}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = []>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a need of more than 232448, got 1024}}
nv_tileaa.func @f() attributes {nv_tileas.misfits = [#nv_tileas.misfit<tcgen05, shared_bytes, 1024 of 232448>]} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected nv_tileas.misfits to be an array of misfits, got 1 : i32}}
nv_tileaa.func @f() attributes {nv_tileas.misfits = 1 : i32} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected at least 1 warp of role all, got 0}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 0>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a budget of registers that is a multiple of 8 from 24 to 256, got 100}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4, registers = 100>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected teams of whole warpgroups of 4 warps, got 8 warps in 4 teams}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 4>, <producer, warps = 1>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected teams of whole warpgroups of 4 warps, got 8 warps in 0 teams}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 0>, <producer, warps = 1>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected teams of a consumer that is the first of several roles, got those of role all}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8 teams = 2>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected teams of a consumer that is the first of several roles, got those of role producer}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 4>, <producer, warps = 8 teams = 2>]>} {
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error @+1 {{expected nv_tileas.team_bytes only on agent_switch}}
  nv_tileas.barrier block {nv_tileas.team_bytes = 1024 : i64}
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected each role once, got consumer twice}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<consumer, warps = 4, registers = 64>, <consumer, warps = 4, registers = 64>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected at most 32 warps in a block, got 64}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 64>]>} {
  nv_tileaa.return
}

// -----

// Roles of one budget may share a warpgroup.
nv_tileaa.func @shared() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2, registers = 184>, <producer, warps = 2, registers = 88>, <issuer, warps = 2, registers = 88>, <correction, warps = 4, registers = 56>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected whole warpgroups of 4 warps in role producer, got 2 warps}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 4, registers = 184>, <producer, warps = 2, registers = 88>, <issuer, warps = 2, registers = 80>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected whole warpgroups of 4 warps in role producer, got 1 warps}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<producer, warps = 1, registers = 24>, <consumer, warps = 4, registers = 64>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a budget of registers for role consumer, one of several}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<producer, warps = 4, registers = 24>, <consumer, warps = 4>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a cluster of 2 blocks for strategy tcgen05_pair, got 1}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_pair, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a cluster of a power of two up to 16 blocks, got 6}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>], cluster = 6>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected at most 32 blocks of together 2048 threads on a multiprocessor, got 3 blocks of 1024 threads}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 32>], blocks = 3>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected budgets within the 65536 registers of a multiprocessor, got 1 blocks of 66560 registers}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<producer, warps = 4, registers = 24>, <consumer, warps = 8, registers = 248>]>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected cluster or blocks, got warps}}
nv_tileaa.func @f() attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>], warps = 3>} {
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected a GPU target (sm_80}}
module attributes {nv_tileas.target = #nv_tileas.target<sm_7>} {
}
