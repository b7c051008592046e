//===- TileAS/IR/AsyncOps.cpp - rules of work that completes later --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of asynchronous accesses and products. They check the rules of the
// synchronous op, and that the result is a promise of what that op would yield.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "DotRules.h"

#include "tessera/Dialect/TileAA/IR/ProductRules.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static LogicalResult verifyDelivers(Operation *op, Type async, Type expected) {
  Type got = cast<AsyncValueType>(async).getValueType();
  if (got == expected)
    return success();
  return op->emitOpError("expected an async value of ")
         << expected << ", got one of " << got;
}

static LogicalResult verifyPending(Operation *op,
                                   std::optional<uint32_t> pending) {
  if (auto count = static_cast<int32_t>(pending.value_or(0)); count < 0)
    return op->emitOpError("expected pending of at least 0, got ") << count;
  return success();
}

LogicalResult FutureWaitOp::verify() {
  if (failed(verifyPending(*this, getPending())))
    return failure();
  Type expected = cast<AsyncValueType>(getSource().getType()).getValueType();
  if (getResult().getType() == expected)
    return success();
  return emitOpError("expected a result of type ")
         << expected << ", got " << getResult().getType();
}

LogicalResult ToAsyncOp::verify() {
  return verifyDelivers(*this, getType(), getSource().getType());
}

LogicalResult AsyncTiledLoadOp::verify() {
  Type tile = cast<AsyncValueType>(getResult().getType()).getValueType();
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "view"}})) ||
      failed(verifyTokenPair(*this, getToken(), getResultToken())))
    return failure();
  if (!isa<RankedTensorType>(tile))
    return emitOpError("expected an async value of a tile, got one of ")
           << tile;
  if (failed(
          verifyTiled(*this, "result", tile, getOffsets().size(),
                      {AtomKind::Copy, AtomKind::CpAsync, AtomKind::TmaLoad})))
    return failure();
  return verifyPadding(*this, getPaddingValue(), getElementTypeOrSelf(tile),
                       getInBounds());
}

LogicalResult AsyncCopyOp::verify() {
  Type source = getSource().getType(), destination = getDestination().getType();
  if (getViewTile(source) != getViewTile(destination))
    return emitOpError("expected a destination of tile type ")
           << getViewTile(source) << ", got " << getViewTile(destination);
  if (failed(verifyAtomKind(*this, getAtom(),
                            {AtomKind::Copy, AtomKind::CpAsync,
                             AtomKind::TmaLoad, AtomKind::TmaStore})))
    return failure();
  return verifyCopyResidencies(*this, getViewResidency(source),
                               getViewResidency(destination));
}

LogicalResult AsyncLoadOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "source"}, {1, "destination"}})))
    return failure();
  Type pointers = getSource().getType();
  Type view = getDestination().getType();
  Type expected = withoutLayout(tileaa::getPointeeTile(pointers));
  if (getViewTile(view) != expected)
    return emitOpError("expected a destination of tile type ")
           << expected << " as the pointers say, got " << getViewTile(view);
  if (getViewResidency(view) != tileaa::Residency::Smem)
    return emitOpError("expected a destination in smem, got ")
           << tileaa::stringifyResidency(getViewResidency(view));
  if (failed(verifyMask(*this, getMask(), pointers)))
    return failure();
  return verifyAtomKind(*this, getAtomAttr(),
                        {AtomKind::CpAsync, AtomKind::Copy});
}

LogicalResult AsyncStoreOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "destination"}, {1, "value"}})))
    return failure();
  Type value = getValue().getType();
  if (failed(
          verifyPointedTo(*this, getDestination().getType(), "value", value)) ||
      failed(verifyMask(*this, getMask(), value)))
    return failure();
  return verifyAtomKind(*this, getAtomAttr(), {AtomKind::Copy});
}

LogicalResult AsyncExtractSliceOp::verify() {
  Type source = getSource().getType();
  Type part = cast<AsyncValueType>(getType()).getValueType();
  if (isAnyTiledView(source) != isAnyTiledView(part))
    return emitOpError("expected a tile of a tile or a view of a view, got ")
           << source << " and " << part;
  return verifySlice(*this, source, part, getOffsets().size());
}

LogicalResult AsyncInsertSliceOp::verify() {
  Type destination = getDestination().getType();
  if (failed(verifyDelivers(*this, getType(), destination)))
    return failure();
  return verifySlice(*this, destination, getSource().getType(),
                     getOffsets().size());
}

LogicalResult AsyncDotOp::verify() {
  Type result = cast<AsyncValueType>(getType()).getValueType();
  if (failed(tileaa::verifyProductSegments(
          *this, getProperties().operandSegmentSizes)))
    return failure();
  if (auto acc = dyn_cast<AsyncValueType>(getAcc().getType());
      acc && !isa<RankedTensorType>(acc.getValueType()))
    return emitOpError("expected an accumulator that is a tile, got ") << acc;
  if (failed(verifyPending(*this, getPending())))
    return failure();
  tileaa::Product product =
      tileaa::describeProduct(*this, result, getFactorTile);
  countFactors(product, getAtom());
  if (failed(tileaa::verifyProduct(product)))
    return failure();
  return verifyDot(describeDot(*this, getAcc().getType()));
}
