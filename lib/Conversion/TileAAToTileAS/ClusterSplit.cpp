//===- TileAAToTileAS/ClusterSplit.cpp - a tile block for two blocks -*- C++ -*-===//
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
// Sound are kernels in which no block needs what the other one computes or
// writes: nothing is combined along a split dimension, all that is stored is
// split, and what tokens order with a store is halves of the same tiles. The
// rewriting is that of ClusterRewrite.cpp.
//
// Columns of right factors are split for blocks that multiply together, which
// then need nothing but that loads of them have halves.
//
//===----------------------------------------------------------------------===//

#include "ClusterSplit.h"

#include "tessera/Dialect/TileAA/IR/LanguageNames.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;

namespace {
class ClusterSplit {
public:
  explicit ClusterSplit(Region &body) : body(body) {}

  /// Why the rows of products stay whole; empty: they can be split.
  std::string splitRows(int64_t leastRows);
  /// The same of the columns of right factors.
  std::string splitColumns();
  const gpu::HalvedTiles &halves() const { return dims; }

private:
  void copyLeaves();
  void findRows(int64_t leastRows);
  void findColumns();
  void spread();
  void visit(Operation *op);
  void visitDot(tileaa::DotOp dot);
  void visitRightFactor(Operation *dot);
  void visitView(tileaa::ViewOp view);
  void visitReduce(tileaa::ReduceOp reduce);
  void visitLoop(scf::ForOp loop);
  void visitBranch(scf::IfOp branch);
  void checkAccess(Operation *op);
  void checkOrder();
  void checkColumns();

  /// Dimension `dim` of `value` is split.
  void split(Value value, unsigned dim);
  /// Both have the same one split.
  void tie(Value a, Value b);
  std::optional<unsigned> dimOf(Value value) const {
    auto found = dims.find(value);
    return found == dims.end() ? std::nullopt : std::optional(found->second);
  }
  void fail(Operation *op, const Twine &reason) {
    if (why.empty())
      why = ("'" + tileaa::languageName(op) + "' " + reason).str();
  }

  Region &body;
  bool isOfColumns = false;
  gpu::HalvedTiles dims;
  llvm::SetVector<Operation *> work;
  std::string why;
};
} // namespace

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}
static RankedTensorType tileOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Ops without operands that are tiles: each user may have its own.
static bool isLeaf(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa<tileaa::SplatOp, tileaa::MakeRangeOp>(op);
}

