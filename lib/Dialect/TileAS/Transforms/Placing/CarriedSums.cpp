//===- TileAS/Transforms/Placing/CarriedSums.cpp - sums that loops scale -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// O of attention is scaled in each iteration before P V is added to it. A loop
// that carried it in registers would keep these through the softmax, beside
// those of S. In its place in tensor memory it takes none until it is scaled.
//
//===----------------------------------------------------------------------===//

#include "CarriedSums.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The op that takes what element-wise ops make of `sums`, if nothing else
/// takes that or anything in between; else null. The ops are appended to
/// `changes`.
static Operation *userOfChanged(Value sums,
                                SmallVectorImpl<Operation *> &changes) {
  while (sums.hasOneUse()) {
    Operation *user = *sums.user_begin();
    if (!user->hasTrait<OpTrait::Elementwise>() || user->getNumResults() != 1 ||
        user->getNumRegions() != 0 || !isMemoryEffectFree(user) ||
        user->getResult(0).getType() != sums.getType())
      return user;
    changes.push_back(user);
    sums = user->getResult(0);
  }
  return nullptr;
}

std::optional<CarriedSums> tileas::findCarriedSums(DotOp dot) {
  auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
  if (!loop || !dot->hasOneUse() ||
      *dot->user_begin() != loop.getBody()->getTerminator())
    return std::nullopt;
  CarriedSums found{loop, dot->use_begin()->getOperandNumber(), {}};
  Value sums = loop.getRegionIterArg(found.number);
  const bool isChanged = userOfChanged(sums, found.changes) == dot &&
                         !found.changes.empty() &&
                         dot.getAcc() == found.changes.back()->getResult(0);
  const bool isInBody = llvm::all_of(found.changes, [&](Operation *change) {
    return change->getBlock() == loop.getBody();
  });
  return isChanged && isInBody ? std::optional(found) : std::nullopt;
}

void tileas::carryInPlace(const CarriedSums &sums, DotOp dot, Value place) {
  scf::ForOp loop = sums.loop;
  OpBuilder b(loop);
  Location loc = dot.getLoc();
  const unsigned number = sums.number;
  auto type = cast<RankedTensorType>(dot.getType());
  buildStore(b, loc, loop.getInitArgs()[number], place);
  Value flag = arith::ConstantIntOp::create(b, loc, 1, 1);
  loop.getInitArgsMutable()[number].set(flag);
  for (Operation *change : sums.changes)
    change->moveBefore(dot);
  b.setInsertionPoint(sums.changes.front());
  BlockArgument argument = loop.getRegionIterArg(number);
  argument.replaceAllUsesWith(buildLoad(b, loc, type, place).getResult());
  argument.setType(b.getI1Type());
  loop.getBody()->getTerminator()->setOperand(number, flag);
  OpResult result = loop->getResult(number);
  if (!result.use_empty()) {
    b.setInsertionPointAfter(loop);
    Value loaded = buildLoad(b, loc, type, place).getResult();
    result.replaceAllUsesWith(loaded);
  }
  result.setType(b.getI1Type());
}
