//===- TileAAToTileAS/Cluster/SpreadHalves.cpp - which tiles are halves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of each product are split. From there it follows which dimension of
// which other tile is: the rows of the left factor, of what is added, loaded,
// reduced along the columns and stored. A tile without a split dimension is the
// whole tile in both blocks, so that loops and branches are the same in both.
//
// Columns of right factors are split for blocks that multiply together, which
// then need nothing but that loads of them have halves.
//
//===----------------------------------------------------------------------===//

#include "HalvedTiles.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::gpu;

namespace {
class HalfSpreader {
public:
  HalfSpreader(Region &body, Obstacle &obstacle, bool isOfColumns)
      : body(body), obstacle(obstacle), isOfColumns(isOfColumns) {}

  void copyLeaves();
  void findRows(int64_t leastRows);
  void findColumns();
  HalvedTiles takeHalves() { return std::move(dims); }

private:
  void spread();
  void visit(Operation *op);
  void visitDot(tileaa::DotOp dot);
  void visitRightFactor(Operation *dot);
  void visitView(tileaa::ViewOp view);
  void visitReduce(tileaa::ReduceOp reduce);
  void visitLoop(scf::ForOp loop);
  void visitBranch(scf::IfOp branch);

  /// Dimension `dim` of `value` is split.
  void split(Value value, unsigned dim);
  /// Both have the same one split.
  void tie(Value a, Value b);
  std::optional<unsigned> dimOf(Value value) const {
    return halvedDim(dims, value);
  }

  Region &body;
  Obstacle &obstacle;
  bool isOfColumns;
  HalvedTiles dims;
  llvm::SetVector<Operation *> work;
};
} // namespace

/// Ops without operands that are tiles: each user may have its own.
static bool isLeaf(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa<tileaa::SplatOp, tileaa::MakeRangeOp>(op);
}

void HalfSpreader::copyLeaves() {
  SmallVector<Operation *> leaves;
  body.walk([&](Operation *op) {
    if (isLeaf(op) && isTile(op->getResult(0)))
      leaves.push_back(op);
  });
  for (Operation *op : leaves) {
    OpBuilder b(op);
    for (OpOperand &use :
         llvm::make_early_inc_range(op->getResult(0).getUses()))
      use.set(b.clone(*op)->getResult(0));
    op->erase();
  }
}

void HalfSpreader::split(Value value, unsigned dim) {
  if (obstacle.isThere())
    return;
  Operation *maker = value.getDefiningOp();
  if (!maker)
    maker = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (tileOf(value).getDimSize(dim) < 2)
    return obstacle.note(maker, "has a single row");
  auto [place, isNew] = dims.insert({value, dim});
  if (!isNew) {
    if (place->second != dim)
      obstacle.note(maker, "would be split along two dimensions");
    return;
  }
  work.insert(maker);
  for (Operation *user : value.getUsers())
    work.insert(user);
}

void HalfSpreader::tie(Value a, Value b) {
  if (std::optional<unsigned> dim = dimOf(a))
    split(b, *dim);
  if (std::optional<unsigned> dim = dimOf(b))
    split(a, *dim);
}

void HalfSpreader::visitDot(tileaa::DotOp dot) {
  const unsigned rows = tileOf(dot.getResult()).getRank() - 2;
  for (Value value : {dot.getLhs(), dot.getAcc(), dot.getResult()})
    split(value, rows);
  if (dot.getLhsScale())
    split(dot.getLhsScale(), rows);
  for (Value right : {dot.getRhs(), dot.getRhsScale()})
    if (right && dimOf(right))
      obstacle.note(dot, "has a right factor that is computed from rows");
}

/// Nothing but the right factor has halves of columns: each block adds to all
/// columns of its rows.
void HalfSpreader::visitRightFactor(Operation *dot) {
  for (Value value : dot->getOperands())
    if (isTile(value) && dimOf(value) && value != dot->getOperand(1))
      obstacle.note(dot, "takes columns of a right factor of another product");
}

/// A view keeps row-major numbers: the bit of these that says which half is the
/// highest one of a dimension on both sides.
void HalfSpreader::visitView(tileaa::ViewOp view) {
  auto carryOver = [&](Value from, Value to) {
    std::optional<unsigned> dim = isTile(from) ? dimOf(from) : std::nullopt;
    if (!dim)
      return;
    if (!isTile(to))
      return obstacle.note(view, "makes a scalar of rows");
    int64_t span = 1;
    for (int64_t extent : tileOf(from).getShape().drop_front(*dim))
      span *= extent;
    int64_t own = 1;
    for (unsigned d = tileOf(to).getRank(); d-- > 0;) {
      const int64_t extent = tileOf(to).getDimSize(d);
      own *= extent;
      if (own == span && extent > 1)
        return split(to, d);
    }
    obstacle.note(view, "makes one dimension of rows and others");
  };
  carryOver(view.getSource(), view.getResult());
  carryOver(view.getResult(), view.getSource());
}

void HalfSpreader::visitReduce(tileaa::ReduceOp reduce) {
  const unsigned along = reduce.getDim();
  for (auto [source, result] :
       llvm::zip(reduce.getSources(), reduce->getResults())) {
    if (std::optional<unsigned> dim = dimOf(source)) {
      if (*dim == along)
        return obstacle.note(reduce, "combines rows");
      for (Value other : reduce.getSources())
        split(other, *dim);
      split(result, *dim - (*dim > along));
    }
    if (std::optional<unsigned> dim =
            isTile(result) ? dimOf(result) : std::nullopt)
      split(source, *dim + (*dim >= along));
  }
}

