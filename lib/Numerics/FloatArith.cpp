//===- Numerics/FloatArith.cpp - correctly rounded operations ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul, fma, div, sqrt and rem (ops.md 2.3, 2.4). Special operands
// are decided first, the rest is exact integer work and one roundToFormat.
// f32 and f64 to nearest use the host's own operations, which IEEE defines to
// be the same function; f16 and bf16 to nearest go through f32, where a second
// rounding is harmless because 24 >= 2p + 2 (not so for fma). That also holds
// for bf16 results that are subnormal in f32: f32 keeps 16 more bits there, and
// no product or quotient of 8-bit significands comes closer to a midpoint.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/FloatArith.h"
#include "ExactFloat.h"
#include "tessera/Numerics/FastConvert.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::detail;

namespace {

/// Arithmetic never saturates silently: what overflows a format without
/// infinity is its NaN, without a sign (Tile IR has no arithmetic on those).
uint64_t canonical(const FloatFormat &format, uint64_t bits) {
  return format.isNaN(bits) ? format.canonicalNaN() : bits;
}
uint64_t infinite(const FloatFormat &format, bool negative) {
  return canonical(format, packInfinity(format, negative, FloatOverflow::NaN));
}
uint64_t rounded(const FloatFormat &format, const Exact &value,
                 Rounding rounding) {
  return canonical(format,
                   roundToFormat(format, value, rounding, FloatOverflow::NaN));
}

uint64_t flushIf(bool ftz, ElementKind kind, uint64_t bits) {
  return ftz ? flushSubnormal(kind, bits) : bits;
}

/// The zero that an exact cancellation gives.
uint64_t cancelledZero(const FloatFormat &format, Rounding rounding) {
  return packZero(format, rounding == Rounding::NegativeInf);
}

/// Runs `operation` on the host type when that is exactly the operation to
/// nearest on `kind`; nothing when there is no such type.
template <typename Op>
std::optional<uint64_t> native(ElementKind kind, Rounding rounding, uint64_t a,
                               uint64_t b, Op operation) {
  if (rounding != Rounding::NearestEven)
    return std::nullopt;
  auto narrow = [&](auto value, uint64_t bits) {
    return std::isnan(value) ? floatFormat(kind).canonicalNaN() : bits;
  };
  switch (kind) {
  case ElementKind::F64: {
    double r = operation(std::bit_cast<double>(a), std::bit_cast<double>(b));
    return narrow(r, std::bit_cast<uint64_t>(r));
  }
  case ElementKind::F32: {
    float r = operation(std::bit_cast<float>(uint32_t(a)),
                        std::bit_cast<float>(uint32_t(b)));
    return narrow(r, std::bit_cast<uint32_t>(r));
  }
  case ElementKind::F16: {
    float r = operation(f16ToF32(uint16_t(a)), f16ToF32(uint16_t(b)));
    return narrow(r, f32ToF16(r));
  }
  case ElementKind::BF16: {
    float r = operation(bf16ToF32(uint16_t(a)), bf16ToF32(uint16_t(b)));
    return narrow(r, f32ToBF16(r));
  }
  default:
    return std::nullopt;
  }
}

/// Shift the leading one to bit 125: room for a carry, the sign is apart.
void normalise(Exact &value) {
  int shift = countLeadingZeros(value.significand) - 2;
  value.significand <<= shift;
  value.exponent -= shift;
}

/// Round a + b for non-zero exact a and b of at most 106 bits. After aligning,
/// bits are lost only when the operands are more than 20 binades apart, where
/// cancellation costs one bit at most: the sticky rule of Exact holds.
uint64_t roundSum(const FloatFormat &format, Exact a, Exact b,
                  Rounding rounding) {
  normalise(a);
  normalise(b);
  if (a.exponent < b.exponent ||
      (a.exponent == b.exponent && a.significand < b.significand))
    std::swap(a, b);
  int distance = a.exponent - b.exponent;
  bool sticky = true;
  UInt128 small = 0;
  if (distance < 128) {
    small = b.significand >> distance;
    sticky = (small << distance) != b.significand;
  }
  Exact sum = {a.negative, sticky, a.exponent, a.significand};
  if (a.negative == b.negative) {
    sum.significand += small;
  } else {
    // a - (small + fraction) = (a - small - 1) + (1 - fraction).
    sum.significand -= small + (sticky ? 1 : 0);
    if (sum.significand == 0 && !sticky)
      return cancelledZero(format, rounding);
  }
  return rounded(format, sum, rounding);
}

Exact exact(const Unpacked &value) {
  return {value.negative, false, value.exponent, value.significand};
}

uint64_t addUnpacked(const FloatFormat &format, const Unpacked &a,
                     const Unpacked &b, Rounding rounding) {
  if (a.isNaN() || b.isNaN())
    return packNaN(format);
  if (a.isInf() || b.isInf()) {
    if (a.isInf() && b.isInf() && a.negative != b.negative)
      return packNaN(format);
    return infinite(format, a.isInf() ? a.negative : b.negative);
  }
  if (a.isZero() && b.isZero())
    return a.negative == b.negative ? packZero(format, a.negative)
                                    : cancelledZero(format, rounding);
  if (a.isZero())
    return rounded(format, exact(b), rounding);
  if (b.isZero())
    return rounded(format, exact(a), rounding);
  return roundSum(format, exact(a), exact(b), rounding);
}

/// floor(sqrt(x)) for 2^64 <= x < 2^127.
uint64_t integerSqrt(UInt128 x) {
  // The double estimate is within 2^-50 relative. One Newton step leaves an
  // error of at most one, and never below: (r + x/r) / 2 >= sqrt(x).
  UInt128 root = UInt128(std::sqrt(static_cast<double>(x)));
  root = (root + x / root) >> 1;
  while (root * root > x)
    --root;
  return uint64_t(root);
}

/// (significand * 2^shift) mod divisor, divisor < 2^54.
uint64_t shiftedModulo(uint64_t significand, int shift, uint64_t divisor) {
  uint64_t remainder = significand % divisor;
  // As many bits at a time as keep the product in 64 bits.
  int step = std::countl_zero(divisor);
  while (shift > 0 && remainder != 0) {
    int now = std::min(step, shift);
    remainder = (remainder << now) % divisor;
    shift -= now;
  }
  return remainder;
}

} // namespace

