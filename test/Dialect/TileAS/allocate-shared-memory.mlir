// RUN: tessera-opt %s --split-input-file --tileas-allocate-shared-memory --verify-diagnostics | FileCheck %s

// Scratch lives until the next op with scratch is done: neighbours are apart,
// every other one shares bytes.

!s = !nv_tileas.tiled_view<16x8xf32, smem>
!s16 = !nv_tileas.tiled_view<16x8xf16, smem>

// CHECK-LABEL: func @scratch
// CHECK-SAME: nv_tileas.shared_bytes = 560 : i64
nv_tileaa.func @scratch(%a: tensor<16x8xf32>) {
  // CHECK: arith.addf {{.*}} {nv_tileas.scratch_bytes = 512 : i64, nv_tileas.shared_offset = 0 : i64}
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 512 : i64} : tensor<16x8xf32>
  // CHECK: arith.addf {{.*}} {nv_tileas.scratch_bytes = 48 : i64, nv_tileas.shared_offset = 512 : i64}
  %1 = arith.addf %0, %0 {nv_tileas.scratch_bytes = 48 : i64} : tensor<16x8xf32>
  // CHECK: arith.addf {{.*}} {nv_tileas.scratch_bytes = 128 : i64, nv_tileas.shared_offset = 0 : i64}
  %3 = arith.addf %0, %0 {nv_tileas.scratch_bytes = 128 : i64} : tensor<16x8xf32>
  // No scratch, no offset.
  // CHECK: arith.addf {{.*}} {nv_tileas.scratch_bytes = 0 : i64} :
  %2 = arith.addf %0, %0 {nv_tileas.scratch_bytes = 0 : i64} : tensor<16x8xf32>
  nv_tileaa.return
}

// Too much for that: they share.
// CHECK-LABEL: func @large_scratch
// CHECK-SAME: nv_tileas.shared_bytes = 20480 : i64
nv_tileaa.func @large_scratch(%a: tensor<16x8xf32>) {
  // CHECK: arith.addf {{.*}} {nv_tileas.scratch_bytes = 20480 : i64, nv_tileas.shared_offset = 0 : i64}
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 20480 : i64} : tensor<16x8xf32>
  // CHECK: arith.addf {{.*}} {nv_tileas.scratch_bytes = 20480 : i64, nv_tileas.shared_offset = 0 : i64}
  %1 = arith.addf %0, %0 {nv_tileas.scratch_bytes = 20480 : i64} : tensor<16x8xf32>
  nv_tileaa.return
}

// A function without any of it has an empty pool.
// CHECK-LABEL: func @nothing
// CHECK-SAME: nv_tileas.shared_bytes = 0 : i64
nv_tileaa.func @nothing() {
  nv_tileaa.return
}

