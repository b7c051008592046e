//===- Codegen/NVPTX/Device/Convert.c - float formats -----------*- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact conversions between formats where PTX has no instruction, or one with
// other special values. Every source format goes exactly to f64 (or f32), and is
// rounded once, in any mode, to the target by the one algorithm below. Formats
// and modes are constants at every call, which inlining folds.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

/// As numerics::Rounding.
enum { NearestEven, Zero, NegativeInf, PositiveInf, NearestAway };

/// As numerics::SpecialValues.
enum { Ieee, NaNAllOnes, FiniteOnly };

typedef struct {
  i32 exponentBits, mantissaBits, bias, hasSign, hasZero, specials;
} Format;

#define FORMAT_F16 ((Format){5, 10, 15, 1, 1, Ieee})
#define FORMAT_BF16 ((Format){8, 7, 127, 1, 1, Ieee})
#define FORMAT_TF32 ((Format){8, 10, 127, 1, 1, Ieee})
#define FORMAT_F32 ((Format){8, 23, 127, 1, 1, Ieee})
#define FORMAT_E4M3FN ((Format){4, 3, 7, 1, 1, NaNAllOnes})
#define FORMAT_E5M2 ((Format){5, 2, 15, 1, 1, Ieee})
#define FORMAT_E8M0 ((Format){8, 0, 127, 0, 0, NaNAllOnes})
#define FORMAT_E2M1 ((Format){2, 1, 1, 1, 1, FiniteOnly})
#define FORMAT_E5M3U ((Format){5, 3, 15, 0, 1, NaNAllOnes})

TESSERA_INLINE u32 magnitudeMask(Format f) {
  return (1u << (f.exponentBits + f.mantissaBits)) - 1;
}
TESSERA_INLINE u32 exponentMask(Format f) {
  return magnitudeMask(f) & ~((1u << f.mantissaBits) - 1);
}
TESSERA_INLINE u32 signBit(Format f, u32 negative) {
  return f.hasSign ? negative << (f.exponentBits + f.mantissaBits) : 0;
}
TESSERA_INLINE u32 maxFinite(Format f) {
  return f.specials == Ieee         ? exponentMask(f) - 1
         : f.specials == NaNAllOnes ? magnitudeMask(f) - 1
                                    : magnitudeMask(f);
}

/// The NaN of a format, with the leading payload bits of an f64's mantissa.
TESSERA_INLINE u32 packNaN(Format f, u32 negative, u64 mantissa) {
  if (f.specials == FiniteOnly)
    return magnitudeMask(f);
  if (f.specials == NaNAllOnes)
    return signBit(f, negative) | magnitudeMask(f);
  return signBit(f, negative) | exponentMask(f) | 1u << (f.mantissaBits - 1) |
         (u32)(mantissa >> (52 - f.mantissaBits));
}

/// Beyond the largest number: infinity or, without one, the largest number or
/// (`nan`) NaN.
TESSERA_INLINE u32 packOverflow(Format f, u32 negative, i32 nan) {
  if (f.specials == Ieee)
    return signBit(f, negative) | exponentMask(f);
  if (nan && f.specials == NaNAllOnes)
    return signBit(f, negative) | magnitudeMask(f);
  return signBit(f, negative) | maxFinite(f);
}

/// m * 2^e, rounded; m has its top bit set.
TESSERA_INLINE u32 roundTo(Format f, u32 negative, u64 m, i32 e, i32 mode,
                           i32 nan) {
  if (negative && !f.hasSign)
    return magnitudeMask(f);
  i32 minLsb = (f.hasZero ? 1 : 0) - f.bias - f.mantissaBits;
  i32 lsb = e + 63 - f.mantissaBits;
  lsb = lsb < minLsb ? minLsb : lsb;
  i32 shift = lsb - e; // at least 63 - mantissaBits
  u64 q = shift >= 64 ? 0 : m >> shift;
  // Compared with half of the last place: below -1, equal 0, above 1.
  u64 rest = shift >= 64 ? m : m << (64 - shift);
  i32 isInexact = rest != 0;
  i32 half = shift > 64              ? -1
             : rest == 1ull << 63    ? 0
             : rest > 1ull << 63     ? 1
                                     : -1;
  i32 up = mode == NearestEven   ? half > 0 || (half == 0 && (q & 1))
           : mode == NearestAway ? half >= 0 && isInexact
           : mode == PositiveInf ? isInexact && !negative
           : mode == NegativeInf ? isInexact && negative
                                 : 0;
  q += (u64)up;
  u64 bits = ((u64)(lsb - minLsb) << f.mantissaBits) + q;
  if (!f.hasZero && bits != 0) // the field of the smallest number is 0
    --bits;
  if (bits > maxFinite(f)) {
    i32 towardZero = mode == Zero || (mode == PositiveInf && negative) ||
                     (mode == NegativeInf && !negative);
    if (f.specials == Ieee && towardZero)
      return signBit(f, negative) | maxFinite(f);
    return packOverflow(f, negative, nan);
  }
  return signBit(f, negative) | (u32)bits;
}

