//===- Numerics/ConvertTest.cpp - conversions between kinds -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ftof, ftoi and itof: exhaustive over sources of at most 16 bits (and tf32)
// against the grid referee and APFloat; edges and random above that.
//
//===----------------------------------------------------------------------===//

#include "Referee.h"
#include "llvm/ADT/APSInt.h"
#include <cmath>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

namespace {

std::vector<GridReferee> makeGrids() {
  std::vector<GridReferee> grids;
  for (ElementKind kind : allFloats)
    if (bitWidth(kind) <= 19)
      grids.emplace_back(kind);
  return grids;
}

/// Check one source pattern against a grid in every given mode.
void checkAgainstGrid(Mismatches &bad, const GridReferee &grid,
                      ElementKind from, uint64_t bits,
                      llvm::ArrayRef<Rounding> roundings) {
  double value = valueOf(from, bits);
  if (std::isnan(value))
    return;
  for (Rounding rounding : roundings)
    for (FloatOverflow overflow : {FloatOverflow::Saturate, FloatOverflow::NaN})
      bad.expect(grid.round(value, rounding, overflow),
                 convertFloat(from, grid.getKind(), bits, rounding, overflow),
                 {bits, uint64_t(rounding), uint64_t(overflow)},
                 "(mode, overflow)");
}

/// Sources for wide formats: edges, powers of two with neighbours (rounding
/// borders of every narrower format) and random patterns.
std::vector<uint64_t> wideSources(ElementKind kind, unsigned randomCount) {
  std::vector<uint64_t> result = edgePatterns(kind);
  unsigned mantissa = kind == ElementKind::F64 ? 52 : 23;
  unsigned exponents = kind == ElementKind::F64 ? 2048 : 256;
  int bias = kind == ElementKind::F64 ? 1023 : 127;
  for (unsigned field = 0; field < exponents; ++field) {
    if (std::abs(int(field) - bias) > 200)
      continue;
    for (unsigned keep = 0; keep <= 11; ++keep) {
      uint64_t base = (uint64_t(field) << mantissa) |
                      (((uint64_t(1) << keep) - 1) << (mantissa - keep));
      for (int64_t delta : {-1, 0, 1}) {
        uint64_t bits = base + delta;
        result.push_back(bits & ((uint64_t(2) * exponents << mantissa) - 1));
      }
    }
  }
  std::mt19937_64 random(Mismatches::seed);
  for (unsigned i = 0; i < randomCount; ++i)
    result.push_back(randomPattern(kind, random));
  return result;
}

} // namespace

TEST(ConvertFloat, ExhaustiveNarrowToNarrow) {
  std::vector<GridReferee> grids = makeGrids();
  for (ElementKind from : allFloats) {
    if (bitWidth(from) > 16)
      continue;
    for (const GridReferee &grid : grids) {
      Mismatches bad(describe("ftof", from) + " to " +
                     std::string(elementName(grid.getKind())));
      for (uint64_t bits : allPatterns(from))
        checkAgainstGrid(bad, grid, from, bits, allRoundings);
    }
  }
}

TEST(ConvertFloat, ExhaustiveTF32ToNarrow) {
  for (const GridReferee &grid : makeGrids()) {
    Mismatches bad(describe("ftof tf32 to", grid.getKind()));
    for (uint64_t bits : allPatterns(ElementKind::TF32))
      checkAgainstGrid(bad, grid, ElementKind::TF32, bits, allRoundings);
  }
}

TEST(ConvertFloat, WideToNarrow) {
  std::vector<GridReferee> grids = makeGrids();
  for (ElementKind from : {ElementKind::F32, ElementKind::F64}) {
    std::vector<uint64_t> sources = wideSources(from, 20000);
    for (const GridReferee &grid : grids) {
      Mismatches bad(describe("ftof", from) + " to " +
                     std::string(elementName(grid.getKind())));
      for (uint64_t bits : sources)
        checkAgainstGrid(bad, grid, from, bits, allRoundings);
    }
  }
}

