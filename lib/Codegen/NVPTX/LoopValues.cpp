//===- Codegen/NVPTX/LoopValues.cpp - what a loop has around it ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One more value may be kept if several follow from it: `needed` is the set of
// values that the loop has around it, and each step makes it take fewer
// registers.
//
//===----------------------------------------------------------------------===//

#include "LoopValues.h"

#include "tessera/Target/BlockShare.h"
#include "tessera/Target/GpuKernel.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace tessera::gpu {

/// Loops around which fewer registers are needed stay as they are: so many
/// 32nds of what a thread has, or so many.
static constexpr unsigned leastShare = 7, leastRegisters = 18;
/// Instructions from the values that stay to one that is computed again, behind
/// an outermost loop, and behind a loop in another one, which is as often as
/// that has iterations.
static constexpr unsigned mostBehind = 5, mostInside = 2;

/// Registers of a value; predicates count as none.
static unsigned registersOf(const Value *value) {
  const Type *type = value->getType();
  if (type->isIntegerTy(1))
    return 0;
  const unsigned bits =
      type->isPointerTy() ? 64 : type->getPrimitiveSizeInBits();
  return std::max(1u, (bits + 31) / 32);
}

bool isFree(const Value *value) {
  if (isa<Constant, Argument>(value))
    return true;
  auto *call = dyn_cast<CallInst>(value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.") &&
         !callee->getName().contains("clock") && call->doesNotAccessMemory();
}

bool isCopied(const Value *value) {
  const Type *type = value->getType();
  return type->isPointerTy() || type->isIntegerTy(32) || type->isIntegerTy(64);
}

/// Arithmetic on integers and addresses that takes few instructions.
static bool isCheap(const Value *value) {
  auto *op = dyn_cast<Instruction>(value);
  if (!op)
    return false;
  if (isa<MinMaxIntrinsic>(op))
    return op->getType()->isIntegerTy();
  if (auto *binary = dyn_cast<BinaryOperator>(op))
    switch (binary->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return binary->getType()->isIntegerTy();
    default:
      return false;
    }
  // The words of a number.
  if (isa<InsertElementInst, BitCastInst>(op)) {
    const Type *words =
        (isa<InsertElementInst>(op) ? op : op->getOperand(0))->getType();
    return words->isVectorTy() && words->getScalarType()->isIntegerTy(32) &&
           op->getType()->getPrimitiveSizeInBits() == 64;
  }
  if (auto *address = dyn_cast<GetElementPtrInst>(op))
    return address->getNumIndices() == 1 && !address->getType()->isVectorTy();
  return isa<ZExtInst, SExtInst, TruncInst, PtrToIntInst>(op) &&
         op->getType()->isIntegerTy() && registersOf(op->getOperand(0)) != 0;
}

BasicBlock *placeOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *phi = dyn_cast<PHINode>(user))
    return phi->getIncomingBlock(use);
  return user->getParent();
}

/// What the loop's role has taken, or what the kernel's bounds leave a thread.
unsigned LoopValues::registersOfThread() const {
  const Function &function = *loop.getHeader()->getParent();
  for (const Instruction &op : instructions(function)) {
    auto *call = dyn_cast<IntrinsicInst>(&op);
    if (call &&
        (call->getIntrinsicID() ==
             Intrinsic::nvvm_setmaxnreg_inc_sync_aligned_u32 ||
         call->getIntrinsicID() ==
             Intrinsic::nvvm_setmaxnreg_dec_sync_aligned_u32) &&
        tree.dominates(call->getParent(), loop.getHeader()))
      return cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
  }
  // Three numbers of threads, of which the first is all.
  auto number = [&](StringRef name, unsigned otherwise) {
    unsigned value = otherwise;
    StringRef text = function.getFnAttribute(name).getValueAsString();
    return text.consumeInteger(10, value) ? otherwise : value;
  };
  const unsigned threads = number("nvvm.reqntid", 32);
  const unsigned blocks = std::max(number("nvvm.minctasm", 1), 1u);
  return std::min<int64_t>(
      {number("nvvm.maxnreg", target.registersPerThread),
       target.registersPerThread,
       registersOfEach(target, divideCeil(threads, 32) * blocks)});
}

