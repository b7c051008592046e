//===- TileAS/Transforms/Placing/FillFactorsEarly.cpp - factors beside products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor in shared memory that the threads fill themselves, from memory of
// the GPU, between the sums of one product and another product, as V of
// attention without a producer. In the order of the program its elements are in
// registers beside the sums, of which a thread may have a row of 128. Nothing
// of it depends on the product before, so it is filled in front of that: its
// registers are free again when the sums come. It is not filled beside the
// product, because storage is given out by the order of the text: the tensor
// unit could still read what had the same bytes before.
//
// A factor that the threads have computed, as P, is stored behind the wait for
// the product that has read the one before. So are other sums loaded there, as
// O, which teams have a row of 128 of, too: it is stored in front of them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_FILLFACTORSEARLYPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// A load of memory of the GPU that no token orders.
static bool isFreeLoad(Operation *op) {
  auto load = dyn_cast<TiledLoadOp>(op);
  if (!load || isSharedView(load.getView().getType()) ||
      isTensorView(load.getView().getType()))
    return false;
  return !load.getToken() &&
         (!load.getResultToken() || load.getResultToken().use_empty());
}

namespace {
/// What fills one factor of `dot`.
class EarlyFill {
public:
  EarlyFill(TensorDotOp dot, Value factor)
      : dot(dot), block(dot->getBlock()),
        storage(factor.getDefiningOp<AllocTensorOp>()) {}
  bool find();
  void move();

private:
  bool findStore();
  bool isReadByEnd();
  bool collect();

  TensorDotOp dot;
  Block *block;
  AllocTensorOp storage;
  TiledStoreOp store;
  /// The last product in front of the wait that is in front of the store.
  TensorDotOp before;
  /// Ops of the block behind that product that the store needs, and the store.
  llvm::SetVector<Operation *> ops;
};
} // namespace

/// The one store of the storage, and the product in front of it.
bool EarlyFill::findStore() {
  if (!storage || storage->getBlock() != block)
    return false;
  for (Operation *user : storage->getUsers())
    if (auto found = dyn_cast<TiledStoreOp>(user)) {
      if (store || found->getBlock() != block ||
          found.getView() != storage.getResult())
        return false;
      store = found;
    } else if (user != dot) {
      return false;
    }
  if (!store || store.getToken() || store.getResultToken() ||
      !store->isBeforeInBlock(dot))
    return false;
  bool isBehindWait = false;
  for (Operation *op = store->getPrevNode(); op && !before;
       op = op->getPrevNode()) {
    isBehindWait |= isa<WaitProductsOp>(op);
    before = dyn_cast<TensorDotOp>(op);
  }
  return before && isBehindWait;
}

/// Whether the product has read the storage when the block ends, so that the
/// next iteration may fill it at once.
bool EarlyFill::isReadByEnd() {
  for (Operation *op = dot->getNextNode(); op; op = op->getNextNode())
    if (auto end = dyn_cast<WaitProductsOp>(op); end && end.getPending() == 0)
      return true;
  return false;
}

/// Everything between that product and the store that the store needs has to be
/// movable.
bool EarlyFill::collect() {
  llvm::SetVector<Operation *> needed;
  needed.insert(store);
  bool loads = false;
  for (size_t i = 0; i != needed.size(); ++i)
    for (Value operand : needed[i]->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (!maker || maker->getBlock() != block ||
          maker->isBeforeInBlock(before))
        continue;
      const bool isLoad = isFreeLoad(maker);
      loads |= isLoad;
      if (maker->getNumRegions() != 0 ||
          (!isLoad && maker != storage && !isMemoryEffectFree(maker)))
        return false;
      needed.insert(maker);
    }
  if (!loads)
    return false;
  for (Operation *op = before->getNextNode(); op != dot; op = op->getNextNode())
    if (needed.contains(op))
      ops.insert(op);
  return true;
}

bool EarlyFill::find() { return findStore() && isReadByEnd() && collect(); }

void EarlyFill::move() {
  for (Operation *op : ops)
    op->moveBefore(before);
}

/// Stores what threads have computed of a factor of `dot` in front of loads of
/// tensor memory behind the same wait.
static void storeInFrontOfLoads(TensorDotOp dot, Value factor) {
  auto fills = [&](Operation *op) {
    auto store = dyn_cast<TiledStoreOp>(op);
    return store && store.getView() == factor && !store.getToken() &&
           !store.getResultToken();
  };
  Operation *store = dot->getPrevNode();
  while (store && !fills(store))
    store = store->getPrevNode();
  if (!store)
    return;
  auto isLoad = [](Operation *op) {
    auto load = dyn_cast<TiledLoadOp>(op);
    return load && isTensorView(load.getView().getType());
  };
  Operation *position = nullptr, *op = store->getPrevNode();
  for (; op &&
         (isLoad(op) || (isMemoryEffectFree(op) && op->getNumRegions() == 0));
       op = op->getPrevNode()) {
    if (llvm::is_contained(op->getUsers(), store))
      break;
    if (isLoad(op))
      position = op;
  }
  while (op && isMemoryEffectFree(op) && op->getNumRegions() == 0)
    op = op->getPrevNode();
  if (position && isa_and_nonnull<WaitProductsOp>(op))
    store->moveBefore(position);
}

namespace {
struct FillFactorsEarly
    : tileas::impl::FillFactorsEarlyPassBase<FillFactorsEarly> {
  void runOnOperation() override {
    SmallVector<TensorDotOp> dots;
    getOperation().walk([&](TensorDotOp dot) { dots.push_back(dot); });
    for (TensorDotOp dot : dots)
      for (Value factor : {dot.getLhs(), dot.getRhs()})
        if (EarlyFill fill(dot, factor); fill.find())
          fill.move();
        else if (PlanAttr plan =
                     getPlan(dot->getParentOfType<tileaa::FuncOp>());
                 plan && plan.getTeams() > 1)
          storeInFrontOfLoads(dot, factor);
  }
};
} // namespace
