//===- TileAS/Utils/InPlaceOperands.cpp - factors that stay in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the operands of products that stay in shared memory and are read from
// there by the product itself.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/InPlaceOperands.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;

/// Up to this many elements, keeping the factors in registers costs no more
/// than shared memory.
static constexpr uint64_t kFewRegisters = 64;

/// The registers of a tile in one thread; 0 if the tile has no layout yet.
static uint64_t numRegisters(Value tile) {
  LayoutAttr layout = getLayoutAttr(cast<RankedTensorType>(tile.getType()));
  return layout ? uint64_t(1) << layout.getLayout().in().bits(Dim::Register)
                : 0;
}

static bool isStep(Operation *op) { return isa<ViewOp, tileaa::FpToFpOp>(op); }

/// Up to this many instructions of mma.sync, code of one after the other is as
/// short as a loop is fast.
static constexpr uint64_t kFewInstructions = 64;

/// The instructions of mma.sync in one warp; 0 where layouts are missing.
static uint64_t numInstructions(DotOp op) {
  std::optional<layout::MmaShape> shape = mmaShapeOf(op.getAtom());
  if (!shape)
    return 0;
  const int64_t depth =
      cast<RankedTensorType>(op.getLhs().getType()).getShape().back();
  return numRegisters(op.getAcc()) * 32 / (shape->m * shape->n) *
         (depth / shape->k);
}

/// Whether a factor passes through shared memory in the block of its product:
/// as a stage, or by a conversion, or the load that it became.
static bool isExchanged(Value factor, DotOp op) {
  Operation *maker = factor.getDefiningOp();
  while (maker && isStep(maker))
    maker = maker->getOperand(0).getDefiningOp();
  return maker && maker->getBlock() == op->getBlock() &&
         (isa<ConsumerReadOp>(maker) || maker->hasAttr(kInPlaceAttrName) ||
          (isa<ConvertLayoutOp>(maker) && exchangeBytes(maker) > 0));
}

static bool isWorthIt(DotOp op) {
  if (isSharedView(op.getLhs().getType()) ||
      isSharedView(op.getRhs().getType()))
    return false;
  if (op.getAtom().getKind() == AtomKind::Mma)
    return numInstructions(op) > kFewInstructions &&
           isExchanged(op.getLhs(), op) && isExchanged(op.getRhs(), op);
  return op.getAtom().getKind() == AtomKind::Fma &&
         numRegisters(op.getLhs()) + numRegisters(op.getRhs()) > kFewRegisters;
}

/// True if `tile` is only a factor of products, directly or after views and
/// conversions of its format (and only inside `block`, if one is given).
static bool onlyMultiplied(Value tile, Block *block) {
  return llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<DotOp>(user))
      return isWorthIt(dot) && tile != dot.getAcc() &&
             tile != dot.getLhsScale() && tile != dot.getRhsScale() &&
             (!block || block == dot->getBlock());
    return isStep(user) &&
           isa<RankedTensorType>(user->getResult(0).getType()) &&
           onlyMultiplied(user->getResult(0), block);
  });
}

bool tileas::canStayInPlace(Value tile) {
  if (!isa<RankedTensorType>(tile.getType()) || tile.use_empty())
    return false;
  // The stage is another tile's when the iteration is over.
  Operation *maker = tile.getDefiningOp();
  return onlyMultiplied(tile, isa<ConsumerReadOp>(maker) ? maker->getBlock()
                                                         : nullptr);
}

std::optional<InPlaceOperand> tileas::findInPlaceOperand(Value operand) {
  InPlaceOperand found;
  Operation *maker = operand.getDefiningOp();
  while (maker && isStep(maker)) {
    found.steps.push_back(maker);
    operand = maker->getOperand(0);
    maker = operand.getDefiningOp();
  }
  if (!maker || !(maker->hasAttr(kInPlaceAttrName) ||
                  (isa<ConsumerReadOp>(maker) && canStayInPlace(operand))))
    return std::nullopt;
  found.tile = operand;
  std::reverse(found.steps.begin(), found.steps.end());
  return found;
}

SmallVector<InPlaceOperand, 2> tileas::inPlaceOperandsOf(Operation *op) {
  SmallVector<InPlaceOperand, 2> found;
  auto dot = dyn_cast<DotOp>(op);
  if (!dot || (dot.getAtom().getKind() != AtomKind::Fma &&
               dot.getAtom().getKind() != AtomKind::Mma))
    return found;
  for (Value operand : {dot.getLhs(), dot.getRhs()})
    if (std::optional<InPlaceOperand> each = findInPlaceOperand(operand))
      found.push_back(*each);
  return found;
}