/// Behind the loop, or in a branch of it.
bool LoopValues::isElsewhere(const Use &use) const {
  BasicBlock *place = placeOf(use);
  return behind.contains(place) || branches.contains(place);
}

/// What the lowering has counted; where it has not, many.
static unsigned registersOfTiles(const Function &function) {
  constexpr unsigned many = 255;
  unsigned counted = 0;
  const StringRef text =
      function.getFnAttribute(tileRegistersAttrName).getValueAsString();
  return text.getAsInteger(10, counted) ? many : counted;
}

/// Blocks that the loop leads to, in the same iteration of the loop around it.
/// Some are reached in other ways as well: where a loop has no iteration.
void LoopValues::findBlocksBehind() {
  SmallVector<BasicBlock *> open;
  loop.getExitBlocks(open);
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    if (around && (!around->contains(block) || block == around->getHeader()))
      continue;
    if (behind.insert(block).second)
      append_range(open, successors(block));
  }
}

/// Whether a product of tcgen05 is issued there, which one thread does.
static bool isOfOneThread(const BasicBlock &block) {
  return any_of(block, [](const Instruction &op) {
    auto *call = dyn_cast<CallInst>(&op);
    auto *text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    return text && StringRef(text->getAsmString()).contains("tcgen05.mma");
  });
}

/// Blocks of the loop that an iteration may leave out, or that keep one thread
/// busy in each.
void LoopValues::findBranches() {
  SmallVector<BasicBlock *, 2> latches;
  loop.getLoopLatches(latches);
  for (BasicBlock *block : loop.blocks())
    if (isOfOneThread(*block) || any_of(latches, [&](BasicBlock *latch) {
          return !tree.dominates(block, latch);
        }))
      branches.insert(block);
}

/// A number that differs from one iteration to the next: one that counts, if
/// there is one. Null if there is none.
static Value *findTurn(const Loop &loop) {
  Value *turn = nullptr;
  for (PHINode &phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy(32))
      continue;
    const bool counts = any_of(phi.incoming_values(), [&](Value *next) {
      auto *sum = dyn_cast<BinaryOperator>(next);
      return sum && sum->getOpcode() == Instruction::Add &&
             sum->getOperand(0) == &phi && isa<Constant>(sum->getOperand(1));
    });
    if (counts || !turn)
      turn = &phi;
    if (counts)
      break;
  }
  return turn;
}

/// Values from in front of the loop that the loop or something behind it uses.
void LoopValues::findNeeded() {
  for (Instruction &op : instructions(*loop.getHeader()->getParent())) {
    if (op.getType()->isVoidTy() || loop.contains(op.getParent()) ||
        !tree.dominates(op.getParent(), loop.getHeader()) || isFree(&op))
      continue;
    bool isInside = false, isUsed = false;
    for (const Use &use : op.uses()) {
      isUsed |= loop.contains(placeOf(use)) || isElsewhere(use);
      isInside |= loop.contains(placeOf(use)) && !isElsewhere(use);
    }
    if (!isUsed)
      continue;
    needed.insert(&op);
    if (isInside || !isCheap(&op) || registersOf(&op) == 0)
      continue;
    through.insert(&op);
    // Words that are joined are in the registers of both.
    for (auto *joined = dyn_cast<InsertElementInst>(op.getOperand(0)); joined;
         joined = dyn_cast<InsertElementInst>(joined->getOperand(0)))
      if (isa<BitCastInst>(op))
        through.insert(joined);
  }
}

