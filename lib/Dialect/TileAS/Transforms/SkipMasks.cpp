//===- Transforms/SkipMasks.cpp - masks of which all bits are set -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Causal attention compares the number of each key with that of each query, but
// only tiles at the diagonal have keys that are not seen. Numbers of a tile are
// scalars of the kernel plus a number of an element, so that a few scalars tell
// whether a comparison holds for all elements of a tile. A select by such a
// mask is then a branch around the mask.
//
// Where the selected tile is only added to another one, as -inf or 0 to scores,
// both ways of the branch do that: behind it a thread has the sum, and not two
// tiles.
//
// Sums of scalars are compared in 64 bits, and the branch is taken only if none
// of the tile's own sums of 32 bits wraps.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_SKIPMASKSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// With fewer elements of a thread the mask costs less than the branch.
static constexpr int64_t leastElements = 16;

namespace {
/// Every element of a tile is the sum of the scalars and a number between
/// `least` and `most`, modulo 2^32.
struct Numbers {
  SmallVector<Value> scalars;
  int64_t least = 0, most = 0;
};
} // namespace

static std::optional<Numbers> numbersOf(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (!op || !getElementTypeOrSelf(tile.getType()).isInteger(32))
    return std::nullopt;
  if (isa<ViewOp, tileaa::BroadcastOp, tileaa::PermuteOp>(op))
    return isa<RankedTensorType>(op->getOperand(0).getType())
               ? numbersOf(op->getOperand(0))
               : std::nullopt;
  if (auto splat = dyn_cast<tileaa::SplatOp>(op))
    return Numbers{{splat.getSource()}};
  if (isa<tileaa::MakeRangeOp>(op))
    return Numbers{
        {}, 0, cast<RankedTensorType>(tile.getType()).getDimSize(0) - 1};
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements || !elements.isSplat())
      return std::nullopt;
    const int64_t number = elements.getSplatValue<APInt>().getSExtValue();
    return Numbers{{}, number, number};
  }
  auto add = dyn_cast<arith::AddIOp>(op);
  if (!add)
    return std::nullopt;
  std::optional<Numbers> a = numbersOf(add.getLhs());
  std::optional<Numbers> b = a ? numbersOf(add.getRhs()) : std::nullopt;
  if (!b)
    return std::nullopt;
  a->scalars.append(b->scalars);
  a->least += b->least;
  a->most += b->most;
  return a;
}

static Value sumOf(OpBuilder &b, Location loc, const Numbers &numbers,
                   int64_t beside) {
  Value sum = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(beside));
  for (Value scalar : numbers.scalars)
    sum = arith::AddIOp::create(
        b, loc, sum, arith::ExtSIOp::create(b, loc, b.getI64Type(), scalar));
  return sum;
}

/// Whether `a` is at most `b`, or less, for all elements.
static Value holdsForAll(OpBuilder &b, Location loc, const Numbers &low,
                         const Numbers &high, bool isStrict) {
  auto limit = [&](int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  };
  auto atMost = [&](Value x, Value y) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, x, y);
  };
  Value inOrder = atMost(sumOf(b, loc, low, low.most + isStrict),
                         sumOf(b, loc, high, high.least));
  Value fromBelow = atMost(limit(std::numeric_limits<int32_t>::min()),
                           sumOf(b, loc, low, low.least));
  Value fromAbove = atMost(sumOf(b, loc, high, high.most),
                           limit(std::numeric_limits<int32_t>::max()));
  return arith::AndIOp::create(
      b, loc, inOrder, arith::AndIOp::create(b, loc, fromBelow, fromAbove));
}

/// A scalar that is true only if all bits of the mask are set; null if nothing
/// is known of it.
static Value buildAllSet(OpBuilder &b, Value mask) {
  Operation *op = mask.getDefiningOp();
  if (!op)
    return Value();
  if (isa<ViewOp, tileaa::BroadcastOp, tileaa::PermuteOp>(op))
    return isa<RankedTensorType>(op->getOperand(0).getType())
               ? buildAllSet(b, op->getOperand(0))
               : Value();
  if (auto both = dyn_cast<arith::AndIOp>(op)) {
    Value first = buildAllSet(b, both.getLhs());
    Value second = first ? buildAllSet(b, both.getRhs()) : Value();
    return second ? arith::AndIOp::create(b, op->getLoc(), first, second)
                  : Value();
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return Value();
  std::optional<Numbers> lhs = numbersOf(compare.getLhs());
  std::optional<Numbers> rhs = lhs ? numbersOf(compare.getRhs()) : std::nullopt;
  if (!rhs)
    return Value();
  Location loc = op->getLoc();
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sle:
    return holdsForAll(b, loc, *lhs, *rhs, /*isStrict=*/false);
  case arith::CmpIPredicate::slt:
    return holdsForAll(b, loc, *lhs, *rhs, /*isStrict=*/true);
  case arith::CmpIPredicate::sge:
    return holdsForAll(b, loc, *rhs, *lhs, /*isStrict=*/false);
  case arith::CmpIPredicate::sgt:
    return holdsForAll(b, loc, *rhs, *lhs, /*isStrict=*/true);
  default:
    return Value();
  }
}

