//===- TileAAToVector/Core/TileAAToVector.cpp - the pass -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-tileaa-to-vector`. It replaces every kernel of a module by
// a function of the kernel ABI and removes attributes and ops that only
// nv_tileaa needed.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace tessera::cpu {
#define GEN_PASS_DEF_CONVERTTILEAATOVECTORPASS
#include "tessera/Conversion/TileAAToVector/Passes.h.inc"
} // namespace tessera::cpu

using namespace mlir;
using namespace tessera;

namespace {
struct ConvertTileAAToVector
    : cpu::impl::ConvertTileAAToVectorPassBase<ConvertTileAAToVector> {
  using ConvertTileAAToVectorPassBase::ConvertTileAAToVectorPassBase;

  static void remark(tileaa::FuncOp function, const cpu::AccessReport &report) {
    const tileaa::RemovedChecks &checks = report.checks;
    emitRemark(function.getLoc())
        << "accesses of " << function.getSymName() << ": removed "
        << checks.removedMasks << " of " << checks.masks << " masks and "
        << checks.removedBounds << " of " << checks.bounds << " bounds checks; "
        << report.singleVersions << " of " << report.nests
        << " nests need one version";
  }

  /// The decisions of FusionPlan that differ from the rule.
  static void remarkKept(tileaa::FuncOp function, const cpu::FusionPlan &plan) {
    function.walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (plan.keeps(result))
          emitRemark(op->getLoc())
              << "kept in memory: an element costs " << plan.costOf(result)
              << " instructions, and is needed by "
              << plan.rootsOf(result).size() << " roots";
    });
  }

  /// The options of this pass as they were given to it or written in a textual
  /// pipeline.
  cpu::VectorTarget options() const {
    cpu::VectorTarget target;
    target.vectorBits = vectorBits;
    target.vectorRegisters = vectorRegisters;
    target.mathSuffix128 = mathSuffix128;
    target.int8Dot = int8Dot;
    target.int16Dot = int16Dot;
    target.bf16Dot = bf16Dot;
    target.streamingStores = streamingStores;
    target.streamingBytes = std::max<int64_t>(streamingBytes, 1);
    target.unspecifiedAsOnes = unspecifiedAsOnes;
    target.report = report;
    return target;
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const cpu::VectorTarget target = options();
    SmallVector<Operation *> lowered;
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      if (auto function = dyn_cast<tileaa::FuncOp>(op)) {
        // Functions that are no kernels are never called.
        if (function.isKernel()) {
          cpu::KernelRemarks remarks(function);
          cpu::Emitter emitter(module, target);
          emitter.explains = remarks.areWanted();
          FailureOr<func::FuncOp> made = emitter.emitFunction(function);
          if (failed(made))
            return signalPassFailure();
          remarks.report(*made, emitter);
          if (report) {
            remark(function, emitter.report);
            remarkKept(function, emitter.plan);
          }
        }
        lowered.push_back(&op);
      } else if (auto global = dyn_cast<tileaa::GlobalOp>(op)) {
        if (failed(cpu::emitGlobal(global)))
          return signalPassFailure();
        lowered.push_back(&op);
      }
    }
    for (Operation *op : lowered)
      op->erase();
  }
};
} // namespace
