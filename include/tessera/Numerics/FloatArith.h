//===- tessera/Numerics/FloatArith.h - exact float arithmetic --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point operations on raw container bits (ops.md 2.3, 2.4). Every
// result is the exact real result rounded once in the requested direction;
// directed modes are never applied to an already rounded value. All functions
// accept every float kind, although Tile IR only uses f16, bf16, f32 and f64.
//
// NaN results are the format's canonical NaN. `ftz` replaces subnormal inputs
// and a subnormal result by the zero of the same sign; callers pass it for f32.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_FLOATARITH_H
#define TESSERA_NUMERICS_FLOATARITH_H

#include "tessera/Numerics/FloatFormat.h"

namespace tessera::numerics {

/// \name Correctly rounded operations.
/// Overflow follows IEEE per mode; `x + (-x)` is +0, or -0 in NegativeInf.
/// @{
uint64_t addF(ElementKind kind, uint64_t a, uint64_t b,
              Rounding rounding = Rounding::NearestEven, bool ftz = false);
uint64_t subF(ElementKind kind, uint64_t a, uint64_t b,
              Rounding rounding = Rounding::NearestEven, bool ftz = false);
uint64_t mulF(ElementKind kind, uint64_t a, uint64_t b,
              Rounding rounding = Rounding::NearestEven, bool ftz = false);
/// a * b + c with one rounding; 0 * inf + c is NaN.
uint64_t fmaF(ElementKind kind, uint64_t a, uint64_t b, uint64_t c,
              Rounding rounding = Rounding::NearestEven, bool ftz = false);
uint64_t divF(ElementKind kind, uint64_t a, uint64_t b,
              Rounding rounding = Rounding::NearestEven, bool ftz = false);
uint64_t sqrtF(ElementKind kind, uint64_t a,
               Rounding rounding = Rounding::NearestEven, bool ftz = false);
/// @}

/// C fmod: exact, sign of `a`; a zero result keeps the sign of `a`.
uint64_t remF(ElementKind kind, uint64_t a, uint64_t b);

/// Larger / smaller value, +0 above -0. One NaN: the number, or the canonical
/// NaN with `propagateNaN`; two NaNs: the canonical NaN.
uint64_t maxF(ElementKind kind, uint64_t a, uint64_t b,
              bool propagateNaN = false, bool ftz = false);
uint64_t minF(ElementKind kind, uint64_t a, uint64_t b,
              bool propagateNaN = false, bool ftz = false);

/// Order of two values; -0 equals +0.
enum class FloatOrder : uint8_t { Less, Equal, Greater, Unordered };
FloatOrder compareF(ElementKind kind, uint64_t a, uint64_t b);

/// Clear / flip the sign bit, also of NaNs. Formats without a sign: absF is
/// the identity, negF must not be called.
constexpr uint64_t absF(ElementKind kind, uint64_t a) {
  return a & ~floatFormat(kind).signMask();
}
constexpr uint64_t negF(ElementKind kind, uint64_t a) {
  return a ^ floatFormat(kind).signMask();
}

/// Least integer >= a / greatest integer <= a. Zeros, infinities and NaNs map
/// to themselves bit for bit; ceil(-0.5) is -0.
uint64_t ceilF(ElementKind kind, uint64_t a);
uint64_t floorF(ElementKind kind, uint64_t a);

/// A subnormal becomes the zero of the same sign; everything else unchanged.
constexpr uint64_t flushSubnormal(ElementKind kind, uint64_t a) {
  const FloatFormat &format = floatFormat(kind);
  return format.isSubnormal(a) ? a & format.signMask() : a;
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_FLOATARITH_H
