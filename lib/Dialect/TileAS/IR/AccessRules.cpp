//===- TileAS/IR/AccessRules.cpp - what accesses to memory share ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the rules that AccessRules.h lists.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::Residency;

LogicalResult tileas::verifySegments(Operation *op, ArrayRef<int32_t> segments,
                                     ArrayRef<RequiredSegment> required) {
  for (const RequiredSegment &operand : required)
    if (segments[operand.segment] != 1)
      return op->emitOpError("expected one operand '")
             << operand.name << "', got " << segments[operand.segment];
  return success();
}

/// Loads do not release and stores do not acquire; atomic updates do either.
static bool isLegal(AccessKind kind, MemSemantic semantic) {
  switch (semantic) {
  case MemSemantic::Weak:
  case MemSemantic::Relaxed:
    return true;
  case MemSemantic::Acquire:
    return kind != AccessKind::Store;
  case MemSemantic::Release:
    return kind != AccessKind::Load;
  case MemSemantic::AcquireRelease:
    return kind == AccessKind::Atomic;
  }
  llvm_unreachable("unknown memory semantic");
}

LogicalResult tileas::verifyOrdering(Operation *op, AccessKind kind,
                                     std::optional<MemSemantic> written,
                                     std::optional<MemScope> scope) {
  MemSemantic semantic = written.value_or(MemSemantic::Weak);
  StringRef name = stringifyMemSemantic(semantic);
  if (!isLegal(kind, semantic))
    return op->emitOpError("expected mem_semantic ")
           << (kind == AccessKind::Load
                   ? "weak, relaxed or acquire for a load"
                   : "weak, relaxed or release for a store")
           << ", got " << name;
  const bool isWeak = semantic == MemSemantic::Weak;
  if (isWeak && scope)
    return op->emitOpError("expected no mem_scope with weak, got ")
           << stringifyMemScope(*scope);
  if (!isWeak && !scope)
    return op->emitOpError(
               "expected a mem_scope (tl_blk, cluster, gpu or sys) with ")
           << name << ", got none";
  return success();
}

LogicalResult tileas::verifyTokenPair(Operation *op, Value token,
                                      Value result) {
  if (bool(token) != bool(result))
    return op->emitOpError("expected a result token if and only if there is a "
                           "token operand, got ")
           << (token ? "the operand alone" : "the result alone");
  if (token && token.getType() != result.getType())
    return op->emitOpError("expected a result token of type ")
           << token.getType() << ", got " << result.getType();
  return success();
}

LogicalResult tileas::verifyAtomKind(Operation *op, AtomAttr atom,
                                     ArrayRef<AtomKind> kinds) {
  if (!atom || llvm::is_contained(kinds, atom.getKind()))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected an atom of kind ");
  for (auto [i, kind] : llvm::enumerate(kinds))
    diag << (i == 0                  ? ""
             : i + 1 == kinds.size() ? " or "
                                     : ", ")
         << stringifyAtomKind(kind);
  return diag << ", got " << atom.getName();
}

LogicalResult tileas::verifyAtomBox(Operation *op, AtomAttr atom, Type tile) {
  if (!atom || atom.getBox().empty() || atom.isProduct() ||
      tileaa::getTileShape(tile) == atom.getBox())
    return success();
  return op->emitOpError("expected a tile of the atom's box ")
         << atom.getBox() << ", got " << tileaa::getTileShape(tile);
}

LogicalResult tileas::verifyViewTile(Operation *op, StringRef what, Type tile,
                                     Type view) {
  if (withoutLayout(tile) == getViewTile(view))
    return success();
  return op->emitOpError("expected ") << what << " of the view's tile type "
                                      << getViewTile(view) << ", got " << tile;
}

LogicalResult tileas::verifyPositions(Operation *op, int64_t rank,
                                      size_t numCoords, size_t numOffsets,
                                      std::optional<ArrayRef<bool>> inBounds) {
  const size_t count = rank;
  if (numCoords != count)
    return op->emitOpError("expected one coordinate per dimension, ")
           << count << " in all, got " << numCoords;
  if (numOffsets != 0 && numOffsets != count)
    return op->emitOpError("expected no offset or one per dimension, ")
           << count << " in all, got " << numOffsets;
  if (inBounds && inBounds->size() != count)
    return op->emitOpError("expected one in_bounds flag per dimension, ")
           << count << " in all, got " << inBounds->size();
  return success();
}

LogicalResult tileas::verifyPadding(Operation *op,
                                    std::optional<TypedAttr> padding,
                                    Type element,
                                    std::optional<ArrayRef<bool>> inBounds) {
  if (!padding)
    return success();
  if (padding->getType() != element)
    return op->emitOpError("expected padding_value of type ")
           << element << ", got " << padding->getType();
  if (inBounds && llvm::all_of(*inBounds, [](bool flag) { return flag; }))
    return op->emitOpError("expected no padding_value where the tile is in "
                           "bounds along every dimension");
  return success();
}

void tileas::addAccessEffects(
    std::optional<MemSemantic> semantic, AccessKind kind,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  const bool isWeak = semantic.value_or(MemSemantic::Weak) == MemSemantic::Weak;
  if (kind != AccessKind::Store || !isWeak)
    effects.emplace_back(MemoryEffects::Read::get());
  if (kind != AccessKind::Load || !isWeak)
    effects.emplace_back(MemoryEffects::Write::get());
}

bool tileas::isGatherScatter(Type view) {
  auto global = dyn_cast<tileaa::TiledViewType>(view);
  return global && global.isGatherScatter();
}

LogicalResult tileas::verifyMask(Operation *op, Value mask, Type tile) {
  if (!mask ||
      (tileaa::getTileShape(mask.getType()) == tileaa::getTileShape(tile) &&
       getLayoutAttr(mask.getType()) == getLayoutAttr(tile)))
    return success();
  return op->emitOpError("expected a mask of the tile's shape and layout, got ")
         << mask.getType() << " for " << tile;
}

LogicalResult tileas::verifyPointedTo(Operation *op, Type pointers,
                                      StringRef what, Type type) {
  Type expected = tileaa::getPointeeTile(pointers);
  if (type == expected)
    return success();
  return op->emitOpError("expected ") << what << " of type " << expected
                                      << " as the pointers say, got " << type;
}

LogicalResult tileas::verifyCopyResidencies(Operation *op, Residency from,
                                            Residency to) {
  auto isAddressable = [](Residency residency) {
    return residency == Residency::Gmem || residency == Residency::Smem;
  };
  if (from == Residency::Rmem || to == Residency::Rmem ||
      (from == Residency::Tmem && to != Residency::Smem) ||
      (to == Residency::Tmem && from != Residency::Smem) ||
      (!isAddressable(from) && !isAddressable(to)))
    return op->emitOpError("expected a pair of residencies that a copy joins, "
                           "got ")
           << tileaa::stringifyResidency(from) << " to "
           << tileaa::stringifyResidency(to);
  return success();
}
