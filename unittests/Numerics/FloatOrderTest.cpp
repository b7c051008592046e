//===- Numerics/FloatOrderTest.cpp - comparison, min/max, ceil, floor --*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choosing operations against their definition on doubles, which hold
// every value of every format exactly.
//
//===----------------------------------------------------------------------===//

#include "Referee.h"
#include "tessera/Numerics/FloatArith.h"
#include <cmath>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

namespace {

/// max or min by the table of ops.md 2.4.
uint64_t expectedChoice(ElementKind kind, uint64_t a, uint64_t b,
                        bool propagateNaN, bool larger) {
  double x = valueOf(kind, a), y = valueOf(kind, b);
  if (std::isnan(x) && std::isnan(y))
    return canonicalNaNOf(kind);
  if (std::isnan(x) || std::isnan(y))
    return propagateNaN ? canonicalNaNOf(kind) : std::isnan(x) ? b : a;
  if (x == y) {
    if (std::signbit(x) == std::signbit(y))
      return a;
    return std::signbit(x) == larger ? b : a;
  }
  return (x > y) == larger ? a : b;
}

void checkPair(Mismatches &bad, ElementKind kind, uint64_t a, uint64_t b) {
  double x = valueOf(kind, a), y = valueOf(kind, b);
  FloatOrder order = std::isnan(x) || std::isnan(y) ? FloatOrder::Unordered
                     : x < y                        ? FloatOrder::Less
                     : x > y                        ? FloatOrder::Greater
                                                    : FloatOrder::Equal;
  bad.expect(uint64_t(order), uint64_t(compareF(kind, a, b)), {a, b}, "order");
  for (bool propagate : {false, true}) {
    bad.expect(expectedChoice(kind, a, b, propagate, true),
               maxF(kind, a, b, propagate), {a, b, propagate}, "max");
    bad.expect(expectedChoice(kind, a, b, propagate, false),
               minF(kind, a, b, propagate), {a, b, propagate}, "min");
  }
}

void checkUnary(Mismatches &bad, ElementKind kind, uint64_t bits) {
  double value = valueOf(kind, bits);
  uint64_t sign = uint64_t(1) << (containerBytes(kind) * 8 - 1);
  bad.expect(bits & ~sign, absF(kind, bits), {bits}, "abs");
  bad.expect(bits ^ sign, negF(kind, bits), {bits}, "neg");
  if (std::isnan(value)) {
    bad.expect(bits, ceilF(kind, bits), {bits}, "ceil of NaN");
    bad.expect(bits, floorF(kind, bits), {bits}, "floor of NaN");
    return;
  }
  auto bitsOf = [](double v) { return std::bit_cast<uint64_t>(v); };
  bad.expect(bitsOf(std::ceil(value)), bitsOf(valueOf(kind, ceilF(kind, bits))),
             {bits}, "ceil");
  bad.expect(bitsOf(std::floor(value)),
             bitsOf(valueOf(kind, floorF(kind, bits))), {bits}, "floor");
}

} // namespace

TEST(FloatOrder, EightBitAllPairs) {
  for (ElementKind kind : {ElementKind::F8E5M2, ElementKind::F8E4M3FN}) {
    Mismatches bad(describe("order", kind));
    for (uint64_t a : allPatterns(kind))
      for (uint64_t b : allPatterns(kind))
        checkPair(bad, kind, a, b);
  }
}

TEST(FloatOrder, SixteenBitEdgesTimesAll) {
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16}) {
    Mismatches bad(describe("order", kind));
    std::vector<uint64_t> edges = edgePatterns(kind);
    for (size_t i = 0; i < edges.size(); i += 6)
      for (uint64_t b : allPatterns(kind)) {
        checkPair(bad, kind, edges[i], b);
        checkPair(bad, kind, b, edges[i]);
      }
  }
}

TEST(FloatOrder, WideEdgesAndRandom) {
  for (ElementKind kind : {ElementKind::F32, ElementKind::F64}) {
    Mismatches bad(describe("order", kind));
    std::vector<uint64_t> edges = edgePatterns(kind);
    for (uint64_t a : edges)
      for (uint64_t b : edges)
        checkPair(bad, kind, a, b);
    std::mt19937_64 random(Mismatches::seed);
    for (unsigned i = 0; i < 200000; ++i)
      checkPair(bad, kind, randomPattern(kind, random),
                randomPattern(kind, random));
  }
}

TEST(FloatOrder, MinMaxFlush) {
  const ElementKind kind = ElementKind::F32;
  EXPECT_EQ(maxF(kind, 0x00000001, 0x80000005, false, true), 0u);
  EXPECT_EQ(maxF(kind, 0x80000001, 0x80000005, false, true), 0x80000000u);
  EXPECT_EQ(minF(kind, 0x00000001, 0x00800000, false, true), 0u);
  EXPECT_EQ(minF(kind, 0x00000001, 0x00800000, false, false), 1u);
  EXPECT_EQ(maxF(kind, 0x7FC00001, 0x00000001, false, true), 0u);
  EXPECT_EQ(maxF(kind, 0x7FC00001, 0x00000001, true, true), 0x7FFFFFFFu);
}

TEST(FloatOrder, UnaryExhaustiveNarrow) {
  for (ElementKind kind : {ElementKind::F8E5M2, ElementKind::F8E4M3FN,
                           ElementKind::F16, ElementKind::BF16}) {
    Mismatches bad(describe("unary", kind));
    for (uint64_t bits : allPatterns(kind))
      checkUnary(bad, kind, bits);
  }
}

TEST(FloatOrder, UnaryWide) {
  for (ElementKind kind : {ElementKind::F32, ElementKind::F64}) {
    Mismatches bad(describe("unary", kind));
    for (uint64_t bits : edgePatterns(kind))
      checkUnary(bad, kind, bits);
    std::mt19937_64 random(Mismatches::seed);
    for (unsigned i = 0; i < 200000; ++i)
      checkUnary(bad, kind, randomPattern(kind, random));
  }
  EXPECT_EQ(ceilF(ElementKind::F32, 0xBF000000), 0x80000000u);
}

TEST(FloatOrder, FlushSubnormal) {
  EXPECT_EQ(flushSubnormal(ElementKind::F32, 0x807FFFFF), 0x80000000u);
  EXPECT_EQ(flushSubnormal(ElementKind::F32, 0x007FFFFF), 0u);
  EXPECT_EQ(flushSubnormal(ElementKind::F32, 0x00800000), 0x00800000u);
  EXPECT_EQ(flushSubnormal(ElementKind::F32, 0x7F800001), 0x7F800001u);
}
