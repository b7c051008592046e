//===- Interpreter/ArithConversionTest.cpp - conversions ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every conversion of ops.md 5 between every legal pair of types, against APInt
// and APFloat. Where Tile IR's choice differs from APFloat's (saturation of
// formats without infinity, f8E8M0FNU) the rule is written out here.
//
//===----------------------------------------------------------------------===//

#include "ArithKernel.h"

#include "llvm/ADT/APSInt.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace tessera;
using namespace tessera::arith_test;
using interp::CheckKind;
using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr const char *floats[] = {"f16", "bf16",     "f32",    "tf32",
                                  "f64", "f8E4M3FN", "f8E5M2", "f8E8M0FNU"};

unsigned widthOf(const std::string &intType) {
  return static_cast<unsigned>(std::stoi(intType.substr(1)));
}

/// All patterns of types up to 16 bits, else edge values and random patterns.
Operand valuesOf(const std::string &type) {
  Operand operand{type, {}};
  bool isInt = type[0] == 'i';
  unsigned width =
      isInt ? widthOf(type) : APFloat::getSizeInBits(semanticsOf(type));
  if (width <= 16) {
    for (uint64_t i = 0; i < uint64_t(1) << width; ++i)
      operand.bits.push_back(i);
    return operand;
  }
  Random random(width);
  if (isInt) {
    uint64_t mask = ~uint64_t(0) >> (64 - width);
    for (unsigned shift = 0; shift < width; ++shift)
      for (uint64_t value : {uint64_t(1) << shift, (uint64_t(1) << shift) - 1,
                             ~(uint64_t(1) << shift), (mask << shift)})
        operand.bits.push_back(value & mask);
    while (operand.bits.size() < 4096)
      operand.bits.push_back((random.next() >> random.next() % 64) & mask);
    return operand;
  }
  if (type == "tf32") {
    // Every eighth of the 2^19 patterns, with all endings.
    for (uint64_t i = 0; i < uint64_t(1) << 16; ++i)
      operand.bits.push_back((i * 8 + i % 8) << 13);
    return operand;
  }
  // Halfway points of the narrow formats lie among values with few bits set.
  operand.bits = edgeFloats(type);
  unsigned mantissa = APFloat::semanticsPrecision(semanticsOf(type)) - 1;
  while (operand.bits.size() < 65536) {
    uint64_t bits = random.next() >> (64 - width);
    if (operand.bits.size() % 2) {
      unsigned kept = random.next() % 13;
      uint64_t keep = ~((uint64_t(1) << (mantissa - kept)) - 1);
      bits = (bits & keep) + (random.next() % 3) - 1;
    }
    if (operand.bits.size() % 4 < 2) { // magnitudes that integers have
      uint64_t one =
          APFloat::getOne(semanticsOf(type)).bitcastToAPInt().getZExtValue();
      uint64_t unit = uint64_t(1) << mantissa;
      bits = (bits & (unit - 1)) | (bits >> (width - 1) << (width - 1));
      bits |= ((one / unit + random.next() % 66) * unit);
    }
    operand.bits.push_back(width == 64 ? bits
                                       : bits & ((uint64_t(1) << width) - 1));
  }
  return operand;
}

} // namespace

TEST(ArithConversion, ExtensionAndTruncation) {
  for (std::string from : {"i1", "i8", "i16", "i32", "i64"})
    for (std::string to : {"i1", "i8", "i16", "i32", "i64"}) {
      unsigned fromWidth = widthOf(from), toWidth = widthOf(to);
      if (fromWidth == toWidth)
        continue;
      Operand operand = valuesOf(from);
      for (bool isSigned : {false, true}) {
        Bits expected;
        uint64_t lossy = 0;
        for (uint64_t bits : operand.bits) {
          APInt value(fromWidth, bits);
          APInt result = isSigned ? value.sextOrTrunc(toWidth)
                                  : value.zextOrTrunc(toWidth);
          expected.push_back(result.getZExtValue());
          lossy += fromWidth > toWidth &&
                   (isSigned ? result.sext(fromWidth)
                             : result.zext(fromWidth)) != value;
        }
        std::string op =
            fromWidth < toWidth
                ? std::string("exti %a ") + (isSigned ? "signed" : "unsigned")
                : std::string("trunci %a overflow<") +
                      (isSigned ? "no_signed_wrap>" : "no_unsigned_wrap>");
        Outcome outcome = runElementwise(op + " : $T -> $R", {operand}, to);
        expectSame(op + " " + from + " " + to, outcome.bits, expected,
                   {operand});
        EXPECT_EQ(outcome.summary.count(CheckKind::IntegerOverflow), lossy)
            << op << " " << from << " " << to;
      }
    }
}

