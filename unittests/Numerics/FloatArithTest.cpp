//===- Numerics/FloatArithTest.cpp - correctly rounded operations --*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul, div, fma, rem against APFloat; sqrt against its definition
// (squares of neighbours, exact in binary128). All pairs for the 8-bit formats,
// edges times every pattern for f16 and bf16, edges squared and random for f32
// and f64, in all five modes.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/FloatArith.h"
#include "Referee.h"
#include <cmath>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

namespace {

using llvm::APFloat;

struct BinaryOp {
  const char *name;
  uint64_t (*ours)(ElementKind, uint64_t, uint64_t, Rounding, bool);
  APFloat (*theirs)(APFloat, const APFloat &, APFloat::roundingMode);
};

const BinaryOp binaryOps[] = {
    {"addf", addF,
     [](APFloat a, const APFloat &b, APFloat::roundingMode mode) {
       a.add(b, mode);
       return a;
     }},
    {"subf", subF,
     [](APFloat a, const APFloat &b, APFloat::roundingMode mode) {
       a.subtract(b, mode);
       return a;
     }},
    {"mulf", mulF,
     [](APFloat a, const APFloat &b, APFloat::roundingMode mode) {
       a.multiply(b, mode);
       return a;
     }},
    {"divf", divF,
     [](APFloat a, const APFloat &b, APFloat::roundingMode mode) {
       a.divide(b, mode);
       return a;
     }},
};

/// All four operations in all five modes on all pairs of two lists.
void checkBinary(ElementKind kind, const std::vector<uint64_t> &lhs,
                 const std::vector<uint64_t> &rhs) {
  std::vector<APFloat> apLhs, apRhs;
  for (uint64_t bits : lhs)
    apLhs.push_back(toAP(kind, bits));
  for (uint64_t bits : rhs)
    apRhs.push_back(toAP(kind, bits));
  for (const BinaryOp &op : binaryOps)
    for (Rounding rounding : allRoundings) {
      Mismatches bad(describe(op.name, kind));
      for (size_t i = 0; i < lhs.size(); ++i)
        for (size_t j = 0; j < rhs.size(); ++j)
          bad.expect(fromAPCanonical(kind, op.theirs(apLhs[i], apRhs[j],
                                                     apRounding(rounding))),
                     op.ours(kind, lhs[i], rhs[j], rounding, false),
                     {lhs[i], rhs[j], uint64_t(rounding)}, "(a, b, mode)");
    }
}

void checkBinaryRandom(ElementKind kind, unsigned count) {
  std::mt19937_64 random(Mismatches::seed);
  for (const BinaryOp &op : binaryOps) {
    Mismatches bad(describe(op.name, kind) + " random");
    for (unsigned i = 0; i < count; ++i) {
      uint64_t a = randomPattern(kind, random);
      uint64_t b = randomPattern(kind, random);
      Rounding rounding = allRoundings[i % 5];
      bad.expect(fromAPCanonical(kind, op.theirs(toAP(kind, a), toAP(kind, b),
                                                 apRounding(rounding))),
                 op.ours(kind, a, b, rounding, false),
                 {a, b, uint64_t(rounding)}, "(a, b, mode)");
    }
  }
}

void checkFma(Mismatches &bad, ElementKind kind, uint64_t a, uint64_t b,
              uint64_t c, Rounding rounding) {
  APFloat expected = toAP(kind, a);
  expected.fusedMultiplyAdd(toAP(kind, b), toAP(kind, c), apRounding(rounding));
  bad.expect(fromAPCanonical(kind, expected), fmaF(kind, a, b, c, rounding),
             {a, b, c, uint64_t(rounding)}, "(a, b, c, mode)");
}

void checkRem(Mismatches &bad, ElementKind kind, uint64_t a, uint64_t b) {
  APFloat expected = toAP(kind, a);
  expected.mod(toAP(kind, b));
  bad.expect(fromAPCanonical(kind, expected), remF(kind, a, b), {a, b});
}

/// Whether `result` is sqrt(bits) rounded: the square of the result and of the
/// neighbouring values or midpoints must enclose the operand.
bool isRoundedSqrt(ElementKind kind, uint64_t bits, uint64_t result,
                   Rounding rounding) {
  auto quad = [&](uint64_t pattern) {
    APFloat value = toAP(kind, pattern);
    bool losesInfo;
    value.convert(APFloat::IEEEquad(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value;
  };
  uint64_t lsb = kind == ElementKind::TF32 ? 0x2000 : 1;
  APFloat x = quad(bits), r = quad(result);
  APFloat below = quad(result - lsb), above = quad(result + lsb);
  const auto exactly = APFloat::rmNearestTiesToEven;
  auto square = [&](APFloat value) {
    value.multiply(value, exactly);
    return value;
  };
  auto middle = [&](APFloat a, const APFloat &b) {
    a.add(b, exactly);
    return llvm::scalbn(a, -1, exactly);
  };
  switch (rounding) {
  case Rounding::NearestEven:
  case Rounding::NearestAway: // No square root is a midpoint.
    return square(middle(below, r)) < x && x < square(middle(r, above));
  case Rounding::Zero:
  case Rounding::NegativeInf:
    return square(r) <= x && x < square(above);
  case Rounding::PositiveInf:
    return square(below) < x && x <= square(r);
  }
  return false;
}

void checkSqrt(Mismatches &bad, ElementKind kind, uint64_t bits) {
  double value = valueOf(kind, bits);
  for (Rounding rounding : allRoundings) {
    uint64_t result = sqrtF(kind, bits, rounding);
    if (std::isnan(value) || value < 0)
      bad.expect(canonicalNaNOf(kind), result, {bits}, "NaN");
    else if (value == 0 || std::isinf(value))
      bad.expect(bits, result, {bits}, "fixed point");
    else
      bad.expect(true, isRoundedSqrt(kind, bits, result, rounding),
                 {bits, result, uint64_t(rounding)}, "(x, root, mode)");
  }
}

/// Edges and random pattern of a 16-bit format, few enough to pair with all.
std::vector<uint64_t> sampleOf(ElementKind kind, size_t count) {
  std::mt19937_64 random(Mismatches::seed + unsigned(kind));
  std::vector<uint64_t> edges = edgePatterns(kind), result;
  for (size_t i = 0; i < count; ++i)
    result.push_back(i % 4 == 3 ? randomPattern(kind, random)
                                : edges[random() % edges.size()]);
  return result;
}

} // namespace

TEST(FloatArith, EightBitAllPairs) {
  for (ElementKind kind : {ElementKind::F8E5M2, ElementKind::F8E4M3FN}) {
    std::vector<uint64_t> all = allPatterns(kind);
    checkBinary(kind, all, all);
  }
}

TEST(FloatArith, SixteenBitEdgesTimesAll) {
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16}) {
    std::vector<uint64_t> all = allPatterns(kind);
    checkBinary(kind, sampleOf(kind, 4), all);
    checkBinary(kind, all, sampleOf(kind, 4));
    std::vector<uint64_t> edges = edgePatterns(kind);
    checkBinary(kind, edges, edges);
    checkBinaryRandom(kind, 100000);
  }
}

