//===- TileAS/Transforms/Pairs/LateProduct.cpp - a product beside other work -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A consumer's loop with two products of wgmma, of which the second one's left
// factor is computed from the first one's result, as in attention: Q K^T,
// softmax, P V. One after the other they leave the tensor core idle while the
// threads compute, and the threads while it multiplies. So the second product
// of an iteration is made in the next one, behind the first product of that:
//
//   first iteration without its second product
//   for the others:
//     begin first product                    (stage of this iteration)
//     begin second product of the last one   (stage of the last iteration)
//     wait for the first; compute            (beside the second)
//     wait for the second; scale its sums for the next
//   second product of the last iteration
//
// Stages are released an iteration later than before. What is computed and in
// which order sums are added up stays the same.
//
//===----------------------------------------------------------------------===//

#include "LateProduct.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// One loop.
class LateProduct {
public:
  LateProduct(scf::ForOp loop, unsigned warps, unsigned registers)
      : loop(loop), body(loop.getBody()), warps(warps), registers(registers),
        b(loop) {}
  /// Finds the products; false: there are none of this kind.
  bool find();
  /// The values that stand for the loop's results.
  SmallVector<Value> rewrite();

private:
  bool isMadeOfStage(Value factor);
  bool fitsRegisters();
  void findDeferred();
  scf::ForOp makeLoop(const IRMapping &first);
  AsyncDotOp begin(DotOp dot, Value lhs, Value rhs, Value acc);
  /// The sums, when no more than `pending` later products are under way.
  Value endOf(AsyncDotOp dot, unsigned pending);
  /// The right factor of the second product in the stage at `position`.
  Value factorAt(Value right, Value stage);
  void release(Value right, Value stage);
  SmallVector<Value> yieldedBut(const IRMapping &map);

