//===- TileAA/IR/ShapeOps.cpp - verifiers of the family -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape rules of core.md 6.2 on builtin tensors; element types never change.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static LogicalResult verifySameElement(Operation *op, Type source,
                                       Type result) {
  Type from = getElementTypeOrSelf(source), to = getElementTypeOrSelf(result);
  if (from == to)
    return success();
  return op->emitOpError("expected result element ") << from << ", got " << to;
}

static LogicalResult verifySameRank(Operation *op, RankedTensorType source,
                                    StringRef what, RankedTensorType other) {
  if (source.getRank() == other.getRank())
    return success();
  return op->emitOpError("expected ") << what << " of rank " << source.getRank()
                                      << ", got rank " << other.getRank();
}

LogicalResult SplatOp::verify() {
  return verifySameElement(*this, getSource().getType(), getType());
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType source = getSource().getType(), result = getType();
  if (failed(verifySameElement(*this, source, result)) ||
      failed(verifySameRank(*this, source, "result", result)))
    return failure();
  for (auto [dim, from, to] :
       llvm::enumerate(source.getShape(), result.getShape()))
    if (from != 1 && from != to)
      return emitOpError("expected extent ")
             << from << " in dimension " << dim << ", got " << to;
  return success();
}

LogicalResult ViewOp::verify() {
  Type source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameElement(*this, source, result)))
    return failure();
  if (getNumTileElements(source) != getNumTileElements(result))
    return emitOpError("expected ")
           << getNumTileElements(source) << " elements, got "
           << getNumTileElements(result);
  return success();
}

LogicalResult PermuteOp::verify() {
  RankedTensorType source = getSource().getType(), result = getType();
  if (failed(verifySameElement(*this, source, result)) ||
      failed(verifySameRank(*this, source, "result", result)))
    return failure();
  const int64_t rank = source.getRank();
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : getPermutation())
    if (dim >= 0 && dim < rank)
      seen.set(dim);
  if (!seen.all() || static_cast<int64_t>(getPermutation().size()) != rank)
    return emitOpError("expected a permutation of the ")
           << rank << " dimensions, got [" << getPermutation() << "]";
  for (auto [dim, from] : llvm::enumerate(getPermutation()))
    if (result.getDimSize(dim) != source.getDimSize(from))
      return emitOpError("expected extent ")
             << source.getDimSize(from) << " in dimension " << dim << ", got "
             << result.getDimSize(dim);
  return success();
}

LogicalResult CatOp::verify() {
  if (getSources().empty())
    return emitOpError("expected at least one source, got none");
  RankedTensorType result = getType();
  const int64_t dim = getDim();
  if (dim < 0 || dim >= result.getRank())
    return emitOpError("expected dim in 0..")
           << result.getRank() - 1 << ", got " << dim;
  int64_t total = 0;
  for (Value value : getSources()) {
    auto source = cast<RankedTensorType>(value.getType());
    if (failed(verifySameElement(*this, source, result)) ||
        failed(verifySameRank(*this, result, "every source", source)))
      return failure();
    for (int64_t other : llvm::seq<int64_t>(0, result.getRank()))
      if (other != dim && source.getDimSize(other) != result.getDimSize(other))
        return emitOpError("expected source extent ")
               << result.getDimSize(other) << " in dimension " << other
               << ", got " << source.getDimSize(other);
    total += source.getDimSize(dim);
  }
  if (total != result.getDimSize(dim))
    return emitOpError("expected extent ")
           << total << " along dim, got " << result.getDimSize(dim);
  return success();
}

/// `slice` is a slice of `whole`, chosen by one index per dimension.
static LogicalResult verifySlice(Operation *op, RankedTensorType whole,
                                 RankedTensorType slice, size_t numIndices) {
  if (failed(verifySameElement(op, whole, slice)) ||
      failed(verifySameRank(op, whole, "the slice", slice)))
    return failure();
  if (numIndices != static_cast<size_t>(whole.getRank()))
    return op->emitOpError("expected one index per dimension, ")
           << whole.getRank() << " in all, got " << numIndices;
  for (auto [dim, extent, part] :
       llvm::enumerate(whole.getShape(), slice.getShape()))
    if (extent % part != 0)
      return op->emitOpError("expected a slice extent that divides ")
             << extent << " in dimension " << dim << ", got " << part;
  return success();
}

LogicalResult ExtractOp::verify() {
  return verifySlice(*this, getSource().getType(), getType(),
                     getIndices().size());
}

LogicalResult InsertOp::verify() {
  return verifySlice(*this, getDestination().getType(), getSource().getType(),
                     getIndices().size());
}

LogicalResult MakeRangeOp::verify() {
  RankedTensorType type = getType();
  if (type.getRank() != 1)
    return emitOpError("expected rank 1, got rank ") << type.getRank();
  const unsigned width = type.getElementTypeBitWidth();
  if (width < 63 && type.getDimSize(0) > (int64_t(1) << width))
    return emitOpError("expected at most ")
           << (int64_t(1) << width) << " elements of " << type.getElementType()
           << ", got " << type.getDimSize(0);
  return success();
}

/// `typed` and its byte image.
static LogicalResult verifyByteImage(Operation *op, RankedTensorType typed,
                                     RankedTensorType bytes) {
  if (typed.getRank() != 1 || bytes.getRank() != 1)
    return op->emitOpError("expected rank 1, got rank ")
           << (typed.getRank() != 1 ? typed : bytes).getRank();
  const int64_t width =
      cuda_tile::getElementStorageBits(typed.getElementType());
  if (width == 8)
    return op->emitOpError("expected elements of other than 8 bits, got ")
           << typed.getElementType();
  if (typed.getDimSize(0) * width != bytes.getDimSize(0) * 8)
    return op->emitOpError("expected ")
           << typed.getDimSize(0) * width << " bits on either side, got "
           << bytes.getDimSize(0) * 8 << " of i8";
  return success();
}

LogicalResult PackOp::verify() {
  return verifyByteImage(*this, getSource().getType(), getType());
}

LogicalResult UnpackOp::verify() {
  return verifyByteImage(*this, getType(), getSource().getType());
}
