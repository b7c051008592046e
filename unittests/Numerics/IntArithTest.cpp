//===- Numerics/IntArithTest.cpp - integer arithmetic -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every integer operation against APInt arithmetic in 192 bits, where nothing
// wraps: all pairs for 1, 4 and 8 bits, edges times every value for 16, edges
// and random for 32 and 64.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/IntArith.h"
#include "Referee.h"
#include "llvm/ADT/APInt.h"

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;
using llvm::APInt;

namespace {

constexpr unsigned wide = 192;

/// The mathematical integer a container stands for, and back.
APInt readAs(unsigned width, uint64_t bits, bool isSigned) {
  APInt narrow(width, bits);
  return isSigned ? narrow.sext(wide) : narrow.zext(wide);
}
uint64_t wrapped(unsigned width, const APInt &value) {
  return value.trunc(width).getZExtValue();
}
bool fits(unsigned width, const APInt &value, bool isSigned) {
  return readAs(width, wrapped(width, value), isSigned) == value;
}

uint64_t packWraps(Wraps wraps) {
  return uint64_t(wraps.isSigned) << 1 | uint64_t(wraps.isUnsigned);
}
uint64_t expectedWraps(unsigned width, const APInt &signedResult,
                       const APInt &unsignedResult) {
  return uint64_t(!fits(width, signedResult, true)) << 1 |
         uint64_t(!fits(width, unsignedResult, false));
}

/// Quotient of mathematical integers in a direction, by the definition
/// through the truncated one.
APInt quotient(const APInt &x, const APInt &y, DivRounding rounding) {
  APInt q = x.sdiv(y), r = x.srem(y);
  if (r.isZero() || rounding == DivRounding::Zero)
    return q;
  bool exactIsNegative = x.isNegative() != y.isNegative();
  if (rounding == DivRounding::NegativeInf)
    return exactIsNegative ? q - 1 : q;
  return exactIsNegative ? q : q + 1;
}

void checkDivision(Mismatches &bad, unsigned width, uint64_t a, uint64_t b,
                   bool isSigned) {
  APInt x = readAs(width, a, isSigned), y = readAs(width, b, isSigned);
  for (DivRounding rounding : {DivRounding::Zero, DivRounding::NegativeInf,
                               DivRounding::PositiveInf}) {
    DivResult actual = divI(width, a, b, isSigned, rounding);
    if (b == 0) {
      bad.expect(uint64_t(DivStatus::DivideByZero), uint64_t(actual.status),
                 {a, b}, "div by zero");
      continue;
    }
    APInt q = quotient(x, y, rounding);
    bool ok = fits(width, q, isSigned);
    bad.expect(uint64_t(ok ? DivStatus::Ok : DivStatus::Overflow),
               uint64_t(actual.status), {a, b, isSigned}, "div status");
    bad.expect(wrapped(width, q), actual.value,
               {a, b, isSigned, uint64_t(rounding)}, "div");
  }
  DivResult actual = remI(width, a, b, isSigned);
  bad.expect(uint64_t(b == 0 ? DivStatus::DivideByZero : DivStatus::Ok),
             uint64_t(actual.status), {a, b, isSigned}, "rem status");
  if (b != 0)
    bad.expect(wrapped(width, x.srem(y)), actual.value, {a, b, isSigned},
               "rem");
}

void checkShifts(Mismatches &bad, unsigned width, uint64_t a, uint64_t b) {
  APInt x = readAs(width, a, false), s = readAs(width, a, true);
  // Amounts of 64 and more all behave like 64: at or above every width.
  unsigned amount = b > 64 ? 64 : unsigned(b);
  APInt left = x.shl(amount);
  bad.expect(wrapped(width, left), shlI(width, a, b), {a, b}, "shl");
  bad.expect(wrapped(width, x.lshr(amount)), shrI(width, a, b, false), {a, b},
             "shr unsigned");
  bad.expect(wrapped(width, s.ashr(amount)), shrI(width, a, b, true), {a, b},
             "shr signed");
  bad.expect(expectedWraps(width, s.shl(amount), left),
             packWraps(shlWraps(width, a, b)), {a, b}, "shl wraps");
}

void checkPair(Mismatches &bad, unsigned width, uint64_t a, uint64_t b) {
  APInt ua = readAs(width, a, false), ub = readAs(width, b, false);
  APInt sa = readAs(width, a, true), sb = readAs(width, b, true);
  bad.expect(wrapped(width, ua + ub), addI(width, a, b), {a, b}, "add");
  bad.expect(wrapped(width, ua - ub), subI(width, a, b), {a, b}, "sub");
  bad.expect(wrapped(width, ua * ub), mulI(width, a, b), {a, b}, "mul");
  bad.expect(wrapped(width, (ua * ub).lshr(width)), mulhiI(width, a, b), {a, b},
             "mulhi");
  bad.expect(expectedWraps(width, sa + sb, ua + ub),
             packWraps(addWraps(width, a, b)), {a, b}, "add wraps");
  bad.expect(expectedWraps(width, sa - sb, ua - ub),
             packWraps(subWraps(width, a, b)), {a, b}, "sub wraps");
  bad.expect(expectedWraps(width, sa * sb, ua * ub),
             packWraps(mulWraps(width, a, b)), {a, b}, "mul wraps");
  for (bool isSigned : {false, true}) {
    const APInt &x = isSigned ? sa : ua, &y = isSigned ? sb : ub;
    int order = x.slt(y) ? -1 : y.slt(x) ? 1 : 0;
    bad.expect(uint64_t(int64_t(order)),
               uint64_t(int64_t(compareI(width, a, b, isSigned))),
               {a, b, isSigned}, "compare");
    bad.expect(order < 0 ? b : a, maxI(width, a, b, isSigned), {a, b, isSigned},
               "max");
    bad.expect(order < 0 ? a : b, minI(width, a, b, isSigned), {a, b, isSigned},
               "min");
    checkDivision(bad, width, a, b, isSigned);
  }
  checkShifts(bad, width, a, b);
}

void checkUnary(Mismatches &bad, unsigned width, uint64_t a) {
  APInt u = readAs(width, a, false), s = readAs(width, a, true);
  bad.expect(wrapped(width, -u), negI(width, a), {a}, "neg");
  bad.expect(wrapped(width, s.abs()), absI(width, a), {a}, "abs");
  bad.expect(expectedWraps(width, -s, -u), packWraps(negWraps(width, a)), {a},
             "neg wraps");
  bad.expect(uint64_t(s.getSExtValue()), uint64_t(signedValue(width, a)), {a},
             "signed value");
  for (unsigned other : {1u, 4u, 8u, 16u, 32u, 64u}) {
    if (other < width) {
      bad.expect(wrapped(other, u), truncI(other, a), {a, other}, "trunc");
      bad.expect(expectedWraps(other, s, u),
                 packWraps(truncWraps(width, other, a)), {a, other},
                 "trunc wraps");
    } else if (other > width) {
      bad.expect(wrapped(other, u), extendI(width, other, a, false), {a, other},
                 "exti unsigned");
      bad.expect(wrapped(other, s), extendI(width, other, a, true), {a, other},
                 "exti signed");
    }
  }
}

std::vector<uint64_t> edges(unsigned width) {
  std::vector<uint64_t> result;
  uint64_t mask = ~uint64_t(0) >> (64 - width);
  for (unsigned shift :
       {0u, 1u, 3u, width / 2 - 1, width / 2, width - 2, width - 1})
    for (int64_t delta : {-1, 0, 1})
      for (bool negate : {false, true}) {
        uint64_t value = (uint64_t(1) << shift) + delta;
        result.push_back((negate ? 0 - value : value) & mask);
      }
  result.push_back(width);
  result.push_back(width - 1);
  return result;
}

} // namespace

