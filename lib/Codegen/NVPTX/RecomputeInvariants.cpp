//===- Codegen/NVPTX/RecomputeInvariants.cpp - fewer values through loops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed in front of a loop, and needed again only behind it, is in
// registers all the while: bounds and addresses of results which those of
// operands share, for each row of a thread one. So is what only a branch of the
// loop uses, as descriptors of the factors of a product, which one thread
// issues, also in a loop of its own. Where such a value is a few cheap
// instructions away from others that are there anyway, each block behind the
// loop or of a branch computes it again, in front of its first use, or in front
// of another loop that uses it.
//
// One more value may be kept if several follow from it: `needed` is the set of
// values that the loop has around it, and each step makes it take fewer
// registers.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace tessera::gpu {

/// Loops around which fewer registers are needed stay as they are: so many
/// 32nds of what a thread has, or so many.
static constexpr unsigned leastShare = 7, leastRegisters = 18;
/// Instructions from the values that stay to one that is computed again.
static constexpr unsigned mostDepth = 4;

/// Registers of a value; predicates count as none.
static unsigned registersOf(const Value *value) {
  const Type *type = value->getType();
  if (type->isIntegerTy(1))
    return 0;
  const unsigned bits =
      type->isPointerTy() ? 64 : type->getPrimitiveSizeInBits();
  return std::max(1u, (bits + 31) / 32);
}

