//===- TileAS/Transforms/Pipelining/FirstRound.cpp - stages while maps are made -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A consumer has nothing to do until the first stage is full, and a producer
// nothing to copy by until its maps are made. So the consumer's threads fill
// the first round of stages by cp.async, and the producer begins behind it.
// Where loops around the loop make several tiles, this is the round of the
// first one: its bounds and addresses are computed in front of the loops, with
// the first number of each, and the producer skips the round in that tile only.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"
#include "StageCopies.h"

#include "tessera/Dialect/TileAS/Utils/Turns.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Whether nothing but scalars is computed in front of the loop, in the body of
/// the kernel.
static bool isFirstWork(scf::ForOp loop, Block *body) {
  if (loop->getBlock() != body)
    return false;
  for (Operation &op : llvm::make_range(body->begin(), loop->getIterator()))
    if (!isMemoryEffectFree(&op) &&
        !isa<ClaimTmaPlaceOp, CreatePipelineOp, AllocTensorOp>(op))
      return false;
  return true;
}

bool LoopPipeline::wantsPrologue() {
  SmallVector<scf::ForOp> nest = KernelRoles::loopsAround(loop);
  scf::ForOp outermost = nest.empty() ? loop : nest.front();
  // What a second block on the multiprocessor computes meanwhile, the threads
  // of the consumer would keep from it; beside an issuer they only copy.
  return !roles->isInCluster() && roles->teams() == 1 &&
         (roles->hasIssuer() ||
          (nest.empty() && blocksOnMultiprocessor() <= 1)) &&
         roles->heldBytes(loop) == 0 && slice.carried.empty() &&
         matchPattern(loop.getStep(), m_Constant()) &&
         isFirstWork(outermost, roles->blockOf(loop)) &&
         llvm::all_of(payload, [](const Payload &each) {
           return !each.tma || each.runBytes == mostRunBytes;
         });
}

/// Where the iterations end for which there are stages.
Value LoopPipeline::endOfRound(Value lower, Value upper) {
  Location loc = loop.getLoc();
  APInt step;
  matchPattern(loop.getStep(), m_ConstantInt(&step));
  Value most = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(lower.getType(), step.getSExtValue() * stages));
  // The difference of bounds may be any unsigned number.
  Value isAny = arith::CmpIOp::create(b, loc, entersLoop(), lower, upper);
  Value all = arith::SubIOp::create(b, loc, upper, lower);
  Value isMore =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, all, most);
  return arith::SelectOp::create(
      b, loc, arith::AndIOp::create(b, loc, isAny, isMore),
      arith::AddIOp::create(b, loc, lower, most), upper);
}

/// What a value from the loops around is in the first iteration of each of
/// these. It is scalar arithmetic, as KernelRoles::whyNot() has found.
Value LoopPipeline::atFirst(IRMapping &map, Value value) {
  if (Value known = map.lookupOrNull(value))
    return known;
  SmallVector<scf::ForOp> nest = KernelRoles::loopsAround(loop);
  Value made = value;
  if (Operation *maker = value.getDefiningOp()) {
    if (!nest.empty() && nest.front()->isProperAncestor(maker) &&
        !loop->isAncestor(maker)) {
      for (Value operand : maker->getOperands())
        atFirst(map, operand);
      b.clone(*maker, map);
      return map.lookup(value);
    }
  } else {
    for (scf::ForOp each : nest)
      if (value == each.getInductionVar())
        made = atFirst(map, each.getLowerBound());
  }
  map.map(value, made);
  return made;
}

/// Whether there is a first tile; null: there always is.
Value LoopPipeline::entersNest(IRMapping &map) {
  Value all;
  for (scf::ForOp each : KernelRoles::loopsAround(loop)) {
    if (isOverTurns(each))
      continue;
    const auto predicate = each.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                 : arith::CmpIPredicate::slt;
    Value isAny = arith::CmpIOp::create(b, loop.getLoc(), predicate,
                                        atFirst(map, each.getLowerBound()),
                                        atFirst(map, each.getUpperBound()));
    all = all ? Value(arith::AndIOp::create(b, loop.getLoc(), all, isAny))
              : isAny;
  }
  return all;
}

