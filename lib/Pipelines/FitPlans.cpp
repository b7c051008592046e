//===- Pipelines/FitPlans.cpp - another plan where one does not fit -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run begins with a copy of the module. If it fails and has noted a misfit,
// the copy takes the place of the module, with that note, which the plan obeys.
//
//===----------------------------------------------------------------------===//

#include "FitPlans.h"

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tessera;

/// Copies what `run` found not to fit to the functions of `before`. False: it
/// found nothing, or a kernel whose plan was given, or no other is left. A
/// strategy that was asked for may only do without its correction role.
static bool noteMisfits(ModuleOp run, ModuleOp before, bool isAskedFor) {
  bool isNew = false;
  for (auto function : run.getOps<tileaa::FuncOp>()) {
    SmallVector<tileas::MisfitAttr> misfits = tileas::getMisfits(function);
    auto original = before.lookupSymbol<tileaa::FuncOp>(function.getSymName());
    if (!original || misfits.size() == tileas::getMisfits(original).size())
      continue;
    tileas::MisfitAttr last = misfits.back();
    if (tileas::getPlan(original) ||
        last.getStrategy() == gpu::strategyTable().back().strategy ||
        (isAskedFor && last.getResource() != tileas::Resource::Correction))
      return false;
    original->setAttr(tileas::kMisfitsAttrName,
                      function->getAttr(tileas::kMisfitsAttrName));
    remark::missed(original.getLoc(),
                   remark::RemarkOpts::name("misfit").category("plan").function(
                       original.getSymName()))
        << ("strategy " + gpu::strategyName(last.getStrategy()) +
            " does not fit: the kernel needs " + last.describe())
               .str();
    isNew = true;
  }
  return isNew;
}

LogicalResult
gpu::runUntilPlansFit(ModuleOp module, bool isAskedFor,
                      llvm::function_ref<LogicalResult(ModuleOp)> run) {
  DiagnosticEngine &engine = module.getContext()->getDiagEngine();
  while (true) {
    OwningOpRef<ModuleOp> before = module.clone();
    SmallVector<Diagnostic> diagnostics;
    LogicalResult result = failure();
    {
      ScopedDiagnosticHandler keep(
          module.getContext(), [&](Diagnostic &diagnostic) {
            diagnostics.push_back(std::move(diagnostic));
          });
      result = run(module);
    }
    if (succeeded(result) || !noteMisfits(module, *before, isAskedFor)) {
      for (Diagnostic &diagnostic : diagnostics)
        engine.emit(std::move(diagnostic));
      return result;
    }
    module.getBodyRegion().takeBody(before->getBodyRegion());
    module->setAttrs(before->getOperation()->getAttrDictionary());
  }
}
