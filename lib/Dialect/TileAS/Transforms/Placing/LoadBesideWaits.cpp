//===- TileAS/Transforms/Placing/LoadBesideWaits.cpp - sums beside a stage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a loop with early products (EarlyProduct.cpp) threads load the sums of a
// product, and then wait for a stage, if there is a next iteration, to begin
// the product of that in the same place. Both take their time, and neither
// needs the other: the load begins in front of the branch, and both ways wait
// for it behind the wait for the stage.
//
//   %later = async.tiled_load %place
//   %sums = scf.if %any {
//     consumer_wait
//     %own = async.future_wait %later
//     tensor_dot … %place
//     yield %own
//   } else {
//     %own = async.future_wait %later
//     yield %own
//   }
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_LOADBESIDEWAITSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// All of a place of f32, in no order with other accesses.
static bool isPlainLoad(TiledLoadOp load) {
  auto tile = dyn_cast<RankedTensorType>(load.getResult().getType());
  return isTensorView(load.getView().getType()) && tile &&
         tile.getElementType().isF32() && !load.getToken() &&
         !load.getResultToken() && !load.getMask() && load.getOffsets().empty();
}

/// The branch behind `load`, if nothing but arithmetic without the sums is
/// between them.
static scf::IfOp findBranch(TiledLoadOp load) {
  Operation *op = load->getNextNode();
  while (op && !isa<scf::IfOp>(op) && isMemoryEffectFree(op) &&
         !llvm::is_contained(load->getUsers(), op))
    op = op->getNextNode();
  auto branch = dyn_cast_or_null<scf::IfOp>(op);
  return branch && branch.elseBlock() ? branch : scf::IfOp();
}

/// The wait for a stage that the block begins with.
static ConsumerWaitOp findWait(Block *block) {
  Operation *op = &block->front();
  while (op && isMemoryEffectFree(op))
    op = op->getNextNode();
  auto wait = dyn_cast_or_null<ConsumerWaitOp>(op);
  return wait && wait->hasAttr(kWaitsAloneAttrName) ? wait : ConsumerWaitOp();
}

/// Nobody in the branch needs the sums.
static bool isUsedBehind(TiledLoadOp load, scf::IfOp branch) {
  return llvm::all_of(load->getUsers(), [&](Operation *user) {
    Operation *own = branch->getBlock()->findAncestorOpInBlock(*user);
    return own && branch->isBeforeInBlock(own);
  });
}

static void rewrite(TiledLoadOp load, scf::IfOp branch, ConsumerWaitOp wait) {
  OpBuilder b(load);
  Location loc = load.getLoc();
  auto tile = cast<RankedTensorType>(load.getResult().getType());
  Value later = AsyncTiledLoadOp::create(
                    b, loc, AsyncValueType::get(tile), Type(), load.getView(),
                    load.getCoords(), ValueRange(), Value(), load.getAtom(),
                    load.getInBoundsAttr(), load.getPaddingValueAttr())
                    .getResult();
  b.setInsertionPoint(branch);
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(tile);
  auto made = scf::IfOp::create(b, branch.getLoc(), types,
                                branch.getCondition(), /*withElse=*/true);
  made.getThenRegion().takeBody(branch.getThenRegion());
  made.getElseRegion().takeBody(branch.getElseRegion());
  for (Block *block : {made.thenBlock(), made.elseBlock()}) {
    if (block == made.thenBlock())
      b.setInsertionPointAfter(wait);
    else
      b.setInsertionPointToStart(block);
    Value own = FutureWaitOp::create(b, loc, tile, later, IntegerAttr());
    block->getTerminator()->insertOperands(
        block->getTerminator()->getNumOperands(), own);
  }
  branch->replaceAllUsesWith(made->getResults().drop_back());
  load.getResult().replaceAllUsesWith(made->getResults().back());
  branch.erase();
  load.erase();
}

namespace {
struct LoadBesideWaits
    : tileas::impl::LoadBesideWaitsPassBase<LoadBesideWaits> {
  void runOnOperation() override {
    // Those that reduce rows as they load them need the load in one piece.
    TargetAttr target = getTarget(getOperation());
    if (target && target.getTarget().has(gpu::GpuCapability::TensorExtrema))
      return;
    SmallVector<TiledLoadOp> loads;
    getOperation().walk([&](TiledLoadOp load) {
      if (isPlainLoad(load))
        loads.push_back(load);
    });
    for (TiledLoadOp load : loads)
      if (scf::IfOp branch = findBranch(load))
        if (ConsumerWaitOp wait = findWait(branch.thenBlock());
            wait && isUsedBehind(load, branch))
          rewrite(load, branch, wait);
  }
};
} // namespace
