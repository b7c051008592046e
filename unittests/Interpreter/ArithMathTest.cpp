//===- Interpreter/ArithMathTest.cpp - math function accuracy -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of ops.md 2.5 against the host's long double library: 11 more
// bits than the f64 in which the interpreter computes f32 results, and another
// implementation. Also the special values, which no tolerance covers.
//
//===----------------------------------------------------------------------===//

#include "ArithKernel.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace tessera::arith_test;
using llvm::APFloat;

namespace {

struct Unary {
  const char *mnemonic;
  long double (*reference)(long double);
  /// Arguments are drawn from [-range, range].
  double range;
};

long double rsqrtReference(long double x) { return 1 / sqrtl(x); }

constexpr Unary unaries[] = {
    {"rsqrt", rsqrtReference, 1e30},
    {"exp", expl, 80},
    {"exp2", exp2l, 120},
    {"log", logl, 1e30},
    {"log2", log2l, 1e30},
    {"sin", sinl, 1000},
    {"cos", cosl, 1000},
    {"tan", tanl, 1000},
    {"sinh", sinhl, 80},
    {"cosh", coshl, 80},
    {"tanh", tanhl, 10},
};

/// Distance in units in the last place of a format with `precision` bits and
/// smallest normal exponent `minExponent`; 0 when both are NaN or equal.
double ulps(long double got, long double exact, int precision,
            int minExponent) {
  if ((std::isnan(got) && std::isnan(exact)) || got == exact)
    return 0;
  if (!std::isfinite(got) || !std::isfinite(exact))
    return HUGE_VAL;
  int exponent = std::max(std::ilogb(exact), minExponent);
  return static_cast<double>(std::fabs(got - exact) /
                             std::ldexp(1.0L, exponent - precision + 1));
}

/// Log-uniform magnitudes up to `range`, both signs.
double sample(Random &random, double range) {
  double unit = static_cast<double>(random.next() >> 11) * 0x1p-53;
  double magnitude = range * std::exp2(-40 * unit * unit);
  return random.next() & 1 ? magnitude : -magnitude;
}

} // namespace

TEST(ArithMath, F32ResultsAreWithinHalfAnUlp) {
  for (const Unary &function : unaries) {
    Random random(7);
    Operand operand{"f32", {}};
    for (int i = 0; i < 16384; ++i)
      operand.bits.push_back(
          bitsOf(static_cast<float>(sample(random, function.range))));
    Outcome outcome = runElementwise(
        std::string(function.mnemonic) + " %a : $T", {operand}, "f32");
    ASSERT_EQ(outcome.bits.size(), operand.bits.size());
    double worst = 0;
    for (size_t i = 0; i < outcome.bits.size(); ++i) {
      long double exact = function.reference(floatOf(operand.bits[i]));
      if (std::fabs(exact) > 0x1.fffffep127L)
        continue; // overflow has its own test
      worst = std::max(worst, ulps(floatOf(outcome.bits[i]), exact, 24, -126));
    }
    EXPECT_LE(worst, 0.501) << function.mnemonic;
  }
}

TEST(ArithMath, F64ResultsAreWithinAnUlp) {
  for (const Unary &function : unaries) {
    Random random(8);
    Operand operand{"f64", {}};
    for (int i = 0; i < 4096; ++i)
      operand.bits.push_back(bitsOf(sample(random, function.range)));
    Outcome outcome = runElementwise(
        std::string(function.mnemonic) + " %a : $T", {operand}, "f64");
    ASSERT_EQ(outcome.bits.size(), operand.bits.size());
    double worst = 0;
    for (size_t i = 0; i < outcome.bits.size(); ++i)
      worst =
          std::max(worst, ulps(doubleOf(outcome.bits[i]),
                               function.reference(doubleOf(operand.bits[i])),
                               53, -1022));
    EXPECT_LE(worst, 1.0) << function.mnemonic;
  }
}

// ops.md 11.1 bounds `tanh full` by 1 ulp in f64. glibc's tanh(double) gives
// 2.14 at the first of these arguments, sinh 1.75 at the second.
TEST(ArithMath, F64HyperbolicFunctionsKeepTheBoundThatGlibcBreaks) {
  for (const Unary &function : {Unary{"tanh", tanhl, 0}, {"sinh", sinhl, 0}}) {
    Operand operand{"f64",
                    {bitsOf(0x1.dfe2d5e453138p-3), bitsOf(0x1.6c7bb4f9a2ea8p-1),
                     bitsOf(-0.0), bitsOf(0x1p-1060)}};
    Outcome outcome = runElementwise(
        std::string(function.mnemonic) + " %a : $T", {operand}, "f64");
    ASSERT_EQ(outcome.bits.size(), operand.bits.size());
    for (size_t i = 0; i < outcome.bits.size(); ++i)
      EXPECT_LE(ulps(doubleOf(outcome.bits[i]),
                     function.reference(doubleOf(operand.bits[i])), 53, -1022),
                0.501)
          << function.mnemonic << " of argument " << i;
  }
}