void ClusterSplit::copyLeaves() {
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

//===----------------------------------------------------------------------===//
// Which dimensions
//===----------------------------------------------------------------------===//

void ClusterSplit::split(Value value, unsigned dim) {
  if (!why.empty())
    return;
  Operation *maker = value.getDefiningOp();
  if (!maker)
    maker = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (tileOf(value).getDimSize(dim) < 2)
    return fail(maker, "has a single row");
  auto [place, isNew] = dims.insert({value, dim});
  if (!isNew) {
    if (place->second != dim)
      fail(maker, "would be split along two dimensions");
    return;
  }
  work.insert(maker);
  for (Operation *user : value.getUsers())
    work.insert(user);
}

void ClusterSplit::tie(Value a, Value b) {
  if (std::optional<unsigned> dim = dimOf(a))
    split(b, *dim);
  if (std::optional<unsigned> dim = dimOf(b))
    split(a, *dim);
}

void ClusterSplit::visitDot(tileaa::DotOp dot) {
  const unsigned rows = tileOf(dot.getResult()).getRank() - 2;
  for (Value value : {dot.getLhs(), dot.getAcc(), dot.getResult()})
    split(value, rows);
  if (dot.getLhsScale())
    split(dot.getLhsScale(), rows);
  for (Value right : {dot.getRhs(), dot.getRhsScale()})
    if (right && dimOf(right))
      fail(dot, "has a right factor that is computed from rows");
}

/// Nothing but the right factor has halves of columns: each block adds to all
/// columns of its rows.
void ClusterSplit::visitRightFactor(Operation *dot) {
  for (Value value : dot->getOperands())
    if (isTile(value) && dimOf(value) && value != dot->getOperand(1))
      fail(dot, "takes columns of a right factor of another product");
}

/// A view keeps row-major numbers: the bit of these that says which half is the
/// highest one of a dimension on both sides.
void ClusterSplit::visitView(tileaa::ViewOp view) {
  auto carryOver = [&](Value from, Value to) {
    std::optional<unsigned> dim = isTile(from) ? dimOf(from) : std::nullopt;
    if (!dim)
      return;
    if (!isTile(to))
      return fail(view, "makes a scalar of rows");
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
    fail(view, "makes one dimension of rows and others");
  };
  carryOver(view.getSource(), view.getResult());
  carryOver(view.getResult(), view.getSource());
}

void ClusterSplit::visitReduce(tileaa::ReduceOp reduce) {
  const unsigned along = reduce.getDim();
  for (auto [source, result] :
       llvm::zip(reduce.getSources(), reduce->getResults())) {
    if (std::optional<unsigned> dim = dimOf(source)) {
      if (*dim == along)
        return fail(reduce, "combines rows");
      for (Value other : reduce.getSources())
        split(other, *dim);
      split(result, *dim - (*dim > along));
    }
    if (std::optional<unsigned> dim =
            isTile(result) ? dimOf(result) : std::nullopt)
      split(source, *dim + (*dim >= along));
  }
}

void ClusterSplit::visitLoop(scf::ForOp loop) {
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

void ClusterSplit::visitBranch(scf::IfOp branch) {
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

void ClusterSplit::visit(Operation *op) {
  if (!why.empty())
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
      fail(op, "of different numbers would be split");
    return;
  }
  if (isLeaf(op) && !isa<tileaa::ConstantOp>(op))
    return;
  if (!isElementwise(op) || isa<tileaa::ConstantOp>(op))
    return fail(op, "cannot be split");
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

void ClusterSplit::spread() {
  while (!work.empty() && why.empty())
    visit(work.pop_back_val());
}

void ClusterSplit::findRows(int64_t leastRows) {
  bool hasProduct = false;
  body.walk([&](tileaa::DotOp dot) {
    hasProduct = true;
    ArrayRef<int64_t> shape = tileOf(dot.getResult()).getShape();
    if (shape[shape.size() - 2] < 2 * leastRows)
      fail(dot, "has " + Twine(shape[shape.size() - 2]) +
                    " rows; write a tile with " + Twine(2 * leastRows));
    work.insert(dot);
  });
  if (!hasProduct)
    why = "the kernel has no product";
  spread();
}

void ClusterSplit::findColumns() {
  isOfColumns = true;
  body.walk([&](Operation *op) {
    if (!isa<tileaa::DotOp, tileas::DotOp>(op))
      return;
    Value rhs = op->getOperand(1);
    split(rhs, tileOf(rhs).getRank() - 1);
  });
  spread();
}

//===----------------------------------------------------------------------===//
// What both blocks may do
//===----------------------------------------------------------------------===//

/// Whether an access of `view` moves the tiles next to each other that half
/// tiles would be.
static bool hasHalves(Value view, unsigned dim) {
  auto type = cast<tileaa::TiledViewType>(view.getType());
  return view.getDefiningOp<tileaa::MakeTiledViewOp>() &&
         !type.isGatherScatter() &&
         type.getStep(dim) == type.getTileShape()[dim];
}

void ClusterSplit::checkAccess(Operation *op) {
  constexpr auto weak = cuda_tile::MemoryOrderingSemantics::Weak;
  auto check = [&](auto access, bool isStore, Value tile, Value view) {
    std::optional<unsigned> dim = isTile(tile) ? dimOf(tile) : std::nullopt;
    if (access.getMemSemantic() != weak)
      fail(op, "is ordered with other tile blocks");
    else if (isStore && !dim)
      fail(op, "stores what is no row of a product");
    else if (dim && view && !hasHalves(view, *dim))
      fail(op, "is through a view whose tiles have no halves; write a "
               "partition view");
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tileaa::TiledLoadOp load) {
        check(load, false, load.getResult(), load.getView());
      })
      .Case([&](tileaa::TiledStoreOp store) {
        check(store, true, store.getValue(), store.getView());
      })
      .Case([&](tileaa::LoadOp load) {
        check(load, false, load->getResult(0), Value());
      })
      .Case([&](tileaa::StoreOp store) {
        check(store, true, store.getValue(), Value());
      })
      .Default([&](Operation *other) {
        const bool isKnown =
            isa<tileaa::FuncOp, tileaa::ReturnOp, scf::ForOp, scf::IfOp,
                scf::YieldOp, tileaa::YieldOp, tileaa::CreateMemTokenOp,
                tileaa::JoinMemTokenOp, tileaa::AssumeOp>(other);
        if (!isKnown && !isMemoryEffectFree(other))
          fail(other, "is done once for a tile block");
      });
}

/// The accesses that come before `token`.
static llvm::SetVector<Operation *> accessesBefore(Value token) {
  llvm::SetVector<Operation *> accesses;
  llvm::SetVector<Value> tokens;
  tokens.insert(token);
  for (size_t i = 0; i != tokens.size(); ++i) {
    auto result = dyn_cast<OpResult>(tokens[i]);
    Operation *maker = tokens[i].getDefiningOp();
    if (!result) {
      auto argument = cast<BlockArgument>(tokens[i]);
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument == loop.getInductionVar())
        continue;
      maker = loop;
      result = loop.getTiedLoopResult(argument);
    }
    if (auto loop = dyn_cast<scf::ForOp>(maker)) {
      const unsigned number = result.getResultNumber();
      tokens.insert(loop.getInitArgs()[number]);
      tokens.insert(loop.getBody()->getTerminator()->getOperand(number));
    } else if (auto branch = dyn_cast<scf::IfOp>(maker)) {
      tokens.insert(branch.thenYield().getOperand(result.getResultNumber()));
      tokens.insert(branch.elseYield().getOperand(result.getResultNumber()));
    } else {
      if (!isa<tileaa::CreateMemTokenOp, tileaa::JoinMemTokenOp>(maker))
        accesses.insert(maker);
      for (Value operand : maker->getOperands())
        if (isa<tileaa::MemTokenType>(operand.getType()))
          tokens.insert(operand);
    }
  }
  return accesses;
}

/// Blocks of a cluster do not wait for each other's accesses. Where one is
/// ordered after another one, and not both are loads, both must be halves of
/// tiles of one view, so that each block orders its own.
void ClusterSplit::checkOrder() {
  auto isLoad = [](Operation *op) {
    return isa<tileaa::TiledLoadOp, tileaa::LoadOp>(op);
  };
  auto halfOf = [&](Operation *op) -> std::pair<Value, unsigned> {
    Value view, tile;
    if (auto load = dyn_cast<tileaa::TiledLoadOp>(op)) {
      view = load.getView();
      tile = load.getResult();
    } else if (auto store = dyn_cast<tileaa::TiledStoreOp>(op)) {
      view = store.getView();
      tile = store.getValue();
    }
    std::optional<unsigned> dim = tile ? dimOf(tile) : std::nullopt;
    return dim ? std::pair(view, *dim) : std::pair(Value(), 0u);
  };
  body.walk([&](Operation *op) {
    if (!isa<tileaa::TiledLoadOp, tileaa::LoadOp, tileaa::TiledStoreOp,
             tileaa::StoreOp>(op))
      return;
    for (Value operand : op->getOperands()) {
      if (!isa<tileaa::MemTokenType>(operand.getType()))
        continue;
      for (Operation *before : accessesBefore(operand)) {
        if (isLoad(op) && isLoad(before))
          continue;
        auto half = halfOf(op);
        if (!half.first || halfOf(before) != half)
          fail(op, "is ordered after an access through another view; leave the "
                   "token out where the arrays are others");
      }
    }
  });
}

/// Halves of right factors are loaded and do not leave the block.
void ClusterSplit::checkColumns() {
  for (auto [value, dim] : dims) {
    if (auto load = value.getDefiningOp<tileaa::TiledLoadOp>();
        load && !hasHalves(load.getView(), dim))
      fail(load, "is through a view whose tiles have no halves; write a "
                 "partition view");
    for (Operation *user : value.getUsers())
      if (isa<tileaa::TiledStoreOp, tileaa::StoreOp>(user))
        fail(user, "stores what is a right factor, too");
  }
}

std::string ClusterSplit::splitRows(int64_t leastRows) {
  copyLeaves();
  findRows(leastRows);
  if (why.empty())
    body.walk([&](Operation *op) { checkAccess(op); });
  if (why.empty())
    checkOrder();
  return why;
}

std::string ClusterSplit::splitColumns() {
  copyLeaves();
  findColumns();
  if (why.empty())
    checkColumns();
  return why;
}

std::string gpu::splitOverCluster(tileaa::FuncOp kernel, int64_t leastRows,
                                  bool isPair) {
  if (isPair)
    if (std::string why = ClusterSplit(kernel.getBody()).splitColumns();
        !why.empty())
      return why;
  ClusterSplit rows(kernel.getBody());
  std::string why = rows.splitRows(leastRows);
  if (why.empty())
    halveTiles(kernel, rows.halves(), /*ofTeams=*/false);
  return why;
}

std::string gpu::splitOverTeams(tileaa::FuncOp kernel, int64_t leastRows) {
  ClusterSplit rows(kernel.getBody());
  std::string why = rows.splitRows(leastRows);
  if (why.empty())
    halveTiles(kernel, rows.halves(), /*ofTeams=*/true);
  return why;
}

std::string gpu::splitRightFactors(tileaa::FuncOp kernel, Region &body) {
  ClusterSplit columns(body);
  std::string why = columns.splitColumns();
  if (why.empty())
    halveTiles(kernel, columns.halves(), /*ofTeams=*/false);
  return why;
}
