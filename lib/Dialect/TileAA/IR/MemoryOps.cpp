//===- TileAA/IR/MemoryOps.cpp - verifiers and effects of the family -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orderings and scopes (ops.md 6.1), shapes and elements of accesses, atomic
// modes (ops.md 7), indices of views (ops.md 8.6), and the effects that follow.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AtomicModes.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using cuda_tile::AtomicRMWMode;
using cuda_tile::MemoryOrderingSemantics;
using cuda_tile::MemoryScope;

//===----------------------------------------------------------------------===//
// Orderings and effects
//===----------------------------------------------------------------------===//

using EffectList =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

namespace {
enum class AccessKind { Load, Store, Atomic };

/// A required operand: its segment and its name.
struct Required {
  unsigned segment;
  StringRef name;
};
} // namespace

/// The generic form can give a single operand another number of values; ask
/// before using its accessor.
template <typename OpTy>
static LogicalResult verifyRequired(OpTy op, ArrayRef<Required> operands) {
  for (const Required &operand : operands) {
    int32_t got = op.getProperties().operandSegmentSizes[operand.segment];
    if (got != 1)
      return op.emitOpError("expected one operand '")
             << operand.name << "', got " << got;
  }
  return success();
}

static bool isLegal(AccessKind kind, MemoryOrderingSemantics semantic) {
  switch (semantic) {
  case MemoryOrderingSemantics::Weak:
    return kind != AccessKind::Atomic;
  case MemoryOrderingSemantics::Relaxed:
    return true;
  case MemoryOrderingSemantics::Acquire:
    return kind != AccessKind::Store;
  case MemoryOrderingSemantics::Release:
    return kind != AccessKind::Load;
  case MemoryOrderingSemantics::AcqRel:
    return kind == AccessKind::Atomic;
  }
  llvm_unreachable("unknown memory semantic");
}

template <typename OpTy>
static LogicalResult verifyOrdering(OpTy op, AccessKind kind) {
  static constexpr StringLiteral kLegal[] = {
      "weak, relaxed or acquire for a load",
      "weak, relaxed or release for a store",
      "relaxed, acquire, release or acq_rel for an atomic"};
  const MemoryOrderingSemantics semantic = op.getMemSemantic();
  const std::optional<MemoryScope> scope = op.getMemScope();
  StringRef name = cuda_tile::stringifyMemoryOrderingSemantics(semantic);
  if (!isLegal(kind, semantic))
    return op.emitOpError("expected mem_semantic ")
           << kLegal[static_cast<unsigned>(kind)] << ", got " << name;
  const bool isWeak = semantic == MemoryOrderingSemantics::Weak;
  if (isWeak && scope)
    return op.emitOpError("expected no mem_scope with weak, got ")
           << cuda_tile::stringifyMemoryScope(*scope);
  if (!isWeak && !scope)
    return op.emitOpError("expected a mem_scope (tl_blk, device or sys) with ")
           << name << ", got none";
  return success();
}

/// A weak access only reads or only writes. Any other also synchronises, which
/// no optimiser may drop or duplicate, so it counts as both.
template <typename OpTy>
static void addEffects(OpTy op, AccessKind kind, EffectList &effects) {
  // A missing semantic (unverified IR) gets the conservative answer.
  cuda_tile::MemoryOrderingSemanticsAttr semantic = op.getMemSemanticAttr();
  const bool isWeak =
      semantic && semantic.getValue() == MemoryOrderingSemantics::Weak;
  if (kind != AccessKind::Store || !isWeak)
    effects.emplace_back(MemoryEffects::Read::get());
  if (kind != AccessKind::Load || !isWeak)
    effects.emplace_back(MemoryEffects::Write::get());
}

void LoadOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Load, effects);
}
void TiledLoadOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Load, effects);
}
void GatherLoadOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Load, effects);
}
void StoreOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Store, effects);
}
void TiledStoreOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Store, effects);
}
void ScatterStoreOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Store, effects);
}
void AtomicRMWOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Atomic, effects);
}
void AtomicCASOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Atomic, effects);
}
void TiledAtomicRMWOp::getEffects(EffectList &effects) {
  addEffects(*this, AccessKind::Atomic, effects);
}

//===----------------------------------------------------------------------===//
// Accesses through pointers
//===----------------------------------------------------------------------===//

/// `type` (named `what`) is the tile that `pointers` point to.
static LogicalResult verifyPointedTo(Operation *op, Type pointers,
                                     StringRef what, Type type) {
  Type expected = getPointeeTile(pointers);
  if (type == expected)
    return success();
  return op->emitOpError("expected ") << what << " of type " << expected
                                      << " as the pointers say, got " << type;
}

static LogicalResult verifyMask(Operation *op, Type pointers, Value mask) {
  if (!mask || getTileShape(mask.getType()) == getTileShape(pointers))
    return success();
  return op->emitOpError("expected a mask of the pointers' shape, got ")
         << mask.getType() << " for " << pointers;
}

LogicalResult LoadOp::verify() {
  if (failed(verifyRequired(*this, {{0, "source"}})) ||
      failed(verifyOrdering(*this, AccessKind::Load)))
    return failure();
  Type source = getSource().getType();
  if (failed(verifyPointedTo(*this, source, "result", getResult().getType())) ||
      failed(verifyMask(*this, source, getMask())))
    return failure();
  if (!getOther())
    return success();
  if (!getMask())
    return emitOpError("expected a mask along with other, got none");
  if (getOther().getType() != getResult().getType())
    return emitOpError("expected other of the result type ")
           << getResult().getType() << ", got " << getOther().getType();
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifyRequired(*this, {{0, "destination"}, {1, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Store)))
    return failure();
  Type destination = getDestination().getType();
  if (failed(
          verifyPointedTo(*this, destination, "value", getValue().getType())))
    return failure();
  return verifyMask(*this, destination, getMask());
}

