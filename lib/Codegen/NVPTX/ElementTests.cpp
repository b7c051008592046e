//===- Codegen/NVPTX/ElementTests.cpp - masks of a thread's elements -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask compares the number of each element of a thread, `first + k`, with one
// bound: causal attention compares keys with a query. Here `first + k > bound`
// becomes `bound - first < k`: the difference is computed once for all
// elements, and each element costs a comparison with a constant instead of a
// sum and a comparison.
//
// It also saves registers. ptxas takes `(start + lane) + k`, whose start
// changes in a loop, apart into `start + (lane + k)`, and keeps one register
// for each k through the loop.
//
// The difference saturates at the ends of the signed numbers, where it compares
// with each k, which is not negative, as the exact difference would. Sums are
// only taken apart if they are exact, which those of bits that do not overlap
// are.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <limits>
#include <map>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tessera::gpu {

/// The difference costs five instructions, and each comparison by it saves one.
static constexpr size_t leastTests = 8;

namespace {
/// A number as an exact sum, which is an `or`: the parts and a constant.
struct Sum {
  SmallVector<Value *, 2> parts;
  uint32_t constant = 0;
};

/// A comparison of `first + constant` with a bound. `predicate` is that of the
/// sum as the left side.
struct ElementTest {
  ICmpInst *test;
  ICmpInst::Predicate predicate;
  uint32_t constant;
};

/// The parts of the sum, then the bound.
using TestKey = SmallVector<Value *, 3>;
using TestGroups =
    MapVector<TestKey, SmallVector<ElementTest>, std::map<TestKey, unsigned>>;
} // namespace

static void addParts(Value *value, Sum &sum) {
  Value *a, *b;
  const APInt *constant;
  if (match(value, m_APInt(constant))) {
    sum.constant |= constant->getZExtValue();
  } else if (match(value, m_DisjointOr(m_Value(a), m_Value(b)))) {
    addParts(a, sum);
    addParts(b, sum);
  } else {
    sum.parts.push_back(value);
  }
}

/// Groups the comparisons of a block that differ in the constant only.
static TestGroups groupTests(BasicBlock &block) {
  TestGroups groups;
  for (Instruction &each : block) {
    auto *test = dyn_cast<ICmpInst>(&each);
    if (!test || !test->getOperand(0)->getType()->isIntegerTy(32) ||
        test->isUnsigned())
      continue;
    for (unsigned side : {0, 1}) {
      Value *bound = test->getOperand(1 - side);
      Sum sum;
      addParts(test->getOperand(side), sum);
      // A sum of one part and nothing has k = 0. The bound is no constant: a
      // test of a number by a constant is what this pass makes.
      if (isa<Constant>(bound) || sum.parts.empty() ||
          sum.constant >= std::numeric_limits<int32_t>::max())
        continue;
      TestKey key(sum.parts.begin(), sum.parts.end());
      key.push_back(bound);
      groups[key].push_back(
          {test, side == 0 ? test->getPredicate() : test->getSwappedPredicate(),
           sum.constant});
    }
  }
  return groups;
}

/// bound - (sum of the parts), saturated, in front of `test`.
static Value *buildDifference(ICmpInst *test, ArrayRef<Value *> parts,
                              Value *bound) {
  IRBuilder<> b(test);
  Value *first = parts.front();
  for (Value *part : parts.drop_front())
    first = b.CreateOr(first, part, "", /*IsDisjoint=*/true);
  // LLVM would write the intrinsic `ssub.sat` as six instructions.
  auto *subtract = InlineAsm::get(
      FunctionType::get(b.getInt32Ty(), {b.getInt32Ty(), b.getInt32Ty()},
                        /*isVarArg=*/false),
      "sub.sat.s32 $0, $1, $2;", "=r,r,r", /*hasSideEffects=*/false);
  return b.CreateCall(subtract, {bound, first});
}

void testElementsByConstants(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (auto &[key, tests] : groupTests(block)) {
        if (tests.size() < leastTests)
          continue;
        Value *difference = buildDifference(
            tests.front().test, ArrayRef(key).drop_back(), key.back());
        for (const ElementTest &each : tests) {
          // first + k > bound: bound - first < k.
          each.test->setPredicate(
              ICmpInst::getSwappedPredicate(each.predicate));
          each.test->setSameSign(false);
          each.test->setOperand(0, difference);
          each.test->setOperand(
              1, ConstantInt::get(difference->getType(), each.constant));
        }
      }
}

} // namespace tessera::gpu
