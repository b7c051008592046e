//===- Codegen/NVPTX/SharePhases.cpp - one phase for all barriers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline of one stage counts its phase beside the loop, 0 and 1 in turn,
// and a role that waits for several pipelines has a phase of each. They are all
// the same number or its opposite, which is also the lowest bit of the loop's
// counter: phases follow from the counter, or else from one of them.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tessera::gpu {

namespace {
/// A phi that has a constant in the first iteration.
struct Begin {
  const APInt *constant;
  BasicBlock *from;
  /// What it is in the next iteration.
  Value *next;
};
} // namespace

static std::optional<Begin> findBegin(PHINode &phi) {
  if (!phi.getType()->isIntegerTy(32) || phi.getNumIncomingValues() != 2)
    return std::nullopt;
  for (unsigned index : {0, 1})
    if (auto *constant = dyn_cast<ConstantInt>(phi.getIncomingValue(index)))
      return Begin{&constant->getValue(), phi.getIncomingBlock(index),
                   phi.getIncomingValue(1 - index)};
  return std::nullopt;
}

/// Replaces phases by what follows from the loop's counter, whose lowest bit
/// changes as they do, or else from the first phase.
static void sharePhasesOf(BasicBlock &header) {
  SmallVector<PHINode *> phases;
  Value *kept = nullptr;
  Begin keptBegin;
  for (PHINode &phi : header.phis()) {
    std::optional<Begin> begin = findBegin(phi);
    const APInt *step;
    if (!begin)
      continue;
    if (match(begin->next, m_Xor(m_Specific(&phi), m_One()))) {
      phases.push_back(&phi);
    } else if (!kept &&
               match(begin->next, m_Add(m_Specific(&phi), m_APInt(step))) &&
               (*step)[0]) {
      kept = &phi;
      keptBegin = *begin;
    }
  }
  if (phases.empty())
    return;
  IRBuilder<> b(&header, header.getFirstInsertionPt());
  if (!kept) {
    kept = phases.front();
    keptBegin = *findBegin(*phases.front());
  }
  APInt keptConstant = *keptBegin.constant;
  if (kept != phases.front()) {
    kept = b.CreateAnd(kept, 1);
    keptConstant &= 1;
  }
  for (PHINode *phase : phases) {
    const Begin begin = *findBegin(*phase);
    if (phase == kept || begin.from != keptBegin.from)
      continue;
    const APInt difference = *begin.constant ^ keptConstant;
    Value *same =
        difference.isZero() ? kept : b.CreateXor(kept, b.getInt(difference));
    phase->replaceAllUsesWith(same);
    phase->eraseFromParent();
    auto *next = cast<Instruction>(begin.next);
    if (next->use_empty())
      next->eraseFromParent();
  }
}

void sharePhases(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function)
      sharePhasesOf(block);
}

} // namespace tessera::gpu
