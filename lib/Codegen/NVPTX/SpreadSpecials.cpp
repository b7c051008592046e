//===- Codegen/NVPTX/SpreadSpecials.cpp - exponentials beside other work -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit of special functions takes an instruction of a warp every eight
// cycles. Op by op a tile is many exponentials in a row, and then many sums and
// conversions of them, in whose time that unit has nothing to do. Within a
// block of many exponentials each of these is put where the unit is free, and
// between two of them what else is ready, in the order that it had. An
// instruction passes a limited number of others, so that values do not live
// much longer, and what has effects keeps its order.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera::gpu {

/// Blocks with fewer exponentials stay as they are.
static constexpr unsigned leastSpecials = 16;
/// Cycles of the unit, and of the results of it and of others, of which packed
/// arithmetic is the slowest.
static constexpr unsigned specialInterval = 8, specialLatency = 16,
                          otherLatency = 5;
/// How many instructions one may pass, other names of registers included.
static constexpr size_t window = 256;

static bool isSpecial(const Instruction &op) {
  auto *call = dyn_cast<CallBase>(&op);
  if (!call)
    return false;
  if (auto *text = dyn_cast<InlineAsm>(call->getCalledOperand()))
    return text->getAsmString().starts_with("ex2.");
  const Function *callee = call->getCalledFunction();
  return callee && callee->getName().starts_with("llvm.nvvm.ex2.");
}

/// Registers by another name.
static bool isFree(const Instruction &op) {
  return isa<ExtractElementInst, InsertElementInst, ExtractValueInst,
             BitCastInst>(op);
}

static bool hasEffects(const Instruction &op) {
  // Text without side effects is arithmetic on registers.
  if (auto *call = dyn_cast<CallBase>(&op))
    if (auto *text = dyn_cast<InlineAsm>(call->getCalledOperand()))
      return text->hasSideEffects();
  return op.mayReadOrWriteMemory() || op.mayHaveSideEffects();
}

namespace {
/// The instructions of one block between its phis and its end.
class BlockOrder {
public:
  explicit BlockOrder(BasicBlock &block);
  void rewrite();

private:
  /// When the operands of the instruction are there; nothing while one of them
  /// has no place yet.
  std::optional<unsigned> readyAt(size_t number) const;
  /// The next instruction, at the earliest time.
  size_t choose();
  void put(size_t number);

  BasicBlock &block;
  SmallVector<Instruction *> ops;
  DenseMap<const Value *, unsigned> numbers, done;
  SmallVector<bool> isPut;
  SmallVector<Instruction *> order;
  size_t first = 0;
  unsigned now = 0, unitFree = 0;
};
} // namespace

BlockOrder::BlockOrder(BasicBlock &block) : block(block) {
  for (Instruction &op : block)
    if (!isa<PHINode>(op) && !op.isTerminator()) {
      numbers[&op] = ops.size();
      ops.push_back(&op);
    }
  isPut.resize(ops.size());
}

std::optional<unsigned> BlockOrder::readyAt(size_t number) const {
  unsigned time = 0;
  for (const Value *operand : ops[number]->operands()) {
    if (!numbers.contains(operand))
      continue;
    auto found = done.find(operand);
    if (found == done.end())
      return std::nullopt;
    time = std::max(time, found->second);
  }
  return time;
}

size_t BlockOrder::choose() {
  std::optional<size_t> best;
  unsigned bestTime = 0;
  bool isBestSpecial = false, passedEffect = false;
  for (size_t i = first; i < std::min(ops.size(), first + window); ++i) {
    if (isPut[i])
      continue;
    const bool isEffect = hasEffects(*ops[i]);
    if (isEffect && passedEffect)
      continue;
    passedEffect |= isEffect;
    std::optional<unsigned> ready = readyAt(i);
    if (!ready)
      continue;
    const bool special = isSpecial(*ops[i]);
    const unsigned time = std::max({now, *ready, special ? unitFree : 0u});
    if (!best || time < bestTime ||
        (time == bestTime && special && !isBestSpecial)) {
      best = i;
      bestTime = time;
      isBestSpecial = special;
    }
  }
  // The first one's operands are in front of it.
  now = bestTime;
  return *best;
}

void BlockOrder::put(size_t number) {
  Instruction *op = ops[number];
  isPut[number] = true;
  order.push_back(op);
  const bool special = isSpecial(*op);
  done[op] = now + (isFree(*op) ? 0 : special ? specialLatency : otherLatency);
  if (special)
    unitFree = now + specialInterval;
  if (!isFree(*op))
    ++now;
  while (first < ops.size() && isPut[first])
    ++first;
}

void BlockOrder::rewrite() {
  while (first < ops.size())
    put(choose());
  for (Instruction *op : order)
    op->moveBefore(block.getTerminator()->getIterator());
}

void spreadSpecials(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function)
      if (static_cast<unsigned>(count_if(block, isSpecial)) >= leastSpecials)
        BlockOrder(block).rewrite();
}

} // namespace tessera::gpu