TEST(FloatArith, WideEdgesAndRandom) {
  for (ElementKind kind : {ElementKind::F32, ElementKind::F64}) {
    std::vector<uint64_t> edges = edgePatterns(kind);
    checkBinary(kind, edges, edges);
    checkBinaryRandom(kind, 250000);
  }
}

TEST(FloatArith, Fma) {
  std::vector<uint64_t> all8 = allPatterns(ElementKind::F8E5M2);
  {
    Mismatches bad("fma f8E5M2");
    for (uint64_t a : all8)
      for (uint64_t b : all8)
        for (uint64_t c : sampleOf(ElementKind::F8E5M2, 12))
          checkFma(bad, ElementKind::F8E5M2, a, b, c,
                   allRoundings[(a + b + c) % 5]);
  }
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16,
                           ElementKind::F32, ElementKind::F64}) {
    Mismatches bad(describe("fma", kind));
    std::mt19937_64 random(Mismatches::seed);
    std::vector<uint64_t> edges = edgePatterns(kind);
    size_t count = 0;
    for (uint64_t a : edges)
      for (uint64_t b : edges)
        for (uint64_t c : edges)
          if (++count % 3 == 0)
            checkFma(bad, kind, a, b, c, allRoundings[random() % 5]);
    for (unsigned i = 0; i < 200000; ++i) {
      uint64_t a = randomPattern(kind, random);
      uint64_t b = randomPattern(kind, random);
      uint64_t c = randomPattern(kind, random);
      // Every other time the addend nearly cancels the product.
      if (i % 2)
        c = mulF(kind, a, b) ^ floatFormat(kind).signMask() ^ (random() % 4);
      checkFma(bad, kind, a, b, c, allRoundings[i % 5]);
    }
  }
}