/// Whether this iteration of the loops around is the first one.
Value LoopPipeline::isFirstTile() {
  Value all;
  for (scf::ForOp each : KernelRoles::loopsAround(loop)) {
    Value isFirst =
        arith::CmpIOp::create(b, loop.getLoc(), arith::CmpIPredicate::eq,
                              each.getInductionVar(), each.getLowerBound());
    all = all ? Value(arith::AndIOp::create(b, loop.getLoc(), all, isFirst))
              : isFirst;
  }
  return all;
}

void LoopPipeline::buildPrologue() {
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<scf::ForOp> nest = KernelRoles::loopsAround(loop);
  Operation *outermost = nest.empty() ? loop : nest.front();
  b.setInsertionPoint(outermost);
  ProducerState round;
  auto need = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (loop.isDefinedOutsideOfLoop(operand) &&
          !isa<tileaa::MemTokenType>(operand.getType()))
        atFirst(round.outside, operand);
  };
  for (Operation *op : slice.ops)
    need(op);
  for (Payload &each : payload)
    need(each.load);
  round.lower = atFirst(round.outside, loop.getLowerBound());
  round.upper =
      endOfRound(round.lower, atFirst(round.outside, loop.getUpperBound()));
  if (nest.empty())
    endOfPrologue = round.upper;
  else if (Value enters = entersNest(round.outside))
    round.upper =
        arith::SelectOp::create(b, loc, enters, round.upper, round.lower);
  SmallVector<Type> tiles;
  for (Payload &each : payload)
    tiles.push_back(each.tile().getType());
  round.position = CreateIteratorOp::create(
      b, loc, PipelineIteratorType::get(b.getContext(), tiles),
      pipeline.getProducer());
  Value ofProducer = token;
  token = tileaa::CreateMemTokenOp::create(b, loc);
  scf::ForOp made = buildProducerLoop(/*byTma=*/false, round);
  token = ofProducer;
  // The maps of results can wait.
  for (auto make : llvm::make_early_inc_range(
           outermost->getBlock()->getOps<MakeTiledTmaDescOp>()))
    if (make.getAtom().getKind() == AtomKind::TmaStore &&
        make->isBeforeInBlock(made))
      make->moveAfter(made);
}

void LoopPipeline::beginBehindPrologue(ProducerState &from) {
  Location loc = loop.getLoc();
  if (around) {
    Value end = endOfRound(from.lower, from.upper);
    from.lower =
        arith::SelectOp::create(b, loc, isFirstTile(), end, from.lower);
    return;
  }
  from.lower = endOfPrologue;
  for (unsigned stage = 0; stage < stages; ++stage)
    from.position =
        IncIterOp::create(b, loc, from.position.getType(), from.position);
}

/// As many stages on as the consumer has filled: another tile follows, so that
/// this may be fewer than all.
Value LoopPipeline::positionBehindPrologue(const ProducerState &from) {
  Location loc = loop.getLoc();
  auto skipped = scf::ForOp::create(b, loc, loop.getLowerBound(), from.lower,
                                    loop.getStep(), from.position, nullptr,
                                    loop.getUnsignedCmp());
  OpBuilder inner = OpBuilder::atBlockBegin(skipped.getBody());
  Value position = skipped.getRegionIterArgs().front();
  scf::YieldOp::create(
      inner, loc,
      IncIterOp::create(inner, loc, position.getType(), position).getResult());
  return skipped.getResult(0);
}

/// In front of the end, where the place of the maps is given back. Nothing was
/// copied if `lower` is the end of the loop: then the consumer filled what is
/// filled at all.
void LoopPipeline::awaitFills(Value lower, Value behind) {
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(b);
  Value isAny =
      arith::CmpIOp::create(b, loc, entersLoop(), lower, loop.getUpperBound());
  auto any = scf::IfOp::create(b, loc, TypeRange(), isAny, /*withElse=*/false);
  b.setInsertionPointToStart(any.thenBlock());
  AwaitFillsOp::create(b, loc, pipeline.getProducer(), behind);
}
