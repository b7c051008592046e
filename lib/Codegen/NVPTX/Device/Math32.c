//===- Codegen/NVPTX/Device/Math32.c - functions of f32 ---------*- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Within 2 ulp of the exact value (sinh, atan2 and tan: 3), special values of
// C99. Polynomials are minimax fits on the reduced range; sums whose terms
// differ in size keep the low part of the large one.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#define INF32 __builtin_inff()
#define NAN32 __builtin_nanf("")

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// 2^n for n in [-126, 127].
TESSERA_INLINE float power32(i32 n) { return fromBits32((u32)(n + 127) << 23); }

/// y * 2^n with one rounding, for y in [0.5, 2.1) and n in [-252, 254].
TESSERA_INLINE float scale32(float y, i32 n) {
  i32 half = n >> 1;
  return y * power32(half) * power32(n - half);
}

/// e^r - 1 for |r| <= 0.3466, r given as the sum of two floats.
TESSERA_INLINE float expm1Reduced32(float r, float low) {
  float p = 0x1.6db4149a0a4fbp-10f;
  p = fma32(p, r, 0x1.123b490218db5p-7f);
  p = fma32(p, r, 0x1.55545e0102121p-5f);
  p = fma32(p, r, 0x1.55548efc2f935p-3f);
  p = fma32(p, r, 0x1.00000051b7dc7p-1f);
  return r + fma32(p, r * r, low);
}

/// x = n * log(2) + r with e^r - 1 as the result.
TESSERA_INLINE float expm1Remainder32(float x, float n) {
  float high = fma32(n, -0x1.62e4p-1f, x); // exact
  float low = n * -0x1.7f7d1cp-20f;
  float r = high + low;
  return expm1Reduced32(r, (high - r) + low);
}

/// e^x * 2^bias for x in [-110, 91].
TESSERA_INLINE float expScaled32(float x, i32 bias) {
  float n = __builtin_rintf(x * 0x1.715476p+0f);
  return scale32(1.0f + expm1Remainder32(x, n), (i32)n + bias);
}

TESSERA_SMALL float __tessera_exp_f32(float x) {
  // The negated comparisons are true for NaN.
  if (!(x > -110.0f))
    return x != x ? NAN32 : 0.0f;
  return x > 90.0f ? INF32 : expScaled32(x, 0);
}

TESSERA_SMALL float __tessera_exp2_f32(float x) {
  if (!(x > -160.0f))
    return x != x ? NAN32 : 0.0f;
  if (x >= 128.0f)
    return INF32;
  float n = __builtin_rintf(x);
  float f = x - n;
  float r = f * 0x1.62e43p-1f;
  float low = fma32(f, 0x1.62e43p-1f, -r) + f * -0x1.05c61p-29f;
  return scale32(1.0f + expm1Reduced32(r, low), (i32)n);
}

/// e^x - 1 for |x| < 60.
TESSERA_INLINE float expm1Moderate32(float x) {
  float n = __builtin_rintf(x * 0x1.715476p+0f);
  float p = expm1Remainder32(x, n);
  float s = power32((i32)n);
  return fma32(s, p, s - 1.0f);
}

TESSERA_SMALL float __tessera_tanh_f32(float x) {
  float a = __builtin_fabsf(x);
  if (!(a < 0.6f)) {
    if (x != x)
      return NAN32;
    float t = a > 15.0f ? 1.0f : 1.0f - 2.0f / (expm1Moderate32(2 * a) + 2.0f);
    return __builtin_copysignf(t, x);
  }
  float t = x * x;
  float p = 0x1.246e0f8814f8dp-9f;
  p = fma32(p, t, -0x1.0ee560a968d97p-7f);
  p = fma32(p, t, 0x1.6418d8a33da6cp-6f);
  p = fma32(p, t, -0x1.b9fa8abe0eb47p-5f);
  p = fma32(p, t, 0x1.11109e4113949p-3f);
  p = fma32(p, t, -0x1.5555544ae7677p-2f);
  return __builtin_copysignf(fma32(p * t, x, x), x); // -0 too
}

TESSERA_SMALL float __tessera_sinh_f32(float x) {
  float a = __builtin_fabsf(x);
  if (a < 1.0f) {
    float t = x * x;
    float p = 1.0f / 39916800;
    p = fma32(p, t, 1.0f / 362880);
    p = fma32(p, t, 1.0f / 5040);
    p = fma32(p, t, 1.0f / 120);
    p = fma32(p, t, 1.0f / 6);
    return fma32(p * t, x, x);
  }
  if (x != x)
    return NAN32;
  if (a > 90.0f)
    return __builtin_copysignf(INF32, x);
  float e = expScaled32(a, -1);
  return __builtin_copysignf(e - 0.25f / e, x);
}