TEST(FloatArith, Sqrt) {
  for (ElementKind kind :
       {ElementKind::F8E5M2, ElementKind::F16, ElementKind::BF16}) {
    Mismatches bad(describe("sqrt", kind));
    for (uint64_t bits : allPatterns(kind))
      checkSqrt(bad, kind, bits);
  }
  for (ElementKind kind : {ElementKind::F32, ElementKind::F64}) {
    Mismatches bad(describe("sqrt", kind));
    for (uint64_t bits : edgePatterns(kind))
      checkSqrt(bad, kind, bits);
    std::mt19937_64 random(Mismatches::seed);
    for (unsigned i = 0; i < 30000; ++i) {
      uint64_t bits = randomPattern(kind, random);
      checkSqrt(bad, kind, absF(kind, bits));
      // Squares and their neighbours are where truncation goes wrong.
      uint64_t square = mulF(kind, bits, bits);
      for (uint64_t near : {square, square + 1, square - 1})
        checkSqrt(bad, kind, absF(kind, near));
    }
  }
}

TEST(FloatArith, Rem) {
  {
    Mismatches bad("remf f8E5M2");
    for (uint64_t a : allPatterns(ElementKind::F8E5M2))
      for (uint64_t b : allPatterns(ElementKind::F8E5M2))
        checkRem(bad, ElementKind::F8E5M2, a, b);
  }
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16}) {
    Mismatches bad(describe("remf", kind));
    for (uint64_t a : allPatterns(kind))
      for (uint64_t b : sampleOf(kind, 4)) {
        checkRem(bad, kind, a, b);
        checkRem(bad, kind, b, a);
      }
  }
  for (ElementKind kind : {ElementKind::F32, ElementKind::F64}) {
    Mismatches bad(describe("remf", kind));
    std::vector<uint64_t> edges = edgePatterns(kind);
    for (uint64_t a : edges)
      for (uint64_t b : edges)
        checkRem(bad, kind, a, b);
    std::mt19937_64 random(Mismatches::seed);
    for (unsigned i = 0; i < 20000; ++i) {
      uint64_t a = randomPattern(kind, random);
      uint64_t b = randomPattern(kind, random);
      checkRem(bad, kind, a, b);
      // The host's fmod is a second opinion.
      double expected = std::fmod(valueOf(kind, a), valueOf(kind, b));
      if (!std::isnan(expected))
        bad.expect(std::bit_cast<uint64_t>(expected),
                   std::bit_cast<uint64_t>(toDouble(kind, remF(kind, a, b))),
                   {a, b}, "fmod");
    }
  }
}

