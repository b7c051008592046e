// RUN: tessera-opt %s --tileas-allocate-shared-memory --tileas-insert-barriers | FileCheck %s
// RUN: tessera-opt %s --tileas-allocate-shared-memory --tileas-insert-barriers --tileas-insert-barriers | FileCheck %s

// Where barriers go, and where they do not: each function checks all of them. A
// second run of the pass adds none.

#l = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64), (128)]} -> (dim0:256)>
#copies = #nv_tileas.layout<{register: [(1), (2), (4)], lane: [(8), (16), (32), (64), (128)], warp: [(0), (0)]} -> (dim0:256)>
!v = !nv_tileaa.tiled_view<256xf32, memref<?xf32, strides = [1]>>
!t = tensor<256xf32, #l>
!s = !nv_tileas.tiled_view<256xf32, smem>

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

// Neighbours are on different bytes, and the barrier in the middle of the second
// op is the one between the first and the third.
// CHECK-LABEL: func @scratch_in_turns
nv_tileaa.func @scratch_in_turns(%a: !t) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
  // CHECK-NOT: barrier
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 512 : i64} : !t
  %1 = arith.mulf %a, %a {nv_tileas.scratch_bytes = 512 : i64} : !t
  %2 = arith.addf %a, %a {nv_tileas.scratch_bytes = 512 : i64} : !t
  // CHECK: return
  nv_tileaa.return
}

// On the same bytes, the second op writes what slow warps may still read for the
// first.
// CHECK-LABEL: func @scratch_after_scratch
nv_tileaa.func @scratch_after_scratch(%a: !t) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>} {
  // CHECK-NOT: barrier
  // CHECK: arith.addf
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : !t
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: arith.mulf
  %1 = arith.mulf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : !t
  // CHECK-NEXT: arith.subf
  %2 = arith.subf %a, %a : !t
  // CHECK-NEXT: return
  nv_tileaa.return
}

// One warp needs no barrier of the block.
// CHECK-LABEL: func @one_warp
nv_tileaa.func @one_warp(%a: tensor<256xf32, #nv_tileas.layout<{register: [(1), (2), (4)], lane: [(8), (16), (32), (64), (128)]} -> (dim0:256)>>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  // CHECK: arith.addf
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : tensor<256xf32, #nv_tileas.layout<{register: [(1), (2), (4)], lane: [(8), (16), (32), (64), (128)]} -> (dim0:256)>>
  // CHECK-NEXT: nv_tileas.barrier warp
  // CHECK-NEXT: arith.addf
  %1 = arith.addf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : tensor<256xf32, #nv_tileas.layout<{register: [(1), (2), (4)], lane: [(8), (16), (32), (64), (128)]} -> (dim0:256)>>
  // CHECK-NEXT: return
  nv_tileaa.return
}

// Around the back edge: the body's own scratch of the iteration before.
// CHECK-LABEL: func @loop
nv_tileaa.func @loop(%a: !t, %i: index) {
  // CHECK-NOT: barrier
  // CHECK: scf.for
  scf.for %k = %i to %i step %i {
    // CHECK-NEXT: nv_tileas.barrier block
    // CHECK-NEXT: arith.addf
    %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 512 : i64} : !t
    // CHECK-NEXT: {{^ *}$}}
  }
  // CHECK-NEXT: return
  nv_tileaa.return
}

