//===- TileAAToTileAS/Cluster/ClusterRewrite.cpp - tiles become halves --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types become those of halves. Where a half comes from outside of the kernel's
// tiles, the number of the block in its cluster, or of the team in its role,
// says which one it is: in the index of a load or store, and in a range of
// numbers.
//
//===----------------------------------------------------------------------===//

#include "HalvedTiles.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;

static RankedTensorType halved(RankedTensorType type, unsigned dim) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= 2;
  return type.clone(shape);
}

/// The access is one of a view in half tiles, at twice the index, and one more
/// in the second block.
static void rewriteAccess(Operation *op, unsigned dim, Value rank) {
  OpOperand *view = nullptr;
  MutableOperandRange indices =
      isa<tileaa::TiledLoadOp>(op)
          ? cast<tileaa::TiledLoadOp>(op).getIndicesMutable()
          : cast<tileaa::TiledStoreOp>(op).getIndicesMutable();
  for (OpOperand &operand : op->getOpOperands())
    if (isa<tileaa::TiledViewType>(operand.get().getType()))
      view = &operand;
  auto old = cast<tileaa::TiledViewType>(view->get().getType());
  auto maker = view->get().getDefiningOp<tileaa::MakeTiledViewOp>();
  SmallVector<int64_t> tile(old.getTileShape());
  tile[dim] /= 2;
  SmallVector<int32_t> steps(old.getTraversalStrides());
  if (!steps.empty())
    steps[dim] /= 2;
  auto type = tileaa::TiledViewType::get(
      tile, old.getMemoryView(), old.getPadding(), old.getDimMap(), steps,
      std::nullopt, old.getResidency());
  OpBuilder b(maker);
  Location loc = op->getLoc();
  view->set(tileaa::MakeTiledViewOp::create(
      b, maker.getLoc(), type, maker.getSource(), b.getI64IntegerAttr(dim)));
  b.setInsertionPoint(op);
  Type i64 = b.getI64Type();
  Value index = indices[dim].get();
  if (index.getType() != i64)
    index = arith::ExtUIOp::create(b, loc, i64, index);
  Value two = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(2));
  index = arith::MulIOp::create(b, loc, index, two);
  Value own = arith::ExtUIOp::create(b, loc, i64, rank);
  indices[dim].set(arith::AddIOp::create(b, loc, index, own));
}

/// The range has been halved: the second block has the higher half.
static void rewriteRange(tileaa::MakeRangeOp range, Value rank) {
  OpBuilder b(range->getBlock(), std::next(range->getIterator()));
  Location loc = range.getLoc();
  auto type = cast<RankedTensorType>(range.getType());
  Type element = type.getElementType();
  Value own = rank;
  if (element.getIntOrFloatBitWidth() > 32)
    own = arith::ExtUIOp::create(b, loc, element, own);
  else if (element.getIntOrFloatBitWidth() < 32)
    own = arith::TruncIOp::create(b, loc, element, own);
  Value extent = arith::ConstantOp::create(
      b, loc,
      b.getIntegerAttr(
          element, APInt(element.getIntOrFloatBitWidth(), type.getDimSize(0))));
  Value first = tileaa::SplatOp::create(
      b, loc, type, arith::MulIOp::create(b, loc, own, extent));
  auto sum = arith::AddIOp::create(b, loc, range.getResult(), first);
  range.getResult().replaceAllUsesExcept(sum.getResult(), sum);
}

void gpu::halveTiles(tileaa::FuncOp kernel, const HalvedTiles &halves,
                     bool ofTeams) {
  Block &body = kernel.getBody().front();
  OpBuilder b(&body, body.begin());
  Location loc = kernel.getLoc();
  Value rank;
  if (ofTeams)
    rank = tileas::TeamRankOp::create(b, loc, b.getI32Type());
  else
    rank = tileas::ClusterRankOp::create(b, loc, b.getI32Type());
  llvm::SetVector<Operation *> ranges;
  llvm::MapVector<Operation *, unsigned> accesses;
  for (auto [value, dim] : halves) {
    auto type = halved(tileOf(value), dim);
    value.setType(type);
    if (Operation *maker = value.getDefiningOp()) {
      if (auto constant = dyn_cast<arith::ConstantOp>(maker))
        constant.setValueAttr(
            cast<DenseElementsAttr>(constant.getValue()).resizeSplat(type));
      if (isa<tileaa::MakeRangeOp>(maker))
        ranges.insert(maker);
      if (isa<tileaa::TiledLoadOp>(maker))
        accesses.insert({maker, dim});
    }
    for (Operation *user : value.getUsers())
      if (isa<tileaa::TiledStoreOp>(user))
        accesses.insert({user, dim});
  }
  for (auto [op, dim] : accesses)
    rewriteAccess(op, dim, rank);
  for (Operation *range : ranges)
    rewriteRange(cast<tileaa::MakeRangeOp>(range), rank);
}
