//===- Codegen/NVPTX/Device/Math64.c - functions of f64 ---------*- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Within 2 ulp of the exact value (tanh 1, tan 3), special values of C99. Where
// a sum would lose more, its low part is kept in a second f64. Powers are here
// for f32 too: f64 is what they need inside.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#define INF64 __builtin_inf()
#define NAN64 __builtin_nan("")
#define LOG2E 0x1.71547652b82fep+0
#define LN2_HIGH 0x1.62e42feep-1 // 32 bits
#define LN2_LOW 0x1.a39ef35793c76p-33

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// 2^n for n in [-1022, 1023].
TESSERA_INLINE double power64(i64 n) {
  return fromBits64((u64)(n + 1023) << 52);
}

/// y * 2^n with one rounding, for y in [0.5, 2.1) and n in [-2044, 2046].
TESSERA_INLINE double scale64(double y, i64 n) {
  i64 half = n >> 1;
  return y * power64(half) * power64(n - half);
}

/// e^(r + low) - 1 - r for |r| <= 0.3466 and a tiny low.
TESSERA_INLINE double expTail64(double r, double low) {
  double p = 0x1.af81af4a23be0p-26;
  p = fma64(p, r, 0x1.28b049e110e4ap-22);
  p = fma64(p, r, 0x1.71dde24c17e78p-19);
  p = fma64(p, r, 0x1.a0199690637b9p-16);
  p = fma64(p, r, 0x1.a01a01b9b78ebp-13);
  p = fma64(p, r, 0x1.6c16c185a9ee5p-10);
  p = fma64(p, r, 0x1.111111110d9e4p-7);
  p = fma64(p, r, 0x1.555555555001ap-5);
  p = fma64(p, r, 0x1.5555555555560p-3);
  p = fma64(p, r, 0x1.000000000000cp-1);
  return fma64(p, r * r, fma64(low, r, low));
}

/// x + low = n * log(2) + r + *rest.
TESSERA_INLINE double expReduce64(double x, double low, double n,
                                  double *rest) {
  double high = fma64(n, -LN2_HIGH, x); // exact
  low = fma64(n, -LN2_LOW, low);
  double r = high + low;
  *rest = (high - r) + low;
  return r;
}

/// e^(x + low) * 2^bias for x in [-760, 720].
TESSERA_INLINE double expScaled64(double x, double low, i64 bias) {
  double n = __builtin_rint(x * LOG2E), rest;
  double r = expReduce64(x, low, n, &rest);
  return scale64(1.0 + (r + expTail64(r, rest)), (i64)n + bias);
}

TESSERA_LARGE double __tessera_exp_f64(double x) {
  if (!(x > -760.0))
    return x != x ? NAN64 : 0.0;
  return x > 720.0 ? INF64 : expScaled64(x, 0, 0);
}

TESSERA_LARGE double __tessera_exp2_f64(double x) {
  if (!(x > -1100.0))
    return x != x ? NAN64 : 0.0;
  if (x >= 1024.0)
    return INF64;
  double n = __builtin_rint(x);
  double f = x - n;
  double r = f * 0x1.62e42fefa39efp-1;
  double low = fma64(f, 0x1.62e42fefa39efp-1, -r) + f * 0x1.abc9e3b39803fp-56;
  return scale64(1.0 + (r + expTail64(r, low)), (i64)n);
}

TESSERA_LARGE double __tessera_tanh_f64(double x) {
  double a = __builtin_fabs(x);
  if (!(a <= 22.0))
    return x != x ? NAN64 : __builtin_copysign(1.0, x);
  if (a < 0x1p-28)
    return x;
  // h + t = e^(2a) - 1, then (h + t) / (h + t + 2).
  double n = __builtin_rint(2 * a * LOG2E), rest;
  double r = expReduce64(2 * a, 0, n, &rest);
  double p = expTail64(r, rest);
  double h = r + p, t = (r - h) + p;
  if (n != 0) {
    double s = power64((i64)n), one = s - 1.0, scaled = s * h;
    h = one + scaled;
    t = ((one - h) + scaled) + s * t;
  }
  double d = h + 2.0;
  double low = (h > 2.0 ? (h - d) + 2.0 : (2.0 - d) + h) + t;
  double q = h / d;
  q += (fma64(-q, d, h) + fma64(-q, low, t)) / d;
  return __builtin_copysign(q, x);
}

