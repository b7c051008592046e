//===- TileASToNVVM/Passes.td - tiles to registers of threads -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD
#define TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AnnotateCacheHintsPass
    : Pass<"tileas-annotate-cache-hints", "::mlir::ModuleOp"> {
  let summary = "Mark loads and stores whose data is used once";
  let description = [{
    Writes `nv_tileas.cache_hint = #nv_tileas<cache_hint no_allocate>` on weak loads and stores of tiles
    whose memory (the kernel parameter that the addresses come from) no other
    access of the kernel names, whose address is another one in each iteration of
    the loops around, that have no copies of elements in other threads, and of
    which a warp moves at least 32 bytes in a row, from multiples of 16 on. Removes
    it from others. A hint: results do not depend on it.

    Docs: docs/gpu-road.md.
  }];
}

def ConvertTileASToNVVMPass
    : Pass<"convert-tileas-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "Lower nv_tileas kernels to the llvm and nvvm dialects";
  let description = [{
    Each kernel becomes an `llvm.func` with `nvvm.kernel` and `nvvm.reqntid`; a
    tile becomes one LLVM scalar per register of its layout. Functions that are no
    kernels are dropped. Shared memory is one array of the launch's size. The
    block's threads and the bounds on registers (`nvvm.minctasm`, `nvvm.maxnreg`)
    are the plan's; the target is the module's.

    Docs: docs/gpu-road.md.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def VerifyNVVMStagePass : Pass<"verify-nvvm-stage", "::mlir::ModuleOp"> {
  let summary = "Check that a module is at the level of llvm and nvvm";
  let description = [{
    Changes nothing; reports each violation at the op that breaks a rule, and
    fails.

    | rule | reported |
    |---|---|
    | only this level's dialects | ops outside llvm and nvvm, conversion casts among them |
    | functions and globals directly in the module | anything else there |
    | a kernel says its threads | an `llvm.func` with `nvvm.kernel` and without three extents as `nvvm.reqntid` |
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD
