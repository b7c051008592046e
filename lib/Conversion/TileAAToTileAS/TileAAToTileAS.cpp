//===- TileAAToTileAS/TileAAToTileAS.cpp - the pass -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-tileaa-to-tileas`: it runs the steps of Rewrite.h on every
// kernel that has a plan.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"

#include "LayoutPlan.h"
#include "Rewrite.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_CONVERTTILEAATOTILEASPASS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;

namespace {
struct ConvertTileAAToTileAS
    : gpu::impl::ConvertTileAAToTileASPassBase<ConvertTileAAToTileAS> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (failed(convert(function)))
        return signalPassFailure();
  }

  LogicalResult convert(tileaa::FuncOp function) {
    tileas::PlanAttr plan = tileas::getPlan(function);
    if (!plan)
      return function.emitOpError("expected ")
             << tileas::kPlanAttrName << " (tileaa-plan-kernel), got none";
    gpu::LayoutPlan layouts(function, plan.getTileWarps());
    unsigned conversions = gpu::assignLayouts(function, layouts);
    Builder b(&getContext());
    function->setAttr(tileas::kNumConversionsAttrName,
                      b.getI32IntegerAttr(conversions));
    gpu::replaceOps(function);
    return success();
  }
};
} // namespace
