// RUN: tessera-opt %s --convert-tileas-to-nvvm --split-input-file --verify-diagnostics | FileCheck %s

// The plan's bounds on registers become attributes of the kernel.

// CHECK: llvm.func @bounded() attributes {{.*}}nvvm.maxnreg = 96 : i32, nvvm.minctasm = 3 : i32, nvvm.reqntid = array<i32: 64, 1, 1>
// CHECK: llvm.func @free() attributes
// CHECK-NOT: nvvm.m
// CHECK-SAME: nvvm.reqntid = array<i32: 64, 1, 1>
module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  nv_tileaa.func @bounded() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2, registers = 96>], blocks = 3>} {
    nv_tileaa.return
  }
  nv_tileaa.func @free() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
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
  // expected-error @+1 {{cannot be lowered to NVVM: several roles}}
  nv_tileaa.func @roles() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<producer, warps = 4, registers = 24>, <consumer, warps = 8, registers = 232>]>} {
    nv_tileaa.return
  }
}