TESSERA_SMALL float __tessera_cosh_f32(float x) {
  float a = __builtin_fabsf(x);
  if (!(a <= 90.0f))
    return x != x ? NAN32 : INF32;
  float e = expScaled32(a, -1);
  return e + 0.25f / e;
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// A positive finite x as 2^exponent * (1 + f), f in [sqrt(0.5) - 1,
/// sqrt(2) - 1).
TESSERA_INLINE float splitPower32(float x, i32 *exponent) {
  i32 e = 0;
  if (x < 0x1p-126f) {
    x *= 0x1p25f;
    e = -25;
  }
  u32 bits = bitsOf32(x) - 0x3f3504f3;
  e += (i32)bits >> 23;
  *exponent = e;
  return fromBits32((bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
}

/// log(1 + f) - f + f * f / 2.
TESSERA_INLINE float logTail32(float f) {
  float s = f / (2.0f + f);
  float z = s * s;
  float r = 2.0f / 11;
  r = fma32(r, z, 2.0f / 9);
  r = fma32(r, z, 2.0f / 7);
  r = fma32(r, z, 2.0f / 5);
  r = fma32(r, z, 2.0f / 3);
  return s * fma32(f * 0.5f, f, r * z);
}

/// What a logarithm of x is when x is not positive and finite; 0 otherwise.
TESSERA_INLINE int isLogSpecial32(float x) { return !(x > 0 && x < INF32); }
TESSERA_INLINE float logSpecial32(float x) {
  return x != x ? NAN32 : x == 0 ? -INF32 : x < 0 ? NAN32 : x;
}

TESSERA_SMALL float __tessera_log_f32(float x) {
  if (isLogSpecial32(x))
    return logSpecial32(x);
  i32 exponent;
  float f = splitPower32(x, &exponent), e = (float)exponent;
  float half = 0.5f * f * f;
  return fma32(e, 0x1.62e4p-1f,
               f - (half - fma32(e, 0x1.7f7d1cp-20f, logTail32(f))));
}

TESSERA_SMALL float __tessera_log2_f32(float x) {
  if (isLogSpecial32(x))
    return logSpecial32(x);
  i32 exponent;
  float f = splitPower32(x, &exponent), e = (float)exponent;
  float half = 0.5f * f * f;
  float high = f - half;
  float low = ((f - high) - half) + fma32(-0.5f * f, f, half) + logTail32(f);
  float p = high * 0x1.715476p+0f;
  float tail = fma32(high, 0x1.715476p+0f, -p) +
               fma32(high, 0x1.4ae0cp-26f, low * 0x1.715476p+0f);
  float v = e + p;
  return v + (((e - v) + p) + tail);
}

//===----------------------------------------------------------------------===//
// Trigonometry
//===----------------------------------------------------------------------===//

/// Quadrant (high word) and remainder (bits of a float) of a huge x: its product
/// with the part of 2 / pi that matters.
TESSERA_LARGE u64 __tessera_reduce_huge_f32(float x) {
  u32 bits = bitsOf32(x);
  // |x| = m * 2^e; the bits of 2 / pi from weight 2^(1 - e) on.
  u32 m = (bits & 0x7fffff) | 0x800000;
  i32 e = (i32)(bits >> 23 & 255) - 150;
  i32 first = e - 2; // bits left of the window, those after the point count
  i32 word = first >> 5, shift = first & 31;
  u64 window[3];
  for (int i = 0; i < 3; ++i) {
    u32 high = word + i < 0 ? 0 : __tessera_two_over_pi[word + i];
    u32 low = word + i + 1 < 0 ? 0 : __tessera_two_over_pi[word + i + 1];
    window[i] = (u32)((((u64)high << 32 | low) << shift) >> 32);
  }
  // 96 bits of the product: two of quadrant, the rest fraction.
  u64 low = m * window[2];
  u64 middle = m * window[1] + (low >> 32);
  u64 product = ((u64)(u32)(m * window[0] + (middle >> 32)) << 32) |
                (middle & 0xffffffff);
  i32 q = (i32)(product >> 62);
  i64 fraction = (i64)(product << 2);
  // Round to the nearest quadrant.
  q += fraction < 0;
  double r = (double)fraction * (0x1.921fb54442d18p+0 * 0x1p-64);
  if (x < 0) {
    q = -q;
    r = -r;
  }
  return (u64)(q & 3) << 32 | bitsOf32((float)r);
}

/// x = quadrant * pi / 2 + result for a finite x.
TESSERA_INLINE float reduce32(float x, i32 *quadrant) {
  if (__builtin_fabsf(x) > 71476.0f) {
    u64 reduced = __tessera_reduce_huge_f32(x);
    *quadrant = (i32)(reduced >> 32);
    return fromBits32((u32)reduced);
  }
  float n = __builtin_rintf(x * 0x1.45f306p-1f);
  *quadrant = (i32)n;
  float r = fma32(n, -0x1.921fb6p+0f, x);
  r = fma32(n, 0x1.777a5cp-25f, r);
  return fma32(n, 0x1.ee59dap-50f, r);
}

TESSERA_INLINE float sinReduced32(float r) {
  float t = r * r;
  float p = 0x1.6ccbab5f93531p-19f;
  p = fma32(p, t, -0x1.a00f68d51ed23p-13f);
  p = fma32(p, t, 0x1.111108553e2a8p-7f);
  p = fma32(p, t, -0x1.5555554c615cfp-3f);
  return fma32(p * t, r, r);
}

TESSERA_INLINE float cosReduced32(float r) {
  float t = r * r;
  float p = -0x1.24216c4c2b499p-22f;
  p = fma32(p, t, 0x1.a010f2fb35193p-16f);
  p = fma32(p, t, -0x1.6c16b8550d05dp-10f);
  p = fma32(p, t, 0x1.5555554f103aap-5f);
  p = fma32(p, t, -0.5f);
  return fma32(p, t, 1.0f);
}

/// The sine of x + shift * pi / 2.
TESSERA_INLINE float sinShifted32(float x, i32 shift) {
  if (!(__builtin_fabsf(x) < INF32))
    return NAN32;
  if (x == 0 && shift == 0)
    return x;
  i32 quadrant;
  float r = reduce32(x, &quadrant);
  quadrant += shift;
  float v = quadrant & 1 ? cosReduced32(r) : sinReduced32(r);
  return quadrant & 2 ? -v : v;
}

TESSERA_SMALL float __tessera_sin_f32(float x) { return sinShifted32(x, 0); }
TESSERA_SMALL float __tessera_cos_f32(float x) { return sinShifted32(x, 1); }

TESSERA_SMALL float __tessera_tan_f32(float x) {
  if (!(__builtin_fabsf(x) < INF32))
    return NAN32;
  if (x == 0)
    return x;
  i32 quadrant;
  float r = reduce32(x, &quadrant);
  float s = sinReduced32(r), c = cosReduced32(r);
  return quadrant & 1 ? -c / s : s / c;
}

TESSERA_SMALL float __tessera_atan2_f32(float y, float x) {
  if (x != x || y != y)
    return x + y;
  float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
  float small = ax < ay ? ax : ay, large = ax < ay ? ay : ax;
  float q = large == 0 ? 0.0f : small == INF32 ? 1.0f : small / large;
  float t = q * q;
  float p = -0x1.defca7af35928p-10f;
  p = fma32(p, t, 0x1.6a8e6a2ea5d19p-7f);
  p = fma32(p, t, -0x1.01af00cde3677p-5f);
  p = fma32(p, t, 0x1.dd0e5443e32a4p-5f);
  p = fma32(p, t, -0x1.58dc52b80ee56p-4f);
  p = fma32(p, t, 0x1.c0d27b16e5ae8p-4f);
  p = fma32(p, t, -0x1.2426f784900a5p-3f);
  p = fma32(p, t, 0x1.999276547bdb8p-3f);
  p = fma32(p, t, -0x1.555540373521ap-2f);
  float a = fma32(p * t, q, q);
  if (ax < ay)
    a = 0x1.921fb6p+0f - (a + 0x1.777a5cp-25f);
  if (bitsOf32(x) >> 31)
    a = 0x1.921fb6p+1f - (a + 0x1.777a5cp-24f);
  return __builtin_copysignf(a, y);
}

TESSERA_SMALL float __tessera_rsqrt_f32(float x) {
  return 1.0f / __builtin_sqrtf(x);
}

//===----------------------------------------------------------------------===//
// Remainder and flush
//===----------------------------------------------------------------------===//

/// A positive number as m * 2^(exponent - 150) with m of 24 bits.
TESSERA_INLINE u32 significand32(u32 bits, i32 *exponent) {
  i32 e = (i32)(bits >> 23);
  u32 m = bits & 0x7fffff;
  if (e) {
    *exponent = e;
    return m | 0x800000;
  }
  i32 shift = __builtin_clz(m) - 8;
  *exponent = 1 - shift;
  return m << shift;
}

/// C's fmod, exact: long division of the significands, bit by bit.
TESSERA_LARGE float __tessera_rem_f32(float x, float y) {
  u32 ux = bitsOf32(x) & 0x7fffffff, uy = bitsOf32(y) & 0x7fffffff;
  if (uy == 0 || ux >= 0x7f800000 || uy > 0x7f800000)
    return x != x || y != y ? x + y : NAN32;
  if (ux < uy)
    return x;
  i32 ex, ey;
  u32 mx = significand32(ux, &ex), my = significand32(uy, &ey);
  for (; ex > ey; --ex) {
    mx = mx >= my ? mx - my : mx;
    mx <<= 1;
  }
  mx = mx >= my ? mx - my : mx;
  if (mx == 0)
    return __builtin_copysignf(0.0f, x);
  i32 shift = __builtin_clz(mx) - 8;
  mx <<= shift;
  ex -= shift;
  // The result is exact, so that only zeros are shifted out.
  u32 bits = ex > 0 ? (mx & 0x7fffff) | (u32)ex << 23 : mx >> (1 - ex);
  return __builtin_copysignf(fromBits32(bits), x);
}

/// Subnormal numbers to zeros of their sign.
TESSERA_SMALL float __tessera_flush_f32(float x) {
  return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
}
