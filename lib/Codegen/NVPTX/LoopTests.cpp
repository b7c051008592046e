//===- Codegen/NVPTX/LoopTests.cpp - comparisons of induction variables -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas 13.0 takes the test `x > C` of a loop for `x + k > C + k`, where x + k
// is the variable's next value, also when x + k wraps around and C + k does not
// (docs/gpu-goldens.md). LLVM writes such tests: of `x + 2 < 2`, signed, it
// makes `x > 2^63 - 3`, unsigned. Where the sums could wrap, both sides get
// their highest bit flipped and the comparison the other signedness, which
// means the same and is no test of x any more for ptxas.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tessera::gpu {

/// Whether ptxas may replace `test`, an unsigned comparison of a variable that
/// changes by constants, by one that differs.
static bool mayDiffer(const ICmpInst &test) {
  auto *variable = dyn_cast<PHINode>(test.getOperand(0));
  auto *bound = dyn_cast<ConstantInt>(test.getOperand(1));
  if (!variable || !bound || !test.isUnsigned())
    return false;
  bool changes = false, isSafe = true;
  for (const Value *incoming : variable->incoming_values()) {
    const APInt *constant;
    if (match(incoming, m_APInt(constant))) {
      isSafe &= constant->isNonNegative();
    } else if (match(incoming,
                     m_Add(m_Specific(variable), m_APInt(constant)))) {
      changes = true;
      // Up to the bound, and a step behind it.
      bool overflows = false;
      const APInt behind = bound->getValue().uadd_ov(*constant, overflows);
      isSafe &= constant->isStrictlyPositive() && !overflows &&
                behind.isNonNegative();
    } else {
      isSafe = false;
    }
  }
  return changes && !isSafe;
}

void guardLoopTests(Module &module) {
  for (Function &function : module)
    for (Instruction &each : instructions(function)) {
      auto *test = dyn_cast<ICmpInst>(&each);
      if (!test || !mayDiffer(*test))
        continue;
      IRBuilder<> b(test);
      const unsigned bits =
          test->getOperand(0)->getType()->getIntegerBitWidth();
      const APInt highest = APInt::getSignMask(bits);
      auto *bound = cast<ConstantInt>(test->getOperand(1));
      test->setOperand(0, b.CreateXor(test->getOperand(0), highest));
      test->setOperand(1, b.getInt(bound->getValue() ^ highest));
      test->setPredicate(test->getSignedPredicate());
      test->setSameSign(false);
    }
}

} // namespace tessera::gpu