TEST(FloatArith, FlushToZero) {
  const ElementKind kind = ElementKind::F32;
  // Sign-preserving flush, written on floats.
  auto flush = [](APFloat value) {
    if (value.isDenormal())
      value = APFloat::getZero(value.getSemantics(), value.isNegative());
    return value;
  };
  std::vector<uint64_t> edges = edgePatterns(kind);
  // Products and quotients that land around the smallest normal number.
  for (uint64_t field = 60; field < 68; ++field)
    for (uint64_t mantissa : {0x0u, 0x1u, 0x3FFFFFu, 0x7FFFFFu})
      edges.push_back(field << 23 | mantissa);
  for (const BinaryOp &op : binaryOps) {
    Mismatches bad(describe(op.name, kind) + " flush_to_zero");
    for (uint64_t a : edges)
      for (uint64_t b : edges)
        for (Rounding rounding : allRoundings) {
          APFloat expected =
              flush(op.theirs(flush(toAP(kind, a)), flush(toAP(kind, b)),
                              apRounding(rounding)));
          bad.expect(fromAPCanonical(kind, expected),
                     op.ours(kind, a, b, rounding, true),
                     {a, b, uint64_t(rounding)}, "(a, b, mode)");
        }
  }
  Mismatches bad("fma flush_to_zero");
  for (uint64_t a : edges)
    for (uint64_t b : edges)
      for (uint64_t c : {0x00000001u, 0x80000001u, 0x00800000u, 0x80800000u,
                         0x007FFFFFu, 0x3F800000u, 0x80000000u})
        for (Rounding rounding : allRoundings) {
          APFloat expected = flush(toAP(kind, a));
          expected.fusedMultiplyAdd(flush(toAP(kind, b)), flush(toAP(kind, c)),
                                    apRounding(rounding));
          bad.expect(fromAPCanonical(kind, flush(expected)),
                     fmaF(kind, a, b, c, rounding, true),
                     {a, b, c, uint64_t(rounding)}, "(a, b, c, mode)");
        }
  EXPECT_EQ(sqrtF(kind, 0x80000001, Rounding::NearestEven, true), 0x80000000u);
  EXPECT_EQ(sqrtF(kind, 0x00000001, Rounding::NearestEven, true), 0u);
}

TEST(FloatArith, StatedResults) {
  using K = ElementKind;
  const uint64_t one = 0x3F800000, minusOne = 0xBF800000, inf = 0x7F800000;
  const uint64_t nan = 0x7FFFFFFF, largest = 0x7F7FFFFF;
  // x + (-x) is +0, but -0 toward negative infinity.
  EXPECT_EQ(addF(K::F32, one, minusOne), 0u);
  EXPECT_EQ(addF(K::F32, one, minusOne, Rounding::NegativeInf), 0x80000000u);
  // Overflow per mode.
  EXPECT_EQ(addF(K::F32, largest, largest), inf);
  EXPECT_EQ(addF(K::F32, largest, largest, Rounding::Zero), largest);
  EXPECT_EQ(addF(K::F32, largest, largest, Rounding::NegativeInf), largest);
  EXPECT_EQ(addF(K::F32, largest, largest, Rounding::PositiveInf), inf);
  EXPECT_EQ(mulF(K::F32, largest, largest | 0x80000000, Rounding::PositiveInf),
            largest | 0x80000000);
  // 0 * inf + c, x / 0, 0 / 0, sqrt(-1).
  EXPECT_EQ(fmaF(K::F32, 0, inf, one), nan);
  EXPECT_EQ(divF(K::F32, minusOne, 0), inf | 0x80000000);
  EXPECT_EQ(divF(K::F32, 0, 0), nan);
  EXPECT_EQ(sqrtF(K::F32, minusOne), nan);
  EXPECT_EQ(sqrtF(K::F32, 0x80000000), 0x80000000u);
  EXPECT_EQ(remF(K::F32, minusOne, inf), minusOne);
  EXPECT_EQ(remF(K::F32, one, 0), nan);
  // A signalling NaN becomes the canonical one.
  EXPECT_EQ(addF(K::F64, 0x7FF0000000000001, 0), 0x7FF8000000000000u);
  EXPECT_EQ(mulF(K::F16, 0xFC01, 0x3C00), 0x7FFFu);
}
