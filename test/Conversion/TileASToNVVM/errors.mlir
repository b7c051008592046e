// RUN: tessera-opt %s --tileaa-plan-kernel=num-warps=4 --convert-tileas-to-nvvm --split-input-file --verify-diagnostics

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>
nv_tileaa.func @no_scratch() attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<64xi32, #a>
  // expected-error @+1 {{cannot be lowered to NVVM: an exchange through shared memory that is not an access to it (tileas-expand-exchanges)}}
  %j = nv_tileas.convert_layout %i : tile<64xi32, #a> -> tile<64xi32, #b>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32), (64)]} -> (dim0:128)>
nv_tileaa.func @across_warps() attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<128xi32, #a>
  // expected-error @+1 {{cannot be lowered to NVVM: a reduction across warps (tileas-explicit-storage)}}
  %s = nv_tileas.reduce %i dim = 0 identities = [0 : i32] : tile<128xi32, #a> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileas.yield %t : i32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @only_thread_0(%p: !nv_tileaa.ptr<i32>) attributes {kernel} {
  // expected-error @+1 {{cannot be lowered to NVVM: threads use its value that do not own it (tileas-explicit-storage)}}
  %v = nv_tileas.load acquire gpu %p : !nv_tileaa.ptr<i32> -> i32
  %w = arith.addi %v, %v : i32
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32), (64)]} -> (dim0:128)>
nv_tileaa.func @print() attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<128xi32, #a>
  // expected-error @+1 {{cannot be lowered to NVVM: a tile in registers (tileas-explicit-storage)}}
  %t = nv_tileaa.print "%d", %i : tensor<128xi32, #a>
  nv_tileaa.return
}

// -----

nv_tileaa.func @indexed_image(%i: i32) attributes {kernel} {
  %b = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<4x4xi32, smem, #nv_tileas.layout<{offset: [(0,1), (0,2), (1,1), (2,0)]} -> (dim0:4, dim1:4)>>
  %k = arith.index_cast %i : i32 to index
  // expected-error @+1 {{cannot be lowered to NVVM: an index into storage with an image of its own}}
  %v = nv_tileas.view %b[%k] : !nv_tileas.tiled_view<4x4xi32, smem, #nv_tileas.layout<{offset: [(0,1), (0,2), (1,1), (2,0)]} -> (dim0:4, dim1:4)>> -> !nv_tileas.tiled_view<4xi32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @storage() attributes {kernel} {
  // expected-error @below {{cannot be lowered to NVVM: storage outside shared memory}}
  %x = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf32, tmem>
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
#a = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!i = !nv_tileas.async.pipeline.iterator<tile<128xi8, #a>>
nv_tileaa.func @no_place() attributes {kernel} {
  %b = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<2x128xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x128xi8, smem> -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %c : !c -> !i
  %w = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32} : !c, !i -> !c
  // expected-error @below {{cannot be lowered to NVVM: a pipeline whose stages have no place for payload}}
  %x = nv_tileas.async.pipeline.consumer_read %w, %i {consumer_idx = 0 : i32} : !c, !i -> tile<128xi8, #a>
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
#a = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!i = !nv_tileas.async.pipeline.iterator<tile<128xi8, #a>>
nv_tileaa.func @reads_its_stage() attributes {kernel} {
  %b = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<2x128xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x128xi8, smem> -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !i
  // expected-error @below {{cannot be lowered to NVVM: a producer that reads its stage}}
  %p1, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #a>]} : (!p, !i) -> !p, !nv_tileas.async.token (%stage : tile<128xi8, #a>) {
    nv_tileas.async.pipeline.yield %stage : tile<128xi8, #a>
  }
  nv_tileaa.return
}

// -----

!v = !nv_tileaa.tiled_view<16x64xf16, memref<16x1024xf16, strides = [1024, 1]>>
nv_tileaa.func @host_map(%q: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %m = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<16x1024xf16, strides = [1024, 1]>
  %v = nv_tileaa.make_tiled_view %m : !v
  %i = arith.constant 16 : index
  // expected-error @below {{cannot be lowered to NVVM: a tensor map that is not made on the device}}
  %d = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d>} : !v -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