void HalfSpreader::visitLoop(scf::ForOp loop) {
  for (auto [number, result] : llvm::enumerate(loop.getResults())) {
    if (!isTile(result))
      continue;
    Value all[] = {loop.getInitArgs()[number], loop.getRegionIterArg(number),
                   loop.getBody()->getTerminator()->getOperand(number)};
    for (unsigned turn = 0; turn < 2; ++turn)
      for (Value value : all)
        tie(result, value);
  }
}

void HalfSpreader::visitBranch(scf::IfOp branch) {
  for (auto [number, result] : llvm::enumerate(branch.getResults())) {
    if (!isTile(result))
      continue;
    for (unsigned turn = 0; turn < 2; ++turn) {
      tie(result, branch.thenYield().getOperand(number));
      tie(result, branch.elseYield().getOperand(number));
    }
  }
}

/// Whether each element of the results is computed from those of the operands
/// at its position.
static bool isElementwise(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() == 0)
    return false;
  if (!isMemoryEffectFree(op) && !isa<tileaa::LoadOp, tileaa::StoreOp>(op))
    return false;
  if (isa<tileaa::PermuteOp, tileaa::ViewOp, tileaa::BroadcastOp, tileaa::CatOp,
          tileaa::ExtractOp, tileaa::InsertOp, tileaa::PackOp, tileaa::UnpackOp,
          tileaa::ScanOp, tileaa::AssumeOp>(op))
    return false;
  ArrayRef<int64_t> shape;
  auto isAlike = [&](Value value) {
    if (!isTile(value))
      return true;
    if (shape.empty())
      shape = tileOf(value).getShape();
    return tileOf(value).getShape() == shape;
  };
  return llvm::all_of(op->getOperands(), isAlike) &&
         llvm::all_of(op->getResults(), isAlike);
}

void HalfSpreader::visit(Operation *op) {
  if (obstacle.isThere())
    return;
  if (isOfColumns && isa<tileaa::DotOp, tileas::DotOp>(op))
    return visitRightFactor(op);
  if (auto dot = dyn_cast<tileaa::DotOp>(op))
    return visitDot(dot);
  if (auto view = dyn_cast<tileaa::ViewOp>(op))
    return visitView(view);
  if (auto reduce = dyn_cast<tileaa::ReduceOp>(op))
    return visitReduce(reduce);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visitBranch(branch);
  if (isa<scf::YieldOp>(op)) {
    work.insert(op->getParentOp());
    return;
  }
  if (auto broadcast = dyn_cast<tileaa::BroadcastOp>(op)) {
    if (std::optional<unsigned> dim = dimOf(broadcast.getSource()))
      split(broadcast.getResult(), *dim);
    if (std::optional<unsigned> dim = dimOf(broadcast.getResult());
        dim && tileOf(broadcast.getSource()).getDimSize(*dim) > 1)
      split(broadcast.getSource(), *dim);
    return;
  }
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op)) {
    for (auto [to, from] : llvm::enumerate(permute.getPermutation())) {
      if (dimOf(permute.getSource()) == unsigned(from))
        split(permute.getResult(), to);
      if (dimOf(permute.getResult()) == unsigned(to))
        split(permute.getSource(), from);
    }
    return;
  }
  if (isa<tileaa::TiledLoadOp, tileaa::TiledStoreOp>(op))
    return; // Of any tile of its view.
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements || !elements.isSplat())
      obstacle.note(op, "of different numbers would be split");
    return;
  }
  if (isLeaf(op) && !isa<tileaa::ConstantOp>(op))
    return;
  if (!isElementwise(op) || isa<tileaa::ConstantOp>(op))
    return obstacle.note(op, "cannot be split");
  SmallVector<Value> tiles;
  for (Value value : op->getOperands())
    if (isTile(value))
      tiles.push_back(value);
  for (Value value : op->getResults())
    if (isTile(value))
      tiles.push_back(value);
  for (Value value : tiles)
    if (std::optional<unsigned> dim = dimOf(value)) {
      for (Value other : tiles)
        split(other, *dim);
      return;
    }
}

void HalfSpreader::spread() {
  while (!work.empty() && !obstacle.isThere())
    visit(work.pop_back_val());
}

void HalfSpreader::findRows(int64_t leastRows) {
  bool hasProduct = false;
  body.walk([&](tileaa::DotOp dot) {
    hasProduct = true;
    ArrayRef<int64_t> shape = tileOf(dot.getResult()).getShape();
    if (shape[shape.size() - 2] < 2 * leastRows)
      obstacle.note(dot, "has " + Twine(shape[shape.size() - 2]) +
                             " rows; write a tile with " +
                             Twine(2 * leastRows));
    work.insert(dot);
  });
  if (!hasProduct)
    obstacle = Obstacle("the kernel has no product");
  spread();
}

void HalfSpreader::findColumns() {
  body.walk([&](Operation *op) {
    if (!isa<tileaa::DotOp, tileas::DotOp>(op))
      return;
    Value rhs = op->getOperand(1);
    split(rhs, tileOf(rhs).getRank() - 1);
  });
  spread();
}

HalvedTiles gpu::spreadRows(Region &body, int64_t leastRows,
                            Obstacle &obstacle) {
  HalfSpreader spreader(body, obstacle, /*isOfColumns=*/false);
  spreader.copyLeaves();
  spreader.findRows(leastRows);
  return spreader.takeHalves();
}

HalvedTiles gpu::spreadColumns(Region &body, Obstacle &obstacle) {
  HalfSpreader spreader(body, obstacle, /*isOfColumns=*/true);
  spreader.copyLeaves();
  spreader.findColumns();
  return spreader.takeHalves();
}
