// RUN: tessera-opt %s --tileas-take-blocks --split-input-file --verify-diagnostics | FileCheck %s

#roles = #nv_tileas.plan<tcgen05_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>

// CHECK: func @roles
nv_tileaa.func @roles(%n: i32) attributes {nv_tileas.plan = #roles} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x32xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buffer {numStages = 2 : i32, producerGroupId = 1 : i8, consumerGroupId = 0 : i8, sharedMem = true} : !nv_tileas.tiled_view<2x32xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  // Six warps read an answer.
  // CHECK: nv_tileas.alloc_tensor : !nv_tileas.tiled_view<4x32xi8, smem>
  // CHECK-NEXT: %[[ASK:.*]], %[[READ:.*]] = nv_tileas.async.pipeline.create_pipeline %{{.*}} {consumerGroupId = 0 : i8, dynamic = true, numStages = 4 : i32, nv_tileas.empty_arrivals = 6 : i64, nv_tileas.empty_barrier = 96 : i64, nv_tileas.full_barrier = 64 : i64, producerGroupId = 1 : i8
  // CHECK-NEXT: nv_tileas.barrier block
  nv_tileas.barrier block
  %turns = nv_tileas.count_turns
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [0, 0, 0] isolated = false {
    // In front of the loop, the block is the one that was started.
    // CHECK: nv_tileaa.get_program_id x
    // CHECK-NEXT: nv_tileaa.get_program_id y
    // CHECK-NEXT: nv_tileaa.get_program_id z
    %x0, %y0, %z0 = nv_tileas.turn_block %c0
    %own = arith.addi %x0, %y0 : i32
    // The loop counts turns because something uses the counter.
    // CHECK: scf.while (%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[AT:.*]] = %{{.*}}, %[[TURN:.*]] = %c0_i32)
    // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[X]], %[[Y]]
    // CHECK-NEXT: arith.muli %[[SUM]], %[[TURN]]
    // CHECK-NEXT: %[[WAIT:.*]] = nv_tileas.async.pipeline.consumer_wait %[[READ]], %[[AT]] {{.*}}nv_tileas.waits_alone
    // CHECK-NEXT: %[[MORE:.*]], %[[NX:.*]], %[[NY:.*]], %[[NZ:.*]] = nv_tileas.read_next_program_id %[[WAIT]], %[[AT]]
    // CHECK-NEXT: nv_tileas.proxy_fence shared
    // CHECK-NEXT: nv_tileas.async.pipeline.consumer_release %[[WAIT]], %[[AT]] {nv_tileas.each_warp_releases}
    // CHECK-NEXT: %[[NEXT:.*]] = nv_tileas.async.pipeline.inc_iter %[[AT]]
    // CHECK-NEXT: %[[LATER:.*]] = arith.addi %[[TURN]], %c1_i32
    // CHECK-NEXT: scf.condition(%[[MORE]]) %[[NX]], %[[NY]], %[[NZ]], %[[NEXT]], %[[LATER]]
    scf.for %turn = %c0 to %turns step %c1 : i32 {
      %x, %y, %z = nv_tileas.turn_block %turn
      %sum = arith.addi %x, %y : i32
      %product = arith.muli %sum, %turn : i32
    }
    nv_tileas.async.pipeline.yield
  }, {
    // The producer's first thread asks, and the loop carries what it did.
    // CHECK: scf.while ({{.*}}, %[[AT:.*]] = %{{.*}}, %[[ASKS:.*]] = %{{.*}}, %[[CARRIED:.*]] = %{{.*}})
    // CHECK-NEXT: %[[FIRST:.*]] = nv_tileas.is_first_thread
    // CHECK-NEXT: scf.if %[[FIRST]] {
    // CHECK-NEXT: %[[FREE:.*]] = nv_tileas.async.pipeline.producer_acquire %[[ASK]], %[[ASKS]]
    // CHECK-NEXT: nv_tileas.async.cancel_next_program_id %[[FREE]], %[[ASKS]]
    // CHECK-NEXT: }
    // CHECK-NEXT: %[[MADE:.*]] = arith.addi %[[CARRIED]]
    // CHECK: scf.condition(%{{.*}}) {{.*}}, %[[MADE]] :
    %all = scf.for %turn = %c0 to %turns step %c1 iter_args(%carried = %n) -> (i32) : i32 {
      %x, %y, %z = nv_tileas.turn_block %turn
      %made = arith.addi %carried, %x : i32
      scf.yield %made : i32
    }
    nv_tileas.async.pipeline.yield
  }, {
    // CHECK: scf.while
    // CHECK-NOT: cancel_next_program_id
    // CHECK: nv_tileas.read_next_program_id
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }
  // CHECK: return
  nv_tileaa.return
}

// -----

#roles = #nv_tileas.plan<tcgen05_pair_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>], cluster = 2>

// CHECK: func @pair
nv_tileaa.func @pair() attributes {nv_tileas.plan = #roles} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x32xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buffer {numStages = 2 : i32, producerGroupId = 1 : i8, consumerGroupId = 0 : i8, sharedMem = true} : !nv_tileas.tiled_view<2x32xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  // Twelve warps of both blocks read an answer.
  // CHECK: %[[ASK:.*]], %[[READ:.*]] = nv_tileas.async.pipeline.create_pipeline %{{.*}} {consumerGroupId = 0 : i8, dynamic = true, numStages = 4 : i32, nv_tileas.empty_arrivals = 12 : i64, nv_tileas.empty_barrier = 96 : i64, nv_tileas.full_barrier = 64 : i64, nv_tileas.pair_stages, producerGroupId = 1 : i8
  // CHECK-NEXT: nv_tileas.barrier cluster
  nv_tileas.barrier cluster
  %turns = nv_tileas.count_turns
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [0, 0, 0] isolated = false {
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }, {
    // Both blocks get the answer that the first one asks for.
    // CHECK: %[[FIRST:.*]] = nv_tileas.is_first_thread
    // CHECK-NEXT: scf.if %[[FIRST]] {
    // CHECK-NEXT: nv_tileas.async.expect_program_id %[[ASK]], %[[ASKS:[^ ]*]]
    // CHECK-NEXT: %[[RANK:.*]] = nv_tileas.cluster_rank
    // CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[RANK]], %c0_i32
    // CHECK-NEXT: scf.if %[[LEADS]] {
    // CHECK-NEXT: %[[FREE:.*]] = nv_tileas.async.pipeline.producer_acquire %[[ASK]], %[[ASKS]]
    // CHECK-NEXT: nv_tileas.async.cancel_next_program_id %[[FREE]], %[[ASKS]] for_cluster
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }, {
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @no_roles() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{expected a loop over turns to be the whole work of a role}}
  %turns = nv_tileas.count_turns
  scf.for %turn = %c0 to %turns step %c1 : i32 {
  }
  nv_tileaa.return
}

// -----

#roles = #nv_tileas.plan<tcgen05_persistent, roles = [<consumer, warps = 4>, <issuer, warps = 1>]>
nv_tileaa.func @no_producer() attributes {nv_tileas.plan = #roles} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %turns = nv_tileas.count_turns
  // expected-error @+1 {{expected a producer with stages that asks for other blocks}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [0, 0] isolated = false {
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }, {
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @no_plan() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %turns = nv_tileas.count_turns
  // expected-error @+1 {{expected a plan with a role for each agent}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [0] isolated = false {
    scf.for %turn = %c0 to %turns step %c1 : i32 {
    }
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}