!v = !nv_tileaa.tiled_view<16x64xf16, memref<16x1024xf16, strides = [1024, 1]>>
nv_tileaa.func @nan_map(%q: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %m = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<16x1024xf16, strides = [1024, 1]>
  %v = nv_tileaa.make_tiled_view %m : !v
  %i = arith.constant 16 : index
  %p = nv_tileas.claim_tma_place {num_maps = 1 : i32, nv_tileas.shared_offset = 0}
  // expected-error @below {{cannot be lowered to NVVM: other padding than zero}}
  %d = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d>, oob_mode = #nv_tileas<oob_mode nan>, map = 0 : i32} : !v -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

!v = !nv_tileaa.tiled_view<16x64xf16, memref<16x1024xf16, strides = [1024, 1]>>
nv_tileaa.func @no_room(%q: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %m = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<16x1024xf16, strides = [1024, 1]>
  %v = nv_tileaa.make_tiled_view %m : !v
  %i = arith.constant 16 : index
  %p = nv_tileas.claim_tma_place {num_maps = 1 : i32, nv_tileas.shared_offset = 0}
  // expected-error @below {{cannot be lowered to NVVM: a map that has no room in its place}}
  %d = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d>, map = 1 : i32} : !v -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

!v = !nv_tileaa.tiled_view<16x64xf16, memref<16x1024xf16, strides = [1024, 1]>>
nv_tileaa.func @any_box(%q: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %m = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<16x1024xf16, strides = [1024, 1]>
  %v = nv_tileaa.make_tiled_view %m : !v
  %i = arith.constant 16 : index
  %p = nv_tileas.claim_tma_place {num_maps = 1 : i32, nv_tileas.shared_offset = 0}
  // expected-error @below {{cannot be lowered to NVVM: a box with extents known at run time}}
  %d = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d>, map = 0 : i32} : !v -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

!v = !nv_tileaa.tiled_view<64x4x4xf16, memref<64x16x16xf16, strides = [1, 1024, 64]>>
nv_tileaa.func @outer_neighbours(%q: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %m = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<64x16x16xf16, strides = [1, 1024, 64]>
  %v = nv_tileaa.make_tiled_view %m : !v
  %i = arith.constant 4 : index
  %p = nv_tileas.claim_tma_place {num_maps = 1 : i32, nv_tileas.shared_offset = 0}
  %j = arith.constant 64 : index
  // expected-error @below {{cannot be lowered to NVVM: a view whose neighbours are not along the last two dimensions of its tile}}
  %d = nv_tileas.make_tiled_tma_desc %v[%j, %i, %i] at %p {atom = #nv_tileas<atom tma_load_3d box [64, 4, 4]>, map = 0 : i32} : !v -> !nv_tileas.tma_desc
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
#a = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!i = !nv_tileas.async.pipeline.iterator<tile<128xi8, #a>>
nv_tileaa.func @nobody_counts() attributes {kernel} {
  %b = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<2x128xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8, nv_tileas.payload_offsets = array<i64: 0>, nv_tileas.payload_images = [#nv_tileas.layout<{offset: [(1), (2), (4), (8), (16), (32), (64)]} -> (dim0:128)>]} : !nv_tileas.tiled_view<2x128xi8, smem> -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !i
  // expected-error @below {{cannot be lowered to NVVM: copies that no barrier counts}}
  %p1, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #a>], nv_tileas.transaction_bytes = 128 : i64} : (!p, !i) -> !p, !nv_tileas.async.token (%stage : tile<128xi8, #a>) {
    %y = arith.constant dense<0> : tensor<128xi8, #a>
    nv_tileas.async.pipeline.yield %y : tile<128xi8, #a>
  }
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{register: [(32), (64)], lane: [(1), (2), (4), (8), (16)]} -> (dim0:128)>
nv_tileaa.func @not_beside_bytes(%x: i8) attributes {kernel} {
  %b = nv_tileaa.splat %x : i8 -> tensor<64xi8, #a>
  // expected-error @+1 {{cannot be lowered to NVVM: elements that are not beside their bytes (tileas-explicit-storage)}}
  %e = nv_tileaa.unpack %b : tensor<64xi8, #a> -> tensor<128xf4E2M1FN, #b>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:4)>
#image = #nv_tileas.layout<{offset: [(0,1), (0,2), (1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:4)>
nv_tileaa.func @async_load() attributes {kernel} {
  %i = arith.constant 0 : index
  %s = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<128x4xf32, smem, #image>
  // expected-error @+1 {{cannot be lowered to NVVM: other than numbers of 32 bits in tensor memory}}
  %f = nv_tileas.async.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x4xf32, smem, #image> -> !nv_tileas.async.value<tile<128x4xf32, #rows>>
  nv_tileaa.return
}
