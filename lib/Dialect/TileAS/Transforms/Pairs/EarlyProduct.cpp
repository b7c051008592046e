//===- TileAS/Transforms/Pairs/EarlyProduct.cpp - the next product early -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A consumer's loop with two products of tcgen05, of which the second one's
// left factor is computed from the first one's result, as in attention: Q K^T,
// softmax, P V. One after the other they leave the tensor unit idle while the
// threads compute, and the threads while it multiplies. Sums are in tensor
// memory, so that a place is free again as soon as threads have loaded it. The
// first product of an iteration is therefore begun in the one before, and the
// second one is waited for in the one behind:
//
//   begin the first product of the first iteration
//   for all iterations:
//     wait for the first product of this iteration, and load its result
//     begin the first product of the next one, if there is one
//                                                 (stage of the next iteration)
//     compute                                     (beside both)
//     wait for the second product of the last iteration; scale its sums
//     begin the second product                    (stage of this iteration)
//
// The tensor unit releases a stage when its last product has read it. Where a
// stage is that of one product, products read them in the order of their issue:
// that of the next iteration's first product is in front of that of the second
// one. What is computed and in which order sums are added up stays the same.
//
//===----------------------------------------------------------------------===//

#include "EarlyProduct.h"
#include "ProductPair.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// One loop.
class EarlyProduct : public ProductPair {
public:
  explicit EarlyProduct(scf::ForOp loop) : ProductPair(loop), b(loop) {}
  /// The op whose results stand for those of the loop.
  Operation *rewrite();

private:
  AsyncDotOp begin(DotOp dot, const IRMapping &map);
  Value endOf(DotOp dot, Value later, unsigned pending);
  Value advance(Value stage);
  /// The products release the stage that they read.
  void release(Value right, Value stage);
  /// The right factor of the second product in the stage at `position`.
  Value factorAt(Value right, Value stage);
  /// The first product in the stage at `position`.
  AsyncDotOp beginEarly(Value right, Value stage);
  /// That of the next iteration in the stage at `position`, which is then left,
  /// if there is one; else `before`, which is over.
  Value beginNext(const IRMapping &map, Value before, Value &stage);
  /// Whether there is an iteration at `counter`.
  Value entersLoop(Value counter);
  scf::ForOp makeLoop(Value firstEarly, Value firstSums, Value firstStage);
  Value makeBody(IRMapping &map, scf::ForOp made, Value &nextEarly);

  OpBuilder b;
};
} // namespace

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

AsyncDotOp EarlyProduct::begin(DotOp dot, const IRMapping &map) {
  return AsyncDotOp::create(
      b, dot.getLoc(), AsyncValueType::get(dot.getType()),
      map.lookupOrDefault(dot.getLhs()), map.lookupOrDefault(dot.getRhs()),
      map.lookupOrDefault(dot.getAcc()),
      /*lhs_scale=*/Value(), /*rhs_scale=*/Value(), dot.getAtom(),
      dot.getSignednessLhsAttr(), dot.getSignednessRhsAttr(), dot.getFastAcc(),
      /*pending=*/IntegerAttr());
}

Value EarlyProduct::endOf(DotOp dot, Value later, unsigned pending) {
  return FutureWaitOp::create(b, dot.getLoc(), dot.getType(), later,
                              b.getI32IntegerAttr(pending));
}

Value EarlyProduct::advance(Value stage) {
  return IncIterOp::create(b, loop.getLoc(), stage.getType(), stage);
}

void EarlyProduct::release(Value right, Value stage) {
  auto made = ConsumerReleaseOp::create(b, releases[0].getLoc(),
                                        right.getType(), right, stage);
  made->setAttr(kReleasedByProductsAttrName, b.getUnitAttr());
}

Value EarlyProduct::factorAt(Value right, Value stage) {
  ConsumerReadOp read = reads.back();
  IRMapping map;
  map.map(read.getToken(), right);
  map.map(read.getIterator(), stage);
  if (isInTurn()) {
    map.map(waits.back().getToken(), right);
    b.clone(*waits.back(), map);
    map.map(read.getToken(), right);
  }
  Operation *made = b.clone(*read, map);
  return made->getResult(cast<OpResult>(late.getRhs()).getResultNumber());
}

AsyncDotOp EarlyProduct::beginEarly(Value right, Value stage) {
  IRMapping map;
  map.map(waits[0].getToken(), right);
  map.map(waits[0].getIterator(), stage);
  b.clone(*waits[0], map);
  b.clone(*reads[0], map);
  AsyncDotOp begun = begin(early, map);
  if (isInTurn())
    release(right, stage);
  return begun;
}

