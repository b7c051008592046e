//===- TileAS/Transforms/Renamings.cpp - the same registers, seen otherwise -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builders of Renamings.h.
//
//===----------------------------------------------------------------------===//

#include "Renamings.h"

#include "tessera/Layout/TileLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::LinearLayout;

LinearLayout tileas::layoutOfTile(Value tile) {
  return getLayoutAttr(tile.getType()).getLayout();
}

RankedTensorType tileas::makeTile(ArrayRef<int64_t> shape, Type element,
                                  const LinearLayout &layout) {
  return RankedTensorType::get(shape, element,
                               LayoutAttr::get(element.getContext(), layout));
}

static Type elementOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getElementType();
}

Value tileas::viewTile(OpBuilder &b, Location loc, Value tile,
                       ArrayRef<int64_t> shape) {
  if (cast<RankedTensorType>(tile.getType()).getShape() == shape)
    return tile;
  RankedTensorType type = makeTile(
      shape, elementOf(tile), layout::viewLayout(layoutOfTile(tile), shape));
  return ViewOp::create(b, loc, type, tile);
}

Value tileas::permuteTile(OpBuilder &b, Location loc, Value tile,
                          ArrayRef<int32_t> permutation) {
  if (llvm::is_sorted(permutation))
    return tile;
  SmallVector<int64_t> shape;
  for (int32_t d : permutation)
    shape.push_back(cast<RankedTensorType>(tile.getType()).getDimSize(d));
  RankedTensorType type =
      makeTile(shape, elementOf(tile),
               layout::permutedResult(layoutOfTile(tile), permutation));
  return tileaa::PermuteOp::create(b, loc, type, tile, permutation);
}

LinearLayout tileas::narrowLayout(const LinearLayout &wide,
                                  ArrayRef<int64_t> shape) {
  return layout::withoutCopies(layout::unitLayout(wide, shape));
}

Value tileas::broadcastTile(OpBuilder &b, Location loc, Value tile,
                            ArrayRef<int64_t> shape, const LinearLayout &wide) {
  if (cast<RankedTensorType>(tile.getType()).getShape() == shape)
    return tile;
  return tileaa::BroadcastOp::create(
      b, loc, makeTile(shape, elementOf(tile), wide), tile);
}

Value tileas::splatInteger(OpBuilder &b, Location loc, RankedTensorType type,
                           int64_t value) {
  Value scalar = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(type.getElementType(), value));
  return tileaa::SplatOp::create(b, loc, type, scalar);
}
