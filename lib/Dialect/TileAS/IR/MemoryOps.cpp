//===- TileAS/IR/MemoryOps.cpp - rules of accesses to memory --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and effects of the synchronous accesses. Rules that the
// asynchronous accesses share are in AccessRules.h.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::getPointeeTile;
using tileaa::getTileShape;
using tileaa::Residency;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using EffectList =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void TiledLoadOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Load, effects);
}
void GatherLoadOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Load, effects);
}
void LoadOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Load, effects);
}
void TiledStoreOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Store, effects);
}
void ScatterStoreOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Store, effects);
}
void StoreOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Store, effects);
}
void TiledAtomicRMWOp::getEffects(EffectList &effects) {
  addAccessEffects(getMemSemantic(), AccessKind::Atomic, effects);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult TiledLoadOp::verify() {
  Type tile = getResult().getType();
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "view"}})) ||
      failed(verifyOrdering(*this, AccessKind::Load, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())) ||
      failed(verifyTiled(
          *this, "result", tile, getOffsets().size(),
          {AtomKind::Copy, AtomKind::CpAsync, AtomKind::TmaLoad})) ||
      failed(verifyMask(*this, getMask(), tile)))
    return failure();
  return verifyPadding(*this, getPaddingValue(), getElementTypeOrSelf(tile),
                       getInBounds());
}

LogicalResult TiledStoreOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "view"}, {1, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Store, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())))
    return failure();
  Type tile = getValue().getType();
  if (failed(verifyTiled(*this, "value", tile, getOffsets().size(),
                         {AtomKind::Copy, AtomKind::TmaStore})) ||
      failed(verifyMask(*this, getMask(), tile)))
    return failure();
  return verifyPadding(*this, getPaddingValue(), getElementTypeOrSelf(tile),
                       getInBounds());
}

/// The atomic modes that exist for `element`.
static LogicalResult verifyMode(TiledAtomicRMWOp op, Type element) {
  using cuda_tile::AtomicRMWMode;
  AtomicRMWMode mode = op.getRmwMode();
  unsigned bits = tileaa::getStorageBits(element);
  StringRef name = cuda_tile::stringifyAtomicRMWMode(mode);
  if (bits <= 8)
    return op.emitOpError("expected elements of 16 bits or more, got ")
           << element;
  if (isa<IntegerType>(element)) {
    if (bits == 16)
      return op.emitOpError("expected no 16-bit integers, got ") << element;
    if (mode == AtomicRMWMode::AddF)
      return op.emitOpError("expected floating-point elements for addf, got ")
             << element;
    return success();
  }
  if (!tileaa::isBaseFloatElement(element))
    return op.emitOpError("expected f16, bf16, f32, f64 or integers, got ")
           << element;
  bool legal = mode == AtomicRMWMode::Add || mode == AtomicRMWMode::AddF ||
               mode == AtomicRMWMode::Max || mode == AtomicRMWMode::Min ||
               (mode == AtomicRMWMode::Xchg && bits > 16);
  if (legal)
    return success();
  return op.emitOpError("expected mode ")
         << (bits == 16 ? "add, addf, max or min"
                        : "add, addf, max, min or xchg")
         << " for " << element << ", got " << name;
}

LogicalResult TiledAtomicRMWOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "view"}, {1, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Atomic, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())))
    return failure();
  Type tile = getValue().getType();
  if (failed(
          verifyTiled(*this, "value", tile, /*numOffsets=*/0,
                      {AtomKind::Copy, AtomKind::Reduce, AtomKind::TmaReduce})))
    return failure();
  if (getResult() && getResult().getType() != tile)
    return emitOpError("expected a result of the value's type ")
           << tile << ", got " << getResult().getType();
  return verifyMode(*this, getElementTypeOrSelf(tile));
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// A tile of integers at the sparse dimension, `index` elsewhere.
template <typename OpTy>
static LogicalResult verifySparse(OpTy op, StringRef what, Type tile) {
  Type view = op.getView().getType();
  if (!isGatherScatter(view))
    return op.emitOpError("expected a view with sparse_dim, got ") << view;
  if (failed(verifyViewTile(op, what, tile, view)) ||
      failed(verifyPositions(op, getViewTile(view).getRank(),
                             op.getCoords().size(), 0, op.getInBounds())))
    return failure();
  auto global = cast<tileaa::TiledViewType>(view);
  const size_t sparse = *global.getSparseDim();
  for (auto [dim, coord] : llvm::enumerate(op.getCoords())) {
    Type type = coord.getType();
    if (dim != sparse) {
      if (!type.isIndex())
        return op.emitOpError("expected coordinate ")
               << dim << " of type index, got " << type;
      continue;
    }
    int64_t count = global.getTileShape()[sparse];
    if (!tileaa::isTile(type) ||
        !tileaa::isIntElement(getElementTypeOrSelf(type)) ||
        getTileShape(type) != ArrayRef<int64_t>(count))
      return op.emitOpError("expected coordinate ")
             << dim << " to be a 1-d tile of " << count << " integers, got "
             << type;
  }
  return success();
}

