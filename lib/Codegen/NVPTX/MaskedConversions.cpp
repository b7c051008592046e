//===- Codegen/NVPTX/MaskedConversions.cpp - bits of short floats -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas 13.0 makes one instruction of two conversions to 16 bits whose results
// are neighbours, and then loses an `and` of the lower one with a constant
// (docs/gpu-goldens.md). Such masks are applied to a register of 32 bits that
// holds the value twice, which ptxas gets right and which costs no more.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tessera::gpu {

/// Whether the 16 bits may be what a conversion gave.
static bool mayBeConverted(const Value *bits) {
  if (auto *freeze = dyn_cast<FreezeInst>(bits))
    return mayBeConverted(freeze->getOperand(0));
  if (auto *cast = dyn_cast<BitCastInst>(bits))
    return !isa<LoadInst, PHINode>(cast->getOperand(0));
  return isa<CallInst, ExtractElementInst, ExtractValueInst, TruncInst>(bits);
}

/// `bits`, of 16 bits, and a constant; of 32 bits if `isWide`.
static Value *maskTwice(IRBuilder<> &b, Value *bits, uint64_t mask,
                        bool isWide) {
  Type *type = isWide ? b.getInt32Ty() : b.getInt16Ty();
  auto *masked = InlineAsm::get(
      FunctionType::get(type, {b.getInt16Ty()}, false),
      std::string("{ .reg .b32 twice; mov.b32 twice, {$1, $1}; and.b32 ") +
          (isWide ? "$0" : "twice") + ", twice, " + std::to_string(mask) +
          (isWide ? "; }" : "; cvt.u16.u32 $0, twice; }"),
      isWide ? "=r,h" : "=h,h", /*hasSideEffects=*/false);
  return b.CreateCall(masked, {bits});
}

/// A mask that ptxas may lose, written in another way; null for all else.
static Value *rewritten(Instruction &each) {
  IRBuilder<> b(&each);
  Value *bits = nullptr;
  // LLVM clears the sign of f16 and bf16 by a mask.
  if (match(&each, m_FAbs(m_Value(bits))) &&
      (each.getType()->isHalfTy() || each.getType()->isBFloatTy()))
    return b.CreateBitCast(maskTwice(b, b.CreateBitCast(bits, b.getInt16Ty()),
                                     0x7FFF, /*isWide=*/false),
                           each.getType());
  const APInt *mask = nullptr;
  if (!match(&each, m_And(m_Value(bits), m_APInt(mask))))
    return nullptr;
  const bool isWide = each.getType()->isIntegerTy(32);
  if (isWide && !match(bits, m_ZExt(m_Value(bits))))
    return nullptr;
  if (!bits->getType()->isIntegerTy(16) || !mayBeConverted(bits))
    return nullptr;
  return maskTwice(b, bits, mask->getLoBits(16).getZExtValue(), isWide);
}

void guardMaskedConversions(Module &module) {
  for (Function &function : module)
    for (Instruction &each : make_early_inc_range(instructions(function)))
      if (Value *other = rewritten(each)) {
        each.replaceAllUsesWith(other);
        each.eraseFromParent();
      }
}

} // namespace tessera::gpu
