// RUN: tessera-opt %s --tileas-explicit-storage | FileCheck %s

// The left factor of mma.sync comes in registers. The right one stays in shared
// memory if a thread has too few registers for left factor, right factor and sums:
// here 8 + 4 + 4, and 31 are for everything else.

#lhs = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(0,0), (0,0)]} -> (dim0:16, dim1:32)>
#rhs = #nv_tileas.layout<{register: [(1,0), (8,0), (16,0)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,0), (0,0)]} -> (dim0:32, dim1:8)>
#from = #nv_tileas.layout<{register: [(0,1)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(0,2), (0,4)]} -> (dim0:32, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(0,0), (0,0)]} -> (dim0:16, dim1:8)>

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  // CHECK-LABEL: func @few_registers
  // CHECK: [[V:%[0-9]+]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32x8xf16, smem, #
  // CHECK: nv_tileas.tiled_store %arg1, [[V]]
  // CHECK-NEXT: nv_tileas.dot %arg0, [[V]], %arg2 {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>, rhs_tile = tensor<32x8xf16, #
  nv_tileaa.func @few_registers(%a: tensor<16x32xf16, #lhs>, %b: tensor<32x8xf16, #from>, %c: tensor<16x8xf32, #acc>) attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4, registers = 40>]>} {
    %y = nv_tileas.convert_layout %b : tile<32x8xf16, #from> -> tile<32x8xf16, #rhs>
    %d = nv_tileas.dot %a, %y, %c {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>} : tile<16x32xf16, #lhs>, tile<32x8xf16, #rhs>, tile<16x8xf32, #acc> -> tile<16x8xf32, #acc>
    nv_tileaa.return
  }

  // CHECK-LABEL: func @enough_registers
  // CHECK: nv_tileas.convert_layout
  // CHECK-NEXT: nv_tileas.dot
  // CHECK-NOT: rhs_tile
  // CHECK: return
  nv_tileaa.func @enough_registers(%a: tensor<16x32xf16, #lhs>, %b: tensor<32x8xf16, #from>, %c: tensor<16x8xf32, #acc>) attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4, registers = 48>]>} {
    %y = nv_tileas.convert_layout %b : tile<32x8xf16, #from> -> tile<32x8xf16, #rhs>
    %d = nv_tileas.dot %a, %y, %c {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>} : tile<16x32xf16, #lhs>, tile<32x8xf16, #rhs>, tile<16x8xf32, #acc> -> tile<16x8xf32, #acc>
    nv_tileaa.return
  }

  // The left factor never stays alone.
  // CHECK-LABEL: func @left
  // CHECK: nv_tileas.convert_layout
  // CHECK-NEXT: nv_tileas.dot
  // CHECK-NOT: lhs_tile
  // CHECK: return
  nv_tileaa.func @left(%a: tensor<16x32xf16, #lhs>, %b: tensor<32x8xf16, #rhs>, %c: tensor<16x8xf32, #acc>, %k: tensor<16x32xf16, #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (0,8), (0,16), (1,0), (2,0)], warp: [(4,0), (8,0)]} -> (dim0:16, dim1:32)>>) attributes {nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4, registers = 40>]>} {
    %x = nv_tileas.convert_layout %k : tile<16x32xf16, #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (0,8), (0,16), (1,0), (2,0)], warp: [(4,0), (8,0)]} -> (dim0:16, dim1:32)>> -> tile<16x32xf16, #lhs>
    %d = nv_tileas.dot %x, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>} : tile<16x32xf16, #lhs>, tile<32x8xf16, #rhs>, tile<16x8xf32, #acc> -> tile<16x8xf32, #acc>
    nv_tileaa.return
  }
}
