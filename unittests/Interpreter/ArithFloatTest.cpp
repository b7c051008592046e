//===- Interpreter/ArithFloatTest.cpp - float op semantics --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every float op of ops.md 2.4 as the interpreter executes it, against APFloat:
// all element types, rounding modes and modifiers over edge values and random
// ones. Expected bits include the canonical NaN.
//
//===----------------------------------------------------------------------===//

#include "ArithKernel.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <functional>

using namespace tessera::arith_test;
using llvm::APFloat;
using RoundingMode = llvm::RoundingMode;

namespace {

constexpr const char *baseFloats[] = {"f16", "bf16", "f32", "f64"};

struct Mode {
  const char *keyword;
  RoundingMode rounding;
  int host;
};
constexpr Mode modes[] = {
    {"nearest_even", RoundingMode::NearestTiesToEven, FE_TONEAREST},
    {"zero", RoundingMode::TowardZero, FE_TOWARDZERO},
    {"negative_inf", RoundingMode::TowardNegative, FE_DOWNWARD},
    {"positive_inf", RoundingMode::TowardPositive, FE_UPWARD},
};

/// A subnormal becomes the zero of its sign.
APFloat flushed(APFloat value) {
  if (value.isDenormal())
    return APFloat::getZero(value.getSemantics(), value.isNegative());
  return value;
}

using Reference = std::function<APFloat(std::vector<APFloat> &, RoundingMode)>;

/// Runs `mnemonic` in every mode, with and without flush_to_zero where legal.
void checkRounded(const std::string &mnemonic, unsigned arity,
                  const Reference &reference) {
  for (std::string type : baseFloats) {
    std::vector<Bits> inputs = floatOperands(type, arity, 8192);
    std::vector<Operand> operands;
    for (const Bits &bits : inputs)
      operands.push_back({type, bits});
    for (const Mode &mode : modes) {
      for (bool ftz : {false, true}) {
        if (ftz && type != "f32")
          continue;
        std::string names = arity == 1   ? " %a"
                            : arity == 2 ? " %a, %b"
                                         : " %a, %b, %c";
        std::string op = mnemonic + names + " rounding<" + mode.keyword + ">" +
                         (ftz ? " flush_to_zero" : "") + " : $T";
        Outcome outcome = runElementwise(op, operands, type);
        Bits expected;
        for (size_t i = 0; i < inputs[0].size(); ++i) {
          std::vector<APFloat> values;
          for (const Bits &bits : inputs) {
            APFloat value = makeFloat(type, bits[i]);
            values.push_back(ftz ? flushed(value) : value);
          }
          APFloat result = reference(values, mode.rounding);
          expected.push_back(patternOf(type, ftz ? flushed(result) : result));
        }
        expectSame(type + " " + op, outcome.bits, expected, operands);
        EXPECT_TRUE(outcome.summary.clean());
      }
    }
  }
}

} // namespace

TEST(ArithFloat, AddIsRoundedOnceInEveryMode) {
  checkRounded("addf", 2, [](auto &x, RoundingMode mode) {
    x[0].add(x[1], mode);
    return x[0];
  });
}

TEST(ArithFloat, SubIsRoundedOnceInEveryMode) {
  checkRounded("subf", 2, [](auto &x, RoundingMode mode) {
    x[0].subtract(x[1], mode);
    return x[0];
  });
}

TEST(ArithFloat, MulIsRoundedOnceInEveryMode) {
  checkRounded("mulf", 2, [](auto &x, RoundingMode mode) {
    x[0].multiply(x[1], mode);
    return x[0];
  });
}

TEST(ArithFloat, DivIsRoundedOnceInEveryMode) {
  checkRounded("divf", 2, [](auto &x, RoundingMode mode) {
    x[0].divide(x[1], mode);
    return x[0];
  });
}

TEST(ArithFloat, FmaIsRoundedOnceInEveryMode) {
  checkRounded("fma", 3, [](auto &x, RoundingMode mode) {
    x[0].fusedMultiplyAdd(x[1], x[2], mode);
    return x[0];
  });
}

