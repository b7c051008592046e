//===- TileAS/Transforms/Pairs/CorrectedProducts.cpp - what the issuer does -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread issues the products of all teams, one team behind the other: S of
// the next iteration as soon as the team has loaded that of this one, and then
// P V of this one. So teams fall into turns, and one computes exponentials
// while the tensor unit works for another one.
//
// A place of S that teams have in turn is free when the team before has loaded
// what it has of it: the stage of that team is empty then, a round later.
//
//===----------------------------------------------------------------------===//

#include "CorrectedParts.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Value CorrectedLoop::factorIn(DotOp dot, ConsumerReadOp read, Value position) {
  IRMapping map;
  map.map(read.getToken(), stages.getConsumer());
  map.map(read.getIterator(), position);
  Operation *made = b.clone(*read, map);
  return made->getResult(cast<OpResult>(dot.getRhs()).getResultNumber());
}

void CorrectedLoop::awaitStage(ConsumerWaitOp wait, Value position) {
  IRMapping map;
  map.map(wait.getToken(), stages.getConsumer());
  map.map(wait.getIterator(), position);
  b.clone(*wait, map);
}

void CorrectedLoop::releaseStage(Value position) {
  auto done = ConsumerReleaseOp::create(b, loc, stages.getConsumer().getType(),
                                        stages.getConsumer(), position);
  done->setAttr(kReleasedByProductsAttrName, b.getUnitAttr());
}

void CorrectedLoop::multiply(DotOp dot, Value lhs, Value rhs, Value place,
                             bool adds) {
  TensorDotOp::create(b, dot.getLoc(), lhs, rhs, place, Value(), Value(),
                      Value(), arith::ConstantIntOp::create(b, loc, adds, 1),
                      dot.getAtom(), dot.getSignednessLhsAttr(),
                      dot.getSignednessRhsAttr());
}

void CorrectedLoop::makeIssuerLoop(Value stage) {
  const unsigned teams = roles.teams();
  SmallVector<Value> ownScores, ownSums, ownQueries, ownFactors;
  SmallVector<Value> inits;
  for (unsigned team = 0; team < teams; ++team) {
    ownScores.push_back(ofTeam(scoresPlace, team));
    ownSums.push_back(ofTeam(sumsPlace, team));
    ownQueries.push_back(ofTeam(queryView, team));
    ownFactors.push_back(ofTeam(factorView, team));
    for (const Exchange *each : {&scores, &factors, &sumsExchange})
      inits.push_back(begin(*each, /*isProducer=*/each != &factors, team));
    // The correction role has them first.
    inits.back() = nextRound(inits.back());
    await(queries, begin(queries, /*isProducer=*/false, team));
  }
  auto makeScores = [&](unsigned team, Value from, Value at, Value isFree) {
    acquire(scores, isFree);
    multiply(early, ownQueries[team], factorIn(early, reads[0], from),
             ownScores[team], /*adds=*/false);
    CommitProductsOp::create(b, loc, memory, at);
    if (isInTurn() && team + 1 == teams)
      releaseStage(from);
  };
  awaitStage(waits[0], stage);
  for (unsigned team = 0; team < teams; ++team) {
    makeScores(team, stage, inits[3 * team],
               inits[3 * (sharesScores && team != 0 ? team - 1 : team)]);
    inits[3 * team] = nextRound(inits[3 * team]);
  }
  inits.push_back(isInTurn() ? advance(stage) : stage);
  auto made =
      scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  b.setInsertionPointToStart(made.getBody());
  ValueRange own = made.getRegionIterArgs();
  Value at = own.back();
  Value next =
      arith::AddIOp::create(b, loc, made.getInductionVar(), loop.getStep());
  Value isAny = entersLoop(next);
  Value following = isInTurn() ? at : advance(at), second = at;
  // Of the team before: what it loads last.
  Value isFree = own[3 * (teams - 1)];
  for (unsigned team = 0; team < teams; ++team) {
    const bool moves = isInTurn() && team == 0;
    SmallVector<Type> types;
    if (moves)
      types.push_back(at.getType());
    auto any = scf::IfOp::create(b, loc, types, isAny, /*withElse=*/moves);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(any.thenBlock());
      if (team == 0)
        awaitStage(waits[0], following);
      makeScores(team, following, own[3 * team],
                 sharesScores ? isFree : own[3 * team]);
      if (moves) {
        scf::YieldOp::create(b, loc, advance(at));
        b.setInsertionPointToStart(any.elseBlock());
        scf::YieldOp::create(b, loc, at);
      }
    }
    if (moves) {
      second = any.getResult(0);
      awaitStage(waits.back(), second);
    }
    isFree = nextRound(own[3 * team]);
    Value ofFactors = own[3 * team + 1], ofSums = own[3 * team + 2];
    await(factors, ofFactors);
    acquire(sumsExchange, ofSums);
    multiply(late, ownFactors[team], factorIn(late, reads.back(), second),
             ownSums[team], /*adds=*/true);
    CommitProductsOp::create(b, loc, memory, ofSums);
    release(factors, ofFactors, kReleasedByProductsAttrName);
  }
  releaseStage(second);
  SmallVector<Value> yielded;
  for (Value each : own.take_front(3 * teams))
    yielded.push_back(nextRound(each));
  yielded.push_back(isInTurn() ? advance(second) : following);
  scf::YieldOp::create(b, loc, yielded);
}

void CorrectedLoop::makeIssuer() {
  b.setInsertionPoint(loop);
  auto alone =
      scf::IfOp::create(b, loc, TypeRange(), IsFirstThreadOp::create(b, loc),
                        /*withElse=*/false);
  b.setInsertionPointToStart(alone.thenBlock());
  auto any =
      scf::IfOp::create(b, loc, TypeRange(), entersLoop(loop.getLowerBound()),
                        /*withElse=*/false);
  b.setInsertionPointToStart(any.thenBlock());
  Value stage = CreateIteratorOp::create(
      b, loc, reads[0].getIterator().getType(), stages.getConsumer());
  makeIssuerLoop(stage);
  roles.give(alone, RoleKind::Issuer);
}
