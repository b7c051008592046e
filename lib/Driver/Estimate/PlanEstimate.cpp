//===- Driver/Estimate/PlanEstimate.cpp - loops of a planned kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds each innermost loop that multiplies, and the stages of its copies.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/PlanEstimate.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/LoopWork.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// Stages of the pipeline that is made in front of the loop, or of the roles of
/// which one has the loop.
static unsigned stagesBefore(mlir::scf::ForOp loop) {
  unsigned stages = 1;
  for (mlir::Operation *at = loop; at; at = at->getParentOp()) {
    if (at != loop && !mlir::isa<tileas::AgentSwitchOp>(at))
      continue;
    for (mlir::Operation &op : *at->getBlock()) {
      if (&op == at)
        break;
      if (auto count = op.getAttrOfType<mlir::IntegerAttr>("numStages"))
        stages = std::max(stages, unsigned(count.getInt()));
    }
  }
  return stages;
}

std::vector<PlannedLoop> driver::plannedLoops(mlir::Operation *kernel) {
  std::vector<PlannedLoop> loops;
  mlir::Region *body = nullptr;
  kernel->walk([&](mlir::scf::ForOp loop) {
    bool isInnermost = true;
    loop.getBody()->walk([&](mlir::scf::ForOp) { isInnermost = false; });
    gpu::LoopWork work = isInnermost ? tileas::workOf(loop) : gpu::LoopWork();
    if (work.products == 0)
      return;
    // Another body of the kernel is in another region of a branch.
    auto *branch = loop->getParentOfType<mlir::scf::IfOp>().getOperation();
    mlir::Region *place = branch ? loop->getParentRegion() : nullptr;
    if (loops.empty())
      body = place;
    else if (place != body)
      return;
    work.stages = stagesBefore(loop);
    auto loc = loop->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
    loops.push_back({loc ? (sys::path::filename(loc.getFilename().getValue()) +
                            ":" + Twine(loc.getLine()))
                               .str()
                         : "a loop",
                     work});
  });
  return loops;
}
