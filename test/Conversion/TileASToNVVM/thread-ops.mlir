// RUN: tessera-opt %s --tileas-inline-async --tileas-allocate-shared-memory --tileas-insert-barriers --verify-tileas-stage -o %t.mlir
// RUN: tessera-opt %t.mlir --convert-tileas-to-nvvm | FileCheck %s
// RUN: tessera compile --from tileas --target sm_80 %t.mlir -o %t.ptx
// RUN: tessera emulate %t.ptx --entry pairs --block 64 --schedules 5 "rand(64,i32,1)=>%t.in.npy" "zeros(64,i32)=>%t.out.npy"
// RUN: %python -c "import numpy as n; a, b = n.load('%t.in.npy'), n.load('%t.out.npy'); i = n.arange(64); assert (b == a[i ^ 1] + 3 * i).all(), b"
// RUN: tessera emulate %t.ptx --entry lanes --block 32 "zeros(3x32,i32)=>%t.lanes.npy"
// RUN: %python -c "import numpy as n; b = n.load('%t.lanes.npy'); i = n.arange(32); assert (b == [n.maximum(i - 3, 0) + (i < 3) * i, n.where(i < 27, i + 5, i), 0 * i + 7]).all(), b"

// Ops that no pass of the road makes, written by hand and carried out: a tile
// generated from its indices, neighbours exchanged by a shuffle, and loads and
// copies that are waited for.

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#l = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)]} -> (dim0:32)>
!s = !nv_tileas.tiled_view<64xi32, smem>

module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {

// CHECK-LABEL: llvm.func @pairs
// CHECK: llvm.load
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK-COUNT-1: nvvm.shfl.sync idx
nv_tileaa.func @pairs(%in: !nv_tileaa.ptr<i32>, %out: !nv_tileaa.ptr<i32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  nv_tileas.pragma {ocgEnterDirectives = ["no_spill"]}
  %z = arith.constant 0 : index
  %n = nv_tileas.create_none : !nv_tileas.async.token
  %three = nv_tileas.generate : tile<64xi32, #a> {
  ^bb0(%i: index):
    %c = arith.constant 3 : i32
    %e = arith.index_cast %i : index to i32
    %m = arith.muli %e, %c : i32
    nv_tileas.yield %m : i32
  }
  %r = nv_tileaa.make_range : tensor<64xi32, #a>
  %ins = nv_tileaa.splat %in : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>, #a>
  %from = nv_tileaa.addptr %ins, %r : tensor<64x!nv_tileaa.ptr<i32>, #a>, tensor<64xi32, #a>
  %outs = nv_tileaa.splat %out : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>, #a>
  %to = nv_tileaa.addptr %outs, %r : tensor<64x!nv_tileaa.ptr<i32>, #a>, tensor<64xi32, #a>
  %s0 = nv_tileas.alloc_tensor : !s
  %s1 = nv_tileas.alloc_tensor : !s
  %t0 = nv_tileas.async.load %from, %s0 : tile<64x!nv_tileaa.ptr<i32>, #a>, !s -> !nv_tileas.async.token
  %t1 = nv_tileas.async.wait %t0
  %t2 = nv_tileas.async.copy %s0, %s1 token = %t1 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !s, !s -> !nv_tileas.async.token
  %t3 = nv_tileas.async.wait %t2
  %l = nv_tileas.async.tiled_load %s1[%z] {atom = #nv_tileas<atom copy>} : !s -> !nv_tileas.async.value<tile<64xi32, #a>>
  %v = nv_tileas.async.future_wait %l : !nv_tileas.async.value<tile<64xi32, #a>> -> tile<64xi32, #a>
  %x = nv_tileas.shuffle xor %v, 1 : tile<64xi32, #a>
  %y = arith.addi %x, %three : tensor<64xi32, #a>
  %t4 = nv_tileas.async.store %to, %y token = %t3 : !nv_tileaa.mem_token : tile<64x!nv_tileaa.ptr<i32>, #a>, tile<64xi32, #a> -> !nv_tileas.async.token
  nv_tileaa.return
}

// The other ways to name a lane; one without such a lane keeps its value.
// CHECK-LABEL: llvm.func @lanes
// CHECK-COUNT-3: nvvm.shfl.sync idx
nv_tileaa.func @lanes(%out: !nv_tileaa.ptr<i32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  %r = nv_tileaa.make_range : tensor<32xi32, #l>
  %up = nv_tileas.shuffle up %r, 3 : tile<32xi32, #l>
  %down = nv_tileas.shuffle down %r, 5 : tile<32xi32, #l>
  %idx = nv_tileas.shuffle idx %r, 7 : tile<32xi32, #l>
  %row = arith.constant dense<32> : tensor<32xi32, #l>
  %outs = nv_tileaa.splat %out : !nv_tileaa.ptr<i32> -> tensor<32x!nv_tileaa.ptr<i32>, #l>
  %p0 = nv_tileaa.addptr %outs, %r : tensor<32x!nv_tileaa.ptr<i32>, #l>, tensor<32xi32, #l>
  nv_tileas.store weak %p0, %up : tile<32x!nv_tileaa.ptr<i32>, #l>, tile<32xi32, #l>
  %p1 = nv_tileaa.addptr %p0, %row : tensor<32x!nv_tileaa.ptr<i32>, #l>, tensor<32xi32, #l>
  nv_tileas.store weak %p1, %down : tile<32x!nv_tileaa.ptr<i32>, #l>, tile<32xi32, #l>
  %p2 = nv_tileaa.addptr %p1, %row : tensor<32x!nv_tileaa.ptr<i32>, #l>, tensor<32xi32, #l>
  nv_tileas.store weak %p2, %idx : tile<32x!nv_tileaa.ptr<i32>, #l>, tile<32xi32, #l>
  nv_tileaa.return
}
}
