// RUN: tessera-opt %s --split-input-file --tileas-inline-pipelines --verify-diagnostics | FileCheck %s

// Pipelines as loads and stores of a ring of stages.

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
!b = !nv_tileas.tiled_view<3x8xf32, smem>

// One stage is filled and read per iteration; the iterator is a counter that
// the loop carries, the sum a value that the consumer's body gives out.
// CHECK-LABEL: func @loop
nv_tileaa.func @loop(%x: tensor<8xf32>, %n: index) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  // CHECK: %[[BUF:.*]] = nv_tileas.alloc_tensor
  %buf = nv_tileas.alloc_tensor : !b
  // CHECK-NOT: nv_tileas.async.pipeline
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  // CHECK: scf.for {{.*}} iter_args(%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[S:.*]] = %{{.*}}) -> (index, i32, i32, tensor<8xf32>)
  %r:4 = scf.for %k = %0 to %n step %1 iter_args(%j = %i, %q = %p, %d = %c, %s = %zero) -> (!it, !p, !c, tensor<8xf32>) {
    // CHECK: %[[N:.*]] = arith.constant 3 : index
    // CHECK: %[[STAGE:.*]] = arith.remui %[[I]], %[[N]] : index
    // CHECK: %[[SLOT:.*]] = nv_tileas.view %[[BUF]][%[[STAGE]]] : !nv_tileas.tiled_view<3x8xf32, smem> -> !nv_tileas.tiled_view<8xf32, smem>
    // CHECK: nv_tileas.tiled_store %{{.*}}, %{{.*}}[%{{.*}}] {atom = #nv_tileas<atom copy>} : tile<8xf32>, !nv_tileas.tiled_view<8xf32, smem>
    %q2 = nv_tileas.async.pipeline.produce_one %q, %j {producer_types = [tile<8xf32>]} : (!p, !it) -> !p (%a : tile<8xf32>) {
      %y = arith.addf %x, %x : tensor<8xf32>
      nv_tileas.async.pipeline.yield %y : tile<8xf32>
    }
    // CHECK: nv_tileas.view %[[BUF]]
    // CHECK: %[[V:.*]] = nv_tileas.tiled_load %{{.*}} : !nv_tileas.tiled_view<8xf32, smem> -> tile<8xf32>
    // CHECK: %[[SUM:.*]] = arith.addf %[[S]], %[[V]]
    %d2, %t = nv_tileas.async.pipeline.consume_one %d, %j {consumer_idx = 0 : i32, consumer_types = [tile<8xf32>]} : (!c, !it) -> !c, tile<8xf32> (%a : tile<8xf32>) {
      %w = nv_tileas.async.pipeline.consumer_wait %d, %j {consumer_idx = 0 : i32} : !c, !it -> !c
      %u = arith.addf %s, %a : tensor<8xf32>
      %v = nv_tileas.async.pipeline.consumer_release %w : !c -> !c
      nv_tileas.async.pipeline.yield %a, %u : tile<8xf32>, tile<8xf32>
    }
    // CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : index
    %next = nv_tileas.async.pipeline.inc_iter %j : !it
    // CHECK: scf.yield %[[NEXT]], %{{.*}}, %{{.*}}, %[[SUM]]
    scf.yield %next, %q2, %d2, %t : !it, !p, !c, tensor<8xf32>
  }
  nv_tileaa.return
}

// Single steps; a second payload value has storage of its own; a stage that the
// body fills through a view is not stored again.
!it2 = !nv_tileas.async.pipeline.iterator<tile<8xf32>, tile<4xi32>>
// CHECK-LABEL: func @steps
nv_tileaa.func @steps(%buf: !b, %x: tensor<8xf32>, %y: tensor<4xi32>, %g: !nv_tileas.tiled_view<8xf32>) {
  // CHECK: %[[OWN:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<3x4xi32, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it2
  %p1 = nv_tileas.async.pipeline.producer_acquire %p, %i : !p, !it2 -> !p
  // CHECK-COUNT-2: nv_tileas.tiled_store
  %p2 = nv_tileas.async.pipeline.producer_write %p1, %i, %x, %y : !p, !it2, tile<8xf32>, tile<4xi32> -> !p
  %p3 = nv_tileas.async.pipeline.producer_commit %p2 : !p -> !p
  // CHECK-COUNT-2: nv_tileas.tiled_load
  %v:2 = nv_tileas.async.pipeline.consumer_read %c, %i {consumer_idx = 0 : i32} : !c, !it2 -> tile<8xf32>, tile<4xi32>
  // CHECK: %[[VIEW:.*]] = nv_tileas.view %{{.*}}[%{{.*}}] : !nv_tileas.tiled_view<3x8xf32, smem> -> !nv_tileas.tiled_view<8xf32, smem>
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[VIEW]]
  // CHECK: nv_tileas.tiled_store {{.*}} : tile<4xi32>
  // CHECK: nv_tileas.async.token_to_async
  // CHECK-NOT: nv_tileas.tiled_store
  %p4, %done = nv_tileas.async.pipeline.produce_one_async %p3, %i {producer_types = [tile<8xf32>, tile<4xi32>]} : (!p, !it2) -> !p, !nv_tileas.async.token (%a : tile<8xf32>, %b : tile<4xi32>) {
    %s = nv_tileas.view %a : tile<8xf32> -> !nv_tileas.tiled_view<8xf32, smem>
    nv_tileas.copy %g, %s {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8xf32>, !nv_tileas.tiled_view<8xf32, smem>
    nv_tileas.async.pipeline.yield %a, %y : tile<8xf32>, tile<4xi32>
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @agents() {
  // expected-error @+1 {{expected producers and consumers in one order, got agents that run side by side}}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [40] isolated = false {
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expected no pipeline from outside, got '!nv_tileas.async.pipeline.producer_token'}}
nv_tileaa.func @outside(%p: !nv_tileas.async.pipeline.producer_token) {
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
!b = !nv_tileas.tiled_view<3x8xf32, smem>
nv_tileaa.func @two(%buf: !b, %s: i1) {
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %q, %d = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  // expected-error @+1 {{expected a token and an iterator of one pipeline}}
  %0 = nv_tileas.async.pipeline.producer_acquire %q, %i : !p, !it -> !p
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<8xf32>>
!b = !nv_tileas.tiled_view<3x8xf32, smem>
nv_tileaa.func @either(%buf: !b, %s: i1) {
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %q, %d = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %either = scf.if %s -> (!p) {
    scf.yield %p : !p
  } else {
    scf.yield %q : !p
  }
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  // expected-error @+1 {{expected to belong to one pipeline, got 2}}
  %0 = nv_tileas.async.pipeline.producer_acquire %either, %i : !p, !it -> !p
  nv_tileaa.return
}

// -----

!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<f32>
!b = !nv_tileas.tiled_view<3x8xf32, smem>
nv_tileaa.func @scalar(%buf: !b) {
  // expected-error @+1 {{expected tiles as payload, got 'f32'}}
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buf {numStages = 3 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8} : !b -> !p, !c
  %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !it
  %0 = nv_tileas.async.pipeline.producer_acquire %p, %i : !p, !it -> !p
  nv_tileaa.return
}
