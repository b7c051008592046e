//===- TileAS/Transforms/ExplicitReductions.cpp - reductions across warps -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension of which each warp holds a part is a dimension of warps and one
// of what a warp holds. The second is reduced within warps; the parts, one for
// each warp, go to storage; every thread reads those of its results and reduces
// them in registers. Order and grouping are free (ops.md).
//
//===----------------------------------------------------------------------===//

#include "ExplicitStorage.h"
#include "Renamings.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TileLayouts.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

namespace {
/// The dimension, cut into runs of index bits that warps decide and runs that
/// they do not, highest bits first.
struct Segment {
  bool ofWarps;
  unsigned bits;
};
} // namespace

/// Nothing where a bit of the warp decides several bits of the index.
static std::optional<SmallVector<Segment>>
segmentsOf(const LinearLayout &layout, const ReducePlan &plan, unsigned dim) {
  Dim axis = layout::tileDim(dim);
  uint64_t ofWarps = 0;
  for (unsigned bit : plan.warpBits) {
    uint64_t index = layout.out().get(layout.column(Dim::Warp, bit), axis);
    if (!llvm::isPowerOf2_64(index) || (ofWarps & index))
      return std::nullopt;
    ofWarps |= index;
  }
  SmallVector<Segment> segments;
  for (unsigned bit = layout.out().bits(axis); bit-- > 0;) {
    const bool isWarp = ofWarps >> bit & 1;
    if (segments.empty() || segments.back().ofWarps != isWarp)
      segments.push_back({isWarp, 0});
    ++segments.back().bits;
  }
  return segments;
}

/// `tile` with dimension `dim` as two: the warps' part of it as dimension 0,
/// the rest in its place behind.
static Value separateWarps(OpBuilder &b, Location loc, Value tile, unsigned dim,
                           ArrayRef<Segment> segments) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> cut(type.getShape().take_front(dim));
  for (Segment segment : segments)
    cut.push_back(int64_t(1) << segment.bits);
  llvm::append_range(cut, type.getShape().drop_front(dim + 1));
  SmallVector<int32_t> order;
  auto isOfWarps = [&](unsigned d) {
    return d >= dim && d < dim + segments.size() && segments[d - dim].ofWarps;
  };
  int64_t numWarps = 1;
  for (unsigned d = 0; d < cut.size(); ++d)
    if (isOfWarps(d)) {
      order.push_back(d);
      numWarps *= cut[d];
    }
  for (unsigned d = 0; d < cut.size(); ++d)
    if (!isOfWarps(d))
      order.push_back(d);
  SmallVector<int64_t> shape{numWarps};
  llvm::append_range(shape, type.getShape());
  shape[dim + 1] /= numWarps;
  tile = viewTile(b, loc, tile, cut);
  return viewTile(b, loc, permuteTile(b, loc, tile, order), shape);
}

/// The layout of parts (warps, results...) in which every thread has all parts
/// of the results that it has in `results`.
static LinearLayout gatheredLayout(const LinearLayout &results,
                                   ArrayRef<int64_t> shape) {
  const unsigned slots = llvm::Log2_64(shape[0]);
  SmallVector<layout::Axis> axes;
  SmallVector<uint64_t> columns;
  // Points of the results keep their number below that of the part.
  for (unsigned slot = 0; slot < slots; ++slot)
    columns.push_back(uint64_t(1) << (results.out().bits() + slot));
  axes.push_back({Dim::Register, slots + results.in().bits(Dim::Register)});
  for (Dim place : {Dim::Lane, Dim::Warp})
    axes.push_back({place, results.in().bits(place)});
  for (Dim place : {Dim::Register, Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < results.in().bits(place); ++bit)
      columns.push_back(results.column(place, bit));
  return llvm::cantFail(LinearLayout::create(
      llvm::cantFail(layout::Space::create(axes)),
      llvm::cantFail(layout::Space::tile(shape)), columns));
}

/// The reduction of `sources` along `dim`, with the body of `op`.
static ReduceOp reduceAlso(OpBuilder &b, ReduceOp op, TypeRange types,
                           ValueRange sources, unsigned dim) {
  auto made = ReduceOp::create(b, op.getLoc(), types, sources, dim,
                               op.getIdentities(), op.getAtomAttr());
  IRMapping mapping;
  op.getBody().cloneInto(&made.getBody(), mapping);
  return made;
}

LogicalResult tileas::makeStorageOf(ReduceOp op) {
  const unsigned dim = op.getDim();
  LinearLayout source = layoutOfTile(op.getSources()[0]);
  std::optional<ReducePlan> plan = planReduce(source, dim);
  std::optional<SmallVector<Segment>> segments = segmentsOf(source, *plan, dim);
  if (!segments)
    return op.emitOpError("expected each bit of the warp to decide at most one "
                          "bit of the reduced index, got ")
           << op.getSources()[0].getType();
  OpBuilder b(op);
  Location loc = op.getLoc();
  SmallVector<Value> parts;
  for (Value value : op.getSources())
    parts.push_back(separateWarps(b, loc, value, dim, *segments));
  auto separate = cast<RankedTensorType>(parts[0].getType());
  SmallVector<int64_t> shape(separate.getShape());
  shape.erase(shape.begin() + dim + 1);
  if (separate.getDimSize(dim + 1) == 1) {
    for (Value &part : parts)
      part = viewTile(b, loc, part, shape);
  } else {
    LinearLayout within = layout::sliceLayout(layoutOfTile(parts[0]), dim + 1);
    SmallVector<Type> types;
    for (Value part : parts)
      types.push_back(
          makeTile(shape, getElementTypeOrSelf(part.getType()), within));
    ReduceOp reduced = reduceAlso(b, op, types, parts, dim + 1);
    parts.assign(reduced.result_begin(), reduced.result_end());
  }
  LinearLayout gathered = gatheredLayout(plan->slice, shape);
  SmallVector<Value> storage;
  for (Value part : parts) {
    storage.push_back(
        makeStorage(b, loc, shape, getElementTypeOrSelf(part.getType())));
    buildStore(b, loc, part, storage.back());
  }
  SmallVector<Value> read;
  for (Value each : storage)
    read.push_back(
        buildLoad(b, loc,
                  makeTile(shape,
                           cast<TiledViewType>(each.getType()).getElementType(),
                           gathered),
                  each)
            .getResult());
  ReduceOp total = reduceAlso(b, op, op.getResultTypes(), read, 0);
  op->replaceAllUsesWith(total);
  op.erase();
  return success();
}