TESSERA_LARGE double __tessera_sinh_f64(double x) {
  double a = __builtin_fabs(x);
  if (a < 1.0) {
    double t = x * x;
    double p = 1.0 / 121645100408832000;
    p = fma64(p, t, 1.0 / 355687428096000);
    p = fma64(p, t, 1.0 / 1307674368000);
    p = fma64(p, t, 1.0 / 6227020800);
    p = fma64(p, t, 1.0 / 39916800);
    p = fma64(p, t, 1.0 / 362880);
    p = fma64(p, t, 1.0 / 5040);
    p = fma64(p, t, 1.0 / 120);
    p = fma64(p, t, 1.0 / 6);
    return fma64(p * t, x, x);
  }
  if (x != x)
    return NAN64;
  if (a > 720.0)
    return __builtin_copysign(INF64, x);
  double e = expScaled64(a, 0, -1);
  return __builtin_copysign(e - 0.25 / e, x);
}

TESSERA_LARGE double __tessera_cosh_f64(double x) {
  double a = __builtin_fabs(x);
  if (!(a <= 720.0))
    return x != x ? NAN64 : INF64;
  double e = expScaled64(a, 0, -1);
  return e + 0.25 / e;
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// A positive finite x as 2^exponent * (1 + f), f in [sqrt(0.5) - 1,
/// sqrt(2) - 1).
TESSERA_INLINE double splitPower64(double x, i64 *exponent) {
  i64 e = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    e = -54;
  }
  u64 bits = bitsOf64(x) - 0x3fe6a09e667f3bcd;
  e += (i64)bits >> 52;
  *exponent = e;
  return fromBits64((bits & 0xfffffffffffff) + 0x3fe6a09e667f3bcd) - 1.0;
}

/// log(1 + f) - f + f * f / 2.
TESSERA_INLINE double logTail64(double f) {
  double s = f / (2.0 + f);
  double z = s * s;
  double r = 0x1.0f691de019728p-3;
  r = fma64(r, z, 0x1.0f5c0b0c8e217p-3);
  r = fma64(r, z, 0x1.3b20b4e1d4087p-3);
  r = fma64(r, z, 0x1.745cddfa00e8ep-3);
  r = fma64(r, z, 0x1.c71c7259c9e56p-3);
  r = fma64(r, z, 0x1.249249242a8d5p-2);
  r = fma64(r, z, 0x1.9999999999e08p-2);
  r = fma64(r, z, 0x1.5555555555555p-1);
  return s * fma64(f * 0.5, f, r * z);
}

TESSERA_INLINE int isLogSpecial64(double x) { return !(x > 0 && x < INF64); }
TESSERA_INLINE double logSpecial64(double x) {
  return x != x ? NAN64 : x == 0 ? -INF64 : x < 0 ? NAN64 : x;
}

TESSERA_INLINE double log64(double x) {
  i64 exponent;
  double f = splitPower64(x, &exponent), e = (double)exponent;
  double half = 0.5 * f * f;
  return fma64(e, LN2_HIGH, f - (half - fma64(e, LN2_LOW, logTail64(f))));
}

TESSERA_LARGE double __tessera_log_f64(double x) {
  return isLogSpecial64(x) ? logSpecial64(x) : log64(x);
}

TESSERA_LARGE double __tessera_log2_f64(double x) {
  if (isLogSpecial64(x))
    return logSpecial64(x);
  i64 exponent;
  double f = splitPower64(x, &exponent), e = (double)exponent;
  double half = 0.5 * f * f;
  double high = f - half;
  double low = ((f - high) - half) + fma64(-0.5 * f, f, half) + logTail64(f);
  double p = high * LOG2E;
  double tail = fma64(high, LOG2E, -p) +
                fma64(high, 0x1.777d0ffda0d24p-56, low * LOG2E);
  double v = e + p;
  return v + (((e - v) + p) + tail);
}

