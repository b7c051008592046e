//===- TileAS/IR/LayoutOps.cpp - rules of the layout ops ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and folds of convert_layout, view, expand_dims, reinterpret and
// shuffle.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::getElementBits;
using tileaa::getNumTileElements;
using tileaa::getTileShape;
using tileaa::Residency;

/// Element type of a tile or view.
static Type getElement(Type type) {
  return isAnyTiledView(type) ? getViewTile(type).getElementType()
                              : getElementTypeOrSelf(type);
}

static LogicalResult verifySameElement(Operation *op, Type source,
                                       Type result) {
  Type from = getElement(source), to = getElement(result);
  if (from == to)
    return success();
  return op->emitOpError("expected result element ") << from << ", got " << to;
}

static LogicalResult verifyResidency(Operation *op, Type source, Type result) {
  Residency from = getViewResidency(source), to = getViewResidency(result);
  if (from == to)
    return success();
  return op->emitOpError("expected residency ")
         << tileaa::stringifyResidency(from) << " as the source, got "
         << tileaa::stringifyResidency(to);
}

//===----------------------------------------------------------------------===//
// convert_layout
//===----------------------------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getType());
  if (withoutLayout(source) != withoutLayout(result))
    return emitOpError("expected result ")
           << withoutLayout(source) << " but for the layout, got "
           << withoutLayout(result);
  for (Type type : {source, result})
    if (!getLayoutAttr(type))
      return emitOpError("expected tiles with layouts, got ") << type;
  return success();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ConvertLayoutOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// view, expand_dims, reinterpret
//===----------------------------------------------------------------------===//

/// The part of `source` at `numIndices` leading indices.
static LogicalResult verifyPart(ViewOp op, Type source, Type result) {
  ArrayRef<int64_t> from = isAnyTiledView(source)
                               ? getViewTile(source).getShape()
                               : getTileShape(source);
  ArrayRef<int64_t> to = getViewTile(result).getShape();
  if (op.getIndices().size() + to.size() != from.size())
    return op.emitOpError("expected one index per dropped dimension, ")
           << static_cast<int64_t>(from.size()) -
                  static_cast<int64_t>(to.size())
           << " in all, got " << op.getIndices().size();
  if (from.take_back(to.size()) != to)
    return op.emitOpError("expected the last extents of the source, ")
           << from.take_back(to.size()) << ", got " << to;
  return isAnyTiledView(source) ? verifyResidency(op, source, result)
                                : success();
}

LogicalResult ViewOp::verify() {
  Type source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameElement(*this, source, result)))
    return failure();
  if (isAnyTiledView(result))
    return verifyPart(*this, source, result);
  if (isAnyTiledView(source))
    return emitOpError("expected a tiled view of a tiled view, got ") << result;
  if (!getIndices().empty())
    return emitOpError("expected no index into a tile, got ")
           << getIndices().size();
  if (getNumTileElements(source) != getNumTileElements(result))
    return emitOpError("expected ")
           << getNumTileElements(source) << " elements, got "
           << getNumTileElements(result);
  return success();
}

OpFoldResult ViewOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? getSource() : Value();
}

LogicalResult ExpandDimsOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getType());
  const int64_t axis = static_cast<int32_t>(getAxis());
  if (failed(verifySameElement(*this, source, result)))
    return failure();
  if (axis < 0 || axis > source.getRank())
    return emitOpError("expected axis in 0..")
           << source.getRank() << ", got " << axis;
  SmallVector<int64_t> expected(source.getShape());
  expected.insert(expected.begin() + axis, 1);
  if (result.getShape() != ArrayRef<int64_t>(expected))
    return emitOpError("expected shape ")
           << expected << ", got " << result.getShape();
  return success();
}

LogicalResult ReinterpretOp::verify() {
  Type source = getSource().getType(), result = getResult().getType();
  if (isAnyTiledView(source) != isAnyTiledView(result))
    return emitOpError("expected a tile of a tile or a view of a view, got ")
           << source << " and " << result;
  if (isAnyTiledView(source)) {
    auto from = dyn_cast<TiledViewType>(source);
    auto to = dyn_cast<TiledViewType>(result);
    if (!from || !to)
      return emitOpError("expected storage, got ") << (from ? result : source);
    if (from.getNumBytes() != to.getNumBytes())
      return emitOpError("expected ")
             << from.getNumBytes() << " bytes, got " << to.getNumBytes();
    return verifyResidency(*this, source, result);
  }
  if (getTileShape(source) != getTileShape(result))
    return emitOpError("expected shape ")
           << getTileShape(source) << ", got " << getTileShape(result);
  if (getLayoutAttr(source) != getLayoutAttr(result))
    return emitOpError("expected one layout, got ")
           << source << " and " << result;
  unsigned from = getElementBits(getElement(source));
  unsigned to = getElementBits(getElement(result));
  if (from != to)
    return emitOpError("expected elements of ")
           << from << " bits, got " << to << " bits";
  return success();
}

OpFoldResult ReinterpretOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? getSource() : Value();
}

//===----------------------------------------------------------------------===//
// shuffle
//===----------------------------------------------------------------------===//

LogicalResult ShuffleOp::verify() {
  const int32_t amount = getAmount();
  if (amount < 0 || amount > 31)
    return emitOpError("expected amount in 0..31, got ") << amount;
  if (!getLayoutAttr(getType()))
    return emitOpError("expected a tile with a layout, got ") << getType();
  return success();
}
