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
// of another loop that uses it. LoopValues says which values these are.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"
#include "LoopValues.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tessera::gpu {

namespace {
/// What computes the derived values of one loop again.
class Recomputation {
public:
  Recomputation(Loop &loop, LoopInfo &loops, const LoopValues &values)
      : loop(loop), loops(loops), values(values) {}
  void run();

private:
  Instruction *positionFor(const Use &use) const;
  Value *copyOf(Value *value, Instruction *before);
  Value *computeAgain(Value *value, Instruction *before);

  Loop &loop;
  LoopInfo &loops;
  const LoopValues &values;
  /// What is computed again, in a block or at the end of one.
  DenseMap<std::pair<Value *, Value *>, Value *> made;
  /// One zero for all copies of a block.
  DenseMap<Value *, Value *> zeros;
};
} // namespace

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
Value *Recomputation::copyOf(Value *value, Instruction *before) {
  Type *type = value->getType();
  if (Value *number = values.turnOf(before->getParent())) {
    Value *&zero = zeros[placeOf(before)];
    if (!zero)
      zero = zeroOf(number, before);
    IRBuilder<> b(before);
    if (type->isPointerTy())
      return b.CreateGEP(b.getInt8Ty(), value, zero);
    // Not a sum, which ptxas would compute in another order.
    return b.CreateXor(value, b.CreateZExtOrTrunc(zero, type));
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
Instruction *Recomputation::positionFor(const Use &use) const {
  BasicBlock *place = placeOf(use);
  const Loop *around = loop.getParentLoop();
  Loop *other = loops.getLoopFor(place);
  while (other && other != &loop && other != around &&
         other->getParentLoop() != &loop && other->getParentLoop() != around)
    other = other->getParentLoop();
  if (other && other != &loop && other != around)
    if (BasicBlock *front = other->getLoopPreheader())
      return front->getTerminator();
  auto *user = cast<Instruction>(use.getUser());
  return isa<PHINode>(user) ? place->getTerminator() : user;
}

/// `value` in front of `before`, computed again, or as it is there already.
Value *Recomputation::computeAgain(Value *value, Instruction *before) {
  if (isa<Constant>(value) && !isa<ConstantExpr, GlobalVariable>(value))
    return value;
  Value *place = placeOf(before);
  if (Value *known = made.lookup({place, value}))
    return known;
  Value *copy;
  if (values.isDerived(value)) {
    auto *op = cast<Instruction>(value)->clone();
    for (Use &operand : op->operands())
      operand.set(computeAgain(operand.get(), before));
    op->insertBefore(before->getIterator());
    copy = op;
  } else if (auto *call = dyn_cast<CallInst>(value); call && isFree(call)) {
    Instruction *own = call->clone();
    own->insertBefore(before->getIterator());
    copy = copyOf(own, before);
  } else if (isa<Argument>(value) && !isCopied(value)) {
    copy = value;
  } else {
    copy = copyOf(value, before);
  }
  return made[{place, value}] = copy;
}

void Recomputation::run() {
  // In the order of each block, so that the first use makes the value.
  SmallVector<Instruction *> users;
  for (Instruction &op : instructions(*loop.getHeader()->getParent()))
    users.push_back(&op);
  for (Instruction *user : users)
    for (Use &use : user->operands()) {
      auto *op = dyn_cast<Instruction>(use.get());
      if (!op || !values.isDerived(op) || !values.isElsewhere(use))
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
    for (Loop *top : reverse(loops.getTopLevelLoops()))
      for (Loop *loop : depth_first(top))
        if (LoopValues values(*loop, tree, target); values.find())
          Recomputation(*loop, loops, values).run();
  }
}

} // namespace tessera::gpu