// Only the first iteration reads after the write: one barrier in front of the loop
// is enough for all of them.
// CHECK-LABEL: func @loop_reads
nv_tileaa.func @loop_reads(%a: !t, %i: index) {
  %x = nv_tileas.alloc_tensor : !s
  // CHECK: nv_tileas.tiled_store
  nv_tileas.tiled_store %a, %x[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !s
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: scf.for
  scf.for %k = %i to %i step %i {
    // CHECK-NEXT: scf.for
    scf.for %j = %i to %i step %i {
      // CHECK-NEXT: nv_tileas.tiled_load
      %0 = nv_tileas.tiled_load %x[%i] {atom = #nv_tileas<atom copy>} : !s -> tile<256xf32, #l>
      // CHECK-NEXT: {{^ *}$}}
    }
    // CHECK-NEXT: {{^ *}$}}
  }
  // CHECK-NEXT: return
  nv_tileaa.return
}

// A barrier in one branch is not enough for the other.
// CHECK-LABEL: func @branch
nv_tileaa.func @branch(%a: !t, %c: i1) {
  // CHECK: arith.addf
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : !t
  // CHECK-NEXT: scf.if
  scf.if %c {
    // CHECK-NEXT: nv_tileas.barrier block
    nv_tileas.barrier block
    // CHECK-NEXT: {{^ *}$}}
  }
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: arith.addf
  %1 = arith.addf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : !t
  // CHECK-NEXT: return
  nv_tileaa.return
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

// Written, then read by others, then written again; reads among themselves and
// storage on other bytes need nothing.
// CHECK-LABEL: func @storage
nv_tileaa.func @storage(%a: !t, %i: index) {
  %x = nv_tileas.alloc_tensor : !s
  %y = nv_tileas.alloc_tensor : !s
  // CHECK: nv_tileas.tiled_store
  nv_tileas.tiled_store %a, %x[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !s
  // CHECK-NEXT: nv_tileas.tiled_store
  nv_tileas.tiled_store %a, %y[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !s
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_load
  %0 = nv_tileas.tiled_load %x[%i] {atom = #nv_tileas<atom copy>} : !s -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.tiled_load
  %1 = nv_tileas.tiled_load %y[%i] {atom = #nv_tileas<atom copy>} : !s -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.tiled_load
  %2 = nv_tileas.tiled_load %x[%i] {atom = #nv_tileas<atom copy>} : !s -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_store
  nv_tileas.tiled_store %a, %x[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !s
  // CHECK-NEXT: return
  nv_tileaa.return
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

// No token, no order, whatever the text says.
// CHECK-LABEL: func @no_token
nv_tileaa.func @no_token(%v: !v, %w: !v, %i: index, %j: index, %a: !t) {
  // CHECK-NOT: barrier
  nv_tileas.tiled_store weak %a, %v[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
  %0 = nv_tileas.tiled_load weak %v[%j] {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK: return
  nv_tileaa.return
}

// T1: the same threads make the elements of both. T3: other position, layout
// with copies, or another view.
// CHECK-LABEL: func @owners
nv_tileaa.func @owners(%v: !v, %w: !v, %i: index, %j: index, %a: !t, %t: !nv_tileaa.mem_token) {
  // CHECK: nv_tileas.tiled_store
  %0 = nv_tileas.tiled_store weak %a, %v[%i] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
  // CHECK-NEXT: nv_tileas.tiled_load
  %1, %2 = nv_tileas.tiled_load weak %v[%i] token = %0 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_load
  %3, %4 = nv_tileas.tiled_load weak %v[%j] token = %0 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.tiled_load
  %5, %6 = nv_tileas.tiled_load weak %v[%i] token = %4 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #copies>
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_store
  %7 = nv_tileas.tiled_store weak %a, %v[%i] token = %6 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
  // CHECK-NEXT: return
  nv_tileaa.return
}

// T2: different alias classes. T3 does not count two weak reads.
// CHECK-LABEL: func @alias_classes
nv_tileaa.func @alias_classes(%v: !v, %w: !v, %i: index, %j: index, %a: !t, %t: !nv_tileaa.mem_token) {
  // CHECK: nv_tileas.tiled_load
  %1, %2 = nv_tileas.tiled_load weak %v[%i] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #nv_tileaa.access<contiguity = [1], divisibility = [4], constancy = [1], in_bounds = [false], base = unknown, offset_divisibility = 1, alias_class = 0>} : !v -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.tiled_load
  %3, %4 = nv_tileas.tiled_load weak %v[%j] token = %2 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK-NEXT: nv_tileas.tiled_store
  %5 = nv_tileas.tiled_store weak %a, %w[%i] token = %2 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>, nv_tileas.access_facts = #nv_tileaa.access<contiguity = [1], divisibility = [4], constancy = [1], in_bounds = [false], base = unknown, offset_divisibility = 1, alias_class = 1>} : tile<256xf32, #l>, !v
  // CHECK-NEXT: return
  nv_tileaa.return
}

// T4: a release waits for everything before it, wherever it went, through joins.
// T5: whatever follows an acquire waits for it.
// CHECK-LABEL: func @release_acquire
nv_tileaa.func @release_acquire(%v: !v, %i: index, %j: index, %a: !t, %f: !nv_tileaa.ptr<i32>, %one: i32, %t: !nv_tileaa.mem_token) {
  // CHECK: nv_tileas.tiled_store
  %0 = nv_tileas.tiled_store weak %a, %v[%i] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
  // CHECK-NEXT: nv_tileas.tiled_load
  %1, %2 = nv_tileas.tiled_load weak %v[%j] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  %3 = nv_tileaa.join_mem_token(%0, %2)
  // CHECK-NEXT: join_mem_token
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.store release gpu
  %4 = nv_tileas.store release gpu %f, %one token = %3 : !nv_tileaa.mem_token : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: nv_tileas.load acquire gpu
  %5, %6 = nv_tileas.load acquire gpu %f token = %4 : !nv_tileaa.mem_token : !nv_tileaa.ptr<i32> -> i32
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_load
  %7, %8 = nv_tileas.tiled_load weak %v[%i] token = %6 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK-NEXT: return
  nv_tileaa.return
}

// The barrier that hands an acquired value round is the barrier of T5.
// CHECK-LABEL: func @broadcast
nv_tileaa.func @broadcast(%v: !v, %i: index, %f: !nv_tileaa.ptr<i32>, %t: !nv_tileaa.mem_token) {
  // CHECK-NOT: barrier
  %5, %6 = nv_tileas.load acquire gpu %f token = %t : !nv_tileaa.mem_token {nv_tileas.scratch_bytes = 16 : i64} : !nv_tileaa.ptr<i32> -> i32
  %7, %8 = nv_tileas.tiled_load weak %v[%i] token = %6 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK: return
  nv_tileaa.return
}

// Scalars are stored and updated by one thread, so these are in its order; a
// weak scalar load is made by every thread.
// CHECK-LABEL: func @scalars
nv_tileaa.func @scalars(%f: !nv_tileaa.ptr<i32>, %g: !nv_tileaa.ptr<i32>, %x: i32, %t: !nv_tileaa.mem_token) {
  // CHECK: nv_tileas.store weak
  %0 = nv_tileas.store weak %f, %x token = %t : !nv_tileaa.mem_token : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: nv_tileaa.atomic_rmw
  %1, %2 = nv_tileaa.atomic_rmw acq_rel device add %g, %x token = %0 : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: nv_tileas.store weak
  %3 = nv_tileas.store weak %f, %x token = %2 : !nv_tileaa.mem_token : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.load weak
  %4, %5 = nv_tileas.load weak %f token = %3 : !nv_tileaa.mem_token : !nv_tileaa.ptr<i32> -> i32
  // CHECK-NEXT: return
  nv_tileaa.return
}

// A token carried by a loop orders the iterations: the same position by name is
// another tile each time, but one that does not change stays with its threads.
// CHECK-LABEL: func @carried
nv_tileaa.func @carried(%v: !v, %i: index, %a: !t, %t: !nv_tileaa.mem_token) {
  // CHECK: scf.for
  %r = scf.for %k = %i to %i step %i iter_args(%u = %t) -> (!nv_tileaa.mem_token) {
    // CHECK-NEXT: nv_tileas.barrier block
    // CHECK-NEXT: nv_tileas.tiled_load
    %0, %1 = nv_tileas.tiled_load weak %v[%k] token = %u : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
    // CHECK-NEXT: nv_tileas.tiled_store
    %2 = nv_tileas.tiled_store weak %0, %v[%k] token = %1 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
    // CHECK-NEXT: scf.yield
    scf.yield %2 : !nv_tileaa.mem_token
  }
  // CHECK: scf.for
  %s = scf.for %k = %i to %i step %i iter_args(%u = %t) -> (!nv_tileaa.mem_token) {
    // CHECK-NEXT: nv_tileas.tiled_load
    %0, %1 = nv_tileas.tiled_load weak %v[%i] token = %u : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
    // CHECK-NEXT: nv_tileas.tiled_store
    %2 = nv_tileas.tiled_store weak %0, %v[%i] token = %1 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
    // CHECK-NEXT: scf.yield
    scf.yield %2 : !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// A token that stays within the iteration orders nothing across iterations.
// CHECK-LABEL: func @not_carried
nv_tileaa.func @not_carried(%v: !v, %i: index, %a: !t) {
  // CHECK-NOT: barrier
  scf.for %k = %i to %i step %i {
    %t = nv_tileaa.create_mem_token
    %0, %1 = nv_tileas.tiled_load weak %v[%k] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
    %2 = nv_tileas.tiled_store weak %0, %v[%k] token = %1 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
  }
  // CHECK: return
  nv_tileaa.return
}

// The other branch hands the token on: both paths count.
// CHECK-LABEL: func @through_if
nv_tileaa.func @through_if(%v: !v, %i: index, %j: index, %c: i1, %a: !t, %t: !nv_tileaa.mem_token) {
  // CHECK: nv_tileas.tiled_store
  %0 = nv_tileas.tiled_store weak %a, %v[%i] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
  // CHECK: scf.if
  %1 = scf.if %c -> (!nv_tileaa.mem_token) {
    // CHECK-NEXT: nv_tileas.barrier block
    // CHECK-NEXT: nv_tileas.tiled_store
    %2 = nv_tileas.tiled_store weak %a, %v[%j] token = %0 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !v
    scf.yield %2 : !nv_tileaa.mem_token
  } else {
    scf.yield %0 : !nv_tileaa.mem_token
  }
  // CHECK: } else {
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: {{^ *}$}}
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_load
  %3, %4 = nv_tileas.tiled_load weak %v[%j] token = %1 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  // CHECK-NEXT: return
  nv_tileaa.return
}

//===----------------------------------------------------------------------===//
// Asynchronous work
//===----------------------------------------------------------------------===//

// T6: the wait is this thread's, the barrier everyone's; one in between would
// come too early and does not count.
// CHECK-LABEL: func @copy
nv_tileaa.func @copy(%g: !nv_tileas.tiled_view<256xf32>, %i: index) {
  %x = nv_tileas.alloc_tensor : !s
  // CHECK: nv_tileas.async.copy
  %d = nv_tileas.async.copy %g, %x {atom = #nv_tileas<atom cp_async>} : !nv_tileas.tiled_view<256xf32>, !s -> !nv_tileas.async.token
  // CHECK-NEXT: nv_tileas.barrier block
  nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.async.wait
  %t = nv_tileas.async.wait %d
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_load
  %0 = nv_tileas.tiled_load %x[%i] {atom = #nv_tileas<atom copy>} : !s -> tile<256xf32, #l>
  // CHECK-NEXT: return
  nv_tileaa.return
}

// T7: what threads wrote, TMA reads. It is written again when TMA has read it, of
// which a barrier tells the threads that have not waited.
// CHECK-LABEL: func @proxies
nv_tileaa.func @proxies(%desc: !nv_tileas.tma_desc, %i: index, %a: !t) {
  %x = nv_tileas.alloc_tensor : !s
  // CHECK: nv_tileas.tiled_store
  nv_tileas.tiled_store %a, %x[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !s
  // CHECK-NEXT: nv_tileas.proxy_fence shared
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.async.tiled_tma_store
  %d = nv_tileas.async.tiled_tma_store %desc, %x[%i] {atom = #nv_tileas<atom tma_store_1d>} : !nv_tileas.tma_desc, !s, index -> !nv_tileas.async.token
  // CHECK-NEXT: nv_tileas.wait_tma_stores read
  nv_tileas.wait_tma_stores read %x {pending = 0 : i32} : !s
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_store
  nv_tileas.tiled_store %a, %x[%i] {atom = #nv_tileas<atom copy>} : tile<256xf32, #l>, !s
  // CHECK-NEXT: return
  nv_tileaa.return
}

// The ops of a pipeline keep its stages apart themselves. Where it is made
// again, its stages may still be read.

#bytes = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>
!producer = !nv_tileas.async.pipeline.producer_token
!consumer = !nv_tileas.async.pipeline.consumer_token
!iterator = !nv_tileas.async.pipeline.iterator<tile<128xi8, #bytes>>

// CHECK-LABEL: func @stages
nv_tileaa.func @stages(%n: index, %x: tensor<128xi8, #bytes>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 {
    // CHECK: nv_tileas.alloc_tensor
    // CHECK-NEXT: nv_tileas.barrier
    // CHECK-NEXT: create_pipeline
    %b = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<2x128xi8, smem>
    %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x128xi8, smem> -> !producer, !consumer
    %ip = nv_tileas.async.pipeline.create_iterator %p : !producer -> !iterator
    %ic = nv_tileas.async.pipeline.create_iterator %c : !consumer -> !iterator
    // CHECK-NOT: nv_tileas.barrier
    // CHECK: consumer_wait
    // CHECK-NEXT: nv_tileas.barrier block
    // CHECK-NEXT: consumer_read
    // CHECK-NOT: nv_tileas.barrier
    // CHECK: return
    %p1, %d = nv_tileas.async.pipeline.produce_one_async %p, %ip {producer_types = [tile<128xi8, #bytes>]} : (!producer, !iterator) -> !producer, !nv_tileas.async.token (%stage : tile<128xi8, #bytes>) {
      nv_tileas.async.pipeline.yield %x : tile<128xi8, #bytes>
    }
    %w = nv_tileas.async.pipeline.consumer_wait %c, %ic {consumer_idx = 0 : i32} : !consumer, !iterator -> !consumer
    %y = nv_tileas.async.pipeline.consumer_read %w, %ic {consumer_idx = 0 : i32} : !consumer, !iterator -> tile<128xi8, #bytes>
  }
  nv_tileaa.return
}

// A producer that no pass has told that its stage is free waits for those who
// read it; one that has been told does not. A wait of each thread for itself,
// at a barrier of the stage, is none of the block.

// CHECK-LABEL: func @free_stages
nv_tileaa.func @free_stages(%x: tensor<128xi8, #bytes>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  %b = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x128xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x128xi8, smem> -> !producer, !consumer
  %i = nv_tileas.async.pipeline.create_iterator %p : !producer -> !iterator
  // CHECK: consumer_wait
  // CHECK-NEXT: consumer_read
  %w = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32, nv_tileas.waits_alone} : !consumer, !iterator -> !consumer
  %y = nv_tileas.async.pipeline.consumer_read %w, %i {consumer_idx = 0 : i32} : !consumer, !iterator -> tile<128xi8, #bytes>
  // CHECK-NEXT: produce_one_async
  %p1, %d = nv_tileas.async.pipeline.produce_one_async %p, %i {nv_tileas.stage_is_free, producer_types = [tile<128xi8, #bytes>]} : (!producer, !iterator) -> !producer, !nv_tileas.async.token (%stage : tile<128xi8, #bytes>) {
    nv_tileas.async.pipeline.yield %x : tile<128xi8, #bytes>
  }
  // CHECK: nv_tileas.barrier block
  // CHECK-NEXT: produce_one_async
  %p2, %e = nv_tileas.async.pipeline.produce_one_async %p1, %i {producer_types = [tile<128xi8, #bytes>]} : (!producer, !iterator) -> !producer, !nv_tileas.async.token (%stage : tile<128xi8, #bytes>) {
    nv_tileas.async.pipeline.yield %x : tile<128xi8, #bytes>
  }
  nv_tileaa.return
}

//===----------------------------------------------------------------------===//
// What each thread does alone
//===----------------------------------------------------------------------===//

// Every thread makes a fence for itself; one barrier behind it says that all
// have. What is ordered after the fence needs none of its own.
// CHECK-LABEL: func @fence
nv_tileaa.func @fence(%v: !v, %i: index, %t: !nv_tileaa.mem_token) {
  // CHECK: nv_tileaa.memory_fence
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileas.tiled_load
  // CHECK-NEXT: return
  %0 = nv_tileaa.memory_fence token = %t
  %a, %1 = nv_tileas.tiled_load %v[%i] token = %0 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> tile<256xf32, #l>
  nv_tileaa.return
}

// The memory of an alloca is that of the iteration before: whoever is still
// there must be done. Without accesses nobody is.
// CHECK-LABEL: func @alloca_in_loops
nv_tileaa.func @alloca_in_loops(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: nv_tileas.barrier block
  // CHECK-NEXT: nv_tileaa.alloca
  scf.for %k = %c0 to %n step %c1 {
    %p = nv_tileaa.alloca num_elem = 1, alignment = 4 : !nv_tileaa.ptr<f32>
    nv_tileas.store weak %p, %x : !nv_tileaa.ptr<f32>, f32
  }
  // CHECK: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.release_heap
  %h = nv_tileas.claim_heap {bytes = 4 : i64}
  nv_tileas.release_heap %h
  // CHECK: scf.for
  // CHECK-NEXT: nv_tileaa.alloca
  scf.for %k = %c0 to %n step %c1 {
    %p = nv_tileaa.alloca num_elem = 1, alignment = 4 : !nv_tileaa.ptr<f32>
  }
  nv_tileaa.return
}

// Elements of 4 bits are zeroed by all threads before one of them is stored.
// CHECK-LABEL: func @nibbles
nv_tileaa.func @nibbles() {
  // CHECK: nv_tileaa.alloca
  // CHECK-NEXT: nv_tileas.barrier block
  %p = nv_tileaa.alloca num_elem = 8, alignment = 4 : !nv_tileaa.ptr<f4E2M1FN>
  // CHECK: nv_tileaa.alloca
  // CHECK-NOT: nv_tileas.barrier
  // CHECK: return
  %q = nv_tileaa.alloca num_elem = 8, alignment = 4 : !nv_tileaa.ptr<i8>
  nv_tileaa.return
}

// Threads load sums and store a left factor from the same registers to the same
// columns. Two elements of a factor share a column, so that a thread stores what
// another one loads. The sums again are what the thread itself has loaded.

#row = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0), (0,8)]} -> (dim0:128, dim1:16)>
#words = #nv_tileas.layout<{offset: [(0,1)], tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>

// CHECK-LABEL: func @words_of_factors
// CHECK: nv_tileas.tiled_load
// CHECK-NOT: nv_tileas.barrier
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.barrier block
// CHECK-NEXT: nv_tileas.tiled_store
// CHECK-NOT: nv_tileas.barrier
// CHECK: return
nv_tileaa.func @words_of_factors() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>} {
  %i = arith.constant 0 : index
  %board = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  %f = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xbf16, tmem, #words>
  %s = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums> -> tile<128x16xf32, #row>
  nv_tileas.tiled_store %s, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x16xf32, #row>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  %h = nv_tileaa.fp_to_fp %s : tensor<128x16xf32, #row> -> tensor<128x16xbf16, #row>
  nv_tileas.tiled_store %h, %f[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x16xbf16, #row>, !nv_tileas.tiled_view<128x16xbf16, tmem, #words>
  nv_tileaa.return
}

// A thread that has a lane to itself stores what itself has loaded, whatever the
// elements are.

#own = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:16)>

// CHECK-LABEL: func @own_lanes
// CHECK: nv_tileas.tiled_load
// CHECK-NOT: nv_tileas.barrier
// CHECK: return
nv_tileaa.func @own_lanes() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>} {
  %i = arith.constant 0 : index
  %board = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  %f = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xbf16, tmem, #words>
  %s = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums> -> tile<128x16xf32, #own>
  %h = nv_tileaa.fp_to_fp %s : tensor<128x16xf32, #own> -> tensor<128x16xbf16, #own>
  nv_tileas.tiled_store %h, %f[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x16xbf16, #own>, !nv_tileas.tiled_view<128x16xbf16, tmem, #words>
  nv_tileaa.return
}

// Warps that hold copies of sums load them as well, and one of each pair stores what it computed: not
// before the other one has loaded.

#copied = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0), (0,0)]} -> (dim0:128, dim1:16)>

// CHECK-LABEL: func @copies_of_sums
// CHECK: nv_tileas.tiled_load
// CHECK: nv_tileas.barrier block
// CHECK-NEXT: nv_tileas.tiled_store
// CHECK-NOT: nv_tileas.barrier
// CHECK: return
nv_tileaa.func @copies_of_sums() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>} {
  %i = arith.constant 0 : index
  %board = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  %s = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums> -> tile<128x16xf32, #copied>
  nv_tileas.tiled_store %s, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x16xf32, #copied>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  nv_tileaa.return
}

// A role may still make its maps when the others have nothing to wait for, and so nothing to do.

// CHECK-LABEL: func @maps_of_a_role
// CHECK: nv_tileas.make_tiled_tma_desc
// CHECK: nv_tileas.barrier block
// CHECK-NEXT: nv_tileas.release_tma_place
nv_tileaa.func @maps_of_a_role(%p: !nv_tileaa.ptr<f16>, %n: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 4>, <producer, warps = 4>]>} {
  %i = arith.constant 64 : index
  %place = nv_tileas.claim_tma_place {num_maps = 1 : i32}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [224, 56] isolated = false {
    nv_tileas.async.pipeline.yield
  }, {
    %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f16> sizes[i32] -> !nv_tileaa.memref<?x1024xf16, strides = [1024, 1]>
    %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64x64xf16, memref<?x1024xf16, strides = [1024, 1]>>
    %map = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %place {atom = #nv_tileas<atom tma_load_2d box [64, 64]>, map = 0 : i32, oob_mode = #nv_tileas<oob_mode zero>, swizzle_mode = #nv_tileas<swizzle_mode 128B>} : !nv_tileaa.tiled_view<64x64xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
    nv_tileas.async.pipeline.yield
  }
  nv_tileas.release_tma_place %place {num_maps = 1 : i32}
  nv_tileaa.return
}

// A commit behind no product completes its barrier at once: all threads must have seen the phase before.

// CHECK-LABEL: func @commits
// CHECK: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.wait_products
// CHECK-NEXT: nv_tileas.barrier block
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @commits(%m: !nv_tileas.tensor_memory) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>} {
  nv_tileas.commit_products %m
  nv_tileas.commit_products %m
  nv_tileas.wait_products %m {pending = 1 : i32}
  nv_tileas.commit_products %m
  nv_tileaa.return
}
