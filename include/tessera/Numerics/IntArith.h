//===- tessera/Numerics/IntArith.h - integer arithmetic -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer operations of every Tile IR width (ops.md 3, 4, 5.2) on containers:
// the value is the low `width` bits of a uint64_t and all other bits are zero,
// in operands and in results. Widths are 1 to 64. All are constexpr and inline
// so that a loop over a constant width compiles to plain machine arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_INTARITH_H
#define TESSERA_NUMERICS_INTARITH_H

#include <cassert>
#include <cstdint>

namespace tessera::numerics {

/// The low `width` bits set.
constexpr uint64_t intMask(unsigned width) {
  assert(width >= 1 && width <= 64 && "expected a width of 1 to 64 bits");
  return ~uint64_t(0) >> (64 - width);
}
/// Keep the low `width` bits (`trunci`).
constexpr uint64_t truncI(unsigned width, uint64_t a) {
  return a & intMask(width);
}
/// The two's complement reading of a container.
constexpr int64_t signedValue(unsigned width, uint64_t a) {
  return static_cast<int64_t>(a << (64 - width)) >> (64 - width);
}
/// The container of `from` bits widened to `to` bits (`exti`).
constexpr uint64_t extendI(unsigned from, unsigned to, uint64_t a,
                           bool isSigned) {
  return isSigned ? truncI(to, static_cast<uint64_t>(signedValue(from, a))) : a;
}
constexpr uint64_t signedMin(unsigned width) {
  return uint64_t(1) << (width - 1);
}
constexpr uint64_t signedMax(unsigned width) { return intMask(width) >> 1; }

constexpr uint64_t addI(unsigned width, uint64_t a, uint64_t b) {
  return truncI(width, a + b);
}
constexpr uint64_t subI(unsigned width, uint64_t a, uint64_t b) {
  return truncI(width, a - b);
}
constexpr uint64_t mulI(unsigned width, uint64_t a, uint64_t b) {
  return truncI(width, a * b);
}
constexpr uint64_t negI(unsigned width, uint64_t a) {
  return truncI(width, 0 - a);
}
/// |a| of the signed reading; MIN gives the pattern of MIN. Identity on i1.
constexpr uint64_t absI(unsigned width, uint64_t a) {
  return (a & signedMin(width)) ? negI(width, a) : a;
}
/// High `width` bits of the unsigned product.
constexpr uint64_t mulhiI(unsigned width, uint64_t a, uint64_t b) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b >> width);
}

/// Rounding of an integer quotient.
enum class DivRounding : uint8_t { Zero, NegativeInf, PositiveInf };

/// Why a division has no result.
enum class DivStatus : uint8_t {
  Ok,
  DivideByZero,
  /// Signed MIN / -1.
  Overflow
};
struct DivResult {
  /// 0 for DivideByZero, MIN for Overflow.
  uint64_t value;
  DivStatus status;
};

/// Quotient (`divi`).
constexpr DivResult divI(unsigned width, uint64_t a, uint64_t b, bool isSigned,
                         DivRounding rounding = DivRounding::Zero) {
  if (b == 0)
    return {0, DivStatus::DivideByZero};
  if (!isSigned) {
    uint64_t up = rounding == DivRounding::PositiveInf && a % b != 0;
    return {a / b + up, DivStatus::Ok};
  }
  if (a == signedMin(width) && b == intMask(width))
    return {signedMin(width), DivStatus::Overflow};
  int64_t x = signedValue(width, a), y = signedValue(width, b);
  int64_t quotient = x / y;
  // Truncation went up iff the exact quotient is negative.
  if (x % y != 0) {
    bool negative = (x < 0) != (y < 0);
    if (rounding == DivRounding::NegativeInf && negative)
      --quotient;
    if (rounding == DivRounding::PositiveInf && !negative)
      ++quotient;
  }
  return {truncI(width, static_cast<uint64_t>(quotient)), DivStatus::Ok};
}

/// Truncated remainder (`remi`), sign of the dividend. MIN rem -1 is 0.
constexpr DivResult remI(unsigned width, uint64_t a, uint64_t b,
                         bool isSigned) {
  if (b == 0)
    return {0, DivStatus::DivideByZero};
  if (!isSigned)
    return {a % b, DivStatus::Ok};
  if (b == intMask(width))
    return {0, DivStatus::Ok};
  int64_t x = signedValue(width, a), y = signedValue(width, b);
  return {truncI(width, static_cast<uint64_t>(x % y)), DivStatus::Ok};
}

/// Shifts read the amount unsigned; amounts >= width saturate: 0, or the sign
/// fill for the signed right shift.
constexpr uint64_t shlI(unsigned width, uint64_t a, uint64_t amount) {
  return amount >= width ? 0 : truncI(width, a << amount);
}
constexpr uint64_t shrI(unsigned width, uint64_t a, uint64_t amount,
                        bool isSigned) {
  if (!isSigned)
    return amount >= width ? 0 : a >> amount;
  uint64_t clamped = amount >= width ? width - 1 : amount;
  return truncI(width, static_cast<uint64_t>(signedValue(width, a) >> clamped));
}

/// -1, 0 or 1 as a is less than, equal to or greater than b.
constexpr int compareI(unsigned width, uint64_t a, uint64_t b, bool isSigned) {
  if (!isSigned)
    return a < b ? -1 : a > b;
  int64_t x = signedValue(width, a), y = signedValue(width, b);
  return x < y ? -1 : x > y;
}
constexpr uint64_t maxI(unsigned width, uint64_t a, uint64_t b, bool isSigned) {
  return compareI(width, a, b, isSigned) < 0 ? b : a;
}
constexpr uint64_t minI(unsigned width, uint64_t a, uint64_t b, bool isSigned) {
  return compareI(width, b, a, isSigned) < 0 ? b : a;
}

/// Whether the mathematical result leaves the signed / unsigned range: what
/// `overflow<no_signed_wrap>` / `overflow<no_unsigned_wrap>` promise not to be.
struct Wraps {
  bool isSigned;
  bool isUnsigned;
  friend constexpr bool operator==(Wraps, Wraps) = default;
};

constexpr Wraps addWraps(unsigned width, uint64_t a, uint64_t b) {
  uint64_t sum = addI(width, a, b);
  return {((a ^ sum) & (b ^ sum) & signedMin(width)) != 0, sum < a};
}
constexpr Wraps subWraps(unsigned width, uint64_t a, uint64_t b) {
  uint64_t difference = subI(width, a, b);
  return {((a ^ b) & (a ^ difference) & signedMin(width)) != 0, a < b};
}
constexpr Wraps mulWraps(unsigned width, uint64_t a, uint64_t b) {
  __int128 product =
      static_cast<__int128>(signedValue(width, a)) * signedValue(width, b);
  bool fits = product >= signedValue(width, signedMin(width)) &&
              product <= static_cast<__int128>(signedMax(width));
  return {!fits, mulhiI(width, a, b) != 0};
}
/// For `negi` only isSigned matters: it rejects no_unsigned_wrap.
constexpr Wraps negWraps(unsigned width, uint64_t a) {
  return {a == signedMin(width), a != 0};
}
constexpr Wraps shlWraps(unsigned width, uint64_t a, uint64_t amount) {
  uint64_t shifted = shlI(width, a, amount);
  return {shrI(width, shifted, amount, true) != a,
          shrI(width, shifted, amount, false) != a};
}
/// `trunci` from `from` bits to `to` bits.
constexpr Wraps truncWraps(unsigned from, unsigned to, uint64_t a) {
  uint64_t low = truncI(to, a);
  return {extendI(to, from, low, true) != a, low != a};
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_INTARITH_H
