//===- Interpreter/Arithmetic/FloatKernels.h - one element of each float op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each float operation on one element, written with native arithmetic so that
// the loops around it vectorise. Every operation is a struct with
//
//   nearest(a, b)  float or double, rounded to nearest even;
//   forHalf(a, b)  on widened f16/bf16 values: a float whose single rounding to
//                  the 16-bit type gives the exactly rounded result;
//   exact(...)     any rounding direction, through Numerics.
//
// Why forHalf is allowed to round twice: for + - * / sqrt a float carries at
// least 2p+2 bits of a p-bit half result, where rounding twice is harmless
// (Figueroa 1995). A fused multiply-add is not in that class; it is rounded to
// odd in between, which keeps the information that the second rounding needs.
//
// NaN results are the format's canonical NaN, as in Numerics.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ARITHMETIC_FLOATKERNELS_H
#define TESSERA_LIB_INTERPRETER_ARITHMETIC_FLOATKERNELS_H

#include "tessera/Numerics/FloatArith.h"

#include "TypedLoops.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace tessera::interp::kernels {

using numerics::ElementKind;
using numerics::Rounding;

/// NaN to the canonical NaN, everything else unchanged. Written on the bits:
/// to LLVM all NaN payloads are one, and a float select between a NaN and
/// another may be folded away (it is, after sqrt).
TESSERA_ALWAYS_INLINE inline float quiet(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  return std::bit_cast<float>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu
                                                                 : bits);
}
TESSERA_ALWAYS_INLINE inline double quiet(double x) {
  constexpr uint64_t infinity = 0x7ff0000000000000;
  uint64_t bits = std::bit_cast<uint64_t>(x);
  return std::bit_cast<double>((bits & ~(uint64_t(1) << 63)) > infinity
                                   ? uint64_t(0x7ff8000000000000)
                                   : bits);
}

/// A subnormal to the zero of the same sign.
TESSERA_ALWAYS_INLINE inline float flush(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  return std::bit_cast<float>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u
                                                        : bits);
}

/// a + b rounded to odd: when the sum is inexact, of its two neighbours the one
/// with an odd significand. Rounding the result once more to a format at least
/// two bits narrower equals rounding the exact sum. Needs |a + b| < 2^1023.
TESSERA_ALWAYS_INLINE inline double addRoundedToOdd(double a, double b) {
  double sum = a + b;
  double part = sum - a;
  double error = (a - (sum - part)) + (b - part); // exact (Knuth's two-sum)
  uint64_t bits = std::bit_cast<uint64_t>(sum);
  // Away from zero when the exact sum is beyond `sum`, else towards zero.
  // Infinite and NaN sums have a NaN error and stay.
  uint64_t step = (error > 0) == (sum > 0) ? 1 : ~uint64_t(0);
  bool inexact = error > 0 || error < 0;
  return std::bit_cast<double>((inexact & !(bits & 1)) ? bits + step : bits);
}

/// The float next to `x` that rounding to odd selects.
TESSERA_ALWAYS_INLINE inline float toFloatRoundedToOdd(double x) {
  float near = static_cast<float>(x);
  double back = near;
  uint32_t bits = std::bit_cast<uint32_t>(near);
  uint32_t step = std::fabs(x) > std::fabs(back) ? 1 : ~uint32_t(0);
  bool inexact = x < back || x > back;
  return std::bit_cast<float>((inexact & !(bits & 1)) ? bits + step : bits);
}

struct Add {
  static constexpr unsigned arity = 2;
  template <typename T> static TESSERA_ALWAYS_INLINE T nearest(T a, T b) {
    return quiet(a + b);
  }
  static TESSERA_ALWAYS_INLINE float forHalf(float a, float b) {
    return nearest(a, b);
  }
  static uint64_t exact(ElementKind kind, const uint64_t *in, Rounding rounding,
                        bool ftz) {
    return numerics::addF(kind, in[0], in[1], rounding, ftz);
  }
};

