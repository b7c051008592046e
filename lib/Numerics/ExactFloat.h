//===- Numerics/ExactFloat.h - unpack, exact value, round -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The core of the library: take a pattern apart, hold a non-zero real as
// integer * 2^exponent (plus "a little more"), and round such a real once into
// a format. Arithmetic and conversions are unpack - exact step - round.
// Private to lib/Numerics.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_NUMERICS_EXACTFLOAT_H
#define TESSERA_LIB_NUMERICS_EXACTFLOAT_H

#include "tessera/Numerics/Convert.h"
#include <bit>

namespace tessera::numerics::detail {

using UInt128 = unsigned __int128;

enum class FloatClass : uint8_t { Zero, Finite, Infinity, NaN };

/// A pattern taken apart. For Finite the value is significand * 2^exponent
/// with 0 < significand < 2^precision, not normalised.
struct Unpacked {
  FloatClass kind;
  bool negative;
  int exponent;
  uint64_t significand;

  bool isNaN() const { return kind == FloatClass::NaN; }
  bool isInf() const { return kind == FloatClass::Infinity; }
  bool isZero() const { return kind == FloatClass::Zero; }
};

/// A non-zero real: magnitude in [significand, significand + 1) * 2^exponent,
/// strictly above the lower end iff `sticky`. With `sticky` the significand
/// has at least two bits more than the format it will be rounded to, or the
/// rounded result is the smallest magnitudes anyway.
struct Exact {
  bool negative;
  bool sticky;
  int exponent;
  UInt128 significand;
};

/// Bits to the left of `value`'s leading one; 128 for 0.
inline int countLeadingZeros(UInt128 value) {
  uint64_t high = uint64_t(value >> 64);
  return high ? std::countl_zero(high) : 64 + std::countl_zero(uint64_t(value));
}

inline Unpacked unpack(const FloatFormat &format, uint64_t bits) {
  bool negative = format.isNegative(bits);
  if (!format.isFinite(bits))
    return {format.isInf(bits) ? FloatClass::Infinity : FloatClass::NaN,
            negative, 0, 0};
  uint64_t magnitude = (bits & format.magnitudeMask()) >> format.containerShift;
  int field = int(magnitude >> format.mantissaBits);
  uint64_t implicit = uint64_t(1) << format.mantissaBits;
  uint64_t mantissa = magnitude & (implicit - 1);
  if (!format.hasZero)
    return {FloatClass::Finite, negative, field + format.minLsbExponent(),
            implicit | mantissa};
  if (field == 0)
    return {mantissa ? FloatClass::Finite : FloatClass::Zero, negative,
            format.minLsbExponent(), mantissa};
  return {FloatClass::Finite, negative, field - 1 + format.minLsbExponent(),
          implicit | mantissa};
}

/// Zero with a sign; the smallest value where there is no zero.
inline uint64_t packZero(const FloatFormat &format, bool negative) {
  return negative ? format.signMask() : 0;
}

/// The format's answer to an invalid operation; see canonicalNaN().
inline uint64_t packNaN(const FloatFormat &format) {
  return format.canonicalNaN();
}

/// The format's answer to an infinite value.
uint64_t packInfinity(const FloatFormat &format, bool negative,
                      FloatOverflow overflow);

/// Round `value` once. Overflow in a format without infinity is decided by
/// `overflow`; a negative value in an unsigned format is NaN.
uint64_t roundToFormat(const FloatFormat &format, const Exact &value,
                       Rounding rounding, FloatOverflow overflow);

} // namespace tessera::numerics::detail

#endif // TESSERA_LIB_NUMERICS_EXACTFLOAT_H