/// The ops that compute the mask and nothing else, the last ones first.
static SmallVector<Operation *> makersOf(arith::SelectOp select) {
  llvm::SetVector<Operation *> makers;
  auto add = [&](Value value) {
    Operation *maker = value.getDefiningOp();
    if (maker && value != select.getTrueValue() &&
        maker->getBlock() == select->getBlock() && isPure(maker) &&
        isa<RankedTensorType>(value.getType()) &&
        llvm::all_of(value.getUsers(), [&](Operation *user) {
          return user == select || makers.contains(user);
        }))
      makers.insert(maker);
  };
  add(select.getCondition());
  for (size_t i = 0; i != makers.size(); ++i)
    for (Value operand : makers[i]->getOperands())
      add(operand);
  return makers.takeVector();
}

/// The op that makes one tile of the selected one and another one, if nobody
/// needs either of them any more.
static Operation *findCombination(scf::IfOp branch) {
  Value tile = branch.getResult(0);
  if (!tile.hasOneUse())
    return nullptr;
  Operation *user = *tile.user_begin();
  if (user->getBlock() != branch->getBlock() || user->getNumResults() != 1 ||
      !user->hasTrait<OpTrait::Elementwise>() || !isPure(user) ||
      user->getResult(0).getType() != tile.getType())
    return nullptr;
  bool hasOther = false;
  for (Value operand : user->getOperands()) {
    if (operand == tile)
      continue;
    Operation *maker = operand.getDefiningOp();
    if (maker && maker->getBlock() == branch->getBlock() &&
        !maker->isBeforeInBlock(branch))
      return nullptr;
    hasOther |= operand.getType() == tile.getType() && operand.hasOneUse();
  }
  return hasOther ? user : nullptr;
}

/// Computes what `user` makes of the branch's tile in both of its ways.
static void moveInto(scf::IfOp branch, Operation *user) {
  for (Block *way : {branch.thenBlock(), branch.elseBlock()}) {
    Operation *end = way->getTerminator();
    OpBuilder b(end);
    IRMapping map;
    map.map(branch.getResult(0), end->getOperand(0));
    end->setOperand(0, b.clone(*user, map)->getResult(0));
  }
  user->getResult(0).replaceAllUsesWith(branch.getResult(0));
  user->erase();
}

static void skipMask(arith::SelectOp select) {
  auto type = dyn_cast<RankedTensorType>(select.getType());
  LayoutAttr layout = type ? getLayoutAttr(type) : LayoutAttr();
  if (!layout || !select->getParentOfType<LoopLikeOpInterface>() ||
      !isa<RankedTensorType>(select.getCondition().getType()) ||
      int64_t(1) << layout.getLayout().in().bits(layout::Dim::Register) <
          leastElements)
    return;
  OpBuilder b(select);
  Value allSet = buildAllSet(b, select.getCondition());
  if (!allSet)
    return;
  Location loc = select.getLoc();
  SmallVector<Operation *> makers = makersOf(select);
  auto branch = scf::IfOp::create(b, loc, type, allSet, /*withElse=*/true);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, loc, select.getTrueValue());
  select.getResult().replaceAllUsesWith(branch.getResult(0));
  b.setInsertionPointToEnd(branch.elseBlock());
  auto end = scf::YieldOp::create(b, loc, select.getResult());
  select->moveBefore(end);
  Operation *front = select;
  for (Operation *maker : makers) {
    maker->moveBefore(front);
    front = maker;
  }
  if (Operation *user = findCombination(branch))
    moveInto(branch, user);
}

namespace {
struct SkipMasks : tileas::impl::SkipMasksPassBase<SkipMasks> {
  void runOnOperation() override {
    SmallVector<arith::SelectOp> selects;
    getOperation().walk([&](arith::SelectOp op) { selects.push_back(op); });
    for (arith::SelectOp op : selects)
      skipMask(op);
  }
};
} // namespace
