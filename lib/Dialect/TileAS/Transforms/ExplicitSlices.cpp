//===- TileAS/Transforms/ExplicitSlices.cpp - slices in storage -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is a grid of slices. With the grid's dimensions in front of the
// slice's it is storage whose first index is the number of a slice: extract
// reads one, cat writes one for each operand. For insert only the slice is in
// storage: each thread reads the element that would be in the place of its own,
// and takes it where the slice is the one that is replaced.
//
//===----------------------------------------------------------------------===//

#include "ExplicitStorage.h"
#include "Renamings.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TileLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

namespace {
/// A tile as a grid of slices.
struct Grid {
  /// Slices along each dimension, and the extents of a slice.
  SmallVector<int64_t> counts, slice;

  Grid(ArrayRef<int64_t> whole, ArrayRef<int64_t> slice) : slice(slice) {
    for (auto [extent, part] : llvm::zip_equal(whole, slice))
      counts.push_back(extent / part);
  }

  int64_t numSlices() const { return ShapedType::getNumElements(counts); }
  /// (count, extent) for each dimension: a view of the tile.
  SmallVector<int64_t> pairs() const {
    SmallVector<int64_t> shape;
    for (auto [count, extent] : llvm::zip_equal(counts, slice))
      shape.append({count, extent});
    return shape;
  }
  /// Dimensions of `pairs`: the counts, then the extents.
  SmallVector<int32_t> countsFirst() const {
    SmallVector<int32_t> order;
    for (unsigned d = 0; d < counts.size(); ++d)
      order.push_back(2 * d);
    for (unsigned d = 0; d < counts.size(); ++d)
      order.push_back(2 * d + 1);
    return order;
  }
  /// (slices, extents...): the shape of storage.
  SmallVector<int64_t> stacked() const {
    SmallVector<int64_t> shape{numSlices()};
    shape.append(slice);
    return shape;
  }
};
} // namespace

static Type elementOf(Value tile) {
  return getElementTypeOrSelf(tile.getType());
}

static ArrayRef<int64_t> shapeOfTile(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

/// Slice number `index` of storage.
static Value sliceOf(OpBuilder &b, Location loc, Value storage, Value index) {
  auto type = cast<TiledViewType>(storage.getType());
  auto part = TiledViewType::get(type.getShape().drop_front(),
                                 type.getElementType(), type.getResidency());
  return ViewOp::create(b, loc, part, storage, ValueRange{index});
}

LogicalResult tileas::makeStorageOf(tileaa::ExtractOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value tile = op.getSource();
  Grid grid(shapeOfTile(tile), shapeOfTile(op.getResult()));
  Value stacked = viewTile(b, loc, tile, grid.pairs());
  stacked = permuteTile(b, loc, stacked, grid.countsFirst());
  stacked = viewTile(b, loc, stacked, grid.stacked());
  Value storage = makeStorage(b, loc, grid.stacked(), elementOf(tile));
  buildStore(b, loc, stacked, storage);
  Value number;
  for (auto [index, count] : llvm::zip_equal(op.getIndices(), grid.counts)) {
    if (number)
      number = arith::AddIOp::create(
          b, loc,
          arith::MulIOp::create(
              b, loc, number,
              arith::ConstantIntOp::create(b, loc, b.getI32Type(), count)),
          index);
    else
      number = index;
  }
  number = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
  TiledLoadOp read =
      buildLoad(b, loc, cast<RankedTensorType>(op.getResult().getType()),
                sliceOf(b, loc, storage, number));
  op.getResult().replaceAllUsesWith(read.getResult());
  op.erase();
  return success();
}

/// The part of `layout` that chooses an element in a slice of extents `slice`.
static LinearLayout withinSlice(const LinearLayout &layout,
                                ArrayRef<int64_t> slice) {
  layout::Space space = llvm::cantFail(layout::Space::tile(slice));
  SmallVector<uint64_t> columns;
  for (uint64_t column : layout.columns()) {
    uint64_t point = 0;
    for (unsigned d = 0; d < slice.size(); ++d) {
      Dim dim = layout::tileDim(d);
      point |= space.pack(dim, layout.out().get(column, dim) & (slice[d] - 1));
    }
    columns.push_back(point);
  }
  return layout::withoutCopies(
      llvm::cantFail(LinearLayout::create(layout.in(), space, columns)));
}

/// Where the slice of `grid` that `indices` name is, in a tile of `pairs` and
/// `layout`; null if it is everywhere.
static Value insideSlice(OpBuilder &b, Location loc, const Grid &grid,
                         ValueRange indices, const LinearLayout &layout) {
  SmallVector<int64_t> pairs = grid.pairs();
  Value inside;
  for (auto [d, index] : llvm::enumerate(indices)) {
    const int64_t count = grid.counts[d];
    if (count == 1)
      continue;
    SmallVector<int64_t> alone(pairs.size(), 1);
    alone[2 * d] = count;
    LinearLayout narrow = narrowLayout(layout, alone);
    RankedTensorType type =
        makeTile({count}, b.getI32Type(), layout::viewLayout(narrow, {count}));
    Value number = tileaa::MakeRangeOp::create(b, loc, type);
    Value wanted = tileaa::SplatOp::create(b, loc, type, index);
    Value isThis =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, number, wanted);
    isThis = viewTile(b, loc, isThis, alone);
    isThis = broadcastTile(b, loc, isThis, pairs, layout);
    inside = inside ? arith::AndIOp::create(b, loc, inside, isThis).getResult()
                    : isThis;
  }
  return inside;
}

