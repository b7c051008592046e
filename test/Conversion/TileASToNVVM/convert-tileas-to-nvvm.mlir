// RUN: tessera-opt %s --tileaa-plan-kernel=num-warps=4 --convert-tileas-to-nvvm --verify-nvvm-stage --split-input-file | FileCheck %s

// One LLVM scalar per register; neighbours are one vector access; the block's
// size is that of its warps.

#l = #nv_tileas.layout<{register: [(1), (2)], lane: [(4), (8), (16), (32), (64)]} -> (dim0:128)>

// CHECK-LABEL: llvm.func @scale(
// CHECK-SAME: !llvm.ptr<1>
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-COUNT-4: llvm.fmul {{.*}} : f32
// CHECK-NOT: llvm.fmul
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
nv_tileaa.func @scale(%p: !nv_tileaa.ptr<f32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  %two = arith.constant dense<2.0> : tensor<128xf32, #l>
  %i = nv_tileaa.make_range : tensor<128xi32, #l>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<128x!nv_tileaa.ptr<f32>, #l>
  %q = nv_tileaa.addptr %ps, %i : tensor<128x!nv_tileaa.ptr<f32>, #l>, tensor<128xi32, #l>
  %v = nv_tileas.load weak %q {nv_tileas.access_facts = #nv_tileaa.access<contiguity = [128], divisibility = [16], constancy = [1], in_bounds = [false], base = argument 0, offset_divisibility = 16, alias_class = 0>} : tile<128x!nv_tileaa.ptr<f32>, #l> -> tile<128xf32, #l>
  %w = arith.mulf %v, %two : tensor<128xf32, #l>
  nv_tileas.store weak %q, %w {nv_tileas.access_facts = #nv_tileaa.access<contiguity = [128], divisibility = [16], constancy = [1], in_bounds = [false], base = argument 0, offset_divisibility = 16, alias_class = 0>} : tile<128x!nv_tileaa.ptr<f32>, #l>, tile<128xf32, #l>
  nv_tileaa.return
}

// -----

// A tile smaller than the warp: lanes 8 to 31 hold copies and do not store.

#s = #nv_tileas.layout<{lane: [(1), (2), (4), (0), (0)]} -> (dim0:8)>

// CHECK-LABEL: llvm.func @owners(
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(24 : i32)
// CHECK: %[[COPY:.*]] = llvm.and %{{.*}}, %[[MASK]] : i32
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq" %[[COPY]]
// CHECK: llvm.inline_asm has_side_effects {{.*}}"@$2 st.global.b32 [$0], $1;"{{.*}} %[[OWNER]]
nv_tileaa.func @owners(%p: !nv_tileaa.ptr<i32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  %i = nv_tileaa.make_range : tensor<8xi32, #s>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<8x!nv_tileaa.ptr<i32>, #s>
  %q = nv_tileaa.addptr %ps, %i : tensor<8x!nv_tileaa.ptr<i32>, #s>, tensor<8xi32, #s>
  nv_tileas.store weak %q, %i : tile<8x!nv_tileaa.ptr<i32>, #s>, tile<8xi32, #s>
  nv_tileaa.return
}

// -----

// A row sum: two registers, then one instruction of the warp.

#r = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)]} -> (dim0:64)>

// CHECK-LABEL: llvm.func @sum(
// CHECK: llvm.add
// CHECK: llvm.call_intrinsic "llvm.nvvm.redux.sync.add"
// CHECK-NOT: nvvm.shfl
// CHECK-NOT: nvvm.barrier
nv_tileaa.func @sum(%p: !nv_tileaa.ptr<i32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  %i = nv_tileaa.make_range : tensor<64xi32, #r>
  %s = nv_tileas.reduce %i dim = 0 identities = [0 : i32] : tile<64xi32, #r> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileas.yield %t : i32
  }
  nv_tileas.store weak %p, %s : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// -----

// A product has no such instruction: two registers, then five butterflies.

#r = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)]} -> (dim0:64)>

// CHECK-LABEL: llvm.func @product(
// CHECK: llvm.mul
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl
// CHECK-NOT: nvvm.barrier
nv_tileaa.func @product(%p: !nv_tileaa.ptr<i32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  %i = nv_tileaa.make_range : tensor<64xi32, #r>
  %s = nv_tileas.reduce %i dim = 0 identities = [1 : i32] : tile<64xi32, #r> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.muli %e, %acc : i32
    nv_tileas.yield %t : i32
  }
  nv_tileas.store weak %p, %s : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// -----

// An exchange between warps: storage is written, the block meets, storage is read.

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>

// CHECK-LABEL: llvm.func @convert(
// CHECK: llvm.store {{.*}} : i32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> i32
nv_tileaa.func @convert(%p: !nv_tileaa.ptr<i32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  %i = nv_tileaa.make_range : tensor<64xi32, #a>
  %zero = arith.constant 0 : index
  %buffer = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<64xi32, smem>
  nv_tileas.tiled_store weak %i, %buffer[%zero] {atom = #nv_tileas<atom copy>} : tile<64xi32, #a>, !nv_tileas.tiled_view<64xi32, smem>
  nv_tileas.barrier block
  %j = nv_tileas.tiled_load weak %buffer[%zero] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<64xi32, smem> -> tile<64xi32, #b>
  %r = nv_tileaa.make_range : tensor<64xi32, #b>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>, #b>
  %q = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<i32>, #b>, tensor<64xi32, #b>
  nv_tileas.store weak %q, %j : tile<64x!nv_tileaa.ptr<i32>, #b>, tile<64xi32, #b>
  nv_tileaa.return
}

// -----

// Many registers of one result: four chains side by side, then these.

// CHECK-LABEL: llvm.func @chains
// CHECK: %[[A:.*]] = llvm.fadd
// CHECK-NEXT: %[[B:.*]] = llvm.fadd
// CHECK-NEXT: %[[C:.*]] = llvm.fadd
// CHECK-NEXT: %[[D:.*]] = llvm.fadd
// CHECK-NEXT: llvm.fadd %{{.*}}, %[[A]]
// CHECK-COUNT-3: llvm.fadd
// CHECK-NEXT: %[[E:.*]] = llvm.fadd
// CHECK-NEXT: %[[F:.*]] = llvm.fadd
// CHECK-NEXT: %[[G:.*]] = llvm.fadd
// CHECK-NEXT: %[[H:.*]] = llvm.fadd
// CHECK-NEXT: %[[I:.*]] = llvm.fadd %[[G]], %[[E]]
// CHECK-NEXT: %[[J:.*]] = llvm.fadd %[[H]], %[[F]]
// CHECK-NEXT: llvm.fadd %[[J]], %[[I]]
// CHECK-NOT: llvm.fadd
// CHECK: nvvm.shfl.sync
#r = #nv_tileas.layout<{register: [(32), (64), (128), (256)], lane: [(1), (2), (4), (8), (16)]} -> (dim0:512)>
nv_tileaa.func @chains(%p: !nv_tileaa.ptr<f32>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>} {
  %i = nv_tileaa.make_range : tensor<512xi32, #r>
  %x = arith.sitofp %i : tensor<512xi32, #r> to tensor<512xf32, #r>
  %s = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : tile<512xf32, #r> -> f32 {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileas.yield %t : f32
  }
  nv_tileas.store weak %p, %s : !nv_tileaa.ptr<f32>, f32
  nv_tileaa.return
}
