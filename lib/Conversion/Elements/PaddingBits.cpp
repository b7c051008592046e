//===- Conversion/Elements/PaddingBits.cpp - padding values as bits -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the bits that an element outside of a view's memory object reads.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/Elements/PaddingBits.h"

#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Numerics/FloatFormat.h"

#include "llvm/Support/ErrorHandling.h"

using namespace tessera;

uint64_t cpu::paddingBits(cuda_tile::PaddingValue padding, mlir::Type element) {
  using cuda_tile::PaddingValue;
  numerics::ElementKind kind = elementKindOf(element);
  if (padding == PaddingValue::Zero || !numerics::isFloat(kind))
    return 0;
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  uint64_t infinity = format.hasInf() ? format.infinity() : format.maxFinite();
  switch (padding) {
  case PaddingValue::Zero:
    return 0;
  case PaddingValue::NegZero:
    return format.signMask();
  case PaddingValue::NaN:
    return format.canonicalNaN();
  case PaddingValue::PosInf:
    return infinity;
  case PaddingValue::NegInf:
    return infinity | format.signMask();
  }
  llvm_unreachable("unknown padding");
}
