//===- TileAS/Transforms/Pipelining/EarlyProduct.cpp - the next product early -*- C++ -*-===//
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

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// One loop.
class EarlyProduct {
public:
  explicit EarlyProduct(scf::ForOp loop)
      : loop(loop), body(loop.getBody()), b(loop) {}
  /// Finds the products; false: there are none of this kind.
  bool find();
  /// The op whose results stand for those of the loop.
  Operation *rewrite();

private:
  bool isMadeOfStage(Value factor);
  bool findOps();
  bool findStages();
  bool findDeferred();
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

  scf::ForOp loop;
  Block *body;
  OpBuilder b;
  /// One of each, or one for each product.
  SmallVector<ConsumerWaitOp, 2> waits;
  SmallVector<ConsumerReadOp, 2> reads;
  SmallVector<ConsumerReleaseOp, 2> releases;
  SmallVector<IncIterOp, 2> increments;
  DotOp early, late;
  /// Whether each product has a stage of its own.
  bool isInTurn() const { return waits.size() == 2; }
  /// Which carried values are the second product's sums, the right to read, and
  /// the position.
  unsigned sums = 0, token = 0, position = 0;
  /// Ops that need these sums, and stores of the left factor.
  llvm::SetVector<Operation *> deferred;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

bool EarlyProduct::isMadeOfStage(Value factor) {
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
bool EarlyProduct::findOps() {
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
bool EarlyProduct::findStages() {
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
bool EarlyProduct::findDeferred() {
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

bool EarlyProduct::find() {
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
  llvm::SmallPtrSet<Operation *, 12> moved{early, late};
  moved.insert_range(waits);
  moved.insert_range(reads);
  moved.insert_range(releases);
  moved.insert_range(increments);
  for (Operation &op : body->without_terminator())
    if (!moved.contains(&op) && !deferred.contains(&op))
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
  auto made =
      scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
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
