//===- Numerics/ExactFloat.cpp - rounding of exact values -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where a real becomes a pattern. Rounding happens in units of
// the result's last place, which subnormals share with the smallest normal
// binade; a carry then moves into the exponent field by itself.
//
//===----------------------------------------------------------------------===//

#include "ExactFloat.h"

using namespace tessera::numerics;
using namespace tessera::numerics::detail;

namespace {

/// Whether the magnitude of an inexact result is rounded up. `half` compares
/// the dropped part with half a unit in the last place: -1, 0 or 1.
bool roundsUp(Rounding rounding, bool negative, bool odd, int half) {
  switch (rounding) {
  case Rounding::NearestEven:
    return half > 0 || (half == 0 && odd);
  case Rounding::NearestAway:
    return half >= 0;
  case Rounding::Zero:
    return false;
  case Rounding::NegativeInf:
    return negative;
  case Rounding::PositiveInf:
    return !negative;
  }
  return false;
}

/// Result for a finite value whose rounded magnitude, with unbounded exponent,
/// exceeds the largest finite one.
uint64_t packOverflow(const FloatFormat &format, bool negative,
                      Rounding rounding, FloatOverflow overflow) {
  bool outward =
      rounding == Rounding::NearestEven || rounding == Rounding::NearestAway ||
      rounding == (negative ? Rounding::NegativeInf : Rounding::PositiveInf);
  if (outward)
    return packInfinity(format, negative, overflow);
  return format.maxFinite() | (negative ? format.signMask() : 0);
}

} // namespace

uint64_t detail::packInfinity(const FloatFormat &format, bool negative,
                              FloatOverflow overflow) {
  if (negative && !format.hasSign)
    return format.canonicalNaN();
  uint64_t sign = negative ? format.signMask() : 0;
  if (format.hasInf())
    return sign | format.infinity();
  if (overflow == FloatOverflow::NaN && format.hasNaN())
    return sign | format.canonicalNaN();
  return sign | format.maxFinite();
}

uint64_t detail::roundToFormat(const FloatFormat &format, const Exact &value,
                               Rounding rounding, FloatOverflow overflow) {
  if (value.negative && !format.hasSign)
    return format.canonicalNaN();

  // Position of the leading one decides which unit the result is rounded to.
  int leading = 127 - countLeadingZeros(value.significand);
  int exponent = value.exponent + leading;
  uint64_t largest = format.maxFinite() >> format.containerShift;
  int maxExponent = int(largest >> format.mantissaBits) -
                    (format.hasZero ? 1 : 0) + format.minExponent();
  if (exponent > maxExponent)
    return packOverflow(format, value.negative, rounding, overflow);
  int unit = exponent - format.mantissaBits;
  if (unit < format.minLsbExponent())
    unit = format.minLsbExponent();

  int drop = unit - value.exponent;
  uint64_t kept;
  if (drop <= 0) {
    // Exact: producers of sticky values supply more bits than any format has.
    kept = uint64_t(value.significand << -drop);
  } else {
    UInt128 dropped = value.significand;
    int half = -1; // Far below half a unit.
    kept = 0;
    if (drop <= 128) {
      UInt128 middle = UInt128(1) << (drop - 1);
      if (drop < 128) {
        kept = uint64_t(value.significand >> drop);
        dropped = value.significand & ((middle << 1) - 1);
      }
      half = dropped > middle   ? 1
             : dropped < middle ? -1
             : value.sticky     ? 1
                                : 0;
    }
    bool inexact = dropped != 0 || value.sticky;
    if (inexact && roundsUp(rounding, value.negative, kept & 1, half))
      ++kept;
  }

  // The implicit one of a normal number adds 1 to the exponent field.
  uint64_t pattern =
      (uint64_t(unit - format.minLsbExponent()) << format.mantissaBits) + kept;
  if (!format.hasZero)
    pattern -= pattern != 0;
  if (pattern > largest)
    return packOverflow(format, value.negative, rounding, overflow);
  uint64_t sign = value.negative ? format.signMask() : 0;
  return sign | (pattern << format.containerShift);
}
