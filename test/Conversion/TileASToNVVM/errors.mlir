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
