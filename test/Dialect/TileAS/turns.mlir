// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// A block that takes over others: the loop over its turns, who asks, and who reads the answer.

!answer = !nv_tileas.async.pipeline.iterator<tile<4xi32>>

// CHECK: func @turns
nv_tileaa.func @turns(%board: !nv_tileas.tiled_view<4x32xi8, smem>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: nv_tileas.has_waves
  %several = nv_tileas.has_waves
  // CHECK: %[[TURNS:.*]] = nv_tileas.count_turns
  %turns = nv_tileas.count_turns
  // CHECK: scf.for %[[TURN:.*]] = %{{.*}} to %[[TURNS]]
  scf.for %turn = %c0 to %turns step %c1 : i32 {
    // CHECK: %[[X:.*]], %[[Y:.*]], %[[Z:.*]] = nv_tileas.turn_block %[[TURN]]
    %x, %y, %z = nv_tileas.turn_block %turn
    // CHECK: nv_tileas.program_id_at x of %[[X]], %[[Y]], %[[Z]] {group = 8 : i32}
    %i = nv_tileas.program_id_at x of %x, %y, %z {group = 8 : i32}
    // CHECK: nv_tileas.program_id_at z of %[[X]], %[[Y]], %[[Z]]
    %k = nv_tileas.program_id_at z of %x, %y, %z
  }
  %p, %c = nv_tileas.async.pipeline.create_pipeline %board {numStages = 4 : i32, producerGroupId = 1 : i8, consumerGroupId = 0 : i8, sharedMem = true} : !nv_tileas.tiled_view<4x32xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  // CHECK: %[[ASKS:.*]] = nv_tileas.async.pipeline.create_iterator
  %asks = nv_tileas.async.pipeline.create_iterator %p : !nv_tileas.async.pipeline.producer_token -> !answer
  // CHECK: %[[READS:.*]] = nv_tileas.async.pipeline.create_iterator
  %reads = nv_tileas.async.pipeline.create_iterator %c : !nv_tileas.async.pipeline.consumer_token -> !answer
  // CHECK: nv_tileas.async.cancel_next_program_id %{{.*}}, %[[ASKS]] : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<4xi32>>
  nv_tileas.async.cancel_next_program_id %p, %asks : !nv_tileas.async.pipeline.producer_token, !answer
  // CHECK: nv_tileas.async.expect_program_id %{{.*}}, %[[ASKS]] : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<4xi32>>
  nv_tileas.async.expect_program_id %p, %asks : !nv_tileas.async.pipeline.producer_token, !answer
  // CHECK: nv_tileas.async.cancel_next_program_id %{{.*}}, %[[ASKS]] for_cluster : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<4xi32>>
  nv_tileas.async.cancel_next_program_id %p, %asks for_cluster : !nv_tileas.async.pipeline.producer_token, !answer
  // CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = nv_tileas.read_next_program_id %{{.*}}, %[[READS]] : !nv_tileas.async.pipeline.consumer_token, !nv_tileas.async.pipeline.iterator<tile<4xi32>>
  %more, %x, %y, %z = nv_tileas.read_next_program_id %c, %reads : !nv_tileas.async.pipeline.consumer_token, !answer
  nv_tileaa.return
}
