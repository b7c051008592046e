// RUN: tessera-opt %s --convert-tileas-to-nvvm | FileCheck %s

// Where places of teams are: %s is one for all of them, that of %o is as many
// columns further for each team as it says, and that of %p half of the block's.
// A place that a team has by itself counts in the same way.

#rows = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#registers = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:16)>
!p = !nv_tileas.tiled_view<128x16xf32, tmem, #rows>
!t = tensor<128x16xf32, #registers>

// CHECK-LABEL: llvm.func @places
// CHECK-DAG: %[[BEHIND:.*]] = llvm.mlir.constant(144 : i32)
// CHECK-DAG: %[[HALF:.*]] = llvm.mlir.constant(256 : i32)
// CHECK-DAG: %[[APART:.*]] = llvm.mlir.constant(192 : i32)
// CHECK: %[[COLUMNS:.*]] = llvm.inline_asm {{.*}}"ld.shared.b32 $0, [$1];"
// CHECK: %[[O:.*]] = llvm.add %[[COLUMNS]], %{{.*}} : i32
// CHECK: %[[P:.*]] = llvm.add %[[COLUMNS]], %{{.*}} : i32
// CHECK: %[[LANES:.*]] = llvm.add %[[COLUMNS]], %[[WARP:.*]] : i32
// CHECK: "tcgen05.st.{{.*}} %[[LANES]],
// CHECK: %[[FURTHER:.*]] = llvm.mul %[[TEAM:.*]], %[[APART]] : i32
// CHECK: %[[OF:.*]] = llvm.add %[[O]], %[[FURTHER]] : i32
// CHECK: %[[LANES:.*]] = llvm.add %[[OF]], %[[WARP]] : i32
// CHECK: "tcgen05.st.{{.*}} %[[LANES]],
// CHECK: %[[PART:.*]] = llvm.mul %[[TEAM]], %[[HALF]] : i32
// CHECK: %[[OF:.*]] = llvm.add %[[P]], %[[PART]] : i32
// CHECK: %[[LANES:.*]] = llvm.add %[[OF]], %[[WARP]] : i32
// CHECK: "tcgen05.st.{{.*}} %[[LANES]],
// CHECK: %[[FURTHER:.*]] = llvm.mul %[[TEAM]], %[[APART]] : i32
// CHECK: %[[OF:.*]] = llvm.add %[[COLUMNS]], %[[FURTHER]] : i32
// CHECK: %[[OWN:.*]] = llvm.add %[[OF]], %[[BEHIND]] : i32
// CHECK: %[[LANES:.*]] = llvm.add %[[OWN]], %[[WARP]] : i32
// CHECK: "tcgen05.st.{{.*}} %[[LANES]],
module attributes {nv_tileas.target = #nv_tileas.target<sm_100a>} {
  nv_tileaa.func @places() attributes {kernel, nv_tileas.shared_bytes = 64 : i64, nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>} {
    %board = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<64xi8, smem>
    %m = nv_tileas.claim_tensor_memory %board {columns = 512 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<64xi8, smem>
    %s = nv_tileas.tensor_place %m {column = 0 : i32, team_columns = 0 : i32} : !p
    %o = nv_tileas.tensor_place %m {column = 128 : i32, team_columns = 192 : i32} : !p
    %p = nv_tileas.tensor_place %m {column = 16 : i32} : !p
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
      %c0 = arith.constant 0 : index
      %zero = arith.constant dense<0.0> : !t
      %rank = nv_tileas.team_rank
      %0 = nv_tileas.of_team %s, %rank : !p
      nv_tileas.tiled_store %zero, %0[%c0, %c0] {atom = #nv_tileas<atom copy>} : tile<128x16xf32, #registers>, !p
      %1 = nv_tileas.of_team %o, %rank : !p
      nv_tileas.tiled_store %zero, %1[%c0, %c0] {atom = #nv_tileas<atom copy>} : tile<128x16xf32, #registers>, !p
      %2 = nv_tileas.of_team %p, %rank : !p
      nv_tileas.tiled_store %zero, %2[%c0, %c0] {atom = #nv_tileas<atom copy>} : tile<128x16xf32, #registers>, !p
      %own = nv_tileas.tensor_place %m {column = 144 : i32, team_columns = 192 : i32} : !p
      nv_tileas.tiled_store %zero, %own[%c0, %c0] {atom = #nv_tileas<atom copy>} : tile<128x16xf32, #registers>, !p
      nv_tileas.async.pipeline.yield
    }, {
      nv_tileas.async.pipeline.yield
    }
    nv_tileas.release_tensor_memory %m, %board {columns = 512 : i32} : !nv_tileas.tiled_view<64xi8, smem>
    nv_tileaa.return
  }
}