TEST(IntArith, ExhaustivePairsUpTo8Bits) {
  for (unsigned width : {1u, 4u, 8u}) {
    Mismatches bad("i" + std::to_string(width));
    for (uint64_t a = 0; a < uint64_t(1) << width; ++a) {
      checkUnary(bad, width, a);
      for (uint64_t b = 0; b < uint64_t(1) << width; ++b)
        checkPair(bad, width, a, b);
    }
  }
}

TEST(IntArith, SixteenBitsEdgesTimesAll) {
  Mismatches bad("i16");
  std::vector<uint64_t> some = {0, 1, 2, 7, 15, 16, 0x7FFF, 0x8000, 0xFFFF};
  for (uint64_t a = 0; a < 65536; ++a) {
    checkUnary(bad, 16, a);
    uint64_t b = some[a % some.size()];
    checkPair(bad, 16, a, b);
    checkPair(bad, 16, b, a);
  }
  for (uint64_t a : edges(16))
    for (uint64_t b : edges(16))
      checkPair(bad, 16, a, b);
}

TEST(IntArith, WideEdgesAndRandom) {
  for (unsigned width : {32u, 64u}) {
    Mismatches bad("i" + std::to_string(width));
    for (uint64_t a : edges(width)) {
      checkUnary(bad, width, a);
      for (uint64_t b : edges(width))
        checkPair(bad, width, a, b);
    }
    std::mt19937_64 random(Mismatches::seed);
    for (unsigned i = 0; i < 50000; ++i) {
      // Random magnitudes, so that products sometimes fit.
      uint64_t a = random() >> (64 - width) >> random() % width;
      uint64_t b = random() >> (64 - width) >> random() % width;
      checkUnary(bad, width, a);
      checkPair(bad, width, a, i % 3 == 0 ? negI(width, b) : b);
    }
  }
}

TEST(IntArith, StatedResults) {
  // absi(MIN) is MIN; identity on i1; mulhii on i1 is 0; MIN rem -1 is 0.
  EXPECT_EQ(absI(8, 0x80), 0x80u);
  EXPECT_EQ(absI(1, 1), 1u);
  EXPECT_EQ(mulhiI(1, 1, 1), 0u);
  EXPECT_EQ(remI(64, uint64_t(1) << 63, ~uint64_t(0), true).value, 0u);
  EXPECT_EQ(remI(64, uint64_t(1) << 63, ~uint64_t(0), true).status,
            DivStatus::Ok);
  EXPECT_EQ(divI(64, uint64_t(1) << 63, ~uint64_t(0), true).status,
            DivStatus::Overflow);
  // i1 signed: -1 < 0.
  EXPECT_LT(compareI(1, 1, 0, true), 0);
  EXPECT_GT(compareI(1, 1, 0, false), 0);
  // Shifts saturate.
  EXPECT_EQ(shlI(32, 1, 32), 0u);
  EXPECT_EQ(shrI(32, 0x80000000, 0xFFFFFFFF, true), 0xFFFFFFFFu);
  EXPECT_EQ(shrI(64, uint64_t(1) << 63, 64, false), 0u);
}
