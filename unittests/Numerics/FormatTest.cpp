//===- Numerics/FormatTest.cpp - element kinds and formats ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format records against the specification's prose: spellings, sizes, and
// the value of every pattern of every format of at most 19 bits.
//
//===----------------------------------------------------------------------===//

#include "Referee.h"
#include <cmath>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

TEST(ElementKind, TableMatchesSpecification) {
  struct Row {
    ElementKind kind;
    const char *name;
    unsigned bits, container, memory;
  };
  const Row rows[] = {
      {ElementKind::I1, "i1", 1, 1, 8},
      {ElementKind::I4, "i4", 4, 1, 4},
      {ElementKind::I8, "i8", 8, 1, 8},
      {ElementKind::I16, "i16", 16, 2, 16},
      {ElementKind::I32, "i32", 32, 4, 32},
      {ElementKind::I64, "i64", 64, 8, 64},
      {ElementKind::F16, "f16", 16, 2, 16},
      {ElementKind::BF16, "bf16", 16, 2, 16},
      {ElementKind::F32, "f32", 32, 4, 32},
      {ElementKind::TF32, "tf32", 19, 4, 32},
      {ElementKind::F64, "f64", 64, 8, 64},
      {ElementKind::F8E4M3FN, "f8E4M3FN", 8, 1, 8},
      {ElementKind::F8E5M2, "f8E5M2", 8, 1, 8},
      {ElementKind::F8E8M0FNU, "f8E8M0FNU", 8, 1, 8},
      {ElementKind::F4E2M1FN, "f4E2M1FN", 4, 1, 4},
      {ElementKind::F8E5M3FNU, "f8E5M3FNU", 8, 1, 8},
      {ElementKind::Ptr, "ptr", 64, 8, 64},
  };
  EXPECT_EQ(std::size(rows), numElementKinds);
  for (const Row &row : rows) {
    EXPECT_EQ(elementName(row.kind), row.name);
    EXPECT_EQ(elementKindFromName(row.name), row.kind);
    EXPECT_EQ(bitWidth(row.kind), row.bits) << row.name;
    EXPECT_EQ(containerBytes(row.kind), row.container) << row.name;
    EXPECT_EQ(memoryBits(row.kind), row.memory) << row.name;
    EXPECT_EQ(isInteger(row.kind), row.name[0] == 'i') << row.name;
    EXPECT_EQ(isFloat(row.kind), row.name[0] != 'i' && row.name[0] != 'p');
    if (isInteger(row.kind))
      EXPECT_EQ(integerKind(row.bits), row.kind);
    if (isFloat(row.kind)) {
      EXPECT_EQ(floatFormat(row.kind).kind, row.kind);
      EXPECT_EQ(floatFormat(row.kind).width(), row.bits) << row.name;
    }
  }
  EXPECT_EQ(elementKindFromName("f80"), std::nullopt);
  EXPECT_EQ(integerKind(2), std::nullopt);
  EXPECT_EQ(memoryBytes(ElementKind::F4E2M1FN, 7), 4u);
  EXPECT_EQ(memoryBytes(ElementKind::I1, 7), 7u);
}

TEST(FloatFormat, ExtremesMatchSpecification) {
  auto largest = [](ElementKind kind) {
    return valueOf(kind, floatFormat(kind).maxFinite());
  };
  EXPECT_EQ(largest(ElementKind::F8E4M3FN), 448);
  EXPECT_EQ(largest(ElementKind::F8E5M2), 57344);
  EXPECT_EQ(largest(ElementKind::F4E2M1FN), 6);
  EXPECT_EQ(largest(ElementKind::F8E8M0FNU), std::ldexp(1.0, 127));
  EXPECT_EQ(largest(ElementKind::F8E5M3FNU), std::ldexp(1.75, 16));
  EXPECT_EQ(largest(ElementKind::F16), 65504);
  EXPECT_EQ(largest(ElementKind::F32), 0x1.fffffep127);
  EXPECT_EQ(largest(ElementKind::TF32), 0x1.ffcp127);
  EXPECT_EQ(valueOf(ElementKind::F8E8M0FNU, 0), std::ldexp(1.0, -127));
  EXPECT_EQ(floatFormat(ElementKind::F8E5M3FNU).minExponent(), -14);
  EXPECT_EQ(containerFromPattern(ElementKind::TF32, 0x3FC00), 0x7F800000u);
  EXPECT_EQ(patternFromContainer(ElementKind::TF32, 0x7F800000u), 0x3FC00u);
  EXPECT_EQ(floatFormat(ElementKind::TF32).infinity(), 0x7F800000u);
  EXPECT_EQ(floatFormat(ElementKind::F8E5M2).infinity(), 0x7Cu);
}

TEST(FloatFormat, F4HasTheSpecifiedMagnitudes) {
  const double magnitudes[] = {0, .5, 1, 1.5, 2, 3, 4, 6};
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(toDouble(ElementKind::F4E2M1FN, i), magnitudes[i]);
    EXPECT_EQ(toDouble(ElementKind::F4E2M1FN, i + 8), -magnitudes[i]);
  }
}

TEST(FloatFormat, ClassesOfEveryNarrowPattern) {
  for (ElementKind kind : allFloats) {
    if (bitWidth(kind) > 19)
      continue;
    const FloatFormat &format = floatFormat(kind);
    Mismatches bad(describe("classes of", kind));
    double minNormal = std::ldexp(1.0, format.minExponent());
    for (uint64_t bits : allPatterns(kind)) {
      double value = valueOf(kind, bits);
      bad.expect(std::isnan(value), format.isNaN(bits), {bits}, "NaN");
      bad.expect(std::isinf(value), format.isInf(bits), {bits}, "infinity");
      bad.expect(std::isfinite(value), format.isFinite(bits), {bits}, "finite");
      bad.expect(value == 0, format.isZero(bits), {bits}, "zero");
      bool subnormal = value != 0 && std::fabs(value) < minNormal;
      bad.expect(subnormal, format.isSubnormal(bits), {bits}, "subnormal");
      if (!std::isnan(value)) {
        bad.expect(std::bit_cast<uint64_t>(value),
                   std::bit_cast<uint64_t>(toDouble(kind, bits)), {bits},
                   "value");
        bad.expect(std::signbit(value), format.isNegative(bits), {bits},
                   "sign");
      }
    }
  }
}
