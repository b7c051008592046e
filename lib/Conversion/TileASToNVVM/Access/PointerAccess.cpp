//===- TileASToNVVM/Access/PointerAccess.cpp - loads and stores through pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbouring registers are one access where the facts of the access say that
// their addresses are neighbours, aligned, and masked alike.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "NibbleAccess.h"

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// The facts that TileAAToTileAS kept of the access; nothing known without.
static tileaa::AccessFacts factsOf(Operation *op, unsigned axes) {
  if (auto attr =
          op->getAttrOfType<tileaa::AccessAttr>(tileas::kAccessFactsAttrName))
    return tileaa::AccessFacts::fromAttr(attr);
  return tileaa::AccessFacts::getUnknown(axes);
}

/// A run of registers that is one access.
using Run = SmallVector<unsigned, 8>;

SmallVector<Run> pointerRuns(Operation *op, Type tile, bool hasMask,
                             int64_t mostBytes) {
  auto tensor = dyn_cast<RankedTensorType>(tile);
  if (!tensor)
    return {Run{0}};
  LinearLayout layout = Emitter::layoutOf(tile);
  unsigned rank = tensor.getRank();
  unsigned bytes = Emitter::containerBytes(tensor.getElementType());
  tileaa::AccessFacts facts = factsOf(op, rank);
  SmallVector<Run> best = registerRuns(layout, rank - 1, 1);
  for (unsigned d = 0; d < rank; ++d) {
    int64_t most = std::min<int64_t>(mostBytes / bytes, facts.contiguity[d]);
    most = std::min(most, std::max<int64_t>(facts.divisibility[d] / bytes, 1));
    if (hasMask)
      most = std::min<int64_t>(
          most, facts.maskConstancy.empty() ? 1 : facts.maskConstancy[d]);
    SmallVector<Run> runs = registerRuns(layout, d, most);
    if (runs.size() < best.size())
      best = runs;
  }
  return best;
}

static LogicalResult emitLoad(Emitter &e, Operation *op) {
  auto load = llvm::cast<tileas::LoadOp>(op);
  Type type = load.getResult().getType();
  Type element = getElementTypeOrSelf(type);
  Ordering ordering = orderingOf(load.getMemSemantic(), load.getMemScope());
  // Before the references to registers are taken: set() may move them.
  // Before references into the map of values are taken.
  if (load.getResultToken())
    e.set(load.getResultToken(), Registers());
  Registers pointers = e.get(load.getSource());
  const Registers *masks = load.getMask() ? &e.get(load.getMask()) : nullptr;
  Registers others(pointers.size());
  if (masks) {
    if (load.getOther())
      others = e.get(load.getOther());
    else
      others.assign(pointers.size(), e.zero(e.registerType(element)));
  }

  Registers results(pointers.size());
  if (isNibble(element)) {
    // A pointer reaches the low half of its byte.
    Value owner = ordering.isWeak() ? Value() : ownerOf(e, type);
    for (unsigned r = 0; r < pointers.size(); ++r) {
      Value other = others[r] ? others[r] : e.zero(e.registerType(element));
      Value mask = e.conjunction(owner, masks ? (*masks)[r] : Value());
      results[r] = readNibble(e, {pointers[r], Value(), mask}, other, ordering);
    }
    return setOwned(e, op, std::move(results));
  }
  if (ordering.isWeak()) {
    for (const Run &run : pointerRuns(op, type, masks != nullptr,
                                      tileas::widestAccess(e.target()))) {
      SmallVector<Value, 8> other;
      for (unsigned r : run)
        other.push_back(others[r]);
      Registers read =
          readRun(e, element, pointers[run[0]], run.size(),
                  masks ? (*masks)[run[0]] : Value(), other, cacheHintOf(op));
      for (auto [r, value] : llvm::zip(run, read))
        results[r] = value;
    }
    e.set(load.getResult(), std::move(results));
    return success();
  }
  // Exactly one thread reads an element; the others get its value.
  Value owner = ownerOf(e, type);
  for (unsigned r = 0; r < pointers.size(); ++r) {
    Value mask = e.conjunction(owner, masks ? (*masks)[r] : Value());
    Value other = others[r] ? others[r] : e.zero(e.registerType(element));
    results[r] = readOrdered(e, element, pointers[r], mask, other, ordering);
  }
  return setOwned(e, op, std::move(results));
}

static LogicalResult emitStore(Emitter &e, Operation *op) {
  auto store = llvm::cast<tileas::StoreOp>(op);
  Type type = store.getValue().getType();
  Type element = getElementTypeOrSelf(type);
  Ordering ordering = orderingOf(store.getMemSemantic(), store.getMemScope());
  if (store.getResultToken())
    e.set(store.getResultToken(), Registers());
  Registers pointers = e.get(store.getDestination());
  Registers values = e.get(store.getValue());
  const Registers *masks = store.getMask() ? &e.get(store.getMask()) : nullptr;
  Value owner = ownerOf(e, type);
  if (isNibble(element)) {
    PtxOrder order = orderOf(store.getMemSemantic(), store.getMemScope());
    for (unsigned r = 0; r < pointers.size(); ++r)
      writeNibble(e,
                  {pointers[r], Value(),
                   e.conjunction(owner, masks ? (*masks)[r] : Value())},
                  values[r], order);
    return success();
  }
  if (ordering.isWeak()) {
    for (const Run &run : pointerRuns(op, type, masks != nullptr,
                                      tileas::widestAccess(e.target()))) {
      SmallVector<Value, 8> parts;
      for (unsigned r : run)
        parts.push_back(values[r]);
      Value mask = e.conjunction(owner, masks ? (*masks)[run[0]] : Value());
      writeRun(e, element, pointers[run[0]], parts, mask, cacheHintOf(op));
    }
    return success();
  }
  for (unsigned r = 0; r < pointers.size(); ++r)
    writeOrdered(e, element, pointers[r], values[r],
                 e.conjunction(owner, masks ? (*masks)[r] : Value()), ordering);
  return success();
}

void registerPointerAccessHandlers(Handlers &h) {
  h.addOp<tileas::LoadOp>(emitLoad);
  h.addOp<tileas::StoreOp>(emitStore);
}

} // namespace tessera::gpu