/// log(x) of a positive finite x, and in *rest what the result lacks.
TESSERA_INLINE double logDouble64(double x, double *rest) {
  i64 exponent;
  double f = splitPower64(x, &exponent), e = (double)exponent;
  // s = f / (2 + f), z = s * s.
  double d = 2.0 + f, dl = (2.0 - d) + f;
  double s = f / d, sl = (fma64(-s, d, f) - s * dl) / d;
  double z = s * s, zl = fma64(s, s, -z) + 2 * s * sl;
  double p = 0x1.3dc1d9eab61d6p-4;
  p = fma64(p, z, 0x1.bea311f5fcd23p-4);
  p = fma64(p, z, 0x1.e0d07f2c8bf01p-4);
  p = fma64(p, z, 0x1.1115f6f956cb1p-3);
  p = fma64(p, z, 0x1.3b13970ecbc13p-3);
  p = fma64(p, z, 0x1.745d17992a30dp-3);
  p = fma64(p, z, 0x1.c71c71c683b44p-3);
  p = fma64(p, z, 0x1.2492492492915p-2);
  p = fma64(p, z, 0x1.9999999999998p-2);
  // log(1 + f) = 2 s + s z (2/3 + z p).
  double c = z * p, t = 0x1.5555555555555p-1 + c;
  double tl = ((0x1.5555555555555p-1 - t) + c) + 0x1.5555555555555p-55;
  double w = z * t, wl = fma64(z, t, -w) + z * tl + zl * t;
  double v = s * w, vl = fma64(s, w, -v) + s * wl + sl * w;
  double h = 2 * s + v, l = ((2 * s - h) + v) + (2 * sl + vl);
  double big = e * LN2_HIGH; // exact
  double sum = big + h;
  l += e * LN2_LOW + ((e == 0 ? (h - sum) + big : (big - sum) + h));
  double result = sum + l;
  *rest = (sum - result) + l;
  return result;
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// C's pow. `precise`: for an f64 result; otherwise enough for f32.
TESSERA_INLINE double pow64(double x, double y, int precise) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  double a = __builtin_fabs(x), ay = __builtin_fabs(y);
  int isInteger = ay >= 0x1p53 || __builtin_trunc(y) == y;
  int isOdd = isInteger && ay < 0x1p53 && ((i64)y & 1);
  double sign = isOdd && bitsOf64(x) >> 63 ? -1.0 : 1.0;
  if (a == 0 || a == INF64)
    return sign * ((a == 0) == (y < 0) ? INF64 : 0.0);
  if (x < 0 && !isInteger && ay < INF64)
    return NAN64;
  if (a == 1)
    return sign;
  if (ay == INF64)
    return (a > 1) == (y > 0) ? INF64 : 0.0;
  double rest = 0;
  double log = precise ? logDouble64(a, &rest) : log64(a);
  double p = y * log;
  if (p > 720.0)
    return sign * INF64;
  if (p < -760.0)
    return sign * 0.0;
  double low = precise ? fma64(y, log, -p) + y * rest : 0.0;
  return sign * expScaled64(p, low, 0);
}

TESSERA_LARGE double __tessera_pow_f64(double x, double y) {
  return pow64(x, y, 1);
}
TESSERA_LARGE float __tessera_pow_f32(float x, float y) {
  return (float)pow64(x, y, 0);
}
TESSERA_LARGE double __tessera_powi_f64(double x, i32 n) {
  return pow64(x, n, 1);
}
TESSERA_LARGE float __tessera_powi_f32(float x, i32 n) {
  return (float)pow64(x, n, 0);
}

//===----------------------------------------------------------------------===//
// Trigonometry
//===----------------------------------------------------------------------===//

typedef unsigned __int128 u128;

TESSERA_INLINE u64 twoOverPi64(i32 word) {
  u32 high = word < 0 ? 0 : __tessera_two_over_pi[word];
  u32 low = word + 1 < 0 ? 0 : __tessera_two_over_pi[word + 1];
  return (u64)high << 32 | low;
}