uint64_t numerics::addF(ElementKind kind, uint64_t a, uint64_t b,
                        Rounding rounding, bool ftz) {
  const FloatFormat &format = floatFormat(kind);
  a = flushIf(ftz, kind, a);
  b = flushIf(ftz, kind, b);
  if (auto result =
          native(kind, rounding, a, b, [](auto x, auto y) { return x + y; }))
    return flushIf(ftz, kind, *result);
  return flushIf(
      ftz, kind,
      addUnpacked(format, unpack(format, a), unpack(format, b), rounding));
}

uint64_t numerics::subF(ElementKind kind, uint64_t a, uint64_t b,
                        Rounding rounding, bool ftz) {
  const FloatFormat &format = floatFormat(kind);
  a = flushIf(ftz, kind, a);
  b = flushIf(ftz, kind, b);
  if (auto result =
          native(kind, rounding, a, b, [](auto x, auto y) { return x - y; }))
    return flushIf(ftz, kind, *result);
  // The sign is flipped on the unpacked value: unsigned formats have no -b.
  Unpacked negated = unpack(format, b);
  negated.negative = !negated.negative;
  return flushIf(ftz, kind,
                 addUnpacked(format, unpack(format, a), negated, rounding));
}

uint64_t numerics::mulF(ElementKind kind, uint64_t a, uint64_t b,
                        Rounding rounding, bool ftz) {
  const FloatFormat &format = floatFormat(kind);
  a = flushIf(ftz, kind, a);
  b = flushIf(ftz, kind, b);
  if (auto result =
          native(kind, rounding, a, b, [](auto x, auto y) { return x * y; }))
    return flushIf(ftz, kind, *result);
  Unpacked x = unpack(format, a), y = unpack(format, b);
  bool negative = x.negative != y.negative;
  if (x.isNaN() || y.isNaN() || (x.isInf() && y.isZero()) ||
      (x.isZero() && y.isInf()))
    return packNaN(format);
  if (x.isInf() || y.isInf())
    return infinite(format, negative);
  if (x.isZero() || y.isZero())
    return packZero(format, negative);
  Exact product = {negative, false, x.exponent + y.exponent,
                   UInt128(x.significand) * y.significand};
  return flushIf(ftz, kind, rounded(format, product, rounding));
}

