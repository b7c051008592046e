//===- TileAS/Transforms/Placing/PlaceFutures.cpp - sums that are waited for -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product that is begun in one iteration and waited for in another one is an
// asynchronous value that the loop carries. All values that may become each
// other that way are one tile in tensor memory at different times, so they have
// one place: the product writes it, and the wait is followed by a load. What
// the loop carries is a flag that nobody reads.
//
// A value that is there before the loop is stored into the place. It counts as
// a product, so that a wait that leaves so many commits pending waits for the
// same one in every iteration. So does a branch that begins no product where
// the other one does.
//
//===----------------------------------------------------------------------===//

#include "PlaceFutures.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/TensorPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// One tile in tensor memory.
class Future {
public:
  Future(AsyncDotOp first, Value memory)
      : first(first), memory(memory), b(first) {
    collect();
  }
  void place();

private:
  void collect();
  Operation *firstOp();
  void begin(AsyncDotOp dot, Value place);
  void end(FutureWaitOp wait, Value place);

  AsyncDotOp first;
  Value memory;
  OpBuilder b;
  llvm::SetVector<Value> values;
  llvm::SetVector<scf::IfOp> branches;
  /// For a left factor in registers: the product still reads it when the
  /// iteration is over.
  Value factorPlace;
};
} // namespace

/// All values that `first` may become, or that may come in its place.
void Future::collect() {
  values.insert(first.getResult());
  auto addCarried = [&](scf::ForOp loop, unsigned number) {
    values.insert(loop.getInitArgs()[number]);
    values.insert(loop.getRegionIterArgs()[number]);
    values.insert(loop.getBody()->getTerminator()->getOperand(number));
    values.insert(loop.getResult(number));
  };
  auto addBranches = [&](scf::IfOp branch, unsigned number) {
    values.insert(branch.getResult(number));
    for (Block *block : {branch.thenBlock(), branch.elseBlock()})
      values.insert(block->getTerminator()->getOperand(number));
    branches.insert(branch);
  };
  for (size_t i = 0; i != values.size(); ++i) {
    const Value value = values[i];
    if (auto argument = dyn_cast<BlockArgument>(value))
      addCarried(cast<scf::ForOp>(argument.getOwner()->getParentOp()),
                 argument.getArgNumber() - 1);
    else if (auto loop = value.getDefiningOp<scf::ForOp>())
      addCarried(loop, cast<OpResult>(value).getResultNumber());
    else if (auto branch = value.getDefiningOp<scf::IfOp>())
      addBranches(branch, cast<OpResult>(value).getResultNumber());
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (auto loop = dyn_cast<scf::ForOp>(user))
        addCarried(loop, use.getOperandNumber() - loop.getNumControlOperands());
      else if (auto branch = dyn_cast<scf::IfOp>(user->getParentOp());
               branch && isa<scf::YieldOp>(user))
        addBranches(branch, use.getOperandNumber());
      else if (isa<scf::YieldOp>(user))
        addCarried(cast<scf::ForOp>(user->getParentOp()),
                   use.getOperandNumber());
    }
  }
}

/// The op that the place stands in front of: the first in the outermost block
/// that has one of them.
Operation *Future::firstOp() {
  Block *outermost = first->getBlock();
  for (Value value : values)
    if (Operation *maker = value.getDefiningOp();
        maker &&
        maker->getParentRegion()->isProperAncestor(outermost->getParent()))
      outermost = maker->getBlock();
  Operation *earliest = nullptr;
  for (Value value : values) {
    Operation *maker = value.getDefiningOp();
    Operation *own = maker ? outermost->findAncestorOpInBlock(*maker) : nullptr;
    if (own && (!earliest || own->isBeforeInBlock(earliest)))
      earliest = own;
  }
  return earliest;
}

/// The load of sums that `sums` are computed from element by element, in the
/// block of `dot`; null if there is none.
static TiledLoadOp findLoadOfSums(Value sums, AsyncDotOp dot) {
  Operation *maker = sums.getDefiningOp();
  if (!maker || maker->getBlock() != dot->getBlock())
    return {};
  if (auto load = dyn_cast<TiledLoadOp>(maker))
    return isTensorView(load.getView().getType()) ? load : TiledLoadOp();
  if (!maker->hasTrait<OpTrait::Elementwise>())
    return {};
  for (Value operand : maker->getOperands())
    if (TiledLoadOp load = findLoadOfSums(operand, dot))
      return load;
  return {};
}

