//===- TileAAToVector/Fusion/FusionPlan.cpp - which tensors get memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are computed from operands to users, and needs from users to operands.
// A value is kept in memory in three cases: several roots (stores, reductions,
// loops, ...) need it and it costs more than reading it back; it would be
// computed again in every iteration of a loop; or it would be computed again in
// every row that it is broadcast to. A value that is broadcast along rows costs
// little per element and is not kept.
//
// Coordinates (integers, pointers and masks made of ranges and scalars, and
// sums and products of these) are never kept.
//
//===----------------------------------------------------------------------===//

#include "FusionPlan.h"

#include "tessera/Conversion/Elements/ElementTypes.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

bool isDelayableLoad(Operation *op) {
  auto isWeak = [](auto load) {
    return load.getMemSemantic() == cuda_tile::MemoryOrderingSemantics::Weak;
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tileaa::LoadOp>([&](tileaa::LoadOp load) {
        return isa<RankedTensorType>(load.getResult().getType()) &&
               isWeak(load);
      })
      .Case<tileaa::TiledLoadOp, tileaa::GatherLoadOp>(isWeak)
      .Default([](Operation *) { return false; });
}

bool isExpression(Operation *op) {
  if (op->getNumResults() == 0 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return cast<DenseElementsAttr>(constant.getValue()).isSplat();
  if (auto constant = dyn_cast<tileaa::ConstantOp>(op))
    return cast<DenseElementsAttr>(constant.getBits()).isSplat();
  if (isa<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp,
          tileaa::PermuteOp, tileaa::ExtractOp, tileaa::MakeRangeOp,
          tileaa::AssumeOp, ub::PoisonOp>(op))
    return true;
  if (isDelayableLoad(op))
    return true;
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1 &&
         op->getNumRegions() == 0;
}

/// One element of `op`, its operands not counted.
static unsigned ownCost(Operation *op) {
  if (isa<math::MathDialect>(op->getDialect()))
    return isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
               math::FmaOp>(op)
               ? 1
           : isa<math::SqrtOp>(op) ? 6
                                   : 16;
  return llvm::TypeSwitch<Operation *, unsigned>(op)
      .Case<arith::ConstantOp, tileaa::ConstantOp, tileaa::SplatOp,
            tileaa::BroadcastOp, tileaa::ViewOp, tileaa::ExtractOp,
            tileaa::MakeRangeOp, tileaa::AssumeOp, tileaa::BitcastOp,
            tileaa::IntToPtrOp, tileaa::PtrToIntOp, ub::PoisonOp>(
          [](Operation *) { return 0u; })
      .Case<tileaa::PermuteOp>([](Operation *) { return 4u; })
      .Case<tileaa::LoadOp, tileaa::GatherLoadOp>(
          [](Operation *) { return 4u; })
      .Case<tileaa::TiledLoadOp>([](tileaa::TiledLoadOp load) {
        // Reading memory again is no dearer than reading scratch.
        tileaa::TiledViewType view = load.getView().getType();
        auto strides = view.getMemoryView().getStrides();
        return view.hasIdentityDimMap() && strides.back() == 1 ? 1u : 4u;
      })
      .Case<arith::DivFOp, tileaa::DivFOp, tileaa::SqrtOp, tileaa::MaxFOp,
            tileaa::MinFOp>([](Operation *) { return 6u; })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
            tileaa::RemSIOp, tileaa::ExpOp, tileaa::Exp2Op, tileaa::TanHOp,
            tileaa::RsqrtOp>([](Operation *) { return 16u; })
      .Case<tileaa::FpToFpOp>([](tileaa::FpToFpOp op) {
        if (isByteFloat(elementOf(op.getResult().getType())))
          return 16u;
        return isByteFloat(elementOf(op.getSource().getType())) ? 6u : 2u;
      })
      .Default([](Operation *) { return 1u; });
}

const FusionPlan::Roots &FusionPlan::rootsOf(Value value) const {
  auto found = roots.find(value);
  return found == roots.end() ? none : found->second;
}

/// Whether a broadcast repeats whole rows of its source.
static bool repeatsRows(tileaa::BroadcastOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType()).getShape();
  auto to = cast<RankedTensorType>(op.getResult().getType()).getShape();
  bool repeats = false;
  for (auto [source, result] : llvm::zip(from, to)) {
    if (repeats && source > 1)
      return true;
    repeats |= source == 1 && result > 1;
  }
  return false;
}

/// Whether the analysis of accesses looks through `op` (PointerAccess.cpp).
static bool isCoordinateOp(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<IntegerType>(elementOf(constant.getType()));
  return isa<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp,
             tileaa::PermuteOp, tileaa::ExtractOp, tileaa::MakeRangeOp,
             tileaa::AssumeOp, tileaa::AddPtrOp, arith::AddIOp, arith::SubIOp,
             arith::MulIOp, arith::ExtSIOp, arith::ExtUIOp, arith::CmpIOp,
             arith::AndIOp>(op);
}

void FusionPlan::decide(OpResult value) {
  Roots own;
  bool again = false;
  unsigned cost = costs.lookup(value);
  for (Operation *user : value.getUsers()) {
    bool sameBlock = user->getBlock() == value.getOwner()->getBlock();
    if (!isExpression(user)) {
      own.insert(user);
      again |= !sameBlock;
      continue;
    }
    // A kept user evaluates its operands once, wherever that will be.
    const Roots &users = rootsOf(user->getResult(0));
    own.insert(users.begin(), users.end());
    again |= !sameBlock;
    if (auto broadcast = dyn_cast<tileaa::BroadcastOp>(user))
      again |= cost >= 6 && repeatsRows(broadcast);
  }
  bool several = false;
  if (own.size() > 1) {
    // Roots that read a kept user read its memory.
    Roots direct;
    for (Operation *user : value.getUsers()) {
      if (!isExpression(user))
        direct.insert(user);
      else if (kept.contains(user->getResult(0)))
        direct.insert(user);
      else
        direct.insert(rootsOf(user->getResult(0)).begin(),
                      rootsOf(user->getResult(0)).end());
    }
    several = direct.size() > 1;
  }
  // Pointers in memory do not tell that they are neighbours: what they are made
  // of is kept.
  bool isAddress = isa<tileaa::PointerType>(elementOf(value.getType())) &&
                   !isDelayableLoad(value.getOwner());
  if (cost >= 3 && (again || several) && !isAddress)
    kept.insert(value);
  roots[value] = std::move(own);
}

void FusionPlan::analyse(Operation *function) {
  SmallVector<OpResult> values;
  llvm::DenseSet<Value> coordinates;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isExpression(op))
      return;
    unsigned cost = ownCost(op);
    for (Value operand : op->getOperands())
      cost += costs.lookup(operand);
    // The source is computed once per row, or kept if that is dear: what is
    // made of it must not look dear for each element.
    if (auto broadcast = dyn_cast<tileaa::BroadcastOp>(op))
      if (!repeatsRows(broadcast) || cost >= 6)
        cost = repeatsRows(broadcast) ? 1 : 0;
    // Addresses and masks are mostly computed once per row or loop, and not at
    // all by accesses that know them. Read back from memory, they would tell
    // the accesses nothing.
    if (isCoordinateOp(op) &&
        llvm::all_of(op->getOperands(), [&](Value operand) {
          return !isa<RankedTensorType>(operand.getType()) ||
                 coordinates.contains(operand);
        })) {
      coordinates.insert(op->getResult(0));
      cost = std::min(cost, 2u);
    }
    costs[op->getResult(0)] = std::min(cost, 1000u);
    values.push_back(op->getResult(0));
  });
  for (OpResult value : llvm::reverse(values))
    decide(value);
}

/// Whether `value` exists before `op` runs.
static bool isDefinedBefore(Value value, Operation *op) {
  Block *block = value.getParentBlock();
  Operation *ancestor = block->findAncestorOpInBlock(*op);
  if (!ancestor)
    return false;
  Operation *def = value.getDefiningOp();
  return !def || (def != ancestor && def->isBeforeInBlock(ancestor));
}

bool isOrderedAfter(Value token, Value earlier) {
  Operation *first = earlier.getDefiningOp();
  SmallVector<Value> work;
  llvm::DenseSet<Value> seen;
  if (token)
    work.push_back(token);
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (next == earlier)
      return true;
    // A value that was there before cannot depend on it.
    if (!seen.insert(next).second || isDefinedBefore(next, first))
      continue;
    Operation *op = next.getDefiningOp();
    // Tokens of loops and branches stem from anywhere.
    if (!op || op->getNumRegions() != 0)
      return true;
    for (Value operand : op->getOperands())
      if (isa<tileaa::MemTokenType>(operand.getType()))
        work.push_back(operand);
  }
  return false;
}

} // namespace tessera::cpu