// "via f32": the result is the f32 result rounded once more. Checked on every
// f16 value: the reference rounds the long double to f32 and that to f16.
TEST(ArithMath, HalvesGoThroughF32) {
  for (const Unary &function : unaries)
    for (std::string type : {"f16", "bf16"}) {
      Operand operand{type, {}};
      for (int i = 0; i < 65536; ++i)
        operand.bits.push_back(i);
      Outcome outcome = runElementwise(
          std::string(function.mnemonic) + " %a : $T", {operand}, type);
      ASSERT_EQ(outcome.bits.size(), operand.bits.size());
      int differences = 0;
      for (size_t i = 0; i < outcome.bits.size(); ++i) {
        bool lossy;
        APFloat wide = makeFloat(type, operand.bits[i]);
        wide.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                     &lossy);
        float exact =
            static_cast<float>(function.reference(wide.convertToFloat()));
        APFloat rounded(exact);
        rounded.convert(semanticsOf(type), APFloat::rmNearestTiesToEven,
                        &lossy);
        differences += outcome.bits[i] != patternOf(type, rounded);
      }
      // A double within 2^-53 of an f32 midpoint can go either way.
      EXPECT_LE(differences, 2) << function.mnemonic << " " << type;
    }
}

TEST(ArithMath, PowAndAtan2) {
  Random random(9);
  Operand x{"f32", {}}, y{"f32", {}};
  for (int i = 0; i < 8192; ++i) {
    x.bits.push_back(bitsOf(static_cast<float>(sample(random, 100))));
    y.bits.push_back(
        i % 2 ? bitsOf(static_cast<float>(int(random.next() % 17) - 8))
              : bitsOf(static_cast<float>(sample(random, 18))));
  }
  auto check = [&](const std::string &op,
                   long double (*reference)(long double, long double)) {
    Outcome outcome = runElementwise(op, {x, y}, "f32");
    ASSERT_EQ(outcome.bits.size(), x.bits.size());
    double worst = 0;
    for (size_t i = 0; i < outcome.bits.size(); ++i) {
      long double exact = reference(floatOf(x.bits[i]), floatOf(y.bits[i]));
      if (std::isfinite(exact) && std::fabs(exact) > 0x1.fffffep127L)
        exact = std::copysign(HUGE_VALL, exact);
      worst = std::max(worst, ulps(floatOf(outcome.bits[i]), exact, 24, -126));
    }
    EXPECT_LE(worst, 0.501) << op;
  };
  check("pow %a, %b : $T", powl);
  check("atan2 %a, %b : $T", atan2l);
}

TEST(ArithMath, FPowIUsesTheSignedExponent) {
  for (std::string exponentType : {"i8", "i16", "i32"}) {
    Operand base{"f32", {}}, exponent{exponentType, {}};
    Bits expected;
    for (int i = 0; i < 1024; ++i) {
      float x = static_cast<float>(i % 32 - 16) / 4;
      int n = i / 32 - 16;
      base.bits.push_back(bitsOf(x));
      exponent.bits.push_back(static_cast<uint64_t>(static_cast<int64_t>(n)));
      // Repeated multiplication is exact here: 6-bit values to a power of at
      // most 16 do not fit long double, so compare with powl's rounding.
      expected.push_back(bitsOf(static_cast<float>(
          powl(static_cast<long double>(x), static_cast<long double>(n)))));
    }
    Outcome outcome =
        runElementwise("fpowi %a, %b : $T, tile<1024x" + exponentType + ">",
                       {base, exponent}, "f32");
    expectSame("fpowi " + exponentType, outcome.bits, expected,
               {base, exponent});
  }
}