void Future::begin(AsyncDotOp dot, Value place) {
  b.setInsertionPoint(dot);
  Location loc = dot.getLoc();
  const bool startsAtZero = isPositiveZero(dot.getAcc());
  if (!startsAtZero)
    buildStore(b, loc, dot.getAcc(), place);
  Value lhs = dot.getLhs();
  if (isa<RankedTensorType>(lhs.getType())) {
    // In front of the sums: then no thread keeps it beside them. The product
    // that read it before is over when sums are loaded.
    TiledLoadOp load = findLoadOfSums(dot.getAcc(), dot);
    Operation *maker = lhs.getDefiningOp();
    if (load && maker && maker->getBlock() == load->getBlock() &&
        maker->isBeforeInBlock(load)) {
      Operation *made = factorPlace.getDefiningOp();
      if (made->getBlock() == load->getBlock() && load->isBeforeInBlock(made))
        made->moveBefore(load);
      b.setInsertionPoint(load);
    }
    buildStore(b, loc, lhs, factorPlace);
    b.setInsertionPoint(dot);
    lhs = factorPlace;
  }
  Value adds = arith::ConstantIntOp::create(b, loc, !startsAtZero, 1);
  TensorDotOp::create(b, loc, lhs, dot.getRhs(), place,
                      /*lhs_scale=*/Value(), /*rhs_scale=*/Value(),
                      /*scale_place=*/Value(), adds, dot.getAtom(),
                      dot.getSignednessLhsAttr(), dot.getSignednessRhsAttr());
  CommitProductsOp::create(b, loc, memory);
}

void Future::end(FutureWaitOp wait, Value place) {
  b.setInsertionPoint(wait);
  Location loc = wait.getLoc();
  WaitProductsOp::create(b, loc, memory, wait.getPending().value_or(0));
  auto type = cast<RankedTensorType>(wait.getResult().getType());
  wait.replaceAllUsesWith(buildLoad(b, loc, type, place).getResult());
}

void Future::place() {
  b.setInsertionPoint(firstOp());
  Location loc = first.getLoc();
  Value place = buildPlace(b, loc, memory, first.getAtom(),
                           cast<RankedTensorType>(first.getAcc().getType()));
  for (Value value : values)
    if (auto dot = value.getDefiningOp<AsyncDotOp>(); dot && !factorPlace)
      if (auto tile = dyn_cast<RankedTensorType>(dot.getLhs().getType()))
        factorPlace = buildFactorPlace(b, loc, memory, tile);
  Value flag = arith::ConstantIntOp::create(b, loc, 1, 1);
  SmallVector<Operation *> waits, makers;
  for (Value value : values)
    for (Operation *user : value.getUsers())
      if (auto wait = dyn_cast<FutureWaitOp>(user)) {
        end(wait, place);
        waits.push_back(wait);
      }
  for (Value value : values) {
    Operation *maker = value.getDefiningOp();
    if (auto dot = dyn_cast_or_null<AsyncDotOp>(maker)) {
      begin(dot, place);
      makers.push_back(dot);
    } else if (auto start = dyn_cast_or_null<ToAsyncOp>(maker)) {
      b.setInsertionPoint(start);
      buildStore(b, start.getLoc(), start.getSource(), place);
      CommitProductsOp::create(b, start.getLoc(), memory);
      makers.push_back(start);
    }
  }
  // Both ways count as many commits.
  for (scf::IfOp branch : branches)
    for (Block *block : {branch.thenBlock(), branch.elseBlock()})
      if (llvm::none_of(makers, [&](Operation *maker) {
            return maker->getBlock() == block;
          })) {
        b.setInsertionPoint(block->getTerminator());
        CommitProductsOp::create(b, loc, memory);
      }
  for (Value value : values)
    if (isa_and_nonnull<AsyncDotOp, ToAsyncOp>(value.getDefiningOp()))
      value.replaceUsesWithIf(flag, [](OpOperand &use) {
        return !isa<FutureWaitOp>(use.getOwner());
      });
    else
      value.setType(flag.getType());
  for (Operation *op : waits)
    op->erase();
  for (Operation *op : makers)
    op->erase();
}

void tileas::placeFutures(tileaa::FuncOp function, Value memory) {
  auto next = [&] {
    AsyncDotOp found;
    function.walk([&](AsyncDotOp dot) {
      if (!tcgen05ShapeOf(dot.getAtom()))
        return WalkResult::advance();
      found = dot;
      return WalkResult::interrupt();
    });
    return found;
  };
  while (AsyncDotOp dot = next())
    Future(dot, memory).place();
}