TEST(ArithConversion, FourBitIntegers) {
  Operand operand = valuesOf("i8");
  for (bool isSigned : {false, true}) {
    Bits expected;
    for (uint64_t bits : operand.bits) {
      APInt low = APInt(8, bits).trunc(4);
      expected.push_back(
          (isSigned ? low.sext(16) : low.zext(16)).getZExtValue());
    }
    Outcome outcome =
        runBody("  %n = trunci %a : tile<256xi8> -> tile<256xi4>\n"
                "  %r = exti %n " +
                    std::string(isSigned ? "signed" : "unsigned") +
                    " : tile<256xi4> -> tile<256xi16>",
                {operand}, "i16", 256);
    EXPECT_EQ(outcome.error, "");
    expectSame("i4", outcome.bits, expected, {operand});
  }
}

TEST(ArithConversion, BitcastKeepsBits) {
  const std::vector<std::vector<std::string>> groups = {
      {"i8", "f8E4M3FN", "f8E5M2", "f8E8M0FNU"},
      {"i16", "f16", "bf16"},
      {"i32", "f32"},
      {"i64", "f64"}};
  for (const auto &group : groups)
    for (const std::string &from : group)
      for (const std::string &to : group) {
        Operand operand = valuesOf(from);
        expectSame("bitcast " + from + " " + to,
                   runElementwise("bitcast %a : $T -> $R", {operand}, to).bits,
                   operand.bits, {operand});
      }
}

/// ftof by its rules: APFloat's nearest conversion, except for the formats
/// that have no infinity, which saturate.
static APFloat convertNearest(const APFloat &value, const std::string &to) {
  const llvm::fltSemantics &semantics = semanticsOf(to);
  bool lossy;
  APFloat result = value;
  if (value.isNaN())
    return APFloat::getNaN(semantics, value.isNegative());
  APFloat largest = APFloat::getLargest(semantics);
  APFloat limit = largest, magnitude = abs(value);
  limit.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
  magnitude.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &lossy);
  bool hasInfinity = to != "f8E4M3FN" && to != "f4E2M1FN";
  if (!hasInfinity && magnitude.compare(limit) == APFloat::cmpGreaterThan)
    return value.isNegative() ? neg(largest) : largest;
  result.convert(semantics, APFloat::rmNearestTiesToEven, &lossy);
  return result;
}

TEST(ArithConversion, FToFRoundsToNearestEven) {
  for (std::string from : floats)
    for (std::string to :
         {"f16", "bf16", "f32", "tf32", "f64", "f8E4M3FN", "f8E5M2"}) {
      if (from == to)
        continue;
      Operand operand = valuesOf(from);
      Outcome outcome = runElementwise("ftof %a : $T -> $R", {operand}, to);
      ASSERT_EQ(outcome.bits.size(), operand.bits.size());
      Bits expected;
      for (size_t i = 0; i < operand.bits.size(); ++i) {
        APFloat result = convertNearest(makeFloat(from, operand.bits[i]), to);
        if (!result.isNaN()) {
          uint64_t bits = result.bitcastToAPInt().getZExtValue();
          expected.push_back(to == "tf32" ? bits << 13 : bits);
          continue;
        }
        // Payloads are open: any quiet NaN will do.
        APFloat got = makeFloat(to, outcome.bits[i]);
        EXPECT_TRUE(got.isNaN() && !got.isSignaling()) << from << " " << to;
        expected.push_back(outcome.bits[i]);
      }
      expectSame("ftof " + from + " " + to, outcome.bits, expected, {operand});
    }
}