Value EarlyProduct::beginNext(const IRMapping &map, Value before,
                              Value &stage) {
  Location loc = early.getLoc();
  Value next = arith::AddIOp::create(b, loc, map.lookup(loop.getInductionVar()),
                                     loop.getStep());
  Value isAny = entersLoop(next);
  auto any = scf::IfOp::create(
      b, loc, TypeRange{before.getType(), stage.getType()}, isAny,
      /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(any.thenBlock());
  AsyncDotOp begun =
      beginEarly(map.lookup(loop.getRegionIterArgs()[token]), stage);
  scf::YieldOp::create(b, loc, ValueRange{begun.getResult(), advance(stage)});
  b.setInsertionPointToStart(any.elseBlock());
  scf::YieldOp::create(b, loc, ValueRange{before, stage});
  stage = any.getResult(1);
  return any.getResult(0);
}

Value EarlyProduct::entersLoop(Value counter) {
  return arith::CmpIOp::create(b, loop.getLoc(),
                               loop.getUnsignedCmp()
                                   ? arith::CmpIPredicate::ult
                                   : arith::CmpIPredicate::slt,
                               counter, loop.getUpperBound());
}

/// The ops of an iteration; the second product.
Value EarlyProduct::makeBody(IRMapping &map, scf::ForOp made,
                             Value &nextEarly) {
  const Value right = map.lookup(loop.getRegionIterArgs()[token]),
              begun = made.getRegionIterArgs().back();
  Value stage = map.lookup(loop.getRegionIterArgs()[position]);
  // Behind the first product is the second one of the last iteration.
  map.map(early.getResult(), endOf(early, begun, /*pending=*/1));
  Value following = isInTurn() ? stage : advance(stage), behind = following;
  nextEarly = beginNext(map, begun, behind);
  // Behind the stage of the next iteration's first product, if there is one.
  if (isInTurn())
    stage = behind;
  for (Operation &op : body->without_terminator())
    if (!isOfProducts(&op) && !deferred.contains(&op))
      b.clone(op, map);
  map.map(loop.getRegionIterArgs()[sums],
          endOf(late, made.getRegionIterArg(sums), /*pending=*/1));
  for (Operation *op : deferred)
    b.clone(*op, map);
  map.map(late.getRhs(), factorAt(right, stage));
  AsyncDotOp later = begin(late, map);
  release(right, stage);
  map.map(waits.back()->getResult(0), right);
  map.map(increments.back().getResult(),
          isInTurn() ? advance(stage) : following);
  return later.getResult();
}

scf::ForOp EarlyProduct::makeLoop(Value firstEarly, Value firstSums,
                                  Value firstStage) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits(loop.getInitArgs());
  inits[sums] = firstSums;
  inits[position] = firstStage;
  inits.push_back(firstEarly);
  scf::ForOp made = buildLoopLike(b, loop, loop.getLowerBound(), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(made.getBody());
  IRMapping map;
  map.map(loop.getBody()->getArguments(),
          made.getBody()->getArguments().drop_back());
  Value nextEarly;
  Value later = makeBody(map, made, nextEarly);
  SmallVector<Value> yielded;
  for (Value value : body->getTerminator()->getOperands())
    yielded.push_back(map.lookupOrDefault(value));
  yielded[sums] = later;
  yielded.push_back(nextEarly);
  scf::YieldOp::create(b, loc, yielded);
  return made;
}

Operation *EarlyProduct::rewrite() {
  Location loc = loop.getLoc();
  // The second product reads its left factor while the next iteration runs.
  if (auto storage = late.getLhs().getDefiningOp<AllocTensorOp>())
    storage->moveBefore(loop);
  auto any = scf::IfOp::create(b, loc, loop.getResultTypes(),
                               entersLoop(loop.getLowerBound()),
                               /*withElse=*/true);
  b.setInsertionPointToStart(any.elseBlock());
  scf::YieldOp::create(b, loc, loop.getInitArgs());
  b.setInsertionPointToStart(any.thenBlock());
  Value stage = loop.getInitArgs()[position];
  AsyncDotOp first = beginEarly(loop.getInitArgs()[token], stage);
  // Behind the first product, as the second one of an iteration before it.
  Value start = ToAsyncOp::create(b, loc, AsyncValueType::get(late.getType()),
                                  loop.getInitArgs()[sums]);
  if (isInTurn())
    stage = advance(stage);
  scf::ForOp made = makeLoop(first.getResult(), start, stage);
  SmallVector<Value> yielded(
      made.getResults().take_front(loop.getNumResults()));
  yielded[sums] = endOf(late, made.getResult(sums), /*pending=*/0);
  scf::YieldOp::create(b, loc, yielded);
  return any;
}

Operation *tileas::makeProductEarly(scf::ForOp loop, CreatePipelineOp pipeline,
                                    unsigned teams) {
  EarlyProduct product(loop);
  if (!product.find())
    return nullptr;
  pipeline->setAttr(kEmptyArrivalsAttrName,
                    OpBuilder(loop).getI64IntegerAttr(teams));
  Operation *made = product.rewrite();
  loop.replaceAllUsesWith(made->getResults());
  loop.erase();
  return made;
}
