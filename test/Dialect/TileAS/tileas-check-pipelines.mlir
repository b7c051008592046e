// RUN: tessera-opt %s --split-input-file --tileas-check-pipelines --verify-diagnostics

// Two stages: one is read while the other is filled. The barrier behind the wait
// shows the copies, and says that the stage of the turn before has been read.

#l = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<128xi8, #l>>
!b = !nv_tileas.tiled_view<2x128xi8, smem>

nv_tileaa.func @in_turn(%n: index, %x: tensor<128xi8, #l>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  %some = arith.cmpi slt, %0, %n : index
  %p0 = scf.if %some -> !p {
    %q, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
      nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
    }
    scf.yield %q : !p
  } else {
    %q = nv_tileas.async.pipeline.producer_commit %p : !p -> !p
    scf.yield %q : !p
  }
  %i1 = nv_tileas.async.pipeline.inc_iter %i : !it
  %r:4 = scf.for %k = %0 to %n step %1 iter_args(%q = %p0, %d = %c, %ahead = %i1, %own = %i) -> (!p, !c, !it, !it) {
    %w = nv_tileas.async.pipeline.consumer_wait %d, %own {consumer_idx = 0 : i32, nv_tileas.pending_stages = 0} : !c, !it -> !c
    nv_tileas.barrier block
    %next = arith.addi %k, %1 : index
    %more = arith.cmpi slt, %next, %n : index
    %q1 = scf.if %more -> !p {
      %e, %f = nv_tileas.async.pipeline.produce_one_async %q, %ahead {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
        nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
      }
      scf.yield %e : !p
    } else {
      %e = nv_tileas.async.pipeline.producer_commit %q : !p -> !p
      scf.yield %e : !p
    }
    %y = nv_tileas.async.pipeline.consumer_read %w, %own {consumer_idx = 0 : i32} : !c, !it -> tile<128xi8, #l>
    %u = nv_tileas.async.pipeline.consumer_release %w : !c -> !c
    %a1 = nv_tileas.async.pipeline.inc_iter %ahead : !it
    %o1 = nv_tileas.async.pipeline.inc_iter %own : !it
    scf.yield %q1, %u, %a1, %o1 : !p, !c, !it, !it
  }
  nv_tileaa.return
}

// -----

// The copies of the awaited stage are the one group that may be pending.

#l = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<128xi8, #l>>
!b = !nv_tileas.tiled_view<2x128xi8, smem>

nv_tileaa.func @pending(%x: tensor<128xi8, #l>) {
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  %q, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
    nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
  }
  // expected-error @+1 {{stage 0 is awaited with 1 groups of copies pending, and one of them fills it}}
  %w = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32, nv_tileas.pending_stages = 1} : !c, !it -> !c
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<128xi8, #l>>
!b = !nv_tileas.tiled_view<2x128xi8, smem>

nv_tileaa.func @nothing_there(%x: tensor<128xi8, #l>) {
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %c : !c -> !it
  // expected-error @+1 {{stage 0 is awaited, and nothing has filled it}}
  %w = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32} : !c, !it -> !c
  nv_tileaa.return
}

// -----

// Each thread has waited for its own copies only.

#l = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<128xi8, #l>>
!b = !nv_tileas.tiled_view<2x128xi8, smem>

nv_tileaa.func @no_barrier(%x: tensor<128xi8, #l>) {
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  %q, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
    nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
  }
  %w = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32} : !c, !it -> !c
  // expected-error @+1 {{stage 0 is read, and no barrier has shown what other threads copied into it}}
  %y = nv_tileas.async.pipeline.consumer_read %w, %i {consumer_idx = 0 : i32} : !c, !it -> tile<128xi8, #l>
  nv_tileaa.return
}

// -----

// The third turn fills the stage that the first one reads.

#l = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<128xi8, #l>>
!b = !nv_tileas.tiled_view<2x128xi8, smem>

nv_tileaa.func @not_free(%x: tensor<128xi8, #l>) {
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  %q, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
    nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
  }
  %w = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32} : !c, !it -> !c
  nv_tileas.barrier block
  %y = nv_tileas.async.pipeline.consumer_read %w, %i {consumer_idx = 0 : i32} : !c, !it -> tile<128xi8, #l>
  %j = nv_tileas.async.pipeline.inc_iter %i : !it
  %k = nv_tileas.async.pipeline.inc_iter %j : !it
  // expected-error @+1 {{stage 0 is filled while threads may still read it}}
  %r, %e = nv_tileas.async.pipeline.produce_one_async %q, %k {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
    nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<128xi8, #l>>
!b = !nv_tileas.tiled_view<2x128xi8, smem>

// The iterator does not move.
nv_tileaa.func @twice(%n: index, %x: tensor<128xi8, #l>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  scf.for %k = %0 to %n step %1 {
    // expected-error @+1 {{in a loop of 2 turns, stage 0 is filled again before anybody has read it}}
    %q, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<128xi8, #l>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<128xi8, #l>) {
      nv_tileas.async.pipeline.yield %x : tile<128xi8, #l>
    }
  }
  nv_tileaa.return
}

// -----

// A product under way reads the stage until another one has made sure of it.

#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
#t = #nv_tileas.layout<{register: [(1,0), (2,0)], lane: [(4,0), (8,0), (16,0), (32,0), (0,1)], warp: [(0,2), (0,4)]} -> (dim0:64, dim1:8)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<64x8xf16, #t>>
!stage = !nv_tileas.tiled_view<64x8xf16, smem, #b>
!ir = !nv_tileas.async.pipeline.iterator<!nv_tileas.tiled_view<64x8xf16, smem, #b>>
!b = !nv_tileas.tiled_view<1x1024xi8, smem>
!v = !nv_tileas.async.value<tile<64x8xf32, #acc>>

nv_tileaa.func @under_way(%x: tensor<64x8xf16, #t>, %lhs: tensor<64x64xf16, #left>, %sum: tensor<64x8xf32, #acc>) {
  %b = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 1 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  %r = nv_tileas.async.pipeline.create_iterator %c : !c -> !ir
  %q, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {producer_types = [tile<64x8xf16, #t>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<64x8xf16, #t>) {
    nv_tileas.async.pipeline.yield %x : tile<64x8xf16, #t>
  }
  %w = nv_tileas.async.pipeline.consumer_wait %c, %r {consumer_idx = 0 : i32} : !c, !ir -> !c
  nv_tileas.barrier block
  %y = nv_tileas.async.pipeline.consumer_read %w, %r {consumer_idx = 0 : i32} : !c, !ir -> !stage
  %z = nv_tileas.async.dot %lhs, %y, %sum {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, pending = 1 : i32} : tile<64x64xf16, #left>, !stage, tile<64x8xf32, #acc> -> !v
  nv_tileas.barrier block
  // expected-error @+1 {{stage 0 is filled while a product under way reads it}}
  %q1, %e = nv_tileas.async.pipeline.produce_one_async %q, %i {producer_types = [tile<64x8xf16, #t>]} : (!p, !it) -> !p, !nv_tileas.async.token (%s : tile<64x8xf16, #t>) {
    nv_tileas.async.pipeline.yield %x : tile<64x8xf16, #t>
  }
  nv_tileaa.return
}