TEST(ArithMath, SpecialValues) {
  const float inf = HUGE_VALF, nan = NAN;
  struct Case {
    const char *mnemonic;
    float argument, result;
  };
  const Case cases[] = {
      {"sqrt", -0.0f, -0.0f},
      {"sqrt", -1.0f, nan},
      {"sqrt", inf, inf},
      {"rsqrt", 0.0f, inf},
      {"rsqrt", -0.0f, -inf},
      {"rsqrt", inf, 0.0f},
      {"rsqrt", -4.0f, nan},
      {"exp", -inf, 0.0f},
      {"exp", inf, inf},
      {"exp", 89.0f, inf},
      {"exp", nan, nan},
      {"exp2", -150.0f, 0.0f},
      {"exp2", -149.0f, 0x1p-149f},
      {"exp2", 128.0f, inf},
      {"log", 0.0f, -inf},
      {"log", -0.0f, -inf},
      {"log", -1.0f, nan},
      {"log", 1.0f, 0.0f},
      {"log", inf, inf},
      {"log2", 1.0f, 0.0f},
      {"log2", 0x1p-149f, -149.0f},
      {"sin", inf, nan},
      {"sin", -0.0f, -0.0f},
      {"cos", -inf, nan},
      {"cos", 0.0f, 1.0f},
      {"tan", -0.0f, -0.0f},
      {"tan", inf, nan},
      {"sinh", -0.0f, -0.0f},
      {"cosh", -inf, inf},
      {"tanh", inf, 1.0f},
      {"tanh", -inf, -1.0f},
      {"tanh", 0x1p-140f, 0x1p-140f},
  };
  for (const Case &test : cases) {
    Operand operand{"f32", {bitsOf(test.argument), bitsOf(test.argument)}};
    Outcome outcome = runElementwise(std::string(test.mnemonic) + " %a : $T",
                                     {operand}, "f32");
    uint64_t expected =
        std::isnan(test.result) ? canonicalNaN("f32") : bitsOf(test.result);
    expectSame(test.mnemonic, outcome.bits, {expected, expected}, {operand});
  }
}

TEST(ArithMath, PowFollowsTheCTable) {
  const float inf = HUGE_VALF, nan = NAN;
  const float cases[][3] = {
      {nan, 0, 1},     {1, nan, 1},    {0, -1, inf},        {-0.0f, -1, -inf},
      {-2, 0.5f, nan}, {-2, 3, -8},    {inf, -1, 0},        {-inf, 3, -inf},
      {-1, inf, 1},    {0.5f, inf, 0}, {2, -inf, 0},        {-0.0f, 3, -0.0f},
      {nan, 1, nan},   {4, 0.5f, 2},   {-8, 1.0f / 3, nan}, {0, 0, 1},
  };
  Operand x{"f32", {}}, y{"f32", {}};
  Bits expected;
  for (const auto &test : cases) {
    x.bits.push_back(bitsOf(test[0]));
    y.bits.push_back(bitsOf(test[1]));
    expected.push_back(std::isnan(test[2]) ? canonicalNaN("f32")
                                           : bitsOf(test[2]));
  }
  expectSame("pow", runElementwise("pow %a, %b : $T", {x, y}, "f32").bits,
             expected, {x, y});
}

TEST(ArithMath, FlushToZeroOnRsqrtAndExp2) {
  Operand operand{
      "f32",
      {bitsOf(0x1p-130f), bitsOf(-0x1p-130f), bitsOf(4.0f), bitsOf(-140.0f)}};
  expectSame(
      "rsqrt",
      runElementwise("rsqrt %a flush_to_zero : $T", {operand}, "f32").bits,
      {bitsOf(HUGE_VALF), bitsOf(-HUGE_VALF), bitsOf(0.5f),
       canonicalNaN("f32")},
      {operand});
  expectSame(
      "exp2",
      runElementwise("exp2 %a flush_to_zero : $T", {operand}, "f32").bits,
      {bitsOf(1.0f), bitsOf(1.0f), bitsOf(16.0f), bitsOf(0.0f)}, {operand});
}

// The modes that only lower the quality promise.
TEST(ArithMath, ApproximateModesGiveTheFullResult) {
  Operand operand{"f32", floatOperands("f32", 1, 4096)[0]};
  for (std::string mnemonic : {"exp", "tanh"}) {
    Bits full =
        runElementwise(mnemonic + " %a rounding<full> : $T", {operand}, "f32")
            .bits;
    Bits approx =
        runElementwise(mnemonic + " %a rounding<approx> : $T", {operand}, "f32")
            .bits;
    expectSame(mnemonic, approx, full, {operand});
  }
  Bits exact = runElementwise("sqrt %a : $T", {operand}, "f32").bits;
  expectSame(
      "sqrt",
      runElementwise("sqrt %a rounding<approx> : $T", {operand}, "f32").bits,
      exact, {operand});
}