// f4 has no memory form of one element each, so it goes there and back.
TEST(ArithConversion, FToF4SaturatesAndComesBack) {
  Operand operand = valuesOf("f16");
  std::string count = std::to_string(operand.bits.size());
  Outcome outcome =
      runBody("  %n = ftof %a : tile<" + count + "xf16> -> tile<" + count +
                  "xf4E2M1FN>\n  %r = ftof %n : tile<" + count +
                  "xf4E2M1FN> -> tile<" + count + "xf32>",
              {operand}, "f32", operand.bits.size());
  EXPECT_EQ(outcome.error, "");
  Bits expected;
  for (uint64_t bits : operand.bits) {
    APFloat value = makeFloat("f16", bits);
    // Hardware's answer to NaN.
    APFloat narrow = value.isNaN()
                         ? APFloat::getLargest(semanticsOf("f4E2M1FN"))
                         : convertNearest(value, "f4E2M1FN");
    bool lossy;
    narrow.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lossy);
    expected.push_back(narrow.bitcastToAPInt().getZExtValue());
  }
  expectSame("f4", outcome.bits, expected, {operand});
}

TEST(ArithConversion, FToE8M0TakesThePowerOfTwoBelowOrAbove) {
  for (std::string from : {"f32", "f16", "bf16", "f64"})
    for (bool up : {false, true}) {
      Operand operand = valuesOf(from);
      Bits expected;
      for (uint64_t bits : operand.bits) {
        bool lossy;
        APFloat wide = makeFloat(from, bits);
        wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                     &lossy);
        double value = wide.convertToDouble();
        if (std::isnan(value) || value < 0) {
          expected.push_back(0xff);
          continue;
        }
        int exponent; // value = fraction * 2^exponent, fraction in [1/2, 1)
        double fraction = std::frexp(value, &exponent);
        int code = value == 0 ? 0 : exponent - 1 + 127;
        if (up && value != 0 && fraction != 0.5)
          ++code;
        if (std::isinf(value))
          code = 254;
        expected.push_back(
            static_cast<uint64_t>(std::min(std::max(code, 0), 254)));
      }
      std::string op = std::string("ftof %a rounding<") +
                       (up ? "positive_inf" : "zero") + "> : $T -> $R";
      expectSame(op + " " + from,
                 runElementwise(op, {operand}, "f8E8M0FNU").bits, expected,
                 {operand});
    }
}

TEST(ArithConversion, FToITruncatesAndReportsTheRest) {
  for (std::string from : floats)
    for (std::string to : {"i1", "i8", "i16", "i32", "i64"})
      for (bool isSigned : {false, true}) {
        Operand operand = valuesOf(from);
        unsigned width = widthOf(to);
        Bits expected, clamped;
        uint64_t findings = 0;
        bool isTruth = to == "i1" && !isSigned;
        for (uint64_t bits : operand.bits) {
          APFloat value = makeFloat(from, bits);
          llvm::APSInt result(width, /*isUnsigned=*/!isSigned);
          bool exact;
          APFloat::opStatus status =
              value.convertToInteger(result, APFloat::rmTowardZero, &exact);
          findings += !isTruth && (status & APFloat::opInvalidOp);
          // APFloat clamps, and gives 0 for NaN, like the interpreter.
          clamped.push_back(value.isNaN() ? 0 : result.getZExtValue());
          expected.push_back(isTruth ? !value.isZero() : clamped.back());
        }
        std::string op =
            std::string("ftoi %a ") + (isSigned ? "signed" : "unsigned");
        Outcome outcome = runElementwise(op + " : $T -> $R", {operand}, to);
        expectSame(op + " " + from + " " + to, outcome.bits, expected,
                   {operand});
        EXPECT_EQ(outcome.summary.count(CheckKind::UnrepresentableConversion),
                  findings)
            << op << " " << from << " " << to;

        Outcome saturated =
            runElementwise(op + " saturating : $T -> $R", {operand}, to);
        expectSame(op + " saturating " + from + " " + to, saturated.bits,
                   clamped, {operand});
        EXPECT_TRUE(saturated.summary.clean());
      }
}

