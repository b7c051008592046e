//===- tessera/Numerics/FloatFormat.h - float format records --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One constexpr record per floating-point element kind (core.md 2.1, ops.md 9):
// field widths, bias, and which special values exist. Everything in FloatArith
// and Convert is derived from these records; no other file knows a bias.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_FLOATFORMAT_H
#define TESSERA_NUMERICS_FLOATFORMAT_H

#include "tessera/Numerics/ElementKind.h"
#include <cassert>

namespace tessera::numerics {

/// IEEE-style rounding directions. Ties: NearestEven to the even significand,
/// NearestAway away from zero.
enum class Rounding : uint8_t {
  NearestEven,
  Zero,
  NegativeInf,
  PositiveInf,
  NearestAway
};

/// Which bit patterns are not finite numbers.
enum class SpecialValues : uint8_t {
  /// All-ones exponent: infinity (mantissa 0) or NaN.
  IEEE,
  /// Only exponent and mantissa all ones is a NaN; no infinity.
  NaNAllOnes,
  /// Every pattern is a finite number.
  FiniteOnly
};

/// A binary floating-point format. "Pattern" means the `width()` significant
/// bits; the container of tf32 holds its pattern shifted left by 13.
struct FloatFormat {
  ElementKind kind;
  uint8_t exponentBits;
  uint8_t mantissaBits;
  int16_t bias;
  bool hasSign;
  /// Exponent field 0 means zero and subnormals (false: f8E8M0FNU only).
  bool hasZero;
  SpecialValues specials;
  uint8_t containerShift;

  constexpr unsigned width() const {
    return exponentBits + mantissaBits + (hasSign ? 1 : 0);
  }
  constexpr bool hasInf() const { return specials == SpecialValues::IEEE; }
  constexpr bool hasNaN() const {
    return specials != SpecialValues::FiniteOnly;
  }
  /// Significant bits including the implicit one.
  constexpr unsigned precision() const { return mantissaBits + 1u; }
  /// Unbiased exponent of the smallest normal number.
  constexpr int minExponent() const { return (hasZero ? 1 : 0) - bias; }
  /// Weight exponent of the least significant bit of a subnormal (for
  /// f8E8M0FNU: of the smallest number).
  constexpr int minLsbExponent() const { return minExponent() - mantissaBits; }

  // Container bit patterns (already shifted for tf32).
  constexpr uint64_t signMask() const {
    return hasSign ? uint64_t(1) << (width() - 1) << containerShift : 0;
  }
  constexpr uint64_t magnitudeMask() const {
    return ((uint64_t(1) << (exponentBits + mantissaBits)) - 1)
           << containerShift;
  }
  constexpr uint64_t mantissaMask() const {
    return ((uint64_t(1) << mantissaBits) - 1) << containerShift;
  }
  constexpr uint64_t exponentMask() const {
    return magnitudeMask() & ~mantissaMask();
  }
  /// Positive infinity; only when hasInf().
  constexpr uint64_t infinity() const { return exponentMask(); }
  /// Largest finite value.
  constexpr uint64_t maxFinite() const {
    uint64_t lsb = uint64_t(1) << containerShift;
    return specials == SpecialValues::IEEE         ? exponentMask() - lsb
           : specials == SpecialValues::NaNAllOnes ? magnitudeMask() - lsb
                                                   : magnitudeMask();
  }
  /// Mantissa bit that distinguishes quiet NaNs (IEEE formats only).
  constexpr uint64_t quietBit() const {
    return mantissaBits ? uint64_t(1) << (mantissaBits - 1) << containerShift
                        : 0;
  }
  /// The NaN every arithmetic operation of this library returns: 0x7FFF for
  /// f16/bf16, 0x7FFFFFFF for f32 (PTX canonical patterns), sign 0 quiet bit
  /// only for f64 and f8E5M2, exponent and mantissa all ones otherwise.
  /// f4E2M1FN has no NaN: +6, the hardware's answer.
  constexpr uint64_t canonicalNaN() const {
    if (specials != SpecialValues::IEEE || kind == ElementKind::F16 ||
        kind == ElementKind::BF16 || kind == ElementKind::F32 ||
        kind == ElementKind::TF32)
      return magnitudeMask();
    return exponentMask() | quietBit();
  }

  constexpr bool isNaN(uint64_t bits) const {
    uint64_t magnitude = bits & magnitudeMask();
    return specials == SpecialValues::IEEE ? magnitude > exponentMask()
           : specials == SpecialValues::NaNAllOnes
               ? magnitude == magnitudeMask()
               : false;
  }
  constexpr bool isInf(uint64_t bits) const {
    return hasInf() && (bits & magnitudeMask()) == exponentMask();
  }
  constexpr bool isFinite(uint64_t bits) const {
    return (bits & magnitudeMask()) <= maxFinite();
  }
  constexpr bool isZero(uint64_t bits) const {
    return hasZero && (bits & magnitudeMask()) == 0;
  }
  constexpr bool isNegative(uint64_t bits) const {
    return (bits & signMask()) != 0;
  }
  /// Non-zero with exponent field 0.
  constexpr bool isSubnormal(uint64_t bits) const {
    return hasZero && (bits & exponentMask()) == 0 &&
           (bits & mantissaMask()) != 0;
  }
};

/// The format of a float kind; asserts isFloat(kind).
constexpr const FloatFormat &floatFormat(ElementKind kind);

namespace detail {
inline constexpr FloatFormat floatFormats[] = {
    {ElementKind::F16, 5, 10, 15, true, true, SpecialValues::IEEE, 0},
    {ElementKind::BF16, 8, 7, 127, true, true, SpecialValues::IEEE, 0},
    {ElementKind::F32, 8, 23, 127, true, true, SpecialValues::IEEE, 0},
    {ElementKind::TF32, 8, 10, 127, true, true, SpecialValues::IEEE, 13},
    {ElementKind::F64, 11, 52, 1023, true, true, SpecialValues::IEEE, 0},
    {ElementKind::F8E4M3FN, 4, 3, 7, true, true, SpecialValues::NaNAllOnes, 0},
    {ElementKind::F8E5M2, 5, 2, 15, true, true, SpecialValues::IEEE, 0},
    {ElementKind::F8E8M0FNU, 8, 0, 127, false, false, SpecialValues::NaNAllOnes,
     0},
    {ElementKind::F4E2M1FN, 2, 1, 1, true, true, SpecialValues::FiniteOnly, 0},
    {ElementKind::F8E5M3FNU, 5, 3, 15, false, true, SpecialValues::NaNAllOnes,
     0},
};
} // namespace detail

constexpr const FloatFormat &floatFormat(ElementKind kind) {
  assert(isFloat(kind) && "expected a float kind");
  return detail::floatFormats[static_cast<size_t>(kind) -
                              static_cast<size_t>(ElementKind::F16)];
}

/// Container bits of a value written as its bare pattern (tf32: 19 bits), and
/// back. Identity for every kind but tf32.
constexpr uint64_t containerFromPattern(ElementKind kind, uint64_t pattern) {
  return kind == ElementKind::TF32 ? pattern << 13 : pattern;
}
constexpr uint64_t patternFromContainer(ElementKind kind, uint64_t bits) {
  return kind == ElementKind::TF32 ? bits >> 13 : bits;
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_FLOATFORMAT_H