/// |x| = quadrant * pi / 2 + result + *rest for a large finite x.
TESSERA_INLINE double reduceHuge64(double x, i64 *quadrant, double *rest) {
  u64 bits = bitsOf64(x);
  u64 m = (bits & 0xfffffffffffff) | 1ull << 52;
  i32 first = (i32)(bits >> 52 & 2047) - 1075 - 2;
  i32 word = first >> 5, shift = first & 31;
  u64 window[3];
  for (int i = 0; i < 3; ++i) {
    u64 head = twoOverPi64(word + 2 * i), next = twoOverPi64(word + 2 * i + 2);
    window[i] = shift ? head << shift | next >> (64 - shift) : head;
  }
  // 192 bits of the product: two of quadrant, the rest fraction.
  u128 low = (u128)m * window[2];
  u128 middle = (u128)m * window[1] + (low >> 64);
  u64 high = m * window[0] + (u64)(middle >> 64);
  u128 fraction = (u128)high << 64 | (u64)middle;
  i64 q = (i64)(high >> 62);
  fraction <<= 2;
  fraction |= (u64)low >> 62;
  // Round to the nearest quadrant.
  int negative = (int)(fraction >> 127);
  q += negative;
  if (negative)
    fraction = -fraction;
  u64 top = (u64)(fraction >> 64);
  i32 zeros = top ? __builtin_clzll(top) : 64;
  if (zeros)
    fraction = zeros == 64 ? fraction << 64 : fraction << zeros;
  top = (u64)(fraction >> 64);
  double scale = power64(-64 - zeros);
  if (negative)
    scale = -scale;
  double h = (double)(top & ~2047ull) * scale;
  double l = (double)(top & 2047) * scale;
  double r = h * 0x1.921fb54442d18p+0;
  *rest = fma64(h, 0x1.921fb54442d18p+0, -r) + h * 0x1.1a62633145c07p-54 +
          l * 0x1.921fb54442d18p+0;
  *quadrant = q;
  return r;
}

/// x = quadrant * pi / 2 + result + *rest for a finite x.
TESSERA_INLINE double reduce64(double x, i64 *quadrant, double *rest) {
  if (__builtin_fabs(x) > 800000.0) {
    double r = reduceHuge64(x, quadrant, rest);
    if (x > 0)
      return r;
    *quadrant = -*quadrant;
    *rest = -*rest;
    return -r;
  }
  double n = __builtin_rint(x * 0x1.45f306dc9c883p-1);
  *quadrant = (i64)n;
  double a = fma64(n, -0x1.921fb54442d18p+0, x); // exact
  // a - b with all that rounding takes away: a and b may nearly cancel.
  double b = n * 0x1.1a62633145c07p-54;
  double low = fma64(n, 0x1.1a62633145c07p-54, -b);
  double d = a - b, back = a - d;
  low = ((back - b) + (a - (d + back))) - low + n * 0x1.f1976b7ed8fbcp-110;
  double r = d + low;
  *rest = (d - r) + low;
  return r;
}

TESSERA_INLINE double sinReduced64(double r, double rest) {
  double t = r * r;
  double p = -0x1.aa43f9c2f8ffdp-41;
  p = fma64(p, t, 0x1.611fcd2d3ca16p-33);
  p = fma64(p, t, -0x1.ae64516c4bda0p-26);
  p = fma64(p, t, 0x1.71de3a52691d5p-19);
  p = fma64(p, t, -0x1.a01a01a0182e1p-13);
  p = fma64(p, t, 0x1.1111111111109p-7);
  p = fma64(p, t, -0x1.5555555555555p-3);
  return r + fma64(p * t, r, fma64(-0.5 * t, rest, rest));
}

TESSERA_INLINE double cosReduced64(double r, double rest) {
  double t = r * r;
  double p = 0x1.ad901b1ea3f51p-45;
  p = fma64(p, t, -0x1.9398eacc4e601p-37);
  p = fma64(p, t, 0x1.1eed910acac06p-29);
  p = fma64(p, t, -0x1.27e4fb7922bd2p-22);
  p = fma64(p, t, 0x1.a01a01a01adabp-16);
  p = fma64(p, t, -0x1.6c16c16c16c16p-10);
  p = fma64(p, t, 0x1.5555555555555p-5);
  double half = 0.5 * t, w = 1.0 - half;
  // What rounding took from t and from 1 - t / 2.
  double lost = fma64(-0.5 * r, r, half);
  return w + (((1.0 - w) - half) + fma64(t * t, p, fma64(-r, rest, lost)));
}

TESSERA_INLINE double sinShifted64(double x, i64 shift) {
  if (!(__builtin_fabs(x) < INF64))
    return NAN64;
  if (x == 0 && shift == 0)
    return x;
  i64 quadrant;
  double rest, r = reduce64(x, &quadrant, &rest);
  quadrant += shift;
  double v = quadrant & 1 ? cosReduced64(r, rest) : sinReduced64(r, rest);
  return quadrant & 2 ? -v : v;
}

TESSERA_LARGE double __tessera_sin_f64(double x) { return sinShifted64(x, 0); }
TESSERA_LARGE double __tessera_cos_f64(double x) { return sinShifted64(x, 1); }