TEST(ConvertFloat, WideningIsExact) {
  for (ElementKind from : allFloats) {
    if (bitWidth(from) > 19)
      continue;
    Mismatches bad(describe("widening", from));
    for (uint64_t bits : allPatterns(from)) {
      double value = valueOf(from, bits);
      if (std::isnan(value))
        continue;
      uint64_t asF64 = std::bit_cast<uint64_t>(value);
      uint64_t asF32 = std::bit_cast<uint32_t>(static_cast<float>(value));
      for (Rounding rounding : allRoundings) {
        bad.expect(asF64, convertFloat(from, ElementKind::F64, bits, rounding),
                   {bits}, "to f64");
        bad.expect(asF32, convertFloat(from, ElementKind::F32, bits, rounding),
                   {bits}, "to f32");
      }
    }
  }
}

// APFloat also settles NaNs bit for bit and f64 to f32. Its f8E8M0FNU and its
// answers for formats with one NaN are checked above and in SpecialValues.
TEST(ConvertFloat, AgreesWithAPFloat) {
  for (ElementKind from : allFloats) {
    if (!semanticsOf(from) || from == ElementKind::F8E8M0FNU)
      continue;
    std::vector<uint64_t> sources =
        from == ElementKind::F32 || from == ElementKind::F64
            ? wideSources(from, 30000)
            : allPatterns(from);
    for (ElementKind to : allFloats) {
      if (!semanticsOf(to) || to == ElementKind::F8E8M0FNU)
        continue;
      // Half a million patterns: one mode is enough on top of the grid.
      bool large = from == ElementKind::TF32;
      Mismatches bad(describe("APFloat", from) + " to " +
                     std::string(elementName(to)));
      for (uint64_t bits : sources) {
        llvm::APFloat source = toAP(from, bits);
        // APFloat leaves a NaN alone when nothing changes; ours are quiet.
        if (source.isNaN() && (to == ElementKind::F4E2M1FN ||
                               from == ElementKind::F8E4M3FN || from == to))
          continue;
        // Infinity into a format without one: APFloat's answer is a NaN of
        // its own sign; the grid referee has judged ours.
        if (source.isInfinity() &&
            floatFormat(to).specials != SpecialValues::IEEE)
          continue;
        for (Rounding rounding : allRoundings) {
          if (large && rounding != Rounding::NearestEven)
            continue;
          llvm::APFloat expected = source;
          bool losesInfo;
          expected.convert(*semanticsOf(to), apRounding(rounding), &losesInfo);
          uint64_t actual =
              convertFloat(from, to, bits, rounding, FloatOverflow::NaN);
          bad.expect(fromAP(to, expected), actual, {bits, uint64_t(rounding)},
                     "(mode)");
        }
      }
    }
  }
}

