//===- Driver/LiteralTest.cpp - values and types as typed -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every spelling of values, shapes and grids, and the refusals.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Literal.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

/// The bits as hexadecimal text, or the error.
static std::string valueOrError(StringRef text, ElementKind kind) {
  Expected<uint64_t> bits = parseValue(text, kind);
  return bits ? utohexstr(*bits, /*LowerCase=*/true)
              : toString(bits.takeError());
}

TEST(Literal, ReadsIntegers) {
  EXPECT_EQ(valueOrError("0", ElementKind::I32), "0");
  EXPECT_EQ(valueOrError("-1", ElementKind::I8), "ff");
  EXPECT_EQ(valueOrError("255", ElementKind::I8), "ff");
  EXPECT_EQ(valueOrError("-128", ElementKind::I8), "80");
  EXPECT_EQ(valueOrError("0x10", ElementKind::I16), "10");
  EXPECT_EQ(valueOrError("010", ElementKind::I16), "a");
  EXPECT_EQ(valueOrError("-9223372036854775808", ElementKind::I64),
            "8000000000000000");
  EXPECT_EQ(valueOrError("18446744073709551615", ElementKind::I64),
            "ffffffffffffffff");
  EXPECT_EQ(valueOrError("true", ElementKind::I1), "1");
  EXPECT_EQ(valueOrError("false", ElementKind::I1), "0");
  EXPECT_EQ(valueOrError("1", ElementKind::I1), "1");
}

TEST(Literal, RefusesIntegers) {
  EXPECT_EQ(valueOrError("256", ElementKind::I8), "'256' does not fit in i8");
  EXPECT_EQ(valueOrError("-129", ElementKind::I8), "'-129' does not fit in i8");
  EXPECT_EQ(valueOrError("2", ElementKind::I1), "'2' does not fit in i1");
  EXPECT_EQ(valueOrError("18446744073709551616", ElementKind::I64),
            "'18446744073709551616' does not fit in i64");
  for (const char *text :
       {"", "-", "1.5", "abc", "true", "1 ", "--1", "+1", "0x", "1e3", "inf"})
    EXPECT_EQ(valueOrError(text, ElementKind::I32),
              "expected a value of type i32, got '" + std::string(text) + "'");
}

TEST(Literal, ReadsFloats) {
  EXPECT_EQ(valueOrError("1", ElementKind::F32), "3f800000");
  EXPECT_EQ(valueOrError("-2.5e0", ElementKind::F32), "c0200000");
  EXPECT_EQ(valueOrError(".5", ElementKind::F64), "3fe0000000000000");
  EXPECT_EQ(valueOrError("-0", ElementKind::F16), "8000");
  EXPECT_EQ(valueOrError("inf", ElementKind::BF16), "7f80");
  EXPECT_EQ(valueOrError("-inf", ElementKind::F16), "fc00");
  EXPECT_EQ(valueOrError("0x7fc0", ElementKind::BF16), "7fc0");
  EXPECT_EQ(valueOrError("1.5", ElementKind::F4E2M1FN), "3");
  EXPECT_EQ(valueOrError("448", ElementKind::F8E4M3FN), "7e");
  // 65519.99 is below the midpoint of the largest f16 and infinity.
  EXPECT_EQ(valueOrError("65519.99", ElementKind::F16), "7bff");
  EXPECT_EQ(valueOrError("65520", ElementKind::F16), "7c00");
}

TEST(Literal, RefusesFloats) {
  for (const char *text :
       {"", "-", "x", "1.5x", "true", "+1", "1e", "0x", "- 1", "nan(1)"})
    if (StringRef(text) != "0x")
      EXPECT_EQ(valueOrError(text, ElementKind::F32),
                "expected a value of type f32, got '" + std::string(text) +
                    "'");
  EXPECT_EQ(valueOrError("0x10000", ElementKind::F16),
            "expected at most 16 bits for f16, got '0x10000'");
  EXPECT_EQ(valueOrError("0x10", ElementKind::F4E2M1FN),
            "expected at most 4 bits for f4E2M1FN, got '0x10'");
}

