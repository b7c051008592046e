//===- TileAAToTileAS/CodeEstimate.cpp - how much code a kernel is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts instructions op by op. Most ops become one instruction for each
// element that a thread has of the tile.
//
//===----------------------------------------------------------------------===//

#include "CodeEstimate.h"

#include "LayoutPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::gpu {

/// The instructions of a product in a thread; loops over the depth do not grow
/// with it.
static int64_t estimateProduct(tileas::DotOp op, int64_t threads) {
  const int64_t sums = tileaa::getNumTileElements(op.getAcc().getType());
  const int64_t depth =
      cast<RankedTensorType>(op.getLhs().getType()).getShape().back();
  ArrayRef<int64_t> shape = op.getAtom().getBox();
  if (shape.empty())
    return std::max<int64_t>(sums / threads, 1) * std::min<int64_t>(depth, 4);
  return std::min<int64_t>(64, sums / (shape[0] * shape[1]) *
                                   llvm::divideCeil(depth, shape[2]) * 32 /
                                   threads) +
         1;
}

int64_t estimateInstructions(tileaa::FuncOp function, unsigned numWarps) {
  const int64_t threads = 32 * int64_t(numWarps);
  int64_t count = 0;
  function.walk([&](Operation *op) {
    if (auto dot = dyn_cast<tileas::DotOp>(op)) {
      count += estimateProduct(dot, threads);
      return;
    }
    // Nothing, or the operand's registers.
    if (isa<arith::ConstantOp, tileaa::ConstantOp, tileaa::SplatOp,
            tileaa::ViewOp, tileaa::BroadcastOp, tileaa::PermuteOp,
            tileaa::AssumeOp>(op) ||
        op->getNumRegions() != 0)
      return;
    Value tile = movedTile(op);
    const int64_t weight = tile ? 2 : 1;
    if (!tile && op->getNumResults() != 0)
      tile = op->getResult(0);
    int64_t elements = 1;
    if (tile && isTile(tile))
      elements = std::max<int64_t>(
          tileaa::getNumTileElements(tile.getType()) / threads, 1);
    count += weight * elements;
  });
  return count;
}

} // namespace tessera::gpu