uint64_t numerics::fmaF(ElementKind kind, uint64_t a, uint64_t b, uint64_t c,
                        Rounding rounding, bool ftz) {
  const FloatFormat &format = floatFormat(kind);
  a = flushIf(ftz, kind, a);
  b = flushIf(ftz, kind, b);
  c = flushIf(ftz, kind, c);
  if (rounding == Rounding::NearestEven && kind == ElementKind::F32) {
    float r = std::fma(std::bit_cast<float>(uint32_t(a)),
                       std::bit_cast<float>(uint32_t(b)),
                       std::bit_cast<float>(uint32_t(c)));
    return flushIf(ftz, kind, canonical(format, std::bit_cast<uint32_t>(r)));
  }
  if (rounding == Rounding::NearestEven && kind == ElementKind::F64) {
    double r = std::fma(std::bit_cast<double>(a), std::bit_cast<double>(b),
                        std::bit_cast<double>(c));
    return flushIf(ftz, kind, canonical(format, std::bit_cast<uint64_t>(r)));
  }
  Unpacked x = unpack(format, a), y = unpack(format, b);
  Unpacked z = unpack(format, c);
  bool negative = x.negative != y.negative;
  if (x.isNaN() || y.isNaN() || z.isNaN() || (x.isInf() && y.isZero()) ||
      (x.isZero() && y.isInf()))
    return packNaN(format);
  if (x.isInf() || y.isInf() || x.isZero() || y.isZero()) {
    // The product is exact: the sum decides.
    Unpacked product = {x.isInf() || y.isInf() ? FloatClass::Infinity
                                               : FloatClass::Zero,
                        negative, 0, 0};
    return flushIf(ftz, kind, addUnpacked(format, product, z, rounding));
  }
  if (z.isInf())
    return infinite(format, z.negative);
  Exact product = {negative, false, x.exponent + y.exponent,
                   UInt128(x.significand) * y.significand};
  uint64_t result = z.isZero() ? rounded(format, product, rounding)
                               : roundSum(format, product, exact(z), rounding);
  return flushIf(ftz, kind, result);
}

uint64_t numerics::divF(ElementKind kind, uint64_t a, uint64_t b,
                        Rounding rounding, bool ftz) {
  const FloatFormat &format = floatFormat(kind);
  a = flushIf(ftz, kind, a);
  b = flushIf(ftz, kind, b);
  if (auto result =
          native(kind, rounding, a, b, [](auto x, auto y) { return x / y; }))
    return flushIf(ftz, kind, *result);
  Unpacked x = unpack(format, a), y = unpack(format, b);
  bool negative = x.negative != y.negative;
  if (x.isNaN() || y.isNaN() || (x.isInf() && y.isInf()) ||
      (x.isZero() && y.isZero()))
    return packNaN(format);
  if (x.isInf() || y.isZero())
    return infinite(format, negative);
  if (x.isZero() || y.isInf())
    return packZero(format, negative);
  Exact quotient = {negative, false, 0, 0};
  if (format.precision() <= 24) {
    // Leading ones at bits 63 and below 24 leave 40 quotient bits.
    int shift = std::countl_zero(x.significand);
    uint64_t dividend = x.significand << shift;
    quotient.significand = dividend / y.significand;
    quotient.sticky = dividend % y.significand != 0;
    quotient.exponent = x.exponent - shift - y.exponent;
  } else {
    int shift = countLeadingZeros(x.significand);
    UInt128 dividend = UInt128(x.significand) << shift;
    quotient.significand = dividend / y.significand;
    quotient.sticky = dividend % y.significand != 0;
    quotient.exponent = x.exponent - shift - y.exponent;
  }
  return flushIf(ftz, kind, rounded(format, quotient, rounding));
}

uint64_t numerics::sqrtF(ElementKind kind, uint64_t a, Rounding rounding,
                         bool ftz) {
  const FloatFormat &format = floatFormat(kind);
  a = flushIf(ftz, kind, a);
  if (auto result = native(kind, rounding, a, a,
                           [](auto x, auto) { return std::sqrt(x); }))
    return flushIf(ftz, kind, *result);
  Unpacked x = unpack(format, a);
  if (x.isZero())
    return packZero(format, x.negative);
  if (x.isNaN() || x.negative)
    return packNaN(format);
  if (x.isInf())
    return infinite(format, false);
  // An even exponent and a radicand of 125 or 126 bits: a root of 63 bits.
  int shift = countLeadingZeros(x.significand) - 2;
  if ((x.exponent - shift) % 2 != 0)
    --shift;
  UInt128 radicand = UInt128(x.significand) << shift;
  uint64_t root = integerSqrt(radicand);
  Exact result = {false, UInt128(root) * root != radicand,
                  (x.exponent - shift) / 2, root};
  return flushIf(ftz, kind, rounded(format, result, rounding));
}

uint64_t numerics::remF(ElementKind kind, uint64_t a, uint64_t b) {
  const FloatFormat &format = floatFormat(kind);
  Unpacked x = unpack(format, a), y = unpack(format, b);
  if (x.isNaN() || y.isNaN() || x.isInf() || y.isZero())
    return packNaN(format);
  if (x.isZero() || y.isInf())
    return a;
  // A divisor with the larger exponent is normal, hence the larger number.
  if (x.exponent < y.exponent)
    return a;
  Exact remainder = {
      x.negative, false, y.exponent,
      shiftedModulo(x.significand, x.exponent - y.exponent, y.significand)};
  if (remainder.significand == 0)
    return packZero(format, x.negative);
  // Below |b| in units both operands share, hence representable.
  return rounded(format, remainder, Rounding::Zero);
}
