//===- Codegen/NVPTX/NibbleVectors.cpp - 4 bits of bytes ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of four bits of a byte that is an element of a vector, LLVM makes an element
// of a vector of nibbles. The back end has no such vectors and goes by local
// memory. A shift and a truncation give the same bits.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tessera::gpu {

/// The same as `each`, an element of a vector of numbers of less than a byte
/// that has the bits of another vector; null for all else.
static Value *elementOfBytes(Instruction &each) {
  Value *wide = nullptr;
  uint64_t index = 0;
  if (!match(&each,
             m_ExtractElt(m_BitCast(m_Value(wide)), m_ConstantInt(index))))
    return nullptr;
  auto *source = dyn_cast<FixedVectorType>(wide->getType());
  const unsigned width = each.getType()->getScalarSizeInBits();
  if (!source || !source->getElementType()->isIntegerTy(8) || width == 0 ||
      width >= 8)
    return nullptr;
  IRBuilder<> b(&each);
  Value *byte = b.CreateExtractElement(wide, index * width / 8);
  return b.CreateTrunc(b.CreateLShr(byte, index * width % 8), each.getType());
}

void takeNibblesOfBytes(Module &module) {
  for (Function &function : module)
    for (Instruction &each : make_early_inc_range(instructions(function)))
      if (Value *other = elementOfBytes(each)) {
        each.replaceAllUsesWith(other);
        each.eraseFromParent();
      }
}

} // namespace tessera::gpu
