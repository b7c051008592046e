//===- TileAA/Analysis/AnnotateAccessFacts.cpp - mark accesses -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the facts of each access onto it. A mask or a bounds check is removed
// only where ranges, extents and indices prove that every position of the
// access passes it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAA/Analysis/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

namespace tessera::tileaa {
#define GEN_PASS_DEF_ANNOTATEACCESSFACTSPASS
#include "tessera/Dialect/TileAA/Analysis/Passes.h.inc"
} // namespace tessera::tileaa

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {
struct AnnotateAccessFacts
    : tileaa::impl::AnnotateAccessFactsPassBase<AnnotateAccessFacts> {
  using AnnotateAccessFactsPassBase::AnnotateAccessFactsPassBase;

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](FuncOp function) {
      return annotate(function) ? WalkResult::skip() : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  bool annotate(FuncOp function);
};
} // namespace

/// Removes the mask of `access` if it has one that is true everywhere.
static void removeTrueMask(Operation *access,
                           const AccessFactAnalysis &analysis,
                           RemovedChecks &checks) {
  TypeSwitch<Operation *>(access)
      .Case<LoadOp, StoreOp, AtomicRMWOp, AtomicCASOp>([&](auto op) {
        if (!op.getMask())
          return;
        ++checks.masks;
        if (!analysis.isAllTrue(op.getMask()))
          return;
        ++checks.removedMasks;
        op.getMaskMutable().clear();
        if constexpr (std::is_same_v<decltype(op), LoadOp>)
          op.getOtherMutable().clear();
      });
}

/// Sets `in_bounds` of an access through a view.
static void setInBounds(Operation *access, const AccessFacts &facts,
                        RemovedChecks &checks) {
  TypeSwitch<Operation *>(access)
      .Case<TiledLoadOp, TiledStoreOp, TiledAtomicRMWOp, GatherLoadOp,
            ScatterStoreOp>([&](auto op) {
        std::optional<ArrayRef<bool>> old = op.getInBounds();
        for (auto [index, flag] : llvm::enumerate(facts.inBounds)) {
          if (old && (*old)[index])
            continue;
          ++checks.bounds;
          checks.removedBounds += flag;
        }
        if (llvm::is_contained(facts.inBounds, true))
          op.setInBounds(facts.inBounds);
      });
}

RemovedChecks tileaa::removeNeedlessChecks(FuncOp function,
                                           const AccessFactAnalysis &analysis) {
  RemovedChecks checks;
  function.walk([&](Operation *op) {
    if (getNumAccessAxes(op) == 0)
      return;
    removeTrueMask(op, analysis, checks);
    setInBounds(op, analysis.getAccessFacts(op), checks);
  });
  return checks;
}

bool AnnotateAccessFacts::annotate(FuncOp function) {
  AccessFactAnalysis analysis(function, {readAssumes, useIndexSpaceRule});
  if (!analysis.isValid()) {
    function.emitOpError("expected the access facts to reach a fixpoint");
    return false;
  }
  RemovedChecks checks = removeNeedlessChecks(function, analysis);
  function.walk([&](Operation *op) {
    if (getNumAccessAxes(op) != 0)
      op->setAttr(AccessAttr::getAccessAttrName(),
                  analysis.getAccessFacts(op).toAttr(&getContext()));
  });
  if (report)
    emitRemark(function.getLoc())
        << "access facts of " << function.getSymName() << ": removed "
        << checks.removedMasks << " of " << checks.masks << " masks and "
        << checks.removedBounds << " of " << checks.bounds << " bounds checks";
  return true;
}