// APFloat has no square root; a double's 53 bits of a root that is not exact
// never look like a shorter format's value or midpoint. For f64 the host's own
// directed square root serves.
TEST(ArithFloat, SqrtIsRoundedOnceInEveryMode) {
  checkRounded("sqrt", 1, [](auto &x, RoundingMode rounding) {
    const llvm::fltSemantics &semantics = x[0].getSemantics();
    bool isF64 = &semantics == &APFloat::IEEEdouble();
    bool lossy;
    APFloat wide = x[0];
    wide.convert(APFloat::IEEEdouble(), RoundingMode::NearestTiesToEven,
                 &lossy);
    for (const Mode &mode : modes)
      if (isF64 && mode.rounding == rounding)
        fesetround(mode.host);
    volatile double argument = wide.convertToDouble();
    volatile double root = std::sqrt(argument);
    fesetround(FE_TONEAREST);
    APFloat result(static_cast<double>(root));
    // A root rounded to nearest in f64 may have lost its direction only when
    // it is inexact, and then it is far from any shorter value.
    result.convert(semantics, rounding, &lossy);
    return result;
  });
}

TEST(ArithFloat, DivApproxAndFullMeetTheirBounds) {
  std::vector<Bits> in = floatOperands("f32", 2, 8192);
  // Divisors around the limits of the approximate reciprocal.
  for (size_t i = 4096; i < 8192; i += 4)
    in[1][i] = (in[1][i] & 0x80ffffff) | 0x7e000000;
  std::vector<Operand> operands = {{"f32", in[0]}, {"f32", in[1]}};
  for (std::string mode : {"approx", "full"}) {
    Outcome outcome = runElementwise("divf %a, %b rounding<" + mode + "> : $T",
                                     operands, "f32");
    ASSERT_EQ(outcome.bits.size(), in[0].size());
    size_t beyond = 0;
    for (size_t i = 0; i < in[0].size(); ++i) {
      float x = floatOf(in[0][i]), y = floatOf(in[1][i]);
      float got = floatOf(outcome.bits[i]);
      bool huge = std::fabs(y) > 0x1p126f && std::isfinite(y);
      if (mode == "approx" && huge) {
        ++beyond;
        if (std::isfinite(x))
          EXPECT_EQ(got, 0.0f) << x << " / " << y;
        else
          EXPECT_TRUE(std::isnan(got)) << x << " / " << y;
        continue;
      }
      float exact = static_cast<float>(double(x) / double(y));
      if (std::isnan(exact))
        EXPECT_TRUE(std::isnan(got)) << x << " / " << y;
      else
        EXPECT_EQ(got, exact) << x << " / " << y;
    }
    EXPECT_TRUE(mode == "full" || beyond > 500) << beyond;
  }
}

TEST(ArithFloat, RemIsExactAndHasTheSignOfTheDividend) {
  for (std::string type : baseFloats) {
    std::vector<Bits> in = floatOperands(type, 2, 4096);
    std::vector<Operand> operands = {{type, in[0]}, {type, in[1]}};
    Outcome outcome = runElementwise("remf %a, %b : $T", operands, type);
    Bits expected;
    for (size_t i = 0; i < in[0].size(); ++i) {
      APFloat x = makeFloat(type, in[0][i]), y = makeFloat(type, in[1][i]);
      x.mod(y);
      expected.push_back(patternOf(type, x));
    }
    expectSame("remf " + type, outcome.bits, expected, operands);
  }
}

TEST(ArithFloat, SignOpsTouchTheSignBitOnly) {
  for (std::string type : baseFloats) {
    Operand operand{type, floatOperands(type, 1, 1024)[0]};
    uint64_t sign = uint64_t(1)
                    << (APFloat::getSizeInBits(semanticsOf(type)) - 1);
    Bits cleared, flipped;
    for (uint64_t bits : operand.bits) {
      cleared.push_back(bits & ~sign);
      flipped.push_back(bits ^ sign);
    }
    expectSame("absf", runElementwise("absf %a : $T", {operand}, type).bits,
               cleared, {operand});
    expectSame("negf", runElementwise("negf %a : $T", {operand}, type).bits,
               flipped, {operand});
  }
}

