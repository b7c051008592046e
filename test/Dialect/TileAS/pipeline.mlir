// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// A two-stage pipeline that loads a tile through TMA, waits for it and feeds a
// dot: the worked example of the nv_tileas page, completed (residency, a barrier
// operand, both coordinates, the view of the stage, layouts of the stage types
// left out).

!tile = tensor<128x128xf16>
!view = !nv_tileaa.tiled_view<128x128xf16, memref<?x1024xf16, strides = [1024, 1]>>

// CHECK: func @worked_example(
nv_tileaa.func @worked_example(%buf_view: !nv_tileas.tiled_view<2x128x128xf16, smem>, %global: !view, %k_outer: index, %mbar: !nv_tileaa.mem_token, %b_tile: tensor<128x128xf16>, %acc: tensor<128x128xf32>) {
  %box = arith.constant 128 : index
  // CHECK: %[[DESC:.*]] = nv_tileas.make_tiled_tma_desc %{{.*}}[%{{.*}}, %{{.*}}] {atom = #nv_tileas<atom tma_load_2d>, oob_mode = #nv_tileas<oob_mode zero>, swizzle_mode = #nv_tileas<swizzle_mode 128B>} : !nv_tileaa.tiled_view<128x128xf16, memref<?x1024xf16, strides = [1024, 1]>> -> !nv_tileas.tma_desc
  %tma_desc = nv_tileas.make_tiled_tma_desc %global[%box, %box] {atom = #nv_tileas<atom tma_load_2d>, swizzle_mode = #nv_tileas<swizzle_mode 128B>, oob_mode = #nv_tileas<oob_mode zero>} : !view -> !nv_tileas.tma_desc

  // Build the pipeline. numStages=2, one producer, one consumer.
  // CHECK: %[[P:.*]], %[[C:.*]] = nv_tileas.async.pipeline.create_pipeline %{{.*}} {consumerGroupId = 1 : i8, dynamic = false, numStages = 2 : i32, producerGroupId = 0 : i8, sharedMem = true} : !nv_tileas.tiled_view<2x128x128xf16, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  %prod_tok, %cons_tok = nv_tileas.async.pipeline.create_pipeline %buf_view
      { numStages       = 2 : i32,
        producerGroupId = 0 : i8,
        consumerGroupId = 1 : i8,
        sharedMem       = true,
        dynamic         = false }
      : !nv_tileas.tiled_view<2x128x128xf16, smem>
      -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token

  // Stage iterator
  // CHECK: %[[I:.*]] = nv_tileas.async.pipeline.create_iterator %[[P]] : !nv_tileas.async.pipeline.producer_token -> !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>
  %iter = nv_tileas.async.pipeline.create_iterator %prod_tok
      : !nv_tileas.async.pipeline.producer_token -> !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>

  // Producer region: TMA loads, one per stage
  // CHECK: %{{.*}} = nv_tileas.async.pipeline.produce_one %[[P]], %[[I]] {producer_types = [tile<128x128xf16>]} : (!nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>) -> !nv_tileas.async.pipeline.producer_token (%[[STAGE:.*]] : tile<128x128xf16>) {
  %prod_tok2 = nv_tileas.async.pipeline.produce_one %prod_tok, %iter
      { producer_types = [tile<128x128xf16>] } : (
      !nv_tileas.async.pipeline.producer_token,
      !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>
  ) -> !nv_tileas.async.pipeline.producer_token (%stage_buf : tile<128x128xf16>) {
      // CHECK-NEXT: %[[VIEW:.*]] = nv_tileas.view %[[STAGE]] : tile<128x128xf16> -> !nv_tileas.tiled_view<128x128xf16, smem>
      %stage_view = nv_tileas.view %stage_buf : tile<128x128xf16> -> !nv_tileas.tiled_view<128x128xf16, smem>
      // CHECK-NEXT: nv_tileas.async.tiled_tma_load %[[DESC]], %[[VIEW]][%{{.*}}, %{{.*}}], %{{.*}} {atom = #nv_tileas<atom tma_load_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<128x128xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.value<tile<128x128xf16>>
      %async_tok = nv_tileas.async.tiled_tma_load
          %tma_desc, %stage_view[%k_outer, %k_outer], %mbar
          { atom = #nv_tileas<atom tma_load_2d>,
            operandSegmentSizes = array<i32: 1, 1, 2, 1> }
          : !nv_tileas.tma_desc, !nv_tileas.tiled_view<128x128xf16, smem>,
            index, index, !nv_tileaa.mem_token
          -> !nv_tileas.async.value<tile<128x128xf16>>
      // CHECK-NEXT: nv_tileas.async.pipeline.yield %[[STAGE]] : tile<128x128xf16>
      nv_tileas.async.pipeline.yield %stage_buf : tile<128x128xf16>
  }

  // Consumer region: wait for stage, dot, release
  // CHECK: nv_tileas.async.pipeline.consume_one %[[C]], %[[I]] {consumer_idx = 0 : i32, consumer_types = [tile<128x128xf16>]} : (!nv_tileas.async.pipeline.consumer_token, !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>) -> !nv_tileas.async.pipeline.consumer_token (%[[A:.*]] : tile<128x128xf16>) {
  %cons_tok2 = nv_tileas.async.pipeline.consume_one %cons_tok, %iter
      { consumer_idx   = 0 : i32,
        consumer_types = [tile<128x128xf16>] } : (
      !nv_tileas.async.pipeline.consumer_token,
      !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>
  ) -> !nv_tileas.async.pipeline.consumer_token (%a_tile : tile<128x128xf16>) {
      // CHECK-NEXT: %[[W:.*]] = nv_tileas.async.pipeline.consumer_wait %[[C]], %[[I]] {consumer_idx = 0 : i32} : !nv_tileas.async.pipeline.consumer_token, !nv_tileas.async.pipeline.iterator<tile<128x128xf16>> -> !nv_tileas.async.pipeline.consumer_token
      %waited = nv_tileas.async.pipeline.consumer_wait %cons_tok, %iter
          { consumer_idx = 0 : i32 }
          : !nv_tileas.async.pipeline.consumer_token,
            !nv_tileas.async.pipeline.iterator<tile<128x128xf16>>
          -> !nv_tileas.async.pipeline.consumer_token
      // CHECK-NEXT: nv_tileas.dot %[[A]], %{{.*}}, %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32>}
      %d = nv_tileas.dot %a_tile, %b_tile, %acc
          { atom = #nv_tileas<atom mma_f16_f16_f32> }
          : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
          -> tile<128x128xf32>
      // CHECK-NEXT: nv_tileas.async.pipeline.consumer_release %[[W]]
      %released = nv_tileas.async.pipeline.consumer_release %waited
          : !nv_tileas.async.pipeline.consumer_token
          -> !nv_tileas.async.pipeline.consumer_token
      nv_tileas.async.pipeline.yield %a_tile : tile<128x128xf16>
  }
  nv_tileaa.return
}

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>>

// A release names the stage if it is not the awaited one; one thread of a role.
// CHECK: func @released(
nv_tileaa.func @released(%c: !c, %i: !it) {
  // CHECK-NEXT: nv_tileas.async.pipeline.consumer_release %{{.*}}, %{{.*}} : !nv_tileas.async.pipeline.consumer_token, !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>> -> !nv_tileas.async.pipeline.consumer_token
  %r = nv_tileas.async.pipeline.consumer_release %c, %i : !c, !it -> !c
  // CHECK-NEXT: nv_tileas.is_first_thread
  // CHECK-NEXT: nv_tileas.cluster_rank
  %f = nv_tileas.is_first_thread
  %rank = nv_tileas.cluster_rank
  // CHECK-NEXT: nv_tileas.team_rank
  %team = nv_tileas.team_rank
  nv_tileaa.return
}

#place_of_rows = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:128, dim1:8)>

// A stage for each team of the consumer: a side begins at its own one, and stays
// there. Other roles name what a team has.
// CHECK-LABEL: func @of_teams(
nv_tileaa.func @of_teams(%p: !p, %c: !c, %m: !nv_tileas.tensor_memory) {
  // CHECK: nv_tileas.async.pipeline.create_iterator %{{.*}} {of_team} : !nv_tileas.async.pipeline.producer_token
  %i = nv_tileas.async.pipeline.create_iterator %p {of_team} : !p -> !it
  // CHECK-NEXT: nv_tileas.async.pipeline.create_iterator %{{.*}} {stage = 1 : i32} : !nv_tileas.async.pipeline.consumer_token
  %j = nv_tileas.async.pipeline.create_iterator %c {stage = 1 : i32} : !c -> !it
  // CHECK-NEXT: nv_tileas.async.pipeline.producer_commit %{{.*}}, %{{.*}} : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>> -> !nv_tileas.async.pipeline.producer_token
  %q = nv_tileas.async.pipeline.producer_commit %p, %i : !p, !it -> !p
  // CHECK-NEXT: nv_tileas.async.pipeline.inc_iter %{{.*}} {round} : !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>>
  %k = nv_tileas.async.pipeline.inc_iter %i {round} : !it
  // CHECK-NEXT: %[[S:.*]] = nv_tileas.alloc_tensor {each_team} : !nv_tileas.tiled_view<16x8xf32, smem>
  %s = nv_tileas.alloc_tensor {each_team} : !nv_tileas.tiled_view<16x8xf32, smem>
  // CHECK-NEXT: %[[T:.*]] = nv_tileas.tensor_place
  %t = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x8xf32, tmem, #place_of_rows>
  // CHECK-NEXT: %[[RANK:.*]] = nv_tileas.team_rank
  %rank = nv_tileas.team_rank
  // CHECK-NEXT: nv_tileas.of_team %[[S]], %[[RANK]] : !nv_tileas.tiled_view<16x8xf32, smem>
  %u = nv_tileas.of_team %s, %rank : !nv_tileas.tiled_view<16x8xf32, smem>
  // CHECK-NEXT: nv_tileas.of_team %[[T]], %[[RANK]] : !nv_tileas.tiled_view<128x8xf32, tmem, #{{.*}}>
  %v = nv_tileas.of_team %t, %rank : !nv_tileas.tiled_view<128x8xf32, tmem, #place_of_rows>
  // CHECK-NEXT: nv_tileas.retire_storage %[[S]] : !nv_tileas.tiled_view<16x8xf32, smem>
  nv_tileas.retire_storage %s : !nv_tileas.tiled_view<16x8xf32, smem>
  nv_tileaa.return
}

// The rest of the family: asynchronous bodies, values of bodies, single steps,
// iterators through loops, agents.
// CHECK: func @family(
nv_tileaa.func @family(%p: !p, %c: !c, %x: tensor<8xf32>, %y: tensor<4xi32>, %n: index) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %i = nv_tileas.async.pipeline.create_iterator %c : !c -> !it
  // CHECK: scf.for
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%j = %i, %q = %p) -> (!it, !p) {
    // CHECK: %{{.*}}, %{{.*}} = nv_tileas.async.pipeline.produce_one_async %{{.*}}, %{{.*}} {producer_types = [tile<8xf32>, tile<4xi32>]} : (!nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>>) -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.token (%{{.*}} : tile<8xf32>, %{{.*}} : tile<4xi32>) {
    %q2, %done = nv_tileas.async.pipeline.produce_one_async %q, %j {producer_types = [tile<8xf32>, tile<4xi32>]} : (!p, !it) -> !p, !nv_tileas.async.token (%a : tile<8xf32>, %b : tile<4xi32>) {
      nv_tileas.async.pipeline.yield %x, %y : tile<8xf32>, tile<4xi32>
    }
    // CHECK: %{{.*}}, %{{.*}}, %{{.*}} = nv_tileas.async.pipeline.consume_one_async %{{.*}}, %{{.*}} {consumer_idx = 1 : i32, consumer_types = [tile<8xf32>, tile<4xi32>]} : {{.*}} -> !nv_tileas.async.pipeline.consumer_token, !nv_tileas.async.token, tile<8xf32> (
    %c2, %done2, %v = nv_tileas.async.pipeline.consume_one_async %c, %j {consumer_idx = 1 : i32, consumer_types = [tile<8xf32>, tile<4xi32>]} : (!c, !it) -> !c, !nv_tileas.async.token, tile<8xf32> (%a : tile<8xf32>, %b : tile<4xi32>) {
      %s = arith.addf %a, %a : tensor<8xf32>
      nv_tileas.async.pipeline.yield %a, %b, %s : tile<8xf32>, tile<4xi32>, tile<8xf32>
    }
    // CHECK: nv_tileas.async.pipeline.inc_iter %{{.*}} : !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>>
    %next = nv_tileas.async.pipeline.inc_iter %j : !it
    scf.yield %next, %q2 : !it, !p
  }
  // CHECK: nv_tileas.async.pipeline.producer_acquire %{{.*}}, %{{.*}} : !nv_tileas.async.pipeline.producer_token, {{.*}} -> !nv_tileas.async.pipeline.producer_token
  %p1 = nv_tileas.async.pipeline.producer_acquire %p, %i : !p, !it -> !p
  // CHECK: nv_tileas.await_fills %{{.*}}, %{{.*}} : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<
  nv_tileas.await_fills %p, %i : !p, !it
  // CHECK: nv_tileas.async.pipeline.producer_write %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : {{.*}}, tile<8xf32>, tile<4xi32> -> !nv_tileas.async.pipeline.producer_token
  %p2 = nv_tileas.async.pipeline.producer_write %p1, %i, %x, %y : !p, !it, tile<8xf32>, tile<4xi32> -> !p
  // CHECK: nv_tileas.async.pipeline.producer_commit %{{.*}} : !nv_tileas.async.pipeline.producer_token -> !nv_tileas.async.pipeline.producer_token
  %p3 = nv_tileas.async.pipeline.producer_commit %p2 : !p -> !p
  %c1 = nv_tileas.async.pipeline.consumer_wait %c, %i {consumer_idx = 0 : i32} : !c, !it -> !c
  // CHECK: %{{.*}}:2 = nv_tileas.async.pipeline.consumer_read %{{.*}}, %{{.*}} {consumer_idx = 0 : i32} : {{.*}} -> tile<8xf32>, tile<4xi32>
  %v:2 = nv_tileas.async.pipeline.consumer_read %c1, %i {consumer_idx = 0 : i32} : !c, !it -> tile<8xf32>, tile<4xi32>
  // CHECK: nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40, 232] isolated = false {
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40, 232] isolated = false {
    %p4 = nv_tileas.async.pipeline.producer_acquire %p, %i : !p, !it -> !p
    nv_tileas.async.pipeline.yield
  // CHECK: }, {
  }, {
    // CHECK: nv_tileas.async.pipeline.yield
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}