TEST(ConvertFloat, SpecialValues) {
  using K = ElementKind;
  auto fromF32 = [](K to, float value,
                    Rounding rounding = Rounding::NearestEven,
                    FloatOverflow overflow = FloatOverflow::Saturate) {
    return convertFloat(K::F32, to, std::bit_cast<uint32_t>(value), rounding,
                        overflow);
  };
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::bit_cast<float>(0x7FC00000u);
  const float negativeNaN = std::bit_cast<float>(0xFFC00000u);

  EXPECT_EQ(fromF32(K::F8E4M3FN, 1000), 0x7Eu);
  EXPECT_EQ(fromF32(K::F8E4M3FN, -inf), 0xFEu);
  EXPECT_EQ(
      fromF32(K::F8E4M3FN, 1000, Rounding::NearestEven, FloatOverflow::NaN),
      0x7Fu);
  EXPECT_EQ(fromF32(K::F8E4M3FN, 464), 0x7Eu);
  EXPECT_EQ(fromF32(K::F8E4M3FN, nan), 0x7Fu);
  EXPECT_EQ(fromF32(K::F8E4M3FN, negativeNaN), 0xFFu);
  EXPECT_EQ(fromF32(K::F8E5M2, 1e6f), 0x7Cu);
  EXPECT_EQ(fromF32(K::F8E5M2, 1e6f, Rounding::Zero), 0x7Bu);
  EXPECT_EQ(fromF32(K::F8E5M2, negativeNaN), 0xFEu);
  EXPECT_EQ(fromF32(K::F4E2M1FN, 100), 0x7u);
  EXPECT_EQ(
      fromF32(K::F4E2M1FN, -100, Rounding::NearestEven, FloatOverflow::NaN),
      0xFu);
  EXPECT_EQ(fromF32(K::F4E2M1FN, nan), 0x7u);
  EXPECT_EQ(fromF32(K::F4E2M1FN, negativeNaN), 0x7u);
  EXPECT_EQ(fromF32(K::F16, 1e6f), 0x7C00u);

  EXPECT_EQ(fromF32(K::F8E8M0FNU, 3), 129u);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, 3, Rounding::Zero), 128u);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, 3, Rounding::PositiveInf), 129u);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, 4, Rounding::PositiveInf), 129u);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, 0, Rounding::PositiveInf), 0u);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, -0.0f, Rounding::Zero), 0u);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, -1, Rounding::Zero), 0xFFu);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, nan, Rounding::Zero), 0xFFu);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, inf, Rounding::PositiveInf), 0xFEu);
  EXPECT_EQ(fromF32(K::F8E8M0FNU, 0x1.8p127f, Rounding::PositiveInf), 0xFEu);
  EXPECT_EQ(fromF32(K::F8E5M3FNU, -1), 0xFFu);
  EXPECT_EQ(fromF32(K::F8E5M3FNU, 1e9f), 0xFEu);
  EXPECT_EQ(fromF32(K::F8E5M3FNU, nan), 0xFFu);

  // A NaN with payload only in the bits that are dropped stays a NaN.
  EXPECT_EQ(convertFloat(K::F32, K::TF32, 0x7F800001), 0x7FC00000u);
  EXPECT_EQ(convertFloat(K::F8E4M3FN, K::F32, 0xFF), 0xFFC00000u);
  EXPECT_EQ(convertFloat(K::F8E8M0FNU, K::F16, 0xFF), 0x7E00u);
  EXPECT_EQ(convertFloat(K::F8E5M3FNU, K::F8E4M3FN, 0xFF), 0x7Fu);
}

TEST(FloatToInt, ExhaustiveNarrowSources) {
  for (ElementKind from : allFloats) {
    if (bitWidth(from) > 16)
      continue;
    for (ElementKind to : allIntegers)
      for (bool isSigned : {false, true}) {
        Mismatches bad(describe("ftoi", from) + " to " +
                       std::string(elementName(to)));
        unsigned width = bitWidth(to);
        __int128 low = isSigned ? -(__int128(1) << (width - 1)) : 0;
        __int128 high = (__int128(1) << (width - isSigned)) - 1;
        uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
        for (uint64_t bits : allPatterns(from)) {
          double value = std::trunc(valueOf(from, bits));
          bool ok = false;
          uint64_t expected = 0;
          if (!std::isnan(value)) {
            // Every bound is a power of two or one less: exact tests.
            bool above = value >= std::ldexp(1.0, width - isSigned);
            bool below = value < double(low);
            ok = !above && !below;
            expected = uint64_t(above   ? high
                                : below ? low
                                        : __int128(value)) &
                       mask;
          }
          FloatToIntResult actual = floatToInt(from, bits, to, isSigned);
          bad.expect(ok, actual.representable, {bits, isSigned}, "status");
          bad.expect(expected, actual.bits, {bits, isSigned}, "bits");
          bad.expect(expected, floatToIntSaturating(from, bits, to, isSigned),
                     {bits, isSigned}, "saturating");
        }
      }
  }
}