struct Sub {
  static constexpr unsigned arity = 2;
  template <typename T> static TESSERA_ALWAYS_INLINE T nearest(T a, T b) {
    return quiet(a - b);
  }
  static TESSERA_ALWAYS_INLINE float forHalf(float a, float b) {
    return nearest(a, b);
  }
  static uint64_t exact(ElementKind kind, const uint64_t *in, Rounding rounding,
                        bool ftz) {
    return numerics::subF(kind, in[0], in[1], rounding, ftz);
  }
};

struct Mul {
  static constexpr unsigned arity = 2;
  template <typename T> static TESSERA_ALWAYS_INLINE T nearest(T a, T b) {
    return quiet(a * b);
  }
  static TESSERA_ALWAYS_INLINE float forHalf(float a, float b) {
    return nearest(a, b);
  }
  static uint64_t exact(ElementKind kind, const uint64_t *in, Rounding rounding,
                        bool ftz) {
    return numerics::mulF(kind, in[0], in[1], rounding, ftz);
  }
};

struct Div {
  static constexpr unsigned arity = 2;
  template <typename T> static TESSERA_ALWAYS_INLINE T nearest(T a, T b) {
    return quiet(a / b);
  }
  static TESSERA_ALWAYS_INLINE float forHalf(float a, float b) {
    return nearest(a, b);
  }
  static uint64_t exact(ElementKind kind, const uint64_t *in, Rounding rounding,
                        bool ftz) {
    return numerics::divF(kind, in[0], in[1], rounding, ftz);
  }
};

struct Fma {
  static constexpr unsigned arity = 3;
  // The product of two floats is exact in double; no instruction is needed
  // that a baseline processor lacks.
  static TESSERA_ALWAYS_INLINE float nearest(float a, float b, float c) {
    return quiet(
        static_cast<float>(addRoundedToOdd(static_cast<double>(a) * b, c)));
  }
  static TESSERA_ALWAYS_INLINE double nearest(double a, double b, double c) {
    return quiet(__builtin_fma(a, b, c));
  }
  static TESSERA_ALWAYS_INLINE float forHalf(float a, float b, float c) {
    return quiet(
        toFloatRoundedToOdd(addRoundedToOdd(static_cast<double>(a) * b, c)));
  }
  static uint64_t exact(ElementKind kind, const uint64_t *in, Rounding rounding,
                        bool ftz) {
    return numerics::fmaF(kind, in[0], in[1], in[2], rounding, ftz);
  }
};

struct Sqrt {
  static constexpr unsigned arity = 1;
  static TESSERA_ALWAYS_INLINE float nearest(float a) { return quiet(root(a)); }
  static TESSERA_ALWAYS_INLINE double nearest(double a) {
    return quiet(root(a));
  }
  static TESSERA_ALWAYS_INLINE float forHalf(float a) { return nearest(a); }
  static uint64_t exact(ElementKind kind, const uint64_t *in, Rounding rounding,
                        bool ftz) {
    return numerics::sqrtF(kind, in[0], rounding, ftz);
  }

private:
  /// The square root instruction, without the library call that sets errno.
  template <typename T> static TESSERA_ALWAYS_INLINE T root(T a) {
#if defined(__clang__)
    return __builtin_elementwise_sqrt(a);
#else
    return std::sqrt(a);
#endif
  }
};

/// IEEE-754-2019 maximumNumber / minimumNumber, or maximum / minimum with
/// PropagateNaN; +0 ranks above -0.
template <bool IsMax, bool PropagateNaN> struct MinMax {
  template <typename T> static TESSERA_ALWAYS_INLINE T nearest(T a, T b) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    Bits aBits = std::bit_cast<Bits>(a), bBits = std::bit_cast<Bits>(b);
    bool first = IsMax ? a > b : a < b;
    T ordered = first ? a : b;
    // Equal values differ in the sign of zero at most.
    T tied = std::bit_cast<T>(IsMax ? aBits & bBits : aBits | bBits);
    T result = a == b ? tied : ordered;
    if (PropagateNaN) {
      result = a != a ? a : b != b ? b : result;
    } else {
      result = a != a ? b : result;
      result = b != b ? a : result;
    }
    return quiet(result);
  }
};

} // namespace tessera::interp::kernels

#endif // TESSERA_LIB_INTERPRETER_ARITHMETIC_FLOATKERNELS_H