  scf::ForOp loop;
  Block *body;
  unsigned warps, registers;
  OpBuilder b;
  ConsumerWaitOp wait;
  ConsumerReadOp read;
  ConsumerReleaseOp done;
  DotOp early, late;
  /// Which carried value the second product's sums are, and which the right to
  /// read is.
  unsigned sums = 0, token = 0;
  /// Ops that need these sums, and the last steps towards the left factor,
  /// which would need registers beside those that the product still reads.
  llvm::SetVector<Operation *> deferred;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

bool LateProduct::isMadeOfStage(Value factor) {
  return loop.isDefinedOutsideOfLoop(factor) ||
         factor.getDefiningOp() == read.getOperation();
}

/// Sums of both products, and the left factor of the second in words.
bool LateProduct::fitsRegisters() {
  auto perThread = [&](Type type) {
    return cast<RankedTensorType>(type).getNumElements() / (32 * warps);
  };
  const unsigned bits =
      getElementTypeOrSelf(late.getLhs()).getIntOrFloatBitWidth();
  // Addresses, rows, and what the threads compute with.
  constexpr int64_t beside = 48;
  return perThread(early.getType()) + perThread(late.getType()) +
             perThread(late.getLhs().getType()) * bits / 32 + beside <=
         registers;
}

void LateProduct::findDeferred() {
  llvm::SmallPtrSet<Value, 8> values{loop.getRegionIterArgs()[sums]};
  for (Operation &op : body->without_terminator())
    if (llvm::any_of(op.getOperands(),
                     [&](Value value) { return values.contains(value); })) {
      deferred.insert(&op);
      values.insert_range(op.getResults());
    }
  deferred.remove(late);
  Operation *step = late.getLhs().getDefiningOp();
  while (step && step->getBlock() == body && step->hasOneUse() &&
         isa<tileaa::FpToFpOp, ViewOp>(step)) {
    deferred.insert(step);
    step = step->getOperand(0).getDefiningOp();
  }
}

/// Sums that no thread touches before the product is over.
static bool isPlain(DotOp dot) {
  return dot.getAtom().getKind() == AtomKind::Wgmma && !dot.getLhsScale() &&
         getElementTypeOrSelf(dot.getType()).isF32() &&
         dot.getAtom().getElements()[0].getIntOrFloatBitWidth() != 8;
}

/// The number of the carried value that `argument` is; nothing if it is none.
static std::optional<unsigned> numberOf(scf::ForOp loop, Value argument) {
  auto found = dyn_cast<BlockArgument>(argument);
  if (!found || found.getOwner() != loop.getBody() || found.getArgNumber() == 0)
    return std::nullopt;
  return found.getArgNumber() - 1;
}

bool LateProduct::find() {
  SmallVector<DotOp, 2> dots;
  unsigned others = 0;
  body->walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op))
      dots.push_back(dot);
    else if (auto found = dyn_cast<ConsumerWaitOp>(op))
      wait = found;
    else if (auto found = dyn_cast<ConsumerReadOp>(op))
      read = found;
    else if (auto found = dyn_cast<ConsumerReleaseOp>(op))
      done = found;
    others += isa<AsyncDotOp, CreatePipelineOp>(op);
  });
  if (dots.size() != 2 || others != 0 || !wait || !read || !done)
    return false;
  early = dots[0];
  late = dots[1];
  if (early->getBlock() != body || late->getBlock() != body ||
      !isPlain(early) || !isPlain(late) ||
      !isa<RankedTensorType>(late.getLhs().getType()) ||
      late.getRhs().getDefiningOp() != read.getOperation() ||
      !isMadeOfStage(early.getLhs()) || !isMadeOfStage(early.getRhs()) ||
      !loop.isDefinedOutsideOfLoop(early.getAcc()) || !fitsRegisters())
    return false;
  Operation *yield = body->getTerminator();
  if (!late->hasOneUse() || *late->user_begin() != yield)
    return false;
  sums = late->use_begin()->getOperandNumber();
  std::optional<unsigned> stage = numberOf(loop, read.getIterator()),
                          right = numberOf(loop, wait.getToken());
  if (!stage || !right)
    return false;
  token = *right;
  findDeferred();
  return !deferred.contains(early) && llvm::all_of(deferred, [](Operation *op) {
    return isMemoryEffectFree(op) && op->getNumRegions() == 0;
  });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

AsyncDotOp LateProduct::begin(DotOp dot, Value lhs, Value rhs, Value acc) {
  return AsyncDotOp::create(
      b, dot.getLoc(), AsyncValueType::get(dot.getType()), lhs, rhs, acc,
      /*lhs_scale=*/Value(), /*rhs_scale=*/Value(), dot.getAtom(),
      dot.getSignednessLhsAttr(), dot.getSignednessRhsAttr(), dot.getFastAcc(),
      /*pending=*/IntegerAttr());
}

Value LateProduct::endOf(AsyncDotOp dot, unsigned pending) {
  return FutureWaitOp::create(b, dot.getLoc(), dot.getType().getValueType(),
                              dot.getResult(), b.getI32IntegerAttr(pending));
}

Value LateProduct::factorAt(Value right, Value stage) {
  IRMapping map;
  map.map(read.getToken(), right);
  map.map(read.getIterator(), stage);
  Operation *made = b.clone(*read, map);
  return made->getResult(cast<OpResult>(late.getRhs()).getResultNumber());
}

void LateProduct::release(Value right, Value stage) {
  ConsumerReleaseOp::create(b, done.getLoc(), right.getType(), right, stage);
}

SmallVector<Value> LateProduct::yieldedBut(const IRMapping &map) {
  SmallVector<Value> values;
  for (auto [number, value] :
       llvm::enumerate(body->getTerminator()->getOperands()))
    if (number != sums)
      values.push_back(map.lookupOrDefault(value));
  return values;
}

