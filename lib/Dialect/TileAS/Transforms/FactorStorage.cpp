//===- TileAS/Transforms/FactorStorage.cpp - factors that products read -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds factors in storage by their operands alone, and changes them.
//
//===----------------------------------------------------------------------===//

#include "FactorStorage.h"

#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Layout/TileLayouts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

int64_t StoredFactor::bytes() const {
  AllocTensorOp op = storage;
  return cast<TiledViewType>(op.getType()).getNumBytes();
}

bool StoredFactor::hasOneReader() const {
  AllocTensorOp op = storage;
  // The store is the other use.
  return llvm::hasNItems(op.getResult().getUses(), 2);
}

std::optional<StoredFactor> tileas::findStoredFactor(Value value) {
  StoredFactor found;
  found.storage = value.getDefiningOp<AllocTensorOp>();
  if (!found.storage || !isSharedView(value.getType()))
    return std::nullopt;
  for (OpOperand &use : value.getUses()) {
    if (auto store = dyn_cast<TiledStoreOp>(use.getOwner())) {
      if (found.store || store.getValue() == value)
        return std::nullopt;
      found.store = store;
      continue;
    }
    auto dot = dyn_cast<DotOp>(use.getOwner());
    if (!dot || !dot.getAtom().isOfThreads())
      return std::nullopt;
  }
  if (!found.store)
    return std::nullopt;
  return found;
}

void tileas::setFactor(DotOp dot, bool isLhs, Value view,
                       RankedTensorType tile) {
  dot->setOperand(isLhs ? 0 : 1, view);
  if (isLhs)
    dot.setLhsTileAttr(TypeAttr::get(tile));
  else
    dot.setRhsTileAttr(TypeAttr::get(tile));
}

/// The factor that `stored`, in registers, is for `dot`.
static Value factorFrom(OpBuilder &b, Location loc, Value stored,
                        RankedTensorType factor) {
  auto type = cast<RankedTensorType>(stored.getType());
  if (type.getShape() != factor.getShape())
    stored =
        ViewOp::create(b, loc, factor.clone(type.getElementType()), stored);
  if (type.getElementType() != factor.getElementType())
    stored = tileaa::FpToFpOp::create(b, loc, factor, stored);
  return stored;
}

void tileas::bringToRegisters(StoredFactor factor) {
  OpBuilder b(factor.store);
  Location loc = factor.store.getLoc();
  // All products read one tile, whatever they make of it.
  Value read;
  for (OpOperand &use :
       llvm::make_early_inc_range(factor.storage.getResult().getUses())) {
    auto dot = dyn_cast<DotOp>(use.getOwner());
    if (!dot)
      continue;
    const bool isLhs = use.getOperandNumber() == 0;
    RankedTensorType tile = tileInMemory(dot, isLhs);
    if (!read || read.getType() != tile)
      read = ConvertLayoutOp::create(b, loc, tile, factor.store.getValue());
    dot->setOperand(use.getOperandNumber(),
                    factorFrom(b, loc, read, dot.getFactor(isLhs)));
    if (isLhs)
      dot.removeLhsTileAttr();
    else
      dot.removeRhsTileAttr();
  }
  factor.store.erase();
  factor.storage.erase();
}

void tileas::moveInFrontOf(StoredFactor factor, Operation *op) {
  factor.storage->moveBefore(op);
  factor.store->moveBefore(op);
}

bool tileas::moveFactorsIntoLoops(tileaa::FuncOp function) {
  SmallVector<std::pair<DotOp, StoredFactor>> deeper;
  function.walk([&](DotOp dot) {
    for (Value operand : {dot.getLhs(), dot.getRhs()})
      if (std::optional<StoredFactor> factor = findStoredFactor(operand);
          factor && factor->hasOneReader() &&
          factor->store->getBlock() != dot->getBlock())
        deeper.emplace_back(dot, *factor);
  });
  for (auto &[dot, factor] : deeper)
    moveInFrontOf(factor, dot);
  return !deeper.empty();
}
