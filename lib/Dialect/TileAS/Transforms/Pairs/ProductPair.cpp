//===- TileAS/Transforms/Pairs/ProductPair.cpp - two products of a loop -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loop has besides: nothing that pipelines and products have, so that
// the order of all waits is known.
//
//===----------------------------------------------------------------------===//

#include "ProductPair.h"

#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool ProductPair::isMadeOfStage(Value factor) {
  return loop.isDefinedOutsideOfLoop(factor) ||
         llvm::is_contained(reads, factor.getDefiningOp());
}

/// The number of the carried value that `argument` is; nothing if it is none.
static std::optional<unsigned> numberOf(scf::ForOp loop, Value argument) {
  auto found = dyn_cast<BlockArgument>(argument);
  if (!found || found.getOwner() != loop.getBody() || found.getArgNumber() == 0)
    return std::nullopt;
  return found.getArgNumber() - 1;
}

static bool isPlain(DotOp dot, Block *body) {
  return dot->getBlock() == body &&
         dot.getAtom().getKind() == AtomKind::Tcgen05 && !dot.getLhsScale();
}

/// One op of each kind, and nothing else that pipelines and products have.
bool ProductPair::findOps() {
  SmallVector<DotOp, 2> dots;
  unsigned others = 0;
  body->walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op))
      dots.push_back(dot);
    else if (auto found = dyn_cast<ConsumerWaitOp>(op))
      waits.push_back(found);
    else if (auto found = dyn_cast<ConsumerReadOp>(op))
      reads.push_back(found);
    else if (auto found = dyn_cast<ConsumerReleaseOp>(op))
      releases.push_back(found);
    else if (auto found = dyn_cast<IncIterOp>(op))
      increments.push_back(found);
    else if (getPipelineOp(op) || isa<AsyncDotOp, FutureWaitOp>(op))
      ++others;
  });
  const size_t stages = waits.size();
  if (dots.size() != 2 || others != 0 || stages < 1 || stages > 2 ||
      reads.size() != stages || releases.size() != stages ||
      increments.size() != stages)
    return false;
  early = dots[0];
  late = dots[1];
  auto isHere = [&](Operation *op) { return op->getBlock() == body; };
  return llvm::all_of(waits, isHere) && llvm::all_of(reads, isHere) &&
         llvm::all_of(releases, isHere) && llvm::all_of(increments, isHere);
}

/// Each stage of an iteration is awaited behind the one before, and the last
/// one is left behind at its end.
bool ProductPair::findStages() {
  Operation *yield = body->getTerminator();
  std::optional<unsigned> stage = numberOf(loop, reads[0].getIterator()),
                          right = numberOf(loop, waits[0].getToken());
  if (!stage || !right)
    return false;
  position = *stage;
  token = *right;
  Value at = reads[0].getIterator(), allowed = waits[0].getToken();
  for (auto [wait, read, increment] : llvm::zip(waits, reads, increments)) {
    if (wait.getToken() != allowed || wait.getIterator() != at ||
        read.getIterator() != at || increment->getOperand(0) != at)
      return false;
    at = increment.getResult();
    allowed = wait->getResult(0);
  }
  return yield->getOperand(position) == at &&
         yield->getOperand(token) == allowed;
}

/// Threads that compute beside the second product touch neither its sums nor
/// its left factor.
bool ProductPair::findDeferred() {
  llvm::SmallPtrSet<Value, 8> values{loop.getRegionIterArgs()[sums]};
  for (Operation &op : body->without_terminator()) {
    if (&op == late.getOperation())
      continue;
    auto store = dyn_cast<TiledStoreOp>(op);
    const bool storesFactor = store && store.getView() == late.getLhs();
    bool needsSums = false;
    op.walk([&](Operation *inner) {
      needsSums |= llvm::any_of(inner->getOperands(), [&](Value value) {
        return values.contains(value);
      });
    });
    if (!needsSums && !storesFactor)
      continue;
    if (&op == early.getOperation() ||
        (!storesFactor &&
         (!isMemoryEffectFree(&op) || op.getNumRegions() != 0)))
      return false;
    deferred.insert(&op);
    values.insert_range(op.getResults());
  }
  // What others need of it would be computed too late.
  return llvm::all_of(deferred, [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return user == late.getOperation() || user == body->getTerminator() ||
             deferred.contains(user);
    });
  });
}

bool ProductPair::find() {
  if (!findOps() || !isPlain(early, body) || !isPlain(late, body) ||
      !isPositiveZero(early.getAcc()) ||
      !loop.isDefinedOutsideOfLoop(early.getAcc()) ||
      !isMadeOfStage(early.getLhs()) || !isMadeOfStage(early.getRhs()) ||
      late.getRhs().getDefiningOp() != reads.back().getOperation() ||
      isMadeOfStage(late.getLhs()))
    return false;
  if (!late->hasOneUse() || *late->user_begin() != body->getTerminator())
    return false;
  sums = late->use_begin()->getOperandNumber();
  if (!findStages())
    return false;
  if (isInTurn() && (early.getRhs().getDefiningOp() != reads[0] ||
                     !loop.isDefinedOutsideOfLoop(early.getLhs())))
    return false;
  // Threads read no stage, and scale the sums before the product adds to them.
  const bool onlyProductsRead = llvm::all_of(reads, [&](ConsumerReadOp read) {
    return llvm::all_of(read->getUsers(), [&](Operation *user) {
      return user == early.getOperation() || user == late.getOperation();
    });
  });
  return onlyProductsRead && !numberOf(loop, late.getAcc()) && findDeferred();
}

bool ProductPair::isOfProducts(Operation *op) const {
  return op == early || op == late || llvm::is_contained(waits, op) ||
         llvm::is_contained(reads, op) || llvm::is_contained(releases, op) ||
         llvm::is_contained(increments, op);
}
