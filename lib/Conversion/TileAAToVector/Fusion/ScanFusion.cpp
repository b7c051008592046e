//===- TileAAToVector/Fusion/ScanFusion.cpp - scans without a tile in between -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan whose result goes through element-wise ops into one store is computed
// in the nest of that store. Nothing is written to scratch and read again.
//
// The total of a chained scan, its last element, is needed before anything is
// stored. It becomes a reduction of its own, after which the scan can be
// computed in the nest of its store. The source is then read twice, the second
// time from the cache.
//
//===----------------------------------------------------------------------===//

#include "ScanFusion.h"

#include "tessera/Conversion/Elements/ElementTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cpu {

/// Whether `identity` changes no operand of `op`.
static bool isNeutral(Operation *op, const APInt &identity) {
  if (isa<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(op))
    return identity.isZero();
  if (isa<arith::AndIOp, arith::MinUIOp>(op))
    return identity.isAllOnes();
  if (isa<arith::MulIOp>(op))
    return identity.isOne();
  if (isa<arith::MaxSIOp>(op))
    return identity.isMinSignedValue();
  if (isa<arith::MinSIOp>(op))
    return identity.isMaxSignedValue();
  return false;
}

bool hasNeutralIdentity(tileaa::ScanOp op) {
  if (op.getSources().size() != 1)
    return false;
  Block &body = op.getBody().front();
  auto identity = dyn_cast<IntegerAttr>(op.getIdentities()[0]);
  Operation *only = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!identity || !only || &body.front() != only ||
      only->getNextNode() != body.getTerminator() ||
      !isNeutral(only, identity.getValue()))
    return false;
  Value first = only->getOperand(0), second = only->getOperand(1);
  return first != second && llvm::is_contained(body.getArguments(), first) &&
         llvm::is_contained(body.getArguments(), second);
}

Operation *storeOfScan(tileaa::ScanOp op) {
  if (op.getSources().size() != 1)
    return nullptr;
  Value value = op.getResult(0);
  auto shape = shapeOf(value.getType());
  if (llvm::any_of(shape.drop_front(op.getDim() + 1),
                   [](int64_t extent) { return extent != 1; }))
    return nullptr;
  while (value.hasOneUse()) {
    Operation *user = *value.getUsers().begin();
    if (user->getBlock() != op->getBlock())
      return nullptr;
    auto isWeak = [](auto store) {
      return store.getMemSemantic() == cuda_tile::MemoryOrderingSemantics::Weak;
    };
    auto tiled = dyn_cast<tileaa::TiledStoreOp>(user);
    auto scattered = dyn_cast<tileaa::StoreOp>(user);
    if ((tiled && isWeak(tiled)) ||
        (scattered && isWeak(scattered) && scattered.getValue() == value))
      return isa<Float4E2M1FNType>(elementOf(value.getType())) ? nullptr : user;
    if (!isExpression(user) || !user->hasTrait<OpTrait::Elementwise>())
      return nullptr;
    value = user->getResult(0);
  }
  return nullptr;
}

/// Whether nothing between the two has an effect.
static bool isQuiet(Operation *from, Operation *to) {
  for (Operation *op = from->getNextNode(); op != to; op = op->getNextNode())
    if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
  return true;
}

bool canWaitForStore(tileaa::ScanOp op, const FusionPlan &plan) {
  Operation *store = storeOfScan(op);
  if (!store || !isQuiet(op, store))
    return false;
  for (Value value = op.getResult(0);;) {
    Operation *user = *value.getUsers().begin();
    if (user == store)
      return true;
    value = user->getResult(0);
    if (plan.keeps(value))
      return false;
  }
}

/// The scalars that are the last element of `op`; false if some other element
/// than that is taken.
static bool collectTotals(tileaa::ScanOp op,
                          SmallVectorImpl<tileaa::ExtractOp> &extracts,
                          SmallVectorImpl<tileaa::ViewOp> &totals) {
  int64_t last =
      op.getReverse() ? 0 : shapeOf(op.getResult(0).getType())[0] - 1;
  for (Operation *user : op->getUsers()) {
    auto extract = dyn_cast<tileaa::ExtractOp>(user);
    if (!extract)
      continue;
    APInt index;
    if (shapeOf(extract.getType())[0] != 1 ||
        !matchPattern(extract.getIndices()[0], m_ConstantInt(&index)) ||
        index != last)
      return false;
    extracts.push_back(extract);
    for (Operation *next : extract->getUsers()) {
      auto view = dyn_cast<tileaa::ViewOp>(next);
      if (!view || isa<RankedTensorType>(view.getType()))
        return false;
      totals.push_back(view);
    }
  }
  return true;
}

static void splitTotal(tileaa::ScanOp op) {
  if (!hasNeutralIdentity(op) || shapeOf(op.getResult(0).getType()).size() != 1)
    return;
  SmallVector<tileaa::ExtractOp> extracts;
  SmallVector<tileaa::ViewOp> totals;
  if (!collectTotals(op, extracts, totals) || totals.empty())
    return;
  // One other user: that of the store.
  if (std::distance(op->user_begin(), op->user_end()) !=
      static_cast<ptrdiff_t>(extracts.size()) + 1)
    return;
  OpBuilder b(op);
  auto total = tileaa::ReduceOp::create(
      b, op.getLoc(), TypeRange{elementOf(op.getResult(0).getType())},
      op.getSources(), op.getDimAttr(), op.getIdentitiesAttr());
  IRMapping map;
  op.getBody().cloneInto(&total.getBody(), map);
  for (tileaa::ViewOp view : totals) {
    view.getResult().replaceAllUsesWith(total.getResult(0));
    view.erase();
  }
  for (tileaa::ExtractOp extract : extracts)
    extract.erase();
}

void letScansWait(tileaa::FuncOp function) {
  SmallVector<tileaa::ScanOp> scans;
  function.walk([&](tileaa::ScanOp op) { scans.push_back(op); });
  for (tileaa::ScanOp op : scans) {
    splitTotal(op);
    if (storeOfScan(op))
      op->moveBefore(*op->getUsers().begin());
  }
}

} // namespace tessera::cpu