LogicalResult GatherLoadOp::verify() {
  Type tile = getResult().getType();
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "view"}})) ||
      failed(verifyOrdering(*this, AccessKind::Load, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())) ||
      failed(verifySparse(*this, "result", tile)) ||
      failed(verifyAtomKind(*this, getAtomAttr(),
                            {AtomKind::Copy, AtomKind::TmaGather})))
    return failure();
  return verifyPadding(*this, getPaddingValue(), getElementTypeOrSelf(tile),
                       getInBounds());
}

LogicalResult ScatterStoreOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "view"}, {1, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Store, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())) ||
      failed(verifySparse(*this, "value", getValue().getType())))
    return failure();
  if ((*this)->hasAttr("padding_value"))
    return emitOpError("expected no padding_value on a store");
  return verifyAtomKind(*this, getAtomAttr(),
                        {AtomKind::Copy, AtomKind::TmaScatter});
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "source"}})) ||
      failed(verifyOrdering(*this, AccessKind::Load, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())))
    return failure();
  Type source = getSource().getType(), result = getResult().getType();
  if (failed(verifyPointedTo(*this, source, "result", result)) ||
      failed(verifyMask(*this, getMask(), result)) ||
      failed(verifyAtomKind(*this, getAtomAttr(),
                            {AtomKind::Copy, AtomKind::CpAsync})))
    return failure();
  if (!getOther())
    return success();
  if (!getMask())
    return emitOpError("expected a mask along with other, got none");
  if (getOther().getType() != result)
    return emitOpError("expected other of the result type ")
           << result << ", got " << getOther().getType();
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "destination"}, {1, "value"}})) ||
      failed(verifyOrdering(*this, AccessKind::Store, getMemSemantic(),
                            getMemScope())) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())))
    return failure();
  Type value = getValue().getType();
  if (failed(
          verifyPointedTo(*this, getDestination().getType(), "value", value)) ||
      failed(verifyMask(*this, getMask(), value)))
    return failure();
  return verifyAtomKind(*this, getAtomAttr(), {AtomKind::Copy});
}

//===----------------------------------------------------------------------===//
// Scalars of one thread
//===----------------------------------------------------------------------===//

/// Storage of one element of type `scalar` in shared memory.
static LogicalResult verifyWord(Operation *op, Type storage, Type scalar) {
  auto view = dyn_cast<TiledViewType>(storage);
  if (view && view.getResidency() == Residency::Smem &&
      ArrayRef<int64_t>(view.getShape()) == ArrayRef<int64_t>{1} &&
      view.getElementType() == scalar)
    return success();
  return op->emitOpError("expected storage of one ")
         << scalar << " in smem, got " << storage;
}

LogicalResult StoreScalarOp::verify() {
  return verifyWord(*this, getStorage().getType(), getValue().getType());
}

LogicalResult LoadPeerScalarOp::verify() {
  return verifyWord(*this, getStorage().getType(), getResult().getType());
}

LogicalResult LoadScalarOp::verify() {
  return verifyWord(*this, getStorage().getType(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// copy
//===----------------------------------------------------------------------===//

LogicalResult CopyOp::verify() {
  Type source = getSource().getType(), destination = getDestination().getType();
  if (getViewTile(source) != getViewTile(destination))
    return emitOpError("expected a destination of tile type ")
           << getViewTile(source) << ", got " << getViewTile(destination);
  if (failed(verifyTokenPair(*this, getToken(), getResultToken())) ||
      failed(verifyAtomKind(*this, getAtom(),
                            {AtomKind::Copy, AtomKind::CpAsync,
                             AtomKind::LdMatrix, AtomKind::StMatrix,
                             AtomKind::TmaLoad, AtomKind::TmaStore})))
    return failure();
  return verifyCopyResidencies(*this, getViewResidency(source),
                               getViewResidency(destination));
}