LogicalResult tileas::makeStorageOf(tileaa::InsertOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value slice = op.getSource(), tile = op.getDestination();
  Grid grid(shapeOfTile(tile), shapeOfTile(slice));
  Value storage = makeStorage(b, loc, grid.slice, elementOf(tile));
  buildStore(b, loc, slice, storage);

  LinearLayout whole = layoutOfTile(tile);
  LinearLayout wide = layout::viewLayout(whole, grid.pairs());
  RankedTensorType readType =
      makeTile(grid.slice, elementOf(tile), withinSlice(whole, grid.slice));
  Value read = buildLoad(b, loc, readType, storage).getResult();
  // Repeated over the grid.
  SmallVector<int64_t> alone;
  for (int64_t extent : grid.slice)
    alone.append({1, extent});
  read = viewTile(b, loc, read, alone);
  read = broadcastTile(b, loc, read, grid.pairs(), wide);
  read = viewTile(b, loc, read, shapeOfTile(tile));
  if (Value inside = insideSlice(b, loc, grid, op.getIndices(), wide)) {
    inside = viewTile(b, loc, inside, shapeOfTile(tile));
    read = arith::SelectOp::create(b, loc, inside, read, tile);
  }
  op.getResult().replaceAllUsesWith(read);
  op.erase();
  return success();
}

LogicalResult tileas::makeStorageOf(tileaa::CatOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  ArrayRef<int64_t> part = shapeOfTile(op.getSources()[0]);
  for (Value source : op.getSources())
    if (shapeOfTile(source) != part)
      return op.emitOpError("expected operands of one shape, got ")
             << op.getSources()[0].getType() << " and " << source.getType();
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Grid grid(type.getShape(), part);
  Value storage = makeStorage(b, loc, grid.stacked(), type.getElementType());
  for (auto [i, source] : llvm::enumerate(op.getSources()))
    buildStore(
        b, loc, source,
        sliceOf(b, loc, storage, arith::ConstantIndexOp::create(b, loc, i)));
  // The layout of the result, seen as the storage.
  SmallVector<int32_t> order = grid.countsFirst();
  LinearLayout stacked = layout::viewLayout(
      layout::permutedResult(
          layout::viewLayout(getLayoutAttr(type).getLayout(), grid.pairs()),
          order),
      grid.stacked());
  Value read =
      buildLoad(b, loc,
                makeTile(grid.stacked(), type.getElementType(), stacked),
                storage)
          .getResult();
  SmallVector<int64_t> countsFirst(grid.counts);
  countsFirst.append(grid.slice);
  SmallVector<int32_t> back(order.size());
  for (auto [to, from] : llvm::enumerate(order))
    back[from] = to;
  read = viewTile(b, loc, read, countsFirst);
  read = permuteTile(b, loc, read, back);
  op.getResult().replaceAllUsesWith(viewTile(b, loc, read, type.getShape()));
  op.erase();
  return success();
}