// Storage lives to the last use of any part of it: %x and %y together, %z after
// %x is dead takes its place, scratch in between goes behind both.
// CHECK-LABEL: func @storage
// CHECK-SAME: nv_tileas.shared_bytes = 1040 : i64
nv_tileaa.func @storage(%a: tensor<16x8xf32>, %i: index) {
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
  %x = nv_tileas.alloc_tensor : !s
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 512 : i64}
  %y = nv_tileas.alloc_tensor : !s
  %part = nv_tileas.extract_slice %x[%i, %i] : !s -> !nv_tileas.tiled_view<4x8xf32, smem>
  // CHECK: scratch_bytes = 16 : i64, nv_tileas.shared_offset = 1024 : i64
  %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 16 : i64} : tensor<16x8xf32>
  %v = nv_tileas.tiled_load %part[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<4x8xf32, smem> -> tile<4x8xf32>
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
  %z = nv_tileas.alloc_tensor : !s16
  %w = nv_tileas.tiled_load %z[%i, %i] {atom = #nv_tileas<atom copy>} : !s16 -> tile<16x8xf16>
  %u = nv_tileas.tiled_load %y[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
  nv_tileaa.return
}

// Storage made outside a loop and used in it is alive in the whole loop, also
// behind its last use there: the scratch at the end of the body is not on it.
// CHECK-LABEL: func @loop
// CHECK-SAME: nv_tileas.shared_bytes = 576 : i64
nv_tileaa.func @loop(%a: tensor<16x8xf32>, %i: index) {
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
  %x = nv_tileas.alloc_tensor : !s
  scf.for %k = %i to %i step %i {
    %u = nv_tileas.tiled_load %x[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
    // CHECK: scratch_bytes = 64 : i64, nv_tileas.shared_offset = 512 : i64
    %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 64 : i64} : tensor<16x8xf32>
  }
  // CHECK: scratch_bytes = 64 : i64, nv_tileas.shared_offset = 0 : i64
  %1 = arith.addf %a, %a {nv_tileas.scratch_bytes = 64 : i64} : tensor<16x8xf32>
  nv_tileaa.return
}

// Carried by a loop: whichever of the two the body made last iteration is alive
// at the start of the next, so both live over all of the loop.
// CHECK-LABEL: func @carried
// CHECK-SAME: nv_tileas.shared_bytes = 1088 : i64
nv_tileaa.func @carried(%a: tensor<16x8xf32>, %i: index) {
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
  %x = nv_tileas.alloc_tensor : !s
  %last = scf.for %k = %i to %i step %i iter_args(%prev = %x) -> (!s) {
    // CHECK: scratch_bytes = 64 : i64, nv_tileas.shared_offset = 1024 : i64
    %0 = arith.addf %a, %a {nv_tileas.scratch_bytes = 64 : i64} : tensor<16x8xf32>
    %u = nv_tileas.tiled_load %prev[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 512 : i64}
    %y = nv_tileas.alloc_tensor : !s
    scf.yield %y : !s
  }
  nv_tileaa.return
}

// Tensor memory is no business of this pass; a view with a layout of its own is
// aligned for matrix descriptors.
#img = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
// CHECK-LABEL: func @alignment
// CHECK-SAME: nv_tileas.shared_bytes = 1536 : i64
nv_tileaa.func @alignment(%i: index) {
  // CHECK: alloc_tensor : !nv_tileas.tiled_view<16x8xf32, tmem>
  %t = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf32, tmem>
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
  %x = nv_tileas.alloc_tensor : !s
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 1024 : i64}
  %y = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf32, smem, #img>
  %u = nv_tileas.tiled_load %x[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
  %v = nv_tileas.tiled_load %y[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<16x8xf32, smem, #img> -> tile<16x8xf32>
  nv_tileaa.return
}

// Teams of the consumer run apart: %b of one may be in use while the other one
// writes %a. Each has 1024 bytes, in which these two share theirs, behind what
// all threads have.
// CHECK-LABEL: func @teams
// CHECK-SAME: nv_tileas.shared_bytes = 3072 : i64
nv_tileaa.func @teams(%i: index) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>} {
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 2048 : i64}
  %all = nv_tileas.alloc_tensor : !s
  // CHECK: agent_switch {{.*}} attributes {nv_tileas.team_bytes = 1024 : i64}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
    %a = nv_tileas.alloc_tensor : !s
    %t = nv_tileas.tiled_load %a[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
    %b = nv_tileas.alloc_tensor : !s
    nv_tileas.tiled_store %t, %b[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !s
    nv_tileas.async.pipeline.yield
  }, {
    // The producer runs beside both.
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 2560 : i64}
    %c = nv_tileas.alloc_tensor : !s
    %t = nv_tileas.tiled_load %c[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
    nv_tileas.async.pipeline.yield
  }
  %u = nv_tileas.tiled_load %all[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
  nv_tileaa.return
}

// What each team has where other roles name it is theirs, too: among the bytes of
// a team, until it is retired.
// CHECK-LABEL: func @of_teams
// CHECK-SAME: nv_tileas.shared_bytes = 4096 : i64
nv_tileaa.func @of_teams(%i: index, %first: i32) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>} {
  // CHECK: alloc_tensor {each_team, nv_tileas.shared_offset = 0 : i64}
  %q = nv_tileas.alloc_tensor {each_team} : !nv_tileas.tiled_view<16x16xf32, smem>
  // CHECK: agent_switch {{.*}} attributes {nv_tileas.team_bytes = 2048 : i64}
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 1024 : i64}
    %a = nv_tileas.alloc_tensor : !s
    %t = nv_tileas.tiled_load %a[%i, %i] {atom = #nv_tileas<atom copy>} : !s -> tile<16x8xf32>
    // CHECK: retire_storage
    nv_tileas.retire_storage %q : !nv_tileas.tiled_view<16x16xf32, smem>
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
    %b = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x16xf32, smem>
    %u = nv_tileas.tiled_load %b[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<16x16xf32, smem> -> tile<16x16xf32>
    nv_tileas.async.pipeline.yield
  }, {
    %own = nv_tileas.of_team %q, %first : !nv_tileas.tiled_view<16x16xf32, smem>
    %t = nv_tileas.tiled_load %own[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<16x16xf32, smem> -> tile<16x16xf32>
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}

// The bytes of teams come first where that takes fewer bytes: %all, which lives
// as long as both bodies, finds room behind %stages.
// CHECK-LABEL: func @teams_first
// CHECK-SAME: nv_tileas.shared_bytes = 5504 : i64
nv_tileaa.func @teams_first(%i: index, %which: i1) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>} {
  // CHECK: alloc_tensor {nv_tileas.shared_offset = 5376 : i64}
  %all = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<8x4xf32, smem>
  scf.if %which {
    // CHECK: alloc_tensor {nv_tileas.shared_offset = 2048 : i64}
    %stages = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<4x832xi8, smem>
    %p, %c = nv_tileas.async.pipeline.create_pipeline %stages {consumerGroupId = 0 : i8, dynamic = true, numStages = 4 : i32, producerGroupId = 0 : i8, sharedMem = true} : !nv_tileas.tiled_view<4x832xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
      // CHECK: alloc_tensor {nv_tileas.shared_offset = 0 : i64}
      %a = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x16xf32, smem>
      %t = nv_tileas.tiled_load %a[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<16x16xf32, smem> -> tile<16x16xf32>
      nv_tileas.async.pipeline.yield
    }, {
      %first = nv_tileas.async.pipeline.create_iterator %c : !nv_tileas.async.pipeline.consumer_token -> !nv_tileas.async.pipeline.iterator<tile<16x8xf32>>
      nv_tileas.async.pipeline.yield
    }
  } else {
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
      %a = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32x16xf32, smem>
      %t = nv_tileas.tiled_load %a[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<32x16xf32, smem> -> tile<32x16xf32>
      nv_tileas.async.pipeline.yield
    }, {
      nv_tileas.async.pipeline.yield
    }
  }
  %u = nv_tileas.tiled_load %all[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<8x4xf32, smem> -> tile<8x4xf32>
  nv_tileaa.return
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  // expected-error @+1 {{expected at most 166912 bytes of shared memory on sm_80, got 262144}}
  nv_tileaa.func @too_much(%i: index) {
    %x = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<256x256xf32, smem>
    nv_tileaa.return
  }
}

// -----

// expected-error @+1 {{expected}}
module attributes {nv_tileas.target = #nv_tileas.target<sm_12>} {
}