TEST(ArithFloat, CeilAndFloorKeepSpecialValues) {
  for (std::string type : baseFloats) {
    // All 65536 values of the halves.
    size_t count = type == "f16" || type == "bf16" ? 65536 : 8192;
    Operand operand{type, floatOperands(type, 1, count)[0]};
    if (count == 65536)
      for (size_t i = 0; i < count; ++i)
        operand.bits[i] = i;
    for (bool up : {true, false}) {
      Bits expected;
      for (uint64_t bits : operand.bits) {
        APFloat value = makeFloat(type, bits);
        if (!value.isNaN())
          value.roundToIntegral(up ? RoundingMode::TowardPositive
                                   : RoundingMode::TowardNegative);
        expected.push_back(value.bitcastToAPInt().getZExtValue());
      }
      std::string op = std::string(up ? "ceil" : "floor") + " %a : $T";
      expectSame(op, runElementwise(op, {operand}, type).bits, expected,
                 {operand});
    }
  }
}

TEST(ArithFloat, MaxAndMinFollowTheNaNRules) {
  for (std::string type : baseFloats) {
    std::vector<Bits> in = floatOperands(type, 2, 4096);
    std::vector<Operand> operands = {{type, in[0]}, {type, in[1]}};
    for (bool isMax : {true, false})
      for (bool propagate : {false, true})
        for (bool ftz : {false, true}) {
          if (ftz && type != "f32")
            continue;
          Bits expected;
          for (size_t i = 0; i < in[0].size(); ++i) {
            APFloat x = makeFloat(type, in[0][i]);
            APFloat y = makeFloat(type, in[1][i]);
            if (ftz) {
              x = flushed(x);
              y = flushed(y);
            }
            bool nan =
                propagate ? x.isNaN() || y.isNaN() : x.isNaN() && y.isNaN();
            APFloat result = APFloat::getNaN(x.getSemantics());
            if (!nan && (x.isNaN() || y.isNaN()))
              result = x.isNaN() ? y : x;
            else if (!nan && x.isZero() && y.isZero())
              result = (isMax ? !x.isNegative() : x.isNegative()) ? x : y;
            else if (!nan)
              result =
                  (x.compare(y) == APFloat::cmpGreaterThan) == isMax ? x : y;
            expected.push_back(patternOf(type, result));
          }
          std::string op = std::string(isMax ? "maxf" : "minf") + " %a, %b" +
                           (ftz ? " flush_to_zero" : "") +
                           (propagate ? " propagate_nan" : "") + " : $T";
          expectSame(type + " " + op, runElementwise(op, operands, type).bits,
                     expected, operands);
        }
  }
}

TEST(ArithFloat, CmpAnswersAllTwelveQuestions) {
  using Result = APFloat::cmpResult;
  struct Predicate {
    const char *keyword;
    bool onLess, onEqual, onGreater;
  };
  constexpr Predicate predicates[] = {
      {"equal", false, true, false},
      {"not_equal", true, false, true},
      {"less_than", true, false, false},
      {"less_than_or_equal", true, true, false},
      {"greater_than", false, false, true},
      {"greater_than_or_equal", false, true, true},
  };
  for (std::string type : baseFloats) {
    std::vector<Bits> in = floatOperands(type, 2, 2048);
    std::vector<Operand> operands = {{type, in[0]}, {type, in[1]}};
    for (const Predicate &predicate : predicates)
      for (bool ordered : {true, false}) {
        Bits expected;
        for (size_t i = 0; i < in[0].size(); ++i) {
          Result order =
              makeFloat(type, in[0][i]).compare(makeFloat(type, in[1][i]));
          expected.push_back(order == Result::cmpUnordered  ? !ordered
                             : order == Result::cmpLessThan ? predicate.onLess
                             : order == Result::cmpEqual ? predicate.onEqual
                                                         : predicate.onGreater);
        }
        std::string op = std::string("cmpf ") + predicate.keyword +
                         (ordered ? " ordered" : " unordered") +
                         " %a, %b : $T -> $R";
        expectSame(type + " " + op, runElementwise(op, operands, "i1").bits,
                   expected, operands);
      }
  }
}
