// RUN: tessera-opt %s --convert-tileas-to-nvvm --split-input-file --verify-diagnostics | FileCheck %s

// The plan's bounds on registers become attributes of the kernel.

// CHECK: llvm.func @bounded() attributes {{.*}}nvvm.maxnreg = 96 : i32, nvvm.minctasm = 3 : i32, nvvm.reqntid = array<i32: 64, 1, 1>
// Blocks that have no room beside each other need no bound for it.
// CHECK: llvm.func @stored() attributes {{.*}}nvvm.minctasm = 1 : i32
// Roles begin with what they share out. Each takes its part, and its barriers are
// of its own threads.
// CHECK: llvm.func @parted() attributes {{.*}}nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384, 1, 1>
// CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG: %[[CONSUMERS:.*]] = llvm.mlir.constant(256 : i32)
// CHECK: nvvm.barrier0
// CHECK: llvm.cond_br
// CHECK: nvvm.setmaxregister increase 224
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%[[ONE]], %[[CONSUMERS]])
// CHECK: nvvm.setmaxregister decrease 56
// CHECK: llvm.func @free() attributes
// CHECK-NOT: nvvm.m
// CHECK-SAME: nvvm.reqntid = array<i32: 64, 1, 1>
// Threads that hold large tiles across a scan have the registers for these,
// unless shared memory has room for fewer blocks; smaller tiles are free.
// CHECK: llvm.func @large({{.*}}) attributes {{.*}}nvvm.minctasm = 12 : i32
// CHECK: llvm.func @crowded({{.*}}) attributes {{.*}}nvvm.minctasm = 2 : i32
// CHECK: llvm.func @small({{.*}}) attributes
// CHECK-NOT: nvvm.minctasm
// CHECK-SAME: nvvm.reqntid = array<i32: 64, 1, 1>
#large = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(0,32), (0,64), (0,128), (0,256), (0,512)], warp: [(1,0)]} -> (dim0:2, dim1:1024)>
#small = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8)], lane: [(0,16), (0,32), (0,64), (0,128), (0,256)], warp: [(1,0)]} -> (dim0:2, dim1:512)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  nv_tileaa.func @bounded() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2, registers = 96>], blocks = 3>} {
    nv_tileaa.return
  }
  nv_tileaa.func @stored() attributes {kernel, nv_tileas.shared_bytes = 100000 : i64, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>], blocks = 3>} {
    nv_tileaa.return
  }
  nv_tileaa.func @parted() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 8, registers = 224>, <producer, warps = 4, registers = 56>]>} {
    nv_tileas.barrier block
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [224, 56] isolated = false {
      nv_tileas.barrier block
      nv_tileas.async.pipeline.yield
    }, {
      nv_tileas.async.pipeline.yield
    }
    nv_tileaa.return
  }
  nv_tileaa.func @free() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    nv_tileaa.return
  }
  nv_tileaa.func @large(%x: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    nv_tileaa.return
  }
  nv_tileaa.func @crowded(%x: i32) attributes {kernel, nv_tileas.shared_bytes = 80000 : i64, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    nv_tileaa.return
  }
  nv_tileaa.func @small(%x: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x512xi32, #small>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x512xi32, #small> -> tile<2x512xi32, #small> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    nv_tileaa.return
  }
}

// -----

// expected-error @+1 {{expected nv_tileas.target, got none}}
module {
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  // expected-error @+1 {{cannot be lowered to NVVM: it has no plan (attribute nv_tileas.plan)}}
  nv_tileaa.func @planless() attributes {kernel} {
    nv_tileaa.return
  }
}

// -----

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
  nv_tileaa.func @roles() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 8, registers = 224>, <producer, warps = 4, registers = 56>]>} {
    // expected-error @+1 {{cannot be lowered to NVVM: agents other than the roles of the plan}}
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 1 max_regs = [224] isolated = false {
      nv_tileas.async.pipeline.yield
    }
    nv_tileaa.return
  }
}
