//===- TileAS/IR/SliceOps.cpp - local storage and its parts ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and effects of alloc_tensor, extract_slice and insert_slice.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::Residency;

using EffectList =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Storage has an identity, tiles are values.
void AllocTensorOp::getEffects(EffectList &effects) {
  if (isAnyTiledView(getType()))
    effects.emplace_back(MemoryEffects::Allocate::get(),
                         getOperation()->getResult(0));
}

void InsertSliceOp::getEffects(EffectList &effects) {
  if (isAnyTiledView(getType()))
    effects.emplace_back(MemoryEffects::Write::get(), &getDestinationMutable());
}

LogicalResult AllocTensorOp::verify() {
  Type type = getType();
  if (getEachTeam() && !isSharedView(type))
    return emitOpError("expected storage in smem for each team, got ") << type;
  if (!isAnyTiledView(type)) {
    if (!isa<RankedTensorType>(type))
      return emitOpError("expected a tile or storage, got ") << type;
    return success();
  }
  if (!isa<TiledViewType>(type))
    return emitOpError("expected storage of nv_tileas, got ") << type;
  Residency residency = getViewResidency(type);
  if (residency != Residency::Smem && residency != Residency::Tmem)
    return emitOpError("expected residency smem or tmem, got ")
           << tileaa::stringifyResidency(residency);
  return success();
}

LogicalResult tileas::verifySlice(Operation *op, Type whole, Type part,
                                  size_t numOffsets) {
  RankedTensorType from = isAnyTiledView(whole)
                              ? getViewTile(whole)
                              : dyn_cast<RankedTensorType>(whole);
  RankedTensorType to = isAnyTiledView(part) ? getViewTile(part)
                                             : dyn_cast<RankedTensorType>(part);
  if (!from || !to)
    return op->emitOpError("expected tiles of rank 1 or more, got ")
           << whole << " and " << part;
  if (from.getElementType() != to.getElementType())
    return op->emitOpError("expected elements ")
           << from.getElementType() << ", got " << to.getElementType();
  if (from.getRank() != to.getRank())
    return op->emitOpError("expected rank ")
           << from.getRank() << ", got rank " << to.getRank();
  if (static_cast<int64_t>(numOffsets) != from.getRank())
    return op->emitOpError("expected one offset per dimension, ")
           << from.getRank() << " in all, got " << numOffsets;
  for (auto [dim, size, extent] :
       llvm::enumerate(to.getShape(), from.getShape()))
    if (size > extent)
      return op->emitOpError("expected extent of at most ")
             << extent << " in dimension " << dim << ", got " << size;
  return success();
}

LogicalResult ExtractSliceOp::verify() {
  Type source = getSource().getType(), result = getResult().getType();
  if (isAnyTiledView(source) != isAnyTiledView(result))
    return emitOpError("expected a tile of a tile or a view of a view, got ")
           << source << " and " << result;
  if (isAnyTiledView(source) &&
      getViewResidency(source) != getViewResidency(result))
    return emitOpError("expected residency ")
           << tileaa::stringifyResidency(getViewResidency(source))
           << " as the source, got "
           << tileaa::stringifyResidency(getViewResidency(result));
  return verifySlice(*this, source, result, getOffsets().size());
}

LogicalResult InsertSliceOp::verify() {
  return verifySlice(*this, getDestination().getType(), getSource().getType(),
                     getOffsets().size());
}
