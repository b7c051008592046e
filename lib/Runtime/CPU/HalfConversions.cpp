//===- Runtime/CPU/HalfConversions.cpp - what LLVM calls for halves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weak, because the C compiler's own library may be linked as well; older ones
// lack the bf16 functions. Both round to nearest even, so that it does not
// matter whose is taken.
//
//===----------------------------------------------------------------------===//

#include "HalfConversions.h"

#include "tessera/Numerics/Convert.h"

#include <bit>

using tessera::numerics::ElementKind;

/// `x` rounded to the 16-bit `kind`.
static uint16_t narrow(ElementKind kind, double x) {
  return static_cast<uint16_t>(tessera::numerics::fromDouble(kind, x));
}

extern "C" {

[[gnu::weak]] _Float16 __truncdfhf2(double x) {
  return std::bit_cast<_Float16>(narrow(ElementKind::F16, x));
}
[[gnu::weak]] _Float16 __truncsfhf2(float x) {
  return std::bit_cast<_Float16>(narrow(ElementKind::F16, x));
}
[[gnu::weak]] float __extendhfsf2(_Float16 x) {
  return static_cast<float>(tessera::numerics::toDouble(
      ElementKind::F16, std::bit_cast<uint16_t>(x)));
}
[[gnu::weak]] __bf16 __truncdfbf2(double x) {
  return std::bit_cast<__bf16>(narrow(ElementKind::BF16, x));
}
[[gnu::weak]] __bf16 __truncsfbf2(float x) {
  return std::bit_cast<__bf16>(narrow(ElementKind::BF16, x));
}

} // extern "C"