scf::ForOp LateProduct::makeLoop(const IRMapping &first) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits = yieldedBut(first);
  const unsigned kept = inits.size();
  inits.push_back(first.lookup(late.getLhs()));
  inits.push_back(first.lookup(late.getAcc()));
  inits.push_back(first.lookup(read.getIterator()));
  Value second =
      arith::AddIOp::create(b, loc, loop.getLowerBound(), loop.getStep());
  scf::ForOp made = buildLoopLike(b, loop, second, inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(made.getBody());
  IRMapping map;
  map.map(loop.getInductionVar(), made.getInductionVar());
  unsigned next = 0;
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    if (number != sums)
      map.map(argument, made.getRegionIterArg(next++));
  Value lhs = made.getRegionIterArg(kept),
        acc = made.getRegionIterArg(kept + 1),
        lastStage = made.getRegionIterArg(kept + 2);
  Value right = b.clone(*wait, map)->getResult(0);
  b.clone(*read, map);
  AsyncDotOp nextEarly =
      begin(early, map.lookupOrDefault(early.getLhs()),
            map.lookupOrDefault(early.getRhs()), early.getAcc());
  AsyncDotOp lastLate = begin(late, lhs, factorAt(right, lastStage), acc);
  map.map(early.getResult(), endOf(nextEarly, /*pending=*/1));
  auto isMoved = [&](Operation &op) {
    return llvm::is_contained({wait.getOperation(), read.getOperation(),
                               done.getOperation(), early.getOperation(),
                               late.getOperation()},
                              &op);
  };
  for (Operation &op : body->without_terminator())
    if (!isMoved(op) && !deferred.contains(&op))
      b.clone(op, map);
  map.map(loop.getRegionIterArg(sums), endOf(lastLate, /*pending=*/0));
  release(right, lastStage);
  for (Operation &op : body->without_terminator())
    if (deferred.contains(&op))
      b.clone(op, map);
  SmallVector<Value> yielded = yieldedBut(map);
  yielded.push_back(map.lookupOrDefault(late.getLhs()));
  yielded.push_back(map.lookupOrDefault(late.getAcc()));
  yielded.push_back(map.lookup(read.getIterator()));
  scf::YieldOp::create(b, loc, yielded);
  return made;
}

SmallVector<Value> LateProduct::rewrite() {
  Location loc = loop.getLoc();
  Value isAny =
      arith::CmpIOp::create(b, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto any = scf::IfOp::create(b, loc, loop.getResultTypes(), isAny,
                               /*withElse=*/true);
  b.setInsertionPointToStart(any.elseBlock());
  scf::YieldOp::create(b, loc, loop.getInitArgs());
  b.setInsertionPointToStart(any.thenBlock());
  IRMapping first;
  first.map(loop.getInductionVar(), loop.getLowerBound());
  first.map(loop.getRegionIterArgs(), loop.getInitArgs());
  for (Operation &op : body->without_terminator())
    if (&op != late.getOperation() && &op != done.getOperation())
      b.clone(op, first);
  scf::ForOp made = makeLoop(first);
  ValueRange results = made.getResults();
  auto resultOf = [&](unsigned number) {
    return results[number < sums ? number : number - 1];
  };
  Value lastStage = results.back(), right = resultOf(token);
  IRMapping last;
  last.map(late.getLhs(), results[results.size() - 3]);
  last.map(late.getAcc(), results[results.size() - 2]);
  last.map(late.getRhs(), factorAt(right, lastStage));
  Value total = b.clone(*late, last)->getResult(0);
  release(right, lastStage);
  SmallVector<Value> yielded;
  for (unsigned number = 0; number < loop.getNumResults(); ++number)
    yielded.push_back(number == sums ? total : resultOf(number));
  scf::YieldOp::create(b, loc, yielded);
  return SmallVector<Value>(any.getResults());
}

bool tileas::makeProductLate(scf::ForOp loop, unsigned warps,
                             unsigned registers) {
  LateProduct late(loop, warps, registers);
  if (!late.find())
    return false;
  loop.replaceAllUsesWith(late.rewrite());
  loop.erase();
  return true;
}
