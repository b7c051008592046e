//===- Codegen/CPU/SpillRemarks.cpp - values without a register ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's register allocator counts its spills where somebody listens to remarks
// of it: one remark per function, with the figures as arguments.
//
//===----------------------------------------------------------------------===//

#include "SpillRemarks.h"

#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/SymbolName.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Remarks.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Function.h"

using namespace mlir;

namespace tessera::cpu {

static constexpr llvm::StringLiteral allocator = "regalloc";
static constexpr llvm::StringLiteral ofFunction = "SpillReloadCopies";

struct SpillRemarks::Handler : llvm::DiagnosticHandler {
  Handler(SpillRemarks &remarks, DiagnosticCollector &collector)
      : remarks(remarks), collector(collector) {}

  bool isAnyRemarkEnabled() const override { return true; }
  bool isAnalysisRemarkEnabled(StringRef) const override { return false; }
  bool isPassedOptRemarkEnabled(StringRef) const override { return false; }
  bool isMissedOptRemarkEnabled(StringRef pass) const override {
    return pass == allocator;
  }

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    auto *remark = dyn_cast<llvm::DiagnosticInfoOptimizationBase>(&info);
    if (!remark) {
      collector.add(info);
      return true;
    }
    if (remark->getPassName() != allocator ||
        remark->getRemarkName() != ofFunction)
      return true;
    Spills &spills = remarks.spills[remark->getFunction().getName()];
    for (const auto &argument : remark->getArgs()) {
      unsigned count = 0;
      if (StringRef(argument.Val).getAsInteger(10, count))
        continue;
      if (StringRef(argument.Key).ends_with("Spills"))
        spills.stores += count;
      else if (StringRef(argument.Key).ends_with("Reloads"))
        spills.loads += count;
    }
    return true;
  }

  SpillRemarks &remarks;
  DiagnosticCollector &collector;
};

SpillRemarks::SpillRemarks(ModuleOp module, llvm::LLVMContext &context,
                           DiagnosticCollector &collector)
    : module(module) {
  if (module.getContext()->getRemarkEngine())
    context.setDiagnosticHandler(std::make_unique<Handler>(*this, collector));
}

void SpillRemarks::report() const {
  ModuleOp lowered = module;
  for (auto function : lowered.getOps<LLVM::LLVMFuncOp>()) {
    auto found = spills.find(function.getSymName());
    if (found == spills.end() || found->second.stores == 0)
      continue;
    const Spills &counts = found->second;
    remark::missed(
        function.getLoc(),
        remark::RemarkOpts::name("entry").category("kernel").function(
            nameOfSymbol(function.getSymName())))
        << "registers are too few: " + std::to_string(counts.stores) +
               " values go to the stack and " + std::to_string(counts.loads) +
               " loads bring them back; write smaller tiles, or fewer that "
               "are needed at the same time";
  }
}

} // namespace tessera::cpu