TEST(ArithConversion, FToIFindingsNameTheValue) {
  Operand operand{"f32",
                  {bitsOf(1.0f), bitsOf(-2.5f), bitsOf(3e9f), bitsOf(0.0f)}};
  Outcome outcome =
      runElementwise("ftoi %a signed : $T -> $R", {operand}, "i32");
  ASSERT_EQ(outcome.summary.findings.size(), 1u);
  EXPECT_EQ(outcome.summary.findings[0].element, 2);
  EXPECT_EQ(outcome.summary.findings[0].message,
            "3e+09 is not representable as signed i32");
}

TEST(ArithConversion, IToFRoundsToNearestEven) {
  for (std::string from : {"i1", "i8", "i16", "i32", "i64"})
    for (std::string to :
         {"f16", "bf16", "f32", "tf32", "f64", "f8E4M3FN", "f8E5M2"})
      for (bool isSigned : {false, true}) {
        Operand operand = valuesOf(from);
        Bits expected;
        for (uint64_t bits : operand.bits) {
          APInt value(widthOf(from), bits);
          APFloat result(semanticsOf(to));
          result.convertFromAPInt(value, isSigned,
                                  APFloat::rmNearestTiesToEven);
          uint64_t pattern = result.bitcastToAPInt().getZExtValue();
          // Beyond f8E4M3FN's range: NaN, sign open.
          if (result.isNaN())
            pattern = 0x7f;
          expected.push_back(to == "tf32" ? pattern << 13 : pattern);
        }
        std::string op =
            std::string("itof %a ") + (isSigned ? "signed" : "unsigned");
        Bits actual = runElementwise(op + " : $T -> $R", {operand}, to).bits;
        if (to == "f8E4M3FN")
          for (uint64_t &bits : actual)
            bits = (bits & 0x7f) == 0x7f ? 0x7f : bits;
        expectSame(op + " " + from + " " + to, actual, expected, {operand});
      }
}

TEST(ArithConversion, PointersKeepTheirAddress) {
  // The distance of two elements, through integers and another pointee.
  Operand operand{"f32", Bits(4)};
  Outcome outcome =
      runBody("  %i = ptr_to_int %a_p : tile<4xptr<f32>> -> tile<4xi64>\n"
              "  %q = int_to_ptr %i : tile<4xi64> -> tile<4xptr<i16>>\n"
              "  %c = ptr_to_ptr %q : tile<4xptr<i16>> -> tile<4xptr<f32>>\n"
              "  %j = ptr_to_int %c : tile<4xptr<f32>> -> tile<4xi64>\n"
              "  %z = ptr_to_int %a_base : tile<ptr<f32>> -> tile<i64>\n"
              "  %y = reshape %z : tile<i64> -> tile<1xi64>\n"
              "  %x = broadcast %y : tile<1xi64> -> tile<4xi64>\n"
              "  %r = subi %j, %x : tile<4xi64>",
              {operand}, "i64", 4);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.bits, (Bits{0, 4, 8, 12}));
}

TEST(ArithConversion, AnIntegerMadePointerCanStillBeRead) {
  Operand operand{"i32", {11, 22, 33, 44}};
  Outcome outcome = runBody(
      "  %i = ptr_to_int %a_p : tile<4xptr<i32>> -> tile<4xi64>\n"
      "  %q = int_to_ptr %i : tile<4xi64> -> tile<4xptr<i32>>\n"
      "  %r, %t = load_ptr_tko weak %q : tile<4xptr<i32>> -> tile<4xi32>, "
      "token",
      {operand}, "i32", 4);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.bits, operand.bits);
  EXPECT_TRUE(outcome.summary.clean());
}