/// Not in a register: constants, parameters, which are in a bank of constants,
/// and what the GPU keeps for each thread or block.
static bool isFree(const Value *value) {
  if (isa<Constant, Argument>(value))
    return true;
  auto *call = dyn_cast<CallInst>(value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.") &&
         !callee->getName().contains("clock") && call->doesNotAccessMemory();
}

/// One instruction of arithmetic on integers and addresses.
static bool isCheap(const Value *value) {
  auto *op = dyn_cast<Instruction>(value);
  if (!op)
    return false;
  if (auto *binary = dyn_cast<BinaryOperator>(op))
    switch (binary->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
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
  if (isa<InsertElementInst>(op) ||
      (isa<BitCastInst>(op) && op->getOperand(0)->getType()->isVectorTy()))
    return op->getType()->getPrimitiveSizeInBits() == 64;
  if (auto *address = dyn_cast<GetElementPtrInst>(op))
    return address->getNumIndices() == 1 && !address->getType()->isVectorTy();
  return isa<ZExtInst, SExtInst, TruncInst, PtrToIntInst>(op) &&
         op->getType()->isIntegerTy() && registersOf(op->getOperand(0)) != 0;
}

namespace {
/// One outermost loop.
class LoopValues {
public:
  LoopValues(Loop &loop, LoopInfo &loops, DominatorTree &tree,
             const GpuTarget &target)
      : loop(loop), loops(loops), tree(tree), target(target) {}
  void run();

private:
  unsigned registersOfThread() const;
  bool isElsewhere(const Use &use) const;
  void findBlocksBehind();
  void findBranches();
  void findTurn();
  void findNeeded();
  void derive();
  bool deriveOne(Instruction *op);
  bool keepOneMore();
  Instruction *positionFor(const Use &use);
  Value *copyOf(Value *value, Instruction *before);
  Value *computeAgain(Value *value, Instruction *before);

  Loop &loop;
  LoopInfo &loops;
  DominatorTree &tree;
  const GpuTarget &target;
  /// Blocks behind the loop, and those that not every iteration runs.
  SmallPtrSet<BasicBlock *, 16> behind, branches;
  /// A number that differs from one iteration to the next, or null.
  Value *turn = nullptr;
  /// What registers hold in the loop, or through it.
  SetVector<Value *> needed;
  /// Of these, what nobody uses in each iteration.
  SetVector<Instruction *> through;
  /// What follows from the others, and by how many instructions.
  DenseMap<Value *, unsigned> derived;
  /// What is computed again, in a block or at the end of one.
  DenseMap<std::pair<Value *, Value *>, Value *> made;
};
} // namespace

/// Where the value has to be: a phi uses it at the end of a block.
static BasicBlock *placeOf(const Use &use) {
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
  return std::min({number("nvvm.maxnreg", target.registersPerThread),
                   target.registersPerThread,
                   target.registersPerMultiprocessor / (threads * blocks)});
}

/// Behind the loop, or in a branch of it.
bool LoopValues::isElsewhere(const Use &use) const {
  BasicBlock *place = placeOf(use);
  return behind.contains(place) || branches.contains(place);
}

/// Blocks that the loop leads to. Some are reached in other ways as well: where
/// a loop has no iteration.
void LoopValues::findBlocksBehind() {
  SmallVector<BasicBlock *> open;
  loop.getExitBlocks(open);
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
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

/// One that counts, if there is one.
void LoopValues::findTurn() {
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
      return;
  }
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

/// Whether all operands stay or follow from such.
bool LoopValues::deriveOne(Instruction *op) {
  unsigned depth = 0;
  for (Value *operand : op->operands()) {
    if (isFree(operand))
      continue;
    auto known = derived.find(operand);
    if (known != derived.end())
      depth = std::max(depth, known->second);
    else if (!needed.contains(operand))
      return false;
  }
  // To join words is no instruction.
  depth += !isa<InsertElementInst, BitCastInst>(op);
  if (depth > mostDepth)
    return false;
  derived[op] = depth;
  needed.remove(op);
  through.remove(op);
  return true;
}

/// Takes one more value into the set, if that makes more of them superfluous
/// than it takes registers.
bool LoopValues::keepOneMore() {
  MapVector<Value *, unsigned> gains;
  for (Instruction *op : through) {
    SmallPtrSet<Value *, 2> missing;
    for (Value *operand : op->operands())
      if (!isFree(operand) && !needed.contains(operand) &&
          !derived.contains(operand))
        missing.insert(operand);
    if (missing.size() == 1)
      gains[*missing.begin()] += registersOf(op);
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
      changed |= deriveOne(op);
    if (!changed)
      changed = keepOneMore();
  }
}

/// Where one copy of a value serves all users. Users of a block come in their
/// order; its end is behind all of them.
static Value *placeOf(Instruction *before) {
  return before->isTerminator() ? cast<Value>(before)
                                : cast<Value>(before->getParent());
}

/// A zero that follows from `turn`: no population count is 64. Neither LLVM nor
/// ptxas knows that, or it would move what is computed with it out of the loop.
static Value *zeroOf(Value *turn, Instruction *before) {
  InlineAsm *text = InlineAsm::get(
      FunctionType::get(turn->getType(), {turn->getType()}, false),
      "{ .reg .b32 t; popc.b32 t, $1; shr.u32 $0, t, 6; }", "=r,r",
      /*hasSideEffects=*/true);
  CallInst *zero = CallInst::Create(text, {turn}, "", before->getIterator());
  zero->setDoesNotThrow();
  return zero;
}

/// A copy of `value` of which nothing is known: else passes behind would take
/// what is computed of it for the same as in front of the loop.
Value *LoopValues::copyOf(Value *value, Instruction *before) {
  Type *type = value->getType();
  if (loop.contains(before->getParent())) {
    // One zero for all copies of a block.
    Value *&zero = made[{placeOf(before), turn}];
    if (!zero)
      zero = zeroOf(turn, before);
    IRBuilder<> b(before);
    if (type->isPointerTy())
      return b.CreateGEP(b.getInt8Ty(), value, zero);
    return b.CreateAdd(value, b.CreateZExtOrTrunc(zero, type));
  }
  const bool isLong =
      before->getDataLayout().getTypeSizeInBits(type).getFixedValue() > 32;
  InlineAsm *text =
      InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false), "",
                     isLong ? "=l,0" : "=r,0", /*hasSideEffects=*/true);
  CallInst *copy = CallInst::Create(text, {value}, "", before->getIterator());
  copy->setDoesNotThrow();
  return copy;
}

/// What is used in another loop is computed in front of that.
Instruction *LoopValues::positionFor(const Use &use) {
  BasicBlock *place = placeOf(use);
  Loop *other = loops.getLoopFor(place);
  while (other && other != &loop && other->getParentLoop() != &loop &&
         other->getParentLoop())
    other = other->getParentLoop();
  if (other && other != &loop)
    if (BasicBlock *front = other->getLoopPreheader())
      return front->getTerminator();
  auto *user = cast<Instruction>(use.getUser());
  return isa<PHINode>(user) ? place->getTerminator() : user;
}

/// `value` in front of `before`, computed again, or as it is there already.
Value *LoopValues::computeAgain(Value *value, Instruction *before) {
  if (isa<Constant>(value))
    return value;
  Value *place = placeOf(before);
  if (Value *known = made.lookup({place, value}))
    return known;
  Value *copy;
  if (derived.contains(value)) {
    auto *op = cast<Instruction>(value)->clone();
    for (Use &operand : op->operands())
      operand.set(computeAgain(operand.get(), before));
    op->insertBefore(before->getIterator());
    copy = op;
  } else if (auto *call = dyn_cast<CallInst>(value); call && isFree(call)) {
    Instruction *own = call->clone();
    own->insertBefore(before->getIterator());
    copy = copyOf(own, before);
  } else {
    copy = copyOf(value, before);
  }
  return made[{place, value}] = copy;
}

void LoopValues::run() {
  findBlocksBehind();
  findTurn();
  if (turn)
    findBranches();
  findNeeded();
  unsigned registers = 0;
  for (Value *value : needed)
    registers += registersOf(value);
  if (through.empty() ||
      registers <
          std::max(leastRegisters, leastShare * registersOfThread() / 32))
    return;
  derive();
  if (derived.empty())
    return;
  // In the order of each block, so that the first use makes the value.
  SmallVector<Instruction *> users;
  for (Instruction &op : instructions(*loop.getHeader()->getParent()))
    users.push_back(&op);
  for (Instruction *user : users)
    for (Use &use : user->operands()) {
      auto *op = dyn_cast<Instruction>(use.get());
      if (!op || !derived.contains(op) || !isElsewhere(use))
        continue;
      use.set(computeAgain(op, positionFor(use)));
    }
}

void recomputeInvariants(Module &module, const GpuTarget &target) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    DominatorTree tree(function);
    LoopInfo loops(tree);
    for (Loop *loop : reverse(loops.getTopLevelLoops()))
      LoopValues(*loop, loops, tree, target).run();
  }
}

} // namespace tessera::gpu
