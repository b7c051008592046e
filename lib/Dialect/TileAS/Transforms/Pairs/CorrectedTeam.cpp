//===- TileAS/Transforms/Pairs/CorrectedTeam.cpp - what a team does -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A team computes the softmax: it waits for S, gives away what O is multiplied
// by as soon as the maxima are known, and then P. Behind its last product it
// loads O.
//
//===----------------------------------------------------------------------===//

#include "CorrectedParts.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Products read what threads have written.
void CorrectedLoop::giveQueries() {
  b.setInsertionPoint(query);
  query.getResult().replaceAllUsesWith(ofTeam(queryView, std::nullopt));
  query.erase();
  b.setInsertionPointAfter(queryStore);
  ProxyFenceOp::create(b, loc, /*shared_only=*/true);
  commit(queries, begin(queries, /*isProducer=*/true, std::nullopt));
}

/// An iteration: `positions` are those in scores, scales and factors.
void CorrectedLoop::makeTeamBody(IRMapping &map, ArrayRef<Value> positions) {
  auto tile = cast<RankedTensorType>(early.getType());
  await(scores, positions[0]);
  Value loaded =
      buildLoad(b, loc, tile, ofTeam(scoresPlace, std::nullopt)).getResult();
  release(scores, positions[0], kEachWarpReleasesAttrName);
  map.map(early.getResult(), loaded);
  // The correction role waits for the rows, so they come first.
  SetVector<Operation *> urgent;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) {
    return body->findAncestorOpInBlock(*op) && !isOfProducts(op);
  };
  (void)getBackwardSlice(scale, &urgent, options);
  for (Operation &op : body->without_terminator())
    if (urgent.contains(&op))
      b.clone(op, map);
  acquire(scales, positions[1]);
  buildStore(b, loc, map.lookup(scale), ofTeam(scaleView, std::nullopt));
  commit(scales, positions[1]);
  // Two elements are narrowed at a time where that is beside the store.
  SetVector<Operation *> narrowed;
  for (Operation *step = factorStore ? factorStore.getValue().getDefiningOp()
                                     : nullptr;
       step && step->getBlock() == body && step->hasOneUse() &&
       isa<tileaa::FpToFpOp, ViewOp>(step) && !urgent.contains(step);
       step = step->getOperand(0).getDefiningOp())
    narrowed.insert(step);
  for (Operation &op : body->without_terminator())
    if (!urgent.contains(&op) && !isOfProducts(&op) &&
        !deferred.contains(&op) && !narrowed.contains(&op))
      b.clone(op, map);
  acquire(factors, positions[2]);
  for (Operation *op : llvm::reverse(narrowed))
    b.clone(*op, map);
  Value own = ofTeam(factorView, std::nullopt);
  if (factorStore) {
    map.map(factor.getResult(), own);
    b.clone(*factorStore, map);
    ProxyFenceOp::create(b, loc, /*shared_only=*/true);
  } else {
    buildStore(b, loc, map.lookupOrDefault(late.getLhs()), own);
  }
  commit(factors, positions[2]);
}

/// Leaves `positions` at those behind the loop.
scf::ForOp CorrectedLoop::makeTeamLoop(MutableArrayRef<Value> positions) {
  SmallVector<unsigned> kept;
  SmallVector<Value> inits;
  for (auto [number, init] : llvm::enumerate(loop.getInitArgs()))
    if (number != sums && number != token && number != position) {
      kept.push_back(number);
      inits.push_back(init);
    }
  llvm::append_range(inits, positions);
  scf::ForOp made = buildLoopLike(b, loop, loop.getLowerBound(), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(made.getBody());
  IRMapping map;
  map.map(loop.getInductionVar(), made.getInductionVar());
  for (auto [place, number] : llvm::enumerate(kept))
    map.map(loop.getRegionIterArg(number), made.getRegionIterArg(place));
  SmallVector<Value> own(
      ValueRange(made.getRegionIterArgs()).take_back(positions.size()));
  makeTeamBody(map, own);
  SmallVector<Value> yielded;
  for (unsigned number : kept)
    yielded.push_back(
        map.lookupOrDefault(body->getTerminator()->getOperand(number)));
  for (Value each : own)
    yielded.push_back(nextRound(each));
  scf::YieldOp::create(b, loc, yielded);
  for (auto [place, each] :
       llvm::zip(positions, made.getResults().take_back(positions.size())))
    place = each;
  return made;
}

void CorrectedLoop::makeTeam() {
  b.setInsertionPoint(loop);
  SmallVector<Value> positions{
      begin(scores, /*isProducer=*/false, std::nullopt),
      begin(scales, /*isProducer=*/true, std::nullopt),
      begin(factors, /*isProducer=*/true, std::nullopt)};
  auto any = scf::IfOp::create(b, loc, loop.getResultTypes(),
                               entersLoop(loop.getLowerBound()),
                               /*withElse=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(any.elseBlock());
    scf::YieldOp::create(b, loc, loop.getInitArgs());
    b.setInsertionPointToStart(any.thenBlock());
    scf::ForOp made = makeTeamLoop(positions);
    acquire(factors, positions[2]);
    Value total = buildLoad(b, loc, cast<RankedTensorType>(late.getType()),
                            ofTeam(sumsPlace, std::nullopt))
                      .getResult();
    SmallVector<Value> yielded;
    unsigned next = 0;
    for (unsigned number = 0; number < loop.getNumResults(); ++number)
      yielded.push_back(number == sums ? total
                        : number == token || number == position
                            ? loop.getInitArgs()[number]
                            : made.getResult(next++));
    scf::YieldOp::create(b, loc, yielded);
  }
  b.setInsertionPointAfter(any);
  RetireStorageOp::create(b, loc, queryView);
  if (factor)
    RetireStorageOp::create(b, loc, factorView);
  loop.replaceAllUsesWith(any.getResults());
}