TESSERA_INLINE u32 fromDouble(Format f, double x, i32 mode) {
  u64 bits = bitsOf64(x);
  u32 negative = (u32)(bits >> 63);
  i32 exponent = (i32)(bits >> 52 & 2047);
  u64 mantissa = bits & ((1ull << 52) - 1);
  if (exponent == 2047)
    return mantissa ? packNaN(f, negative, mantissa)
           : negative && !f.hasSign ? magnitudeMask(f)
                                    : packOverflow(f, negative, 0);
  if (exponent == 0) {
    if (mantissa == 0)
      return signBit(f, negative);
    i32 shift = __builtin_clzll(mantissa);
    return roundTo(f, negative, mantissa << shift, -1074 - shift, mode, 0);
  }
  return roundTo(f, negative, (mantissa | 1ull << 52) << 11,
                 exponent - 1075 - 11, mode, 0);
}

TESSERA_INLINE u32 fromFloat(Format f, float x, i32 mode) {
  u32 bits = bitsOf32(x);
  u32 negative = bits >> 31;
  i32 exponent = (i32)(bits >> 23 & 255);
  u32 mantissa = bits & ((1u << 23) - 1);
  if (exponent == 255)
    return mantissa ? packNaN(f, negative, (u64)mantissa << 29)
           : negative && !f.hasSign ? magnitudeMask(f)
                                    : packOverflow(f, negative, 0);
  if (exponent == 0) {
    if (mantissa == 0)
      return signBit(f, negative);
    i32 shift = __builtin_clz(mantissa);
    return roundTo(f, negative, (u64)mantissa << (32 + shift),
                   -149 - 32 - shift, mode, 0);
  }
  return roundTo(f, negative, (u64)(mantissa | 1u << 23) << 40,
                 exponent - 150 - 40, mode, 0);
}

/// An integer given as sign and magnitude, to nearest even; beyond the format:
/// infinity or NaN.
TESSERA_INLINE u32 fromInteger(Format f, u64 magnitude, u32 negative) {
  if (magnitude == 0)
    return 0;
  i32 shift = __builtin_clzll(magnitude);
  return roundTo(f, negative, magnitude << shift, -shift, NearestEven, 1);
}

/// A number of a format with at most 16 bits as the f32 it is.
TESSERA_INLINE float toFloat(Format f, u32 bits) {
  u32 magnitude = bits & magnitudeMask(f);
  u32 sign = f.hasSign ? (bits >> (f.exponentBits + f.mantissaBits) & 1) << 31
                       : 0;
  u32 mantissa = magnitude & ((1u << f.mantissaBits) - 1);
  i32 exponent = (i32)(magnitude >> f.mantissaBits);
  if (f.specials == Ieee && magnitude >= exponentMask(f))
    return fromBits32(sign | 0x7f800000 | (mantissa ? 0x400000 : 0) |
                      mantissa << (23 - f.mantissaBits));
  if (f.specials == NaNAllOnes && magnitude == magnitudeMask(f))
    return fromBits32(sign | 0x7fc00000);
  if (!f.hasZero) // 2^(exponent - 127), the smallest one subnormal
    return fromBits32(exponent == 0 ? 0x400000 : (u32)exponent << 23);
  if (exponent == 0) {
    float unit = fromBits32((u32)(1 - f.bias - f.mantissaBits + 127) << 23);
    return fromBits32(bitsOf32((float)mantissa * unit) | sign);
  }
  return fromBits32(sign | (u32)(exponent - f.bias + 127) << 23 |
                    mantissa << (23 - f.mantissaBits));
}

#define DEFINE_TARGET(NAME, FORMAT, SHIFT)                                     \
  TESSERA_SMALL u32 __tessera_f64_to_##NAME(double x, i32 mode) {              \
    return fromDouble(FORMAT, x, mode) << SHIFT;                               \
  }                                                                            \
  TESSERA_SMALL u32 __tessera_f32_to_##NAME(float x, i32 mode) {               \
    return fromFloat(FORMAT, x, mode) << SHIFT;                                \
  }                                                                            \
  TESSERA_SMALL u32 __tessera_int_to_##NAME(u64 magnitude, u32 negative) {     \
    return fromInteger(FORMAT, magnitude, negative) << SHIFT;                  \
  }

DEFINE_TARGET(f16, FORMAT_F16, 0)
DEFINE_TARGET(bf16, FORMAT_BF16, 0)
DEFINE_TARGET(tf32, FORMAT_TF32, 13)
DEFINE_TARGET(f32, FORMAT_F32, 0)
DEFINE_TARGET(f8E4M3FN, FORMAT_E4M3FN, 0)
DEFINE_TARGET(f8E5M2, FORMAT_E5M2, 0)
DEFINE_TARGET(f8E8M0FNU, FORMAT_E8M0, 0)
DEFINE_TARGET(f4E2M1FN, FORMAT_E2M1, 0)
DEFINE_TARGET(f8E5M3FNU, FORMAT_E5M3U, 0)

#define DEFINE_SOURCE(NAME, FORMAT)                                            \
  TESSERA_SMALL float __tessera_##NAME##_to_f32(u32 bits) {                    \
    return toFloat(FORMAT, bits);                                              \
  }

DEFINE_SOURCE(f8E4M3FN, FORMAT_E4M3FN)
DEFINE_SOURCE(f8E5M2, FORMAT_E5M2)
DEFINE_SOURCE(f8E8M0FNU, FORMAT_E8M0)
DEFINE_SOURCE(f4E2M1FN, FORMAT_E2M1)
DEFINE_SOURCE(f8E5M3FNU, FORMAT_E5M3U)
