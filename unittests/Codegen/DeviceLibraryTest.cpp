//===- Codegen/DeviceLibraryTest.cpp - the device library on the host -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that GPU code calls, compiled for this machine: conversions
// against Numerics bit by bit, mathematics against the C library with more
// precision than the result has.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace tessera::numerics;

// As C: the library has no namespaces.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc99-extensions"
extern "C" {
#include "Math32.c"
#include "Math64.c"
#include "Tables.c"
namespace convert {
#include "Convert.c"
}
}
#pragma clang diagnostic pop

namespace {

uint64_t bitsOf(double x) { return std::bit_cast<uint64_t>(x); }

/// Doubles that are hard to round: around powers of two, halves of places,
/// subnormals of every format, and random ones.
std::vector<double> hardDoubles() {
  std::vector<double> values = {0.0, -0.0, INFINITY, -INFINITY, NAN};
  for (int e = -1074; e <= 1023; ++e)
    for (double m : {1.0, 1.5, 1.25, 1.75, 1.125, 1.0625, 1.9375, 1.03125,
                     1 + 0x1p-52, 2 - 0x1p-52, 1 + 0x1p-11, 1 + 0x1p-8,
                     1 + 0x1p-11 + 0x1p-40, 1.4375, 1.3125})
      for (double sign : {1.0, -1.0})
        values.push_back(sign * std::ldexp(m, e));
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i)
    values.push_back(std::bit_cast<double>(uint64_t(random())));
  for (int i = 0; i < 20000; ++i)
    values.push_back(std::bit_cast<float>(uint32_t(random())));
  return values;
}

struct Target {
  ElementKind kind;
  u32 (*fromDouble)(double, i32);
  u32 (*fromFloat)(float, i32);
  u32 (*fromInteger)(u64, u32);
};
#define TARGET(KIND, NAME)                                                     \
  {ElementKind::KIND, convert::__tessera_f64_to_##NAME,                        \
   convert::__tessera_f32_to_##NAME, convert::__tessera_int_to_##NAME}
const Target targets[] = {
    TARGET(F16, f16),
    TARGET(BF16, bf16),
    TARGET(TF32, tf32),
    TARGET(F32, f32),
    TARGET(F8E4M3FN, f8E4M3FN),
    TARGET(F8E5M2, f8E5M2),
    TARGET(F8E8M0FNU, f8E8M0FNU),
    TARGET(F4E2M1FN, f4E2M1FN),
    TARGET(F8E5M3FNU, f8E5M3FNU),
};
#undef TARGET

} // namespace

TEST(DeviceLibrary, EveryTargetFormatInEveryMode) {
  for (const Target &target : targets)
    for (int mode = 0; mode <= 4; ++mode)
      for (double x : hardDoubles()) {
        ASSERT_EQ(target.fromDouble(x, mode),
                  convertFloat(ElementKind::F64, target.kind, bitsOf(x),
                               Rounding(mode)))
            << elementName(target.kind) << " mode " << mode << " " << x;
        float f = float(x);
        ASSERT_EQ(target.fromFloat(f, mode),
                  convertFloat(ElementKind::F32, target.kind,
                               std::bit_cast<uint32_t>(f), Rounding(mode)))
            << elementName(target.kind) << " mode " << mode << " " << f;
      }
}

TEST(DeviceLibrary, IntegersAreRoundedOnce) {
  std::mt19937_64 random(11);
  for (const Target &target : targets) {
    if (target.kind == ElementKind::F8E8M0FNU ||
        target.kind == ElementKind::F8E5M3FNU)
      continue; // int_to_fp does not take them
    for (int i = 0; i < 20000; ++i) {
      uint64_t bits = random() >> (random() % 64);
      if (i % 3 == 0)
        bits = (uint64_t(1) << (random() % 64)) + (random() % 3) - 1;
      bool negative = bits >> 63;
      ASSERT_EQ(target.fromInteger(negative ? -bits : bits, negative),
                intToFloat(ElementKind::I64, bits, true, target.kind))
          << elementName(target.kind) << " " << int64_t(bits);
      ASSERT_EQ(target.fromInteger(bits, 0),
                intToFloat(ElementKind::I64, bits, false, target.kind))
          << elementName(target.kind) << " " << bits;
    }
  }
}