TESSERA_LARGE double __tessera_tan_f64(double x) {
  if (!(__builtin_fabs(x) < INF64))
    return NAN64;
  if (x == 0)
    return x;
  i64 quadrant;
  double rest, r = reduce64(x, &quadrant, &rest);
  double s = sinReduced64(r, rest), c = cosReduced64(r, rest);
  return quadrant & 1 ? -c / s : s / c;
}

TESSERA_LARGE double __tessera_atan2_f64(double y, double x) {
  if (x != x || y != y)
    return x + y;
  double ax = __builtin_fabs(x), ay = __builtin_fabs(y);
  double small = ax < ay ? ax : ay, large = ax < ay ? ay : ax;
  double q = large == 0 ? 0.0 : small == INF64 ? 1.0 : small / large;
  double base = 0, baseLow = 0, v = q;
  if (q > 0x1.a827999fcef32p-2) { // tan(pi / 8)
    double scale = large > 1.0 ? 0.5 : 1.0; // their sum is finite
    double s = small * scale, l = large * scale;
    v = large == INF64 ? (q - 1.0) / (q + 1.0) : (s - l) / (s + l);
    base = 0x1.921fb54442d18p-1;
    baseLow = 0x1.1a62633145c07p-55;
  }
  double t = v * v;
  double p = 0x1.f1fea987f4b93p-7;
  p = fma64(p, t, -0x1.123d2f97013fbp-5);
  p = fma64(p, t, 0x1.70ef9ca221b32p-5);
  p = fma64(p, t, -0x1.ab7e1125dde1ap-5);
  p = fma64(p, t, 0x1.e17215eef1befp-5);
  p = fma64(p, t, -0x1.110c73e1091d2p-4);
  p = fma64(p, t, 0x1.3b136e3f5ec4ap-4);
  p = fma64(p, t, -0x1.745d14ba762a0p-4);
  p = fma64(p, t, 0x1.c71c71b74f6e8p-4);
  p = fma64(p, t, -0x1.249249247578dp-3);
  p = fma64(p, t, 0x1.999999999964dp-3);
  p = fma64(p, t, -0x1.5555555555554p-2);
  double a = base + (baseLow + fma64(p * t, v, v));
  if (ax < ay)
    a = 0x1.921fb54442d18p+0 - (a - 0x1.1a62633145c07p-54);
  if (bitsOf64(x) >> 63)
    a = 0x1.921fb54442d18p+1 - (a - 0x1.1a62633145c07p-53);
  return __builtin_copysign(a, y);
}

TESSERA_SMALL double __tessera_rsqrt_f64(double x) {
  return 1.0 / __builtin_sqrt(x);
}

//===----------------------------------------------------------------------===//
// Remainder
//===----------------------------------------------------------------------===//

/// A positive number as m * 2^(exponent - 1075) with m of 53 bits.
TESSERA_INLINE u64 significand64(u64 bits, i32 *exponent) {
  i32 e = (i32)(bits >> 52);
  u64 m = bits & 0xfffffffffffff;
  if (e) {
    *exponent = e;
    return m | 1ull << 52;
  }
  i32 shift = __builtin_clzll(m) - 11;
  *exponent = 1 - shift;
  return m << shift;
}

/// C's fmod, exact: long division of the significands, bit by bit.
TESSERA_LARGE double __tessera_rem_f64(double x, double y) {
  u64 ux = bitsOf64(x) & ~(1ull << 63), uy = bitsOf64(y) & ~(1ull << 63);
  if (uy == 0 || ux >= 0x7ff0000000000000 || uy > 0x7ff0000000000000)
    return x != x || y != y ? x + y : NAN64;
  if (ux < uy)
    return x;
  i32 ex, ey;
  u64 mx = significand64(ux, &ex), my = significand64(uy, &ey);
  for (; ex > ey; --ex) {
    mx = mx >= my ? mx - my : mx;
    mx <<= 1;
  }
  mx = mx >= my ? mx - my : mx;
  if (mx == 0)
    return __builtin_copysign(0.0, x);
  i32 shift = __builtin_clzll(mx) - 11;
  mx <<= shift;
  ex -= shift;
  // The result is exact, so that only zeros are shifted out.
  u64 bits =
      ex > 0 ? (mx & 0xfffffffffffff) | (u64)ex << 52 : mx >> (1 - ex);
  return __builtin_copysign(fromBits64(bits), x);
}
