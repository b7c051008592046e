//===- Numerics/FloatOrder.cpp - comparison, min/max, ceil, floor --*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that choose or truncate without arithmetic (ops.md 2.4): they
// work on sign and magnitude of the pattern, which orders every format.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/FloatArith.h"

using namespace tessera;
using namespace tessera::numerics;

namespace {

/// Maps non-NaN patterns to integers in value order, -0 just below +0.
int64_t orderKey(const FloatFormat &format, uint64_t bits) {
  int64_t magnitude = int64_t(bits & format.magnitudeMask());
  return format.isNegative(bits) ? -magnitude - 1 : magnitude;
}

uint64_t chooseF(ElementKind kind, uint64_t a, uint64_t b, bool propagateNaN,
                 bool ftz, bool larger) {
  const FloatFormat &format = floatFormat(kind);
  if (ftz) {
    a = flushSubnormal(kind, a);
    b = flushSubnormal(kind, b);
  }
  bool nanA = format.isNaN(a), nanB = format.isNaN(b);
  if (nanA || nanB) {
    if (propagateNaN || (nanA && nanB))
      return format.canonicalNaN();
    return nanA ? b : a;
  }
  bool aIsLarger = orderKey(format, a) > orderKey(format, b);
  return aIsLarger == larger ? a : b;
}

/// Truncate toward zero, then step away from zero if anything was dropped and
/// `awayWhenNegative` says the direction is away for this sign.
uint64_t roundToIntegral(ElementKind kind, uint64_t bits,
                         bool awayWhenNegative) {
  const FloatFormat &format = floatFormat(kind);
  uint64_t magnitude = bits & format.magnitudeMask();
  uint64_t sign = bits & format.signMask();
  if (!format.isFinite(bits) || format.isZero(bits))
    return bits;
  bool away = (sign != 0) == awayWhenNegative;
  unsigned lsb = format.containerShift;
  unsigned mantissa = format.mantissaBits;
  uint64_t one = uint64_t(format.bias) << mantissa << lsb;
  if (magnitude < one)
    return away ? sign | one : sign;
  // 2^exponent <= |x|: the mantissa has `exponent` integer bits.
  unsigned exponent =
      unsigned(magnitude >> lsb >> mantissa) - unsigned(format.bias);
  if (exponent >= mantissa)
    return bits;
  uint64_t fraction = ((uint64_t(1) << (mantissa - exponent)) - 1) << lsb;
  if ((magnitude & fraction) == 0)
    return bits;
  // Adding the fraction's weight may carry into the exponent: as it must.
  uint64_t truncated = magnitude & ~fraction;
  return sign |
         (away ? truncated + fraction + (uint64_t(1) << lsb) : truncated);
}

} // namespace

uint64_t numerics::maxF(ElementKind kind, uint64_t a, uint64_t b,
                        bool propagateNaN, bool ftz) {
  return chooseF(kind, a, b, propagateNaN, ftz, /*larger=*/true);
}

uint64_t numerics::minF(ElementKind kind, uint64_t a, uint64_t b,
                        bool propagateNaN, bool ftz) {
  return chooseF(kind, a, b, propagateNaN, ftz, /*larger=*/false);
}

FloatOrder numerics::compareF(ElementKind kind, uint64_t a, uint64_t b) {
  const FloatFormat &format = floatFormat(kind);
  if (format.isNaN(a) || format.isNaN(b))
    return FloatOrder::Unordered;
  if (format.isZero(a) && format.isZero(b))
    return FloatOrder::Equal;
  int64_t x = orderKey(format, a), y = orderKey(format, b);
  return x < y   ? FloatOrder::Less
         : x > y ? FloatOrder::Greater
                 : FloatOrder::Equal;
}

uint64_t numerics::ceilF(ElementKind kind, uint64_t a) {
  return roundToIntegral(kind, a, /*awayWhenNegative=*/false);
}

uint64_t numerics::floorF(ElementKind kind, uint64_t a) {
  return roundToIntegral(kind, a, /*awayWhenNegative=*/true);
}