TEST(Literal, TellsValuesFromFileNames) {
  for (const char *text : {"1", "-1", "1.5", "1e3", "inf", "-inf", "nan",
                           "true", "false", "0xff", ".5"})
    EXPECT_TRUE(looksLikeValue(text)) << text;
  for (const char *text :
       {"", "a.npy", "1.npy", "-", "0x", "0xfg", "e3", "./1", "True", "+1"})
    EXPECT_FALSE(looksLikeValue(text)) << text;
}

TEST(Literal, KnowsTheTypesThatLieInMemory) {
  for (const numerics::ElementInfo &info : numerics::elementTable) {
    Expected<ElementKind> kind = parseElementKind(info.name);
    bool inMemory = info.name != "i4" && info.name != "ptr";
    EXPECT_EQ(bool(kind), inMemory) << info.name;
    if (kind)
      EXPECT_EQ(numerics::elementName(*kind), info.name);
    else
      EXPECT_NE(toString(kind.takeError()).find("expected one of i1, i8, "),
                std::string::npos);
  }
}

static std::string shapeOrError(StringRef text) {
  Expected<SmallVector<int64_t, 4>> shape = parseShape(text);
  if (!shape)
    return toString(shape.takeError());
  std::string printed;
  for (int64_t dimension : *shape)
    printed += std::to_string(dimension) + ";";
  return printed;
}

TEST(Literal, ReadsShapes) {
  EXPECT_EQ(shapeOrError("7"), "7;");
  EXPECT_EQ(shapeOrError("128x64"), "128;64;");
  EXPECT_EQ(shapeOrError("0x3"), "0;3;");
  EXPECT_EQ(shapeOrError("1x1x1x1x1"), "1;1;1;1;1;");
  for (const char *text : {"", "x", "3x", "x3", "-1", "3x-1", "3,4", "3 x4"})
    EXPECT_EQ(shapeOrError(text), "expected a shape such as 128x64, got '" +
                                      std::string(text) + "'");
  for (const char *text :
       {"281474976710657", "4294967296x4294967296", "0x1152921504606846976x2"})
    EXPECT_EQ(shapeOrError(text),
              "the shape '" + std::string(text) + "' is too large");
}

TEST(Literal, ReadsGrids) {
  auto read = [](StringRef text) {
    Expected<std::array<uint32_t, 3>> grid = parseGrid(text);
    if (!grid)
      return toString(grid.takeError());
    return std::to_string((*grid)[0]) + "," + std::to_string((*grid)[1]) + "," +
           std::to_string((*grid)[2]);
  };
  EXPECT_EQ(read("4"), "4,1,1");
  EXPECT_EQ(read("4,5"), "4,5,1");
  EXPECT_EQ(read("1,2,16777215"), "1,2,16777215");
  for (const char *text : {"", "0", "1,0", "1,2,3,4", "16777216", "-1", "1,",
                           ",1", "a", "1x2", "1.5", "99999999999999999999"})
    EXPECT_EQ(read(text), "expected a grid of one to three numbers between 1 "
                          "and 16777215, got '" +
                              std::string(text) + "'");
}

TEST(Literal, PrintsValues) {
  EXPECT_EQ(formatValue(0xff, ElementKind::I8), "-1");
  EXPECT_EQ(formatValue(1, ElementKind::I1), "1");
  EXPECT_EQ(formatValue(0x3f8ccccd, ElementKind::F32), "1.10000002");
  EXPECT_EQ(formatValue(0x7c00, ElementKind::F16), "inf");
  EXPECT_EQ(formatValue(0xfc00, ElementKind::F16), "-inf");
  EXPECT_EQ(formatValue(0x7e00, ElementKind::F16), "nan");
}