/// By how many instructions a value follows from what stays; at most `most`, or
/// nothing. What lies between is marked as derived.
std::optional<unsigned> LoopValues::deriveOperand(Value *value, unsigned most) {
  if (isFree(value) || (needed.contains(value) && isCopied(value)))
    return 0;
  if (auto known = derived.find(value); known != derived.end())
    return known->second <= most ? std::optional(known->second) : std::nullopt;
  auto *op = dyn_cast<Instruction>(value);
  if (!op || !isCheap(op) || registersOf(op) == 0 || loop.contains(op))
    return std::nullopt;
  return deriveOne(op, most);
}

/// The same of what an instruction computes.
std::optional<unsigned> LoopValues::deriveOne(Instruction *op, unsigned most) {
  // To join words is no instruction.
  const unsigned own = !isa<InsertElementInst, BitCastInst>(op);
  if (own > most)
    return std::nullopt;
  unsigned depth = 0;
  for (Value *operand : op->operands()) {
    std::optional<unsigned> each = deriveOperand(operand, most - own);
    if (!each)
      return std::nullopt;
    depth = std::max(depth, *each);
  }
  derived[op] = depth + own;
  needed.remove(op);
  through.remove(op);
  return depth + own;
}

/// Whether the value stays or follows from what stays.
bool LoopValues::isKnown(Value *value) const {
  return isFree(value) || derived.contains(value) ||
         (needed.contains(value) && isCopied(value));
}

/// What is not known yet and would make `value` follow, by at most so many
/// instructions from each.
void LoopValues::findRoots(Value *value, unsigned most, Values &roots) const {
  if (isKnown(value))
    return;
  auto *op = dyn_cast<Instruction>(value);
  if (most == 0 || !op || !isCheap(op) || registersOf(op) == 0) {
    roots.insert(value);
    return;
  }
  for (Value *operand : op->operands())
    findRoots(operand, most - 1, roots);
}

/// Takes one more value into the set, if that makes more of them superfluous
/// than it takes registers.
bool LoopValues::keepOneMore() {
  MapVector<Value *, unsigned> gains;
  for (Instruction *op : through) {
    SmallPtrSet<Value *, 4> operands, roots;
    for (Value *operand : op->operands())
      if (!isKnown(operand)) {
        operands.insert(operand);
        findRoots(operand, mostDepth - 1, roots);
      }
    if (operands.size() == 1)
      gains[*operands.begin()] += registersOf(op);
    if (roots.size() == 1 && !operands.contains(*roots.begin()))
      gains[*roots.begin()] += registersOf(op);
  }
  Value *best = nullptr;
  unsigned most = 0;
  for (auto [value, gain] : gains)
    if (gain > registersOf(value) && gain - registersOf(value) > most) {
      best = value;
      most = gain - registersOf(value);
    }
  if (!best)
    return false;
  needed.insert(best);
  if (auto *op = dyn_cast<Instruction>(best); op && isCheap(op))
    through.insert(op);
  return true;
}

void LoopValues::derive() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Instruction *op : SmallVector<Instruction *>(through.getArrayRef()))
      changed |= deriveOne(op, mostDepth).has_value();
    if (!changed)
      changed = keepOneMore();
  }
}

bool LoopValues::find() {
  mostDepth = around ? mostInside : mostBehind;
  turn = findTurn(loop);
  turnAround = around ? findTurn(*around) : nullptr;
  // A loop without a turn waits; what is behind it in another loop is as often
  // needed as what is in front of it.
  if (!around || (turn && turnAround))
    findBlocksBehind();
  if (turn)
    findBranches();
  findNeeded();
  unsigned registers = 0;
  for (Value *value : needed)
    registers += registersOf(value);
  const unsigned all = registersOfThread();
  const unsigned tiles = registersOfTiles(*loop.getHeader()->getParent());
  if (through.empty() || registers + tiles <= all ||
      registers < std::max(leastRegisters, leastShare * all / 32))
    return false;
  derive();
  return !derived.empty();
}

} // namespace tessera::gpu