TEST(DeviceLibrary, SmallFormatsAreReadExactly) {
  struct Source {
    ElementKind kind;
    float (*toFloat)(u32);
  };
  const Source sources[] = {
      {ElementKind::F8E4M3FN, convert::__tessera_f8E4M3FN_to_f32},
      {ElementKind::F8E5M2, convert::__tessera_f8E5M2_to_f32},
      {ElementKind::F8E8M0FNU, convert::__tessera_f8E8M0FNU_to_f32},
      {ElementKind::F4E2M1FN, convert::__tessera_f4E2M1FN_to_f32},
      {ElementKind::F8E5M3FNU, convert::__tessera_f8E5M3FNU_to_f32}};
  for (const Source &source : sources)
    for (u32 bits = 0; bits < (source.kind == ElementKind::F4E2M1FN ? 16 : 256);
         ++bits)
      ASSERT_EQ(std::bit_cast<uint32_t>(source.toFloat(bits)),
                convertFloat(source.kind, ElementKind::F32, bits))
          << elementName(source.kind) << " " << bits;
}

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

namespace {

/// The distance in units of the result's last place; infinite for another
/// special value or sign.
template <typename T> double ulps(T got, long double exact) {
  T nearest = T(exact);
  if (std::isnan(got) || std::isnan(nearest))
    return std::isnan(got) && std::isnan(nearest) ? 0 : INFINITY;
  if (std::isinf(nearest) || std::isinf(got))
    return got == nearest ? 0
           : std::isinf(got) &&
                   std::abs(exact) > std::numeric_limits<T>::max() / 1.0000001L
               ? 1
               : INFINITY;
  if (std::signbit(got) != std::signbit(nearest))
    return INFINITY;
  int exponent = 0;
  std::frexp(exact, &exponent);
  exponent = std::max(exponent - std::numeric_limits<T>::digits,
                      std::numeric_limits<T>::min_exponent -
                          std::numeric_limits<T>::digits);
  return double(std::abs((long double)got - exact) /
                std::ldexp(1.0L, exponent));
}

/// Arguments over all magnitudes, and more in the range where things happen.
template <typename T> std::vector<T> arguments() {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  std::vector<T> values = {T(0.0), T(-0.0), T(INFINITY), T(-INFINITY), T(NAN),
                           T(1),   T(-1),   T(0.5),      T(-0.5)};
  std::mt19937_64 random(3);
  for (int i = 0; i < 60000; ++i)
    values.push_back(std::bit_cast<T>(Bits(random())));
  std::uniform_real_distribution<double> wide(-800, 800), near(-2, 2),
      large(-1e6, 1e6);
  for (int i = 0; i < 60000; ++i)
    for (double x : {wide(random), near(random), large(random)})
      values.push_back(T(x));
  for (int i = -1200; i <= 1200; ++i)
    for (double step : {M_PI / 4, 0.34657359027997264, 1.0, 0.0625})
      values.push_back(T(i * step));
  return values;
}

template <typename T>
void checkFunction(const char *name, T (*function)(T),
                   long double (*exact)(long double), double bound) {
  double worst = 0;
  T where = 0;
  for (T x : arguments<T>()) {
    double error = ulps(function(x), exact((long double)x));
    if (error > worst) {
      worst = error;
      where = x;
    }
  }
  EXPECT_LE(worst, bound) << name << " at " << where;
}

template <typename T>
void checkFunction2(const char *name, T (*function)(T, T),
                    long double (*exact)(long double, long double),
                    double bound) {
  std::vector<T> values = arguments<T>();
  std::mt19937_64 random(5);
  double worst = 0;
  T whereX = 0, whereY = 0;
  auto check = [&](T x, T y) {
    double error = ulps(function(x, y), exact(x, y));
    if (error > worst) {
      worst = error;
      whereX = x;
      whereY = y;
    }
  };
  for (T x : values)
    for (int i = 0; i < 3; ++i)
      check(x, values[random() % values.size()]);
  for (int x = -20; x <= 20; ++x)
    for (int y = -20; y <= 20; ++y)
      check(T(x) / 4, T(y) / 4);
  for (int x = 0; x < 9; ++x)
    for (int y = 0; y < 9; ++y)
      check(values[x], values[y]);
  EXPECT_LE(worst, bound) << name << " at " << whereX << ", " << whereY;
}

long double rsqrtExact(long double x) { return 1 / std::sqrt(x); }

} // namespace

