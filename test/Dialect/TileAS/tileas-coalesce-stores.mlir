// RUN: tessera-opt %s --split-input-file --tileas-coalesce-stores | FileCheck %s
// RUN: tessera-opt %s --split-input-file --tileas-coalesce-stores --tileas-allocate-shared-memory | FileCheck %s --check-prefix=PLACE

// Fragments of bf16 are 16 bytes of a row for four lanes. In rows, eight
// neighbours are a thread's. Fragments of f32 stay: they are whole sectors.

#sums = #nv_tileas.layout<{register: [(0,1), (8,0), (0,16), (0,32), (0,64), (32,0), (64,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (0,8)]} -> (dim0:128, dim1:128)>
#plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4>]>
#aligned = #nv_tileaa.access<contiguity = [1, 128], divisibility = [2, 16], constancy = [1, 1], in_bounds = [false, false], base = argument 2, offset_divisibility = 2, alias_class = 0>
#unaligned = #nv_tileaa.access<contiguity = [1, 128], divisibility = [4, 4], constancy = [1, 1], in_bounds = [false, false], base = argument 2, offset_divisibility = 2, alias_class = 0>
#strided = #nv_tileaa.access<contiguity = [1, 1], divisibility = [2, 2], constancy = [1, 1], in_bounds = [false, false], base = argument 2, offset_divisibility = 2, alias_class = 0>
!bf16s = !nv_tileaa.tiled_view<128x128xbf16, memref<?x?xbf16, strides = [?, 1]>>
!f32s = !nv_tileaa.tiled_view<128x128xf32, memref<?x?xf32, strides = [?, 1]>>

// CHECK: #[[SUMS:.*]] = #nv_tileas.layout<{register: [(0,1), (8,0),
// CHECK: #[[ROWS:.*]] = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (8,0),
// CHECK-SAME: lane: [(0,8), (0,16), (0,32), (0,64), (1,0)]
// CHECK: #[[SINGLE:.*]] = #nv_tileas.layout<{register: [(0,32), (0,64), (4,0),
// CHECK-SAME: lane: [(0,1), (0,2), (0,4), (0,8), (0,16)]
module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  // CHECK-LABEL: func @narrow
  // CHECK: %[[R:.*]] = nv_tileas.convert_layout %arg0 : tile<128x128xbf16, #[[SUMS]]> -> tile<128x128xbf16, #[[ROWS]]>
  // CHECK-NEXT: nv_tileas.tiled_store weak %[[R]],
  nv_tileaa.func @narrow(%x: tensor<128x128xbf16, #sums>, %v: !bf16s, %i: index) attributes {nv_tileas.plan = #plan} {
    nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #aligned} : tile<128x128xbf16, #sums>, !bf16s
    nv_tileaa.return
  }

  // CHECK-LABEL: func @wide
  // CHECK-NOT: convert_layout
  // CHECK: nv_tileas.tiled_store weak %arg0,
  nv_tileaa.func @wide(%x: tensor<128x128xf32, #sums>, %v: !f32s, %i: index) attributes {nv_tileas.plan = #plan} {
    nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #aligned} : tile<128x128xf32, #sums>, !f32s
    nv_tileaa.return
  }

  // Single elements are half of a row's sectors. The 64 KiB take turns in 32.
  // CHECK-LABEL: func @unaligned
  // CHECK: %[[R:.*]] = nv_tileas.convert_layout %arg0 {nv_tileas.scratch_bytes = 32768 : i64} : tile<128x128xf32, #[[SUMS]]> -> tile<128x128xf32, #[[SINGLE]]>
  // CHECK-NEXT: nv_tileas.tiled_store weak %[[R]],
  // PLACE-LABEL: func @unaligned
  // PLACE-SAME: nv_tileas.shared_bytes = 32768
  // PLACE: convert_layout {{.*}}nv_tileas.scratch_bytes = 32768
  nv_tileaa.func @unaligned(%x: tensor<128x128xf32, #sums>, %v: !f32s, %i: index) attributes {nv_tileas.plan = #plan} {
    nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #unaligned} : tile<128x128xf32, #sums>, !f32s
    nv_tileaa.return
  }

  // Where a loop has had as many bytes, there are no parts.
  // CHECK-LABEL: func @after_a_loop
  // CHECK: nv_tileas.convert_layout %arg0 : tile
  // PLACE-LABEL: func @after_a_loop
  // PLACE-SAME: nv_tileas.shared_bytes = 65536
  nv_tileaa.func @after_a_loop(%x: tensor<128x128xf32, #sums>, %v: !f32s, %i: index) attributes {nv_tileas.plan = #plan} {
    %s = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<128x128xf32, smem>
    nv_tileas.tiled_store %x, %s[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x128xf32, #sums>, !nv_tileas.tiled_view<128x128xf32, smem>
    nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #unaligned} : tile<128x128xf32, #sums>, !f32s
    nv_tileaa.return
  }

  // No row is known to be one, or nothing is known at all.
  // CHECK-LABEL: func @strided
  // CHECK-NOT: convert_layout
  nv_tileaa.func @strided(%x: tensor<128x128xbf16, #sums>, %v: !bf16s, %i: index) attributes {nv_tileas.plan = #plan} {
    nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #strided} : tile<128x128xbf16, #sums>, !bf16s
    nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x128xbf16, #sums>, !bf16s
    nv_tileaa.return
  }

  // Scopes order each element by itself.
  // CHECK-LABEL: func @relaxed
  // CHECK-NOT: convert_layout
  nv_tileaa.func @relaxed(%x: tensor<128x128xbf16, #sums>, %v: !bf16s, %i: index) attributes {nv_tileas.plan = #plan} {
    nv_tileas.tiled_store relaxed gpu %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #aligned} : tile<128x128xbf16, #sums>, !bf16s
    nv_tileaa.return
  }
}

// -----

// Where there is a tensor map, TMA stores the tile; the other store is for
// strides that no map has, and stays.

#sums = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:32)>
#facts = #nv_tileaa.access<contiguity = [1, 32], divisibility = [2, 16], constancy = [1, 1], in_bounds = [false, false], base = argument 2, offset_divisibility = 2, alias_class = 0>
!view = !nv_tileaa.tiled_view<64x32xbf16, memref<?x?xbf16, strides = [?, 1]>>

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  // CHECK-LABEL: func @without_map
  // CHECK-NOT: convert_layout
  nv_tileaa.func @without_map(%x: tensor<64x32xbf16, #sums>, %v: !view, %i: index) attributes {nv_tileas.plan = #nv_tileas.plan<wgmma_tma, roles = [<all, warps = 4>]>} {
    %place = nv_tileas.claim_tma_place {num_maps = 1 : i32}
    %map = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %place {atom = #nv_tileas<atom tma_store_2d box [64, 32]>, map = 0 : i32} : !view -> !nv_tileas.tma_desc
    %made = nv_tileas.is_tma_desc_made %map
    scf.if %made {
    } else {
      nv_tileas.tiled_store weak %x, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #facts} : tile<64x32xbf16, #sums>, !view
    }
    nv_tileaa.return
  }
}