LogicalResult AtomicRMWOp::verify() {
  if (failed(verifyRequired(*this, {{0, "pointers"}, {1, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Atomic)))
    return failure();
  Type value = getValue().getType(), pointers = getPointers().getType();
  if (failed(cuda_tile::verifyAtomicMode(*this, getMode(),
                                         getElementTypeOrSelf(value),
                                         /*allowExchange=*/true)) ||
      failed(verifyPointedTo(*this, pointers, "value", value)) ||
      failed(verifyMask(*this, pointers, getMask())))
    return failure();
  if (getResult().getType() != value)
    return emitOpError("expected a result of the value's type ")
           << value << ", got " << getResult().getType();
  return success();
}

LogicalResult AtomicCASOp::verify() {
  if (failed(
          verifyRequired(*this, {{0, "pointers"}, {1, "cmp"}, {2, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Atomic)))
    return failure();
  Type value = getValue().getType(), pointers = getPointers().getType();
  Type element = getElementTypeOrSelf(value);
  if (!element.isInteger(32) && !element.isInteger(64) && !element.isF32() &&
      !element.isF64())
    return emitOpError("expected element type i32, i64, f32 or f64, got ")
           << element;
  if (failed(verifyPointedTo(*this, pointers, "value", value)) ||
      failed(verifyMask(*this, pointers, getMask())))
    return failure();
  if (getCmp().getType() != value)
    return emitOpError("expected cmp of the value's type ")
           << value << ", got " << getCmp().getType();
  if (getResult().getType() != value)
    return emitOpError("expected a result of the value's type ")
           << value << ", got " << getResult().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses through views
//===----------------------------------------------------------------------===//

/// Index count, tile type and `in_bounds` of an access to `view`. The kind of
/// the view is the caller's business.
template <typename OpTy>
static LogicalResult verifyTileAccess(OpTy op, StringRef what, Type tile) {
  TiledViewType view = op.getView().getType();
  if (tile != view.getTileType())
    return op.emitOpError("expected ")
           << what << " of the view's tile type " << view.getTileType()
           << ", got " << tile;
  const size_t rank = view.getRank();
  if (op.getIndices().size() != rank)
    return op.emitOpError("expected one index per dimension, ")
           << rank << " in all, got " << op.getIndices().size();
  if (std::optional<ArrayRef<bool>> inBounds = op.getInBounds();
      inBounds && inBounds->size() != rank)
    return op.emitOpError("expected one in_bounds flag per index, ")
           << rank << " in all, got " << inBounds->size();
  return success();
}

template <typename OpTy>
static LogicalResult verifyTiled(OpTy op, StringRef what, Type tile) {
  if (op.getView().getType().isGatherScatter())
    return op.emitOpError("expected a view without sparse_dim, got ")
           << op.getView().getType();
  return verifyTileAccess(op, what, tile);
}

/// The index at the sparse dimension lists one coordinate per slice; the others
/// are scalars.
template <typename OpTy>
static LogicalResult verifySparse(OpTy op, StringRef what, Type tile) {
  TiledViewType view = op.getView().getType();
  if (!view.isGatherScatter())
    return op.emitOpError("expected a view with sparse_dim, got ") << view;
  if (failed(verifyTileAccess(op, what, tile)))
    return failure();
  const int32_t sparse = *view.getSparseDim();
  for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
    SmallVector<int64_t> expected;
    if (static_cast<int32_t>(dim) == sparse)
      expected.push_back(view.getTileShape()[sparse]);
    Type element = getElementTypeOrSelf(index.getType());
    if (getTileShape(index.getType()) != ArrayRef<int64_t>(expected))
      return op.emitOpError("expected index ")
             << dim << " of type " << getTileOf(expected, element) << ", got "
             << index.getType();
  }
  return success();
}

LogicalResult TiledLoadOp::verify() {
  if (failed(verifyRequired(*this, {{0, "view"}})) ||
      failed(verifyOrdering(*this, AccessKind::Load)))
    return failure();
  return verifyTiled(*this, "result", getResult().getType());
}

LogicalResult GatherLoadOp::verify() {
  if (failed(verifyRequired(*this, {{0, "view"}})) ||
      failed(verifyOrdering(*this, AccessKind::Load)))
    return failure();
  return verifySparse(*this, "result", getResult().getType());
}

LogicalResult TiledStoreOp::verify() {
  if (failed(verifyRequired(*this, {{0, "value"}, {1, "view"}})) ||
      failed(verifyOrdering(*this, AccessKind::Store)))
    return failure();
  return verifyTiled(*this, "value", getValue().getType());
}

LogicalResult ScatterStoreOp::verify() {
  if (failed(verifyRequired(*this, {{0, "value"}, {1, "view"}})) ||
      failed(verifyOrdering(*this, AccessKind::Store)))
    return failure();
  return verifySparse(*this, "value", getValue().getType());
}

LogicalResult TiledAtomicRMWOp::verify() {
  if (failed(verifyRequired(*this, {{0, "value"}, {1, "view"}})))
    return failure();
  if (getMemSemantic() != MemoryOrderingSemantics::Relaxed)
    return emitOpError("expected mem_semantic relaxed, got ")
           << cuda_tile::stringifyMemoryOrderingSemantics(getMemSemantic());
  if (failed(verifyOrdering(*this, AccessKind::Atomic)))
    return failure();
  if (*getMemScope() == MemoryScope::System)
    return emitOpError("expected mem_scope tl_blk or device, got sys");
  if (failed(verifyTiled(*this, "value", getValue().getType())))
    return failure();
  if (getView().getType().getPadding())
    return emitOpError("expected a view without padding, got ")
           << getView().getType();
  return cuda_tile::verifyAtomicMode(*this, getMode(),
                                     getView().getType().getElementType(),
                                     /*allowExchange=*/false);
}
