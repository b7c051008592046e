//===- Interpreter/Engine.cpp - control flow of one tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structured control flow (core.md 6.3): a block of code runs until a
// terminator, which moves its operands to the slots of what it leaves and says
// how it left. `for` fixes its trip count on entry, so an increment that wraps
// is harmless. Memory operations run in program order, which satisfies every
// token order.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "tessera/Numerics/IntArith.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tessera::interp {

/// How often limits are looked at, in executed ops.
static constexpr uint64_t stepsPerLook = 4096;

Engine::Engine(const ProgramCode &code, RunState &state)
    : context(pool), code(code), state(state) {
  context.slots.resize(code.numSlots);
  context.views.resize(code.numViewSlots);
  for (const auto &[slot, tile] : code.constants)
    context.slots[slot] = tile.clone(pool);
  context.mem = &state.memory;
  context.grid = state.options.grid;
  context.checkMode = state.options.checkMode;
  context.checkAssumes = state.options.checkAssumes;
  context.unspecifiedAsOnes = state.options.unspecifiedAsOnes;
  context.engine = this;
}

void Engine::runBlock(uint64_t order, const Dim3 &block,
                      llvm::raw_ostream &out) {
  for (auto [slot, argument] : llvm::zip(code.body.arguments, state.arguments))
    context.slots[slot] = argument.clone(pool);
  context.block = block;
  context.blockOrder = order;
  context.out = &out;
  sequence = 0;
  blockSteps = 0;
  localBytes = 0;
  lastRefill = stepBudget = 0;
  ++blocksRun;
  Signal signal = execute(code.body);
  stepsRun += blockSteps + (lastRefill - stepBudget);
  freeLocals(0);
  if (signal == Signal::Stop) {
    state.stopAt(order);
    context.batchShape = {};
  }
}

void Engine::runInstead(
    uint64_t order, llvm::function_ref<LogicalResult(BlockContext &)> body) {
  context.blockOrder = order;
  sequence = 0;
  if (failed(body(context)))
    state.stopAt(order);
}

LogicalResult Engine::refillSteps(const Instruction &inst) {
  blockSteps += lastRefill;
  lastRefill = stepBudget = 0;
  const RunOptions &options = state.options;
  if (context.blockOrder > state.stopAfter.load(std::memory_order_relaxed)) {
    return failure();
  }
  if (state.deadline && std::chrono::steady_clock::now() > *state.deadline)
    return context.fail(inst.op,
                        "time limit of " +
                            llvm::formatv("{0}", options.timeoutSeconds).str() +
                            " seconds reached");
  // With an observer, each step is a look.
  uint64_t budget = options.observer ? 1 : stepsPerLook;
  if (options.maxStepsPerBlock) {
    if (blockSteps >= options.maxStepsPerBlock)
      return context.fail(inst.op, "step limit of " +
                                       Twine(options.maxStepsPerBlock) +
                                       " operations reached");
    budget = std::min(budget, options.maxStepsPerBlock - blockSteps);
  }
  lastRefill = stepBudget = budget;
  return options.observer ? step(inst) : success();
}

void Engine::moveOperands(const Instruction &inst,
                          llvm::ArrayRef<uint32_t> destinations,
                          unsigned first) {
  if (destinations.size() == 1) {
    context.slots[destinations[0]] = takeOperand(inst, first);
    return;
  }
  // All are read before any is written: a destination may be an operand.
  llvm::SmallVector<Tile, 8> values;
  for (unsigned i = 0; i < destinations.size(); ++i)
    values.push_back(takeOperand(inst, first + i));
  for (unsigned i = 0; i < destinations.size(); ++i)
    context.slots[destinations[i]] = std::move(values[i]);
}

