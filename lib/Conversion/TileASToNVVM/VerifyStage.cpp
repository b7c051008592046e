//===- TileASToNVVM/VerifyStage.cpp - what a lowered module is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the contract between the lowering and the code generator: which ops,
// types and attributes a lowered module consists of.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/TileASToNVVM.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_VERIFYNVVMSTAGEPASS
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;

static LogicalResult verifyKernel(LLVM::LLVMFuncOp function) {
  if (!function->hasAttr("nvvm.kernel"))
    return success();
  auto threads = function->getAttrOfType<DenseI32ArrayAttr>("nvvm.reqntid");
  if (!threads || threads.size() != 3)
    return function.emitOpError(
        "expected three extents of the block as nvvm.reqntid of a kernel");
  return success();
}

namespace {
struct VerifyNVVMStage
    : tessera::gpu::impl::VerifyNVVMStagePassBase<VerifyNVVMStage> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool ok = true;
    for (Operation &op : *module.getBody()) {
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
        ok &= succeeded(verifyKernel(function));
      } else if (!isa<LLVM::GlobalOp>(op)) {
        op.emitOpError("expected llvm.func or llvm.mlir.global directly in "
                       "the module");
        ok = false;
        continue;
      }
      op.walk([&](Operation *inner) {
        if (isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(
                inner->getDialect()))
          return;
        inner->emitOpError("expected an op of llvm or nvvm at the nvvm level");
        ok = false;
      });
    }
    if (!ok)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
