//===- Litmus/TileRun.cpp - control flow of a tile block --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `for` runs as often as its bounds say; a `loop` as often as the test's
// bound allows, longer executions are cut. A round of a `loop` that only read,
// with scopes, and changed nothing is dropped: the execution in which the loop
// is left one round earlier has the same outcome ("assume exit").
//
//===----------------------------------------------------------------------===//

#include "TileRun.h"
#include "tessera/Numerics/IntArith.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

/// Iterations of a `for` beyond which an execution is cut.
static constexpr unsigned maxTrips = 64;
static constexpr uint64_t maxSteps = 100000;

static bool isToken(mlir::Value value) {
  return isa<ct::TokenType>(value.getType());
}

/// Gives `to` what `from` has; all are read before any is written.
void TileRun::move(mlir::ValueRange from, mlir::ValueRange to) {
  SmallVector<TileValue> moved;
  SmallVector<Token> movedTokens;
  for (mlir::Value value : from) {
    moved.push_back(isToken(value) ? TileValue() : TileValue(get(value)));
    movedTokens.push_back(isToken(value) ? Token(tokens[value]) : Token());
  }
  for (auto [index, value] : enumerate(to)) {
    if (isToken(value)) {
      tokens[value] = movedTokens[index];
      continue;
    }
    moved[index].taint = joinTokens(moved[index].taint, control);
    set(value, std::move(moved[index]));
  }
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

/// What tokens would be after a region that is not executed: every operation
/// passes its tokens through. Used by the reading G2=static.
void TileRun::passThrough(mlir::Region &region) {
  if (region.empty())
    return;
  for (mlir::Operation &op : region.front().without_terminator()) {
    Token all;
    for (mlir::Value operand : op.getOperands())
      if (isToken(operand))
        all = joinTokens(all, tokens[operand]);
    for (mlir::Value result : op.getResults())
      if (isToken(result))
        tokens[result] = all;
  }
}

/// Whether a region inside `op` can leave what `op` is in.
static bool canLeave(mlir::Operation *op) {
  bool found = false;
  op->walk([&](mlir::Operation *inner) {
    found |= isa<ct::BreakOp, ct::ContinueOp, ct::ReturnOp>(inner);
  });
  return found;
}

Expected<TileRun::Signal> TileRun::ifOp(ct::IfOp op) {
  bool taken = get(op.getCondition()).lanes.front() & 1;
  Taint outside = control;
  control = joinTokens(control, get(op.getCondition()).taint);
  mlir::Region &region = op->getRegion(taken ? 0 : 1);
  mlir::Region &other = op->getRegion(taken ? 1 : 0);
  Signal signal = Signal::Yield;
  if (!region.empty()) {
    Expected<Signal> result = block(region.front());
    if (!result)
      return result.takeError();
    signal = *result;
  }
  if (signal != Signal::Yield)
    return signal;
  if (!region.empty())
    move(region.front().getTerminator()->getOperands(), op->getResults());
  if (!recorder.readings().isDefault(ChoiceId::G2) && !other.empty() &&
      isa<ct::YieldOp>(other.front().getTerminator())) {
    passThrough(other);
    for (auto [result, yielded] :
         zip(op->getResults(), other.front().getTerminator()->getOperands()))
      if (isToken(result))
        tokens[result] = joinTokens(tokens[result], tokens[yielded]);
  }
  // What follows happens only if this `if` was not left.
  if (!canLeave(op))
    control = outside;
  return Signal::Yield;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Expected<TileRun::Signal> TileRun::forOp(ct::ForOp op) {
  unsigned width = numerics::bitWidth(kindOf(
      cast<ct::TileType>(op.getLowerBound().getType()).getElementType()));
  uint64_t value = get(op.getLowerBound()).lanes.front();
  uint64_t upper = get(op.getUpperBound()).lanes.front();
  uint64_t step = get(op.getStep()).lanes.front();
  Taint outside = control;
  control = joinTokens(
      control, taintOf({op.getLowerBound(), op.getUpperBound(), op.getStep()}));
  auto carried = op.getBody()->getArguments().drop_front();
  move(op.getInitValues(), carried);
  SmallVector<Token> initial;
  for (mlir::Value init : op.getInitValues())
    initial.push_back(isToken(init) ? Token(tokens[init]) : Token());
  bool isPositive =
      op.getUnsignedCmp() ? step != 0 : numerics::signedValue(width, step) > 0;
  auto runs = [&] {
    return isPositive &&
           (op.getUnsignedCmp() ? value < upper
                                : numerics::signedValue(width, value) <
                                      numerics::signedValue(width, upper));
  };
  uint64_t surroundings = iterations;
  for (unsigned trip = 0; runs(); ++trip) {
    if (trip == maxTrips) {
      recorder.cut();
      return Signal::Cut;
    }
    iterations = hash_combine(surroundings, body.keys.lookup(op), trip);
    set(op.getInductionVar(), {{value}, control});
    Expected<Signal> signal = block(*op.getBody());
    if (!signal || *signal == Signal::Return || *signal == Signal::Cut)
      return signal;
    // A last increment that overflows ends the loop.
    uint64_t next = numerics::truncI(width, value + step);
    bool wraps = op.getUnsignedCmp() ? next < value
                                     : numerics::signedValue(width, next) <
                                           numerics::signedValue(width, value);
    value = wraps ? upper : next;
  }
  iterations = surroundings;
  move(carried, op->getResults());
  if (!recorder.readings().isDefault(ChoiceId::G2))
    for (auto [result, past] : zip(op->getResults(), initial))
      if (isToken(result))
        tokens[result] = joinTokens(tokens[result], past);
  control = outside;
  return Signal::Yield;
}

/// Whether the round since `firstEvent` only read, with scopes, and left what
/// the loop carries as it was.
bool TileRun::isFruitless(unsigned firstEvent, mlir::Operation *loop,
                          ArrayRef<Lanes> before) {
  for (unsigned i = firstEvent; i < recorder.numEvents(); ++i)
    if (!recorder.event(i).isRead() || recorder.event(i).isWeak())
      return false;
  for (auto [argument, lanes] :
       zip(loop->getRegion(0).front().getArguments(), before))
    if (!isToken(argument) && get(argument).lanes != lanes)
      return false;
  return true;
}

Expected<TileRun::Signal> TileRun::loopOp(ct::LoopOp op) {
  Taint outside = control;
  auto arguments = op.getBody()->getArguments();
  move(op.getInitValues(), arguments);
  uint64_t surroundings = iterations;
  for (unsigned trip = 0;; ++trip) {
    if (trip == body.block.bound) {
      recorder.cut();
      return Signal::Cut;
    }
    iterations = hash_combine(surroundings, body.keys.lookup(op), trip);
    SmallVector<Lanes> before;
    for (mlir::Value argument : arguments)
      before.push_back(isToken(argument) ? Lanes() : get(argument).lanes);
    unsigned firstEvent = recorder.numEvents();
    Expected<Signal> signal = block(*op.getBody());
    if (!signal || *signal == Signal::Return || *signal == Signal::Cut)
      return signal;
    if (*signal == Signal::Break)
      break;
    if (isFruitless(firstEvent, op, before)) {
      recorder.spin();
      return Signal::Cut;
    }
  }
  iterations = surroundings;
  control = outside;
  return Signal::Yield;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The loop that a break or continue leaves.
static mlir::Operation *enclosingLoop(mlir::Operation *op) {
  mlir::Operation *parent = op->getParentOp();
  while (!isa<ct::LoopOp, ct::ForOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

Expected<TileRun::Signal> TileRun::block(mlir::Block &block) {
  for (mlir::Operation &op : block.without_terminator()) {
    Expected<Signal> signal = execute(&op);
    if (!signal || *signal != Signal::Yield)
      return signal;
  }
  mlir::Operation *end = block.getTerminator();
  if (isa<ct::ReturnOp>(end))
    return Signal::Return;
  if (isa<ct::BreakOp>(end)) {
    move(end->getOperands(), enclosingLoop(end)->getResults());
    return Signal::Break;
  }
  if (isa<ct::ContinueOp>(end)) {
    mlir::Operation *loop = enclosingLoop(end);
    auto arguments = loop->getRegion(0).front().getArguments();
    move(end->getOperands(),
         isa<ct::ForOp>(loop) ? arguments.drop_front() : arguments);
    return Signal::Continue;
  }
  return Signal::Yield;
}

Expected<TileRun::Signal> TileRun::execute(mlir::Operation *op) {
  if (++steps > maxSteps)
    return errorAt(op, "too many operations in one execution: the limit is " +
                           Twine(maxSteps));
  if (auto branch = dyn_cast<ct::IfOp>(op))
    return ifOp(branch);
  if (auto loop = dyn_cast<ct::ForOp>(op))
    return forOp(loop);
  if (auto loop = dyn_cast<ct::LoopOp>(op))
    return loopOp(loop);
  if (auto literal = dyn_cast<ct::ConstantOp>(op)) {
    constant(literal);
    return Signal::Yield;
  }
  if (viewOrAddress(op))
    return Signal::Yield;
  for (auto part :
       {&TileRun::memoryOp, &TileRun::storageOp, &TileRun::aggregate}) {
    Expected<bool> done = (this->*part)(op);
    if (!done)
      return done.takeError();
    if (*done)
      return Signal::Yield;
  }
  if (Error error = pure(op))
    return std::move(error);
  return Signal::Yield;
}

Error TileRun::run() {
  mlir::Block &top = body.block.entry->getRegion(0).front();
  for (auto [argument, bits] : zip(top.getArguments(), body.block.arguments))
    set(argument, {{bits}, {}});
  Expected<Signal> signal = block(top);
  return signal ? Error::success() : signal.takeError();
}

Error TileBody::run(Recorder &recorder) const {
  return TileRun(*this, recorder).run();
}