Engine::Signal Engine::execute(const CodeBlock &block) {
  for (const Instruction &inst : block.instructions) {
    if (stepBudget == 0 && failed(refillSteps(inst)))
      return Signal::Stop;
    --stepBudget;
    Signal signal = Signal::Yield;
    switch (inst.opcode) {
    case Opcode::Call:
      context.current = &inst;
      if (failed(inst.handler(inst.op, context)))
        return Signal::Stop;
      if (inst.changesMemory && state.waits &&
          didChangeMemory(inst, context.slots))
        ++state.waits->changes;
      break;
    case Opcode::If: {
      bool taken = context.slots[inst.slots[0]].bits() & 1;
      if (const CodeBlock *region = inst.regions[taken ? 0 : 1])
        signal = execute(*region);
      break;
    }
    case Opcode::For:
      signal = executeFor(inst);
      break;
    case Opcode::Loop:
      signal = executeLoop(inst);
      break;
    case Opcode::Reduce:
      if (failed(executeReduce(inst)))
        return Signal::Stop;
      break;
    case Opcode::Scan:
      if (failed(executeScan(inst)))
        return Signal::Stop;
      break;
    case Opcode::Yield:
      moveOperands(inst, inst.destinations);
      return Signal::Yield;
    case Opcode::Break:
      moveOperands(inst, inst.destinations);
      return Signal::Break;
    case Opcode::Continue:
      moveOperands(inst, inst.destinations);
      return Signal::Continue;
    case Opcode::Return:
      return Signal::Return;
    }
    if (signal != Signal::Yield)
      return signal;
    for (uint32_t slot : inst.kills)
      context.slots[slot].reset();
  }
  return Signal::Yield;
}

/// ceil((upper - lower) / step) for lower < upper, exact in 64 bits.
static uint64_t tripCount(uint64_t distance, uint64_t step) {
  return distance / step + (distance % step != 0);
}

Engine::Signal Engine::executeFor(const Instruction &inst) {
  const Tile &lower = context.slots[inst.slots[0]];
  const Tile &upper = context.slots[inst.slots[1]];
  const Tile &step = context.slots[inst.slots[2]];
  ElementKind kind = lower.kind();
  uint64_t first = lower.unsignedAt(), stride = step.unsignedAt(), trips = 0;
  bool positive = inst.isUnsigned ? stride != 0 : step.signedAt() > 0;
  // i1 has no positive signed value; its step 1 reads as -1.
  if (!positive) {
    context.current = &inst;
    if (failed(context.report(inst.op, CheckKind::StepNotPositive, -1,
                              "expected a positive step, got " +
                                  Twine(step.signedAt()) +
                                  "; the loop body is not executed")))
      return Signal::Stop;
  } else if (inst.isUnsigned) {
    if (first < upper.unsignedAt())
      trips = tripCount(upper.unsignedAt() - first, stride);
  } else if (lower.signedAt() < upper.signedAt()) {
    trips = tripCount(static_cast<uint64_t>(upper.signedAt()) -
                          static_cast<uint64_t>(lower.signedAt()),
                      stride);
  }

  const CodeBlock &body = *inst.regions[0];
  llvm::ArrayRef<uint32_t> carried =
      llvm::ArrayRef(body.arguments).drop_front();
  moveOperands(inst, carried, 3);
  unsigned width = numerics::bitWidth(kind);
  size_t outerLocals = locals.size();
  uint64_t value = first;
  for (uint64_t trip = 0; trip < trips; ++trip) {
    context.slots[body.arguments[0]] = Tile::scalar(kind, value);
    Signal signal = execute(body);
    if (locals.size() != outerLocals)
      freeLocals(outerLocals);
    if (signal != Signal::Continue)
      return signal;
    value = numerics::truncI(width, value + stride);
  }
  for (auto [result, argument] : llvm::zip(inst.resultSlots(), carried))
    context.slots[result] = std::move(context.slots[argument]);
  return Signal::Yield;
}

Engine::Signal Engine::executeLoop(const Instruction &inst) {
  const CodeBlock &body = *inst.regions[0];
  moveOperands(inst, body.arguments);
  size_t outerLocals = locals.size();
  std::optional<LoopWatch> watch;
  if (state.waits)
    watch.emplace(*state.waits);
  while (true) {
    Signal signal = execute(body);
    if (locals.size() != outerLocals)
      freeLocals(outerLocals);
    if (signal == Signal::Break)
      return Signal::Yield;
    if (signal != Signal::Continue)
      return signal;
    if (watch && watch->isStuck(inst, context.slots, pool)) {
      (void)context.fail(inst.op,
                         "this loop never ends: it leaves memory and its "
                         "values as they are, and no other tile block runs "
                         "that could change them");
      return Signal::Stop;
    }
  }
}

void Engine::freeLocals(size_t keep) {
  while (locals.size() > keep) {
    state.memory.remove(locals.back().first);
    localBytes = locals.back().second;
    locals.pop_back();
  }
}

} // namespace tessera::interp