// The bounds of ops.md 11, or better.
#define CHECK(NAME, BOUND32, BOUND64)                                          \
  checkFunction<float>(#NAME " f32", __tessera_##NAME##_f32, NAME##l,          \
                       BOUND32);                                               \
  checkFunction<double>(#NAME " f64", __tessera_##NAME##_f64, NAME##l, BOUND64)

TEST(DeviceLibrary, FunctionsStayWithinTheirBounds) {
  CHECK(exp, 1, 1);
  CHECK(exp2, 1, 1);
  CHECK(log, 1, 1);
  CHECK(log2, 1, 1);
  CHECK(sin, 1.5, 1.5);
  CHECK(cos, 1.5, 1.5);
  CHECK(tan, 3.1, 3.1);
  CHECK(sinh, 2, 2);
  CHECK(cosh, 2, 2);
  CHECK(tanh, 2, 1);
  checkFunction<float>("rsqrt f32", __tessera_rsqrt_f32, rsqrtExact, 1.5);
  checkFunction<double>("rsqrt f64", __tessera_rsqrt_f64, rsqrtExact, 1.5);
  checkFunction2<float>("pow f32", __tessera_pow_f32, powl, 1);
  checkFunction2<double>("pow f64", __tessera_pow_f64, powl, 2);
  checkFunction2<float>("atan2 f32", __tessera_atan2_f32, atan2l, 2);
  checkFunction2<double>("atan2 f64", __tessera_atan2_f64, atan2l, 2);
}
#undef CHECK

TEST(DeviceLibrary, RemaindersAreExact) {
  std::vector<double> doubles = arguments<double>();
  std::vector<float> floats = arguments<float>();
  std::mt19937_64 random(13);
  for (int i = 0; i < 40000; ++i) {
    double x = doubles[random() % doubles.size()],
           y = doubles[random() % doubles.size()];
    double want = std::fmod(x, y), got = __tessera_rem_f64(x, y);
    ASSERT_TRUE(std::isnan(want) ? std::isnan(got)
                                 : bitsOf(want) == bitsOf(got))
        << x << " " << y;
    float fx = floats[random() % floats.size()],
          fy = floats[random() % floats.size()];
    float wantF = std::fmod(fx, fy), gotF = __tessera_rem_f32(fx, fy);
    ASSERT_TRUE(std::isnan(wantF) ? std::isnan(gotF)
                                  : std::bit_cast<uint32_t>(wantF) ==
                                        std::bit_cast<uint32_t>(gotF))
        << fx << " " << fy;
  }
}

TEST(DeviceLibrary, IntegerPowers) {
  for (int n = -70; n <= 70; ++n)
    for (double x : {1.0, -1.0, 1.5, -0.75, 2.0, 10.0}) {
      EXPECT_LE(ulps(__tessera_powi_f64(x, n), std::pow((long double)x, n)), 40)
          << x << " " << n;
      EXPECT_LE(ulps(__tessera_powi_f32(float(x), n),
                     std::pow((long double)float(x), n)),
                40)
          << x << " " << n;
    }
  EXPECT_EQ(__tessera_powi_f64(NAN, 0), 1);
  EXPECT_EQ(__tessera_powi_f64(-0.0, -1), -INFINITY);
  EXPECT_EQ(__tessera_powi_f64(2, INT32_MIN), 0);
}

TEST(DeviceLibrary, FlushKeepsTheSign) {
  EXPECT_EQ(bitsOf(__tessera_flush_f32(-1e-40f)), bitsOf(-0.0));
  EXPECT_EQ(__tessera_flush_f32(0x1p-126f), 0x1p-126f);
  EXPECT_TRUE(std::isnan(__tessera_flush_f32(NAN)));
}
