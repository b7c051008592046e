//===- Numerics/FastConvertTest.cpp - vectorisable conversions --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FastConvert against Convert, which ConvertTest has judged: exhaustive over
// the narrow side, and over every f32 pattern that differs in the top 20 bits
// with three fillings of the rest (all rounding decisions of the formats up to
// 11 significant bits, all NaNs and both borders of every interval).
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/FastConvert.h"
#include "Referee.h"
#include <cstring>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

namespace {

/// A buffer of containers of `kind` holding `bits`.
std::vector<uint8_t> bufferOf(ElementKind kind,
                              const std::vector<uint64_t> &bits) {
  unsigned size = containerBytes(kind);
  std::vector<uint8_t> buffer(bits.size() * size);
  for (size_t i = 0; i < bits.size(); ++i)
    std::memcpy(&buffer[i * size], &bits[i], size);
  return buffer;
}

uint64_t elementAt(ElementKind kind, const std::vector<uint8_t> &buffer,
                   size_t index) {
  unsigned size = containerBytes(kind);
  uint64_t bits = 0;
  std::memcpy(&bits, &buffer[index * size], size);
  return bits;
}

const std::vector<uint32_t> &f32Sources() {
  static const std::vector<uint32_t> sources = [] {
    std::vector<uint32_t> result;
    for (uint32_t top = 0; top < 1u << 20; ++top)
      for (uint32_t low : {0x000u, 0x001u, 0xFFFu})
        result.push_back(top << 12 | low);
    return result;
  }();
  return sources;
}

/// encodeFromF32 of all sources against convertFloat.
void checkEncode(ElementKind to, Rounding rounding, FloatOverflow overflow) {
  Mismatches bad(describe("encodeFromF32", to));
  const std::vector<uint32_t> &sources = f32Sources();
  std::vector<uint8_t> result(sources.size() * containerBytes(to));
  std::vector<float> floats(sources.size());
  std::memcpy(floats.data(), sources.data(), sources.size() * 4);
  encodeFromF32(to, floats.data(), result.data(), floats.size(), rounding,
                overflow);
  for (size_t i = 0; i < sources.size(); ++i)
    bad.expect(
        convertFloat(ElementKind::F32, to, sources[i], rounding, overflow),
        elementAt(to, result, i), {sources[i], uint64_t(rounding)});
}

} // namespace

TEST(FastConvert, DecodeIsExhaustive) {
  for (ElementKind from : allFloats) {
    if (bitWidth(from) > 19)
      continue;
    Mismatches bad(describe("decodeToF32", from));
    std::vector<uint64_t> patterns = allPatterns(from);
    std::vector<uint8_t> source = bufferOf(from, patterns);
    std::vector<float> result(patterns.size());
    decodeToF32(from, source.data(), result.data(), result.size());
    for (size_t i = 0; i < patterns.size(); ++i)
      bad.expect(convertFloat(from, ElementKind::F32, patterns[i]),
                 std::bit_cast<uint32_t>(result[i]), {patterns[i]});
  }
}

TEST(FastConvert, StrayTF32BitsAreIgnored) {
  const uint32_t stray[] = {0x3F801FFF, 0x7F800001, 0x80001000};
  const uint32_t expected[] = {0x3F800000, 0x7F800000, 0x80000000};
  float result[3];
  decodeToF32(ElementKind::TF32, stray, result, 3);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(std::bit_cast<uint32_t>(result[i]), expected[i]);
    EXPECT_EQ(convertFloat(ElementKind::TF32, ElementKind::F32, stray[i]),
              expected[i]);
  }
}

TEST(FastConvert, EncodeNearestEven) {
  for (ElementKind to : allFloats)
    if (to != ElementKind::F64)
      checkEncode(to, Rounding::NearestEven, FloatOverflow::Saturate);
}

TEST(FastConvert, EncodeOtherModes) {
  checkEncode(ElementKind::F8E8M0FNU, Rounding::Zero, FloatOverflow::Saturate);
  checkEncode(ElementKind::F8E8M0FNU, Rounding::PositiveInf,
              FloatOverflow::Saturate);
  checkEncode(ElementKind::F16, Rounding::Zero, FloatOverflow::Saturate);
  checkEncode(ElementKind::F8E4M3FN, Rounding::NearestEven, FloatOverflow::NaN);
}

TEST(FastConvert, Scalars) {
  EXPECT_EQ(f16ToF32(0x3C01), 0x1.004p0f);
  EXPECT_EQ(f16ToF32(0x0001), 0x1p-24f);
  EXPECT_EQ(f32ToF16(65519.0f), 0x7BFF);
  EXPECT_EQ(f32ToF16(65520.0f), 0x7C00);
  EXPECT_EQ(bf16ToF32(0x3F80), 1.0f);
  EXPECT_EQ(f32ToBF16(0x1.01p0f), 0x3F80);
  EXPECT_EQ(f32ToBF16(0x1.03p0f), 0x3F82);
  EXPECT_EQ(f32ToTF32(0x1.002p0f), 1.0f);
  EXPECT_EQ(f32ToTF32(0x1.003p0f), 0x1.004p0f);
  static_assert(fromF32Bits<ElementKind::F8E4M3FN>(0x43E00000) == 0x7E);
}

TEST(FastConvert, ConvertBufferEveryPair) {
  std::mt19937_64 random(Mismatches::seed);
  for (ElementKind from : allFloats) {
    std::vector<uint64_t> patterns = edgePatterns(from);
    for (unsigned i = 0; i < 3000; ++i)
      patterns.push_back(randomPattern(from, random));
    std::vector<uint8_t> source = bufferOf(from, patterns);
    for (ElementKind to : allFloats)
      for (Rounding rounding : allRoundings)
        for (FloatOverflow overflow :
             {FloatOverflow::Saturate, FloatOverflow::NaN}) {
          Mismatches bad(describe("convertBuffer", from) + " to " +
                         std::string(elementName(to)));
          std::vector<uint8_t> result(patterns.size() * containerBytes(to));
          convertBuffer(from, to, source.data(), result.data(), patterns.size(),
                        rounding, overflow);
          for (size_t i = 0; i < patterns.size(); ++i)
            bad.expect(convertFloat(from, to, patterns[i], rounding, overflow),
                       elementAt(to, result, i),
                       {patterns[i], uint64_t(rounding), uint64_t(overflow)});
        }
  }
}