TEST(FloatToInt, WideSourcesAgainstAPFloat) {
  for (ElementKind from :
       {ElementKind::F32, ElementKind::TF32, ElementKind::F64}) {
    std::vector<uint64_t> sources = from == ElementKind::TF32
                                        ? edgePatterns(from)
                                        : wideSources(from, 20000);
    for (ElementKind to : allIntegers)
      for (bool isSigned : {false, true}) {
        Mismatches bad(describe("ftoi", from) + " to " +
                       std::string(elementName(to)));
        for (uint64_t bits : sources) {
          llvm::APSInt expected(bitWidth(to), !isSigned);
          bool exact;
          auto status = toAP(from, bits)
                            .convertToInteger(
                                expected, llvm::APFloat::rmTowardZero, &exact);
          FloatToIntResult actual = floatToInt(from, bits, to, isSigned);
          bad.expect(status != llvm::APFloat::opInvalidOp, actual.representable,
                     {bits, isSigned}, "status");
          bad.expect(expected.getZExtValue(), actual.bits, {bits, isSigned},
                     "bits");
        }
      }
  }
}

TEST(IntToFloat, NarrowTargetsAgainstGrid) {
  std::mt19937_64 random(Mismatches::seed);
  for (const GridReferee &grid : makeGrids()) {
    if (grid.getKind() == ElementKind::F8E8M0FNU)
      continue;
    for (ElementKind from : allIntegers) {
      unsigned width = bitWidth(from);
      if (width > 32)
        continue;
      Mismatches bad(describe("itof", from) + " to " +
                     std::string(elementName(grid.getKind())));
      uint64_t count = width <= 16 ? uint64_t(1) << width : 30000;
      for (uint64_t i = 0; i < count; ++i) {
        uint64_t bits = i;
        if (width == 32)
          bits = random() >> (32 + random() % 32);
        for (bool isSigned : {false, true}) {
          double value = double(bits);
          if (isSigned && (bits >> (width - 1) & 1))
            value -= std::ldexp(1.0, width);
          for (Rounding rounding : allRoundings)
            bad.expect(
                grid.round(value, rounding, FloatOverflow::NaN),
                intToFloat(from, bits, isSigned, grid.getKind(), rounding),
                {bits, isSigned, uint64_t(rounding)}, "(signed, mode)");
        }
      }
    }
  }
}

TEST(IntToFloat, WideAgainstAPFloat) {
  std::mt19937_64 random(Mismatches::seed);
  for (ElementKind to : allFloats) {
    if (!semanticsOf(to) || to == ElementKind::F8E8M0FNU)
      continue;
    for (ElementKind from : {ElementKind::I32, ElementKind::I64}) {
      Mismatches bad(describe("itof", from) + " to " +
                     std::string(elementName(to)));
      unsigned width = bitWidth(from);
      std::vector<uint64_t> sources;
      for (unsigned shift = 0; shift < width; ++shift)
        for (int64_t delta = -2; delta <= 2; ++delta)
          sources.push_back(((uint64_t(1) << shift) + delta));
      for (unsigned i = 0; i < 20000; ++i)
        sources.push_back(random() >> random() % 64);
      for (uint64_t source : sources) {
        uint64_t bits = source & (~uint64_t(0) >> (64 - width));
        for (bool isSigned : {false, true})
          for (Rounding rounding : allRoundings) {
            llvm::APFloat expected(*semanticsOf(to));
            expected.convertFromAPInt(llvm::APInt(width, bits), isSigned,
                                      apRounding(rounding));
            bad.expect(fromAP(to, expected),
                       intToFloat(from, bits, isSigned, to, rounding),
                       {bits, isSigned, uint64_t(rounding)}, "(signed, mode)");
          }
      }
    }
  }
}
