//===- Support/TextGuardTest.cpp - texts MLIR cannot take ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/TextGuard.h"

#include "gtest/gtest.h"

using namespace tessera;

TEST(TextGuard, OrdinaryTextPasses) {
  EXPECT_FALSE(
      findUnparsableText("entry @k(%a: tile<4xptr<f32>>) -> (i32) {}"));
  EXPECT_FALSE(findUnparsableText(""));
}

TEST(TextGuard, NestingIsCountedAcrossBracketKinds) {
  std::string open, close;
  for (unsigned i = 0; i < kMaxTextNesting; ++i) {
    open += "([{<"[i % 4];
    close.insert(close.begin(), ")]}>"[i % 4]);
  }
  EXPECT_FALSE(findUnparsableText(open + close));
  std::optional<TextProblem> problem = findUnparsableText("\n" + open + "(");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->line, 2u);
  EXPECT_EQ(problem->column, kMaxTextNesting + 1);
}

TEST(TextGuard, BracketsThatCloseDoNotAddUp) {
  std::string text;
  for (unsigned i = 0; i < 2 * kMaxTextNesting; ++i)
    text += "{ -> () }";
  EXPECT_FALSE(findUnparsableText(text));
}

TEST(TextGuard, StringsAndCommentsAreOpaque) {
  std::string many(2 * kMaxTextNesting, '(');
  EXPECT_FALSE(findUnparsableText("\"" + many + "\\\"" + many + "\""));
  EXPECT_FALSE(findUnparsableText("// " + many + "\n// array<index: 1>"));
  EXPECT_TRUE(findUnparsableText("// fine\n" + many));
}

TEST(TextGuard, ArraysOfIndexAreRefused) {
  std::optional<TextProblem> problem =
      findUnparsableText("a = array<i32: 1>, b = array < index: 1>");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->line, 1u);
  EXPECT_EQ(problem->column, 24u);
}

// MLIR's parser lexes the rest of `1x1x1...` again for every extent.
TEST(TextGuard, ExtentsWithoutEndAreRefused) {
  std::string extents(kMaxExtentsLength / 2, '1');
  for (size_t at = extents.size(); at > 0; --at)
    extents.insert(at, 1, 'x');
  EXPECT_FALSE(findUnparsableText("tile<" + extents + "i32>"));
  std::optional<TextProblem> problem =
      findUnparsableText("tile<" + extents + "1xi32>");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->column, 6u);
  EXPECT_FALSE(findUnparsableText("\"" + extents + extents + "\""));
}

// MLIR's parser needs time quadratic in the length of a number.
TEST(TextGuard, NumbersWithoutEndAreRefusedWhereTheyBegin) {
  std::string digits(100000, '7');
  for (std::string number : {digits, "0x" + digits, "0." + digits,
                             "1.5e+" + digits, "0xdeadBEEF" + digits}) {
    std::optional<TextProblem> problem =
        findUnparsableText("constant\n <i64: -" + number + ">");
    ASSERT_TRUE(problem) << number.substr(0, 8);
    EXPECT_EQ(problem->line, 2u);
    EXPECT_EQ(problem->column, 9u);
    EXPECT_EQ(problem->reason, "expected a number of at most 2048 characters, "
                               "got " +
                                   std::to_string(number.size()));
  }
  EXPECT_FALSE(findUnparsableText("0." + digits.substr(0, 1100)));
  // Names, strings and comments are no numbers.
  EXPECT_FALSE(findUnparsableText("%" + digits + " @k" + digits + " // " +
                                  digits + "\n\"" + digits + "\""));
}

TEST(TextGuard, ExtentsBehindAnUnknownOneAreExtents) {
  std::string extents;
  for (unsigned i = 0; i <= kMaxExtentsLength / 2; ++i)
    extents += "x1";
  std::optional<TextProblem> problem =
      findUnparsableText("tensor_view<?" + extents + "xf32>");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->column, 14u);
}
