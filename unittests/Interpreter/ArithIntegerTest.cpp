//===- Interpreter/ArithIntegerTest.cpp - integer op semantics ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op of ops.md 3 and 4 against APInt, for i1 and i8 over all pairs of
// values, for the wider types over edges and random pairs. The findings of the
// overflow and division checks are counted against APInt's overflow flags.
//
//===----------------------------------------------------------------------===//

#include "ArithKernel.h"

#include "llvm/ADT/APInt.h"

#include <gtest/gtest.h>

#include <functional>

using namespace tessera;
using namespace tessera::arith_test;
using interp::CheckKind;
using llvm::APInt;

namespace {

constexpr unsigned widths[] = {1, 8, 16, 32, 64};

std::string typeOf(unsigned width) { return "i" + std::to_string(width); }

APInt makeInt(unsigned width, uint64_t bits) {
  return APInt(width, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
}

/// Pairs of values: all of them up to 8 bits, otherwise edges and random ones,
/// half of them small so that divisions and shifts are interesting.
std::vector<Operand> pairs(unsigned width) {
  Bits a, b;
  if (width <= 8) {
    uint64_t values = uint64_t(1) << width;
    for (uint64_t x = 0; x < values; ++x)
      for (uint64_t y = 0; y < values; ++y) {
        a.push_back(x);
        b.push_back(y);
      }
    return {{typeOf(width), a}, {typeOf(width), b}};
  }
  uint64_t mask = ~uint64_t(0) >> (64 - width), top = (mask >> 1) + 1;
  const uint64_t edges[] = {0,        1,        2,         3,
                            top,      top - 1,  top + 1,   mask,
                            mask - 1, width,    width - 1, width + 1,
                            7,        mask / 3, top / 2,   top / 2 - 1};
  Random random(width);
  for (uint64_t x : edges)
    for (uint64_t y : edges) {
      a.push_back(x & mask);
      b.push_back(y & mask);
    }
  while (a.size() < 4096) {
    uint64_t x = random.next(), y = random.next();
    a.push_back((a.size() % 4 == 0 ? x % 1000 : x) & mask);
    b.push_back((a.size() % 2 == 0 ? y % (2 * width) : y) & mask);
  }
  return {{typeOf(width), a}, {typeOf(width), b}};
}

/// What an op should do with one pair.
struct Expected {
  APInt value;
  bool finding = false;
  Expected(APInt value, bool finding = false)
      : value(std::move(value)), finding(finding) {}
  Expected(bool value) : value(1, value) {}
};
using Reference = std::function<Expected(APInt, APInt)>;

/// Runs `op` for every width and checks values and the number of findings.
void check(const std::string &op, const Reference &reference,
           CheckKind kind = CheckKind::IntegerOverflow, bool toI1 = false) {
  for (unsigned width : widths) {
    std::vector<Operand> operands = pairs(width);
    Outcome outcome = runElementwise(op, operands, toI1 ? "i1" : typeOf(width));
    Bits expected;
    uint64_t findings = 0;
    for (size_t i = 0; i < operands[0].bits.size(); ++i) {
      Expected result = reference(makeInt(width, operands[0].bits[i]),
                                  makeInt(width, operands[1].bits[i]));
      expected.push_back(result.value.getZExtValue());
      findings += result.finding;
    }
    expectSame(typeOf(width) + " " + op, outcome.bits, expected, operands);
    EXPECT_EQ(outcome.summary.count(kind), findings) << op << " i" << width;
  }
}

APInt quotientRounded(const APInt &a, const APInt &b,
                      APInt::Rounding rounding) {
  return llvm::APIntOps::RoundingSDiv(a, b, rounding);
}

} // namespace

TEST(ArithInteger, WrapsModuloTheWidth) {
  check("addi %a, %b : $T", [](APInt a, APInt b) { return a + b; });
  check("subi %a, %b : $T", [](APInt a, APInt b) { return a - b; });
  check("muli %a, %b : $T", [](APInt a, APInt b) { return a * b; });
  check("negi %a : $T", [](APInt a, APInt) { return -a; });
  check("absi %a : $T", [](APInt a, APInt) { return a.abs(); });
  check("mulhii %a, %b : $T", [](APInt a, APInt b) {
    unsigned w = a.getBitWidth();
    return (a.zext(2 * w) * b.zext(2 * w)).lshr(w).trunc(w);
  });
}

TEST(ArithInteger, BitwiseOps) {
  check("andi %a, %b : $T", [](APInt a, APInt b) { return a & b; });
  check("ori %a, %b : $T", [](APInt a, APInt b) { return a | b; });
  check("xori %a, %b : $T", [](APInt a, APInt b) { return a ^ b; });
}

TEST(ArithInteger, ShiftsSaturateBeyondTheWidth) {
  // APInt's shifts by an APInt amount clamp it to the width.
  check("shli %a, %b : $T", [](APInt a, APInt b) { return a.shl(b); });
  check("shri %a, %b unsigned : $T",
        [](APInt a, APInt b) { return a.lshr(b); });
  check("shri %a, %b signed : $T", [](APInt a, APInt b) { return a.ashr(b); });
}

TEST(ArithInteger, MaxAndMinReadTheSign) {
  using namespace llvm::APIntOps;
  check("maxi %a, %b signed : $T", [](APInt a, APInt b) { return smax(a, b); });
  check("maxi %a, %b unsigned : $T",
        [](APInt a, APInt b) { return umax(a, b); });
  check("mini %a, %b signed : $T", [](APInt a, APInt b) { return smin(a, b); });
  check("mini %a, %b unsigned : $T",
        [](APInt a, APInt b) { return umin(a, b); });
}

TEST(ArithInteger, CmpReadsTheSign) {
  auto run = [](const std::string &predicate, bool isSigned,
                const Reference &reference) {
    check("cmpi " + predicate + " %a, %b, " +
              (isSigned ? "signed" : "unsigned") + " : $T -> $R",
          reference, CheckKind::IntegerOverflow, /*toI1=*/true);
  };
  for (bool isSigned : {false, true}) {
    run("equal", isSigned, [](APInt a, APInt b) { return a == b; });
    run("not_equal", isSigned, [](APInt a, APInt b) { return a != b; });
    run("less_than", isSigned,
        [=](APInt a, APInt b) { return isSigned ? a.slt(b) : a.ult(b); });
    run("less_than_or_equal", isSigned,
        [=](APInt a, APInt b) { return isSigned ? a.sle(b) : a.ule(b); });
    run("greater_than", isSigned,
        [=](APInt a, APInt b) { return isSigned ? a.sgt(b) : a.ugt(b); });
    run("greater_than_or_equal", isSigned,
        [=](APInt a, APInt b) { return isSigned ? a.sge(b) : a.uge(b); });
  }
}

// Each broken promise is a finding; the result wraps all the same.
TEST(ArithInteger, OverflowPromises) {
  auto promise = [](const std::string &op, const std::string &keyword) {
    return op + " %a, %b overflow<" + keyword + "> : $T";
  };
  using Method = APInt (APInt::*)(const APInt &, bool &) const;
  struct Operation {
    const char *mnemonic;
    Method isSigned, isUnsigned;
  };
  const Operation operations[] = {
      {"addi", &APInt::sadd_ov, &APInt::uadd_ov},
      {"subi", &APInt::ssub_ov, &APInt::usub_ov},
      {"muli", &APInt::smul_ov, &APInt::umul_ov},
  };
  for (const Operation &op : operations)
    for (int promised = 1; promised <= 3; ++promised) {
      const char *keyword = promised == 1   ? "no_signed_wrap"
                            : promised == 2 ? "no_unsigned_wrap"
                                            : "no_wrap";
      check(promise(op.mnemonic, keyword), [&](APInt a, APInt b) {
        bool signedOverflow, unsignedOverflow;
        APInt value = (a.*op.isSigned)(b, signedOverflow);
        (void)(a.*op.isUnsigned)(b, unsignedOverflow);
        return Expected(value, ((promised & 1) && signedOverflow) ||
                                   ((promised & 2) && unsignedOverflow));
      });
    }
  check("negi %a overflow<no_signed_wrap> : $T",
        [](APInt a, APInt) { return Expected(-a, a.isMinSignedValue()); });
  // A left shift keeps its promise when shifting back restores the value.
  check(promise("shli", "no_unsigned_wrap"), [](APInt a, APInt b) {
    return Expected(a.shl(b), a.shl(b).lshr(b) != a);
  });
  check(promise("shli", "no_signed_wrap"), [](APInt a, APInt b) {
    bool kept = b.uge(a.getBitWidth()) ? a.isZero() : a.shl(b).ashr(b) == a;
    return Expected(a.shl(b), !kept);
  });
}

TEST(ArithInteger, SignedDivisionInThreeRoundings) {
  for (int rounding = 0; rounding < 3; ++rounding) {
    const char *clause = rounding == 0   ? ""
                         : rounding == 1 ? " rounding<negative_inf>"
                                         : " rounding<positive_inf>";
    APInt::Rounding mode = rounding == 0   ? APInt::Rounding::TOWARD_ZERO
                           : rounding == 1 ? APInt::Rounding::DOWN
                                           : APInt::Rounding::UP;
    auto value = [=](const APInt &a, const APInt &b) {
      if (b.isZero())
        return APInt(a.getBitWidth(), 0);
      if (a.isMinSignedValue() && b.isAllOnes())
        return a;
      return quotientRounded(a, b, mode);
    };
    std::string op = std::string("divi %a, %b signed") + clause + " : $T";
    check(
        op, [&](APInt a, APInt b) { return Expected(value(a, b), b.isZero()); },
        CheckKind::DivisionByZero);
    check(
        op,
        [&](APInt a, APInt b) {
          return Expected(value(a, b), a.isMinSignedValue() && b.isAllOnes());
        },
        CheckKind::IntegerOverflow);
  }
}

TEST(ArithInteger, UnsignedDivisionAndRemainders) {
  auto zero = [](const APInt &a) {
    return Expected(APInt(a.getBitWidth(), 0), true);
  };
  check(
      "divi %a, %b unsigned : $T",
      [&](APInt a, APInt b) { return b.isZero() ? zero(a) : a.udiv(b); },
      CheckKind::DivisionByZero);
  check(
      "divi %a, %b unsigned rounding<positive_inf> : $T",
      [&](APInt a, APInt b) {
        return b.isZero() ? zero(a)
                          : Expected(llvm::APIntOps::RoundingUDiv(
                                a, b, APInt::Rounding::UP));
      },
      CheckKind::DivisionByZero);
  check(
      "remi %a, %b unsigned : $T",
      [&](APInt a, APInt b) { return b.isZero() ? zero(a) : a.urem(b); },
      CheckKind::DivisionByZero);
  check(
      "remi %a, %b signed : $T",
      [&](APInt a, APInt b) { return b.isZero() ? zero(a) : a.srem(b); },
      CheckKind::DivisionByZero);
}

TEST(ArithInteger, FindingsNameElementAndValues) {
  Operand a{"i32", {1, 0x7fffffff}}, b{"i32", {1, 1}};
  Outcome outcome = runElementwise("addi %a, %b overflow<no_signed_wrap> : $T",
                                   {a, b}, "i32");
  ASSERT_EQ(outcome.summary.findings.size(), 1u);
  EXPECT_EQ(outcome.summary.findings[0].element, 1);
  EXPECT_EQ(outcome.summary.findings[0].message,
            "2147483647 + 1 does not fit signed i32");

  Operand zero{"i32", {1, 0}};
  outcome = runElementwise("divi %a, %b signed : $T", {a, zero}, "i32");
  ASSERT_EQ(outcome.summary.findings.size(), 1u);
  EXPECT_EQ(outcome.summary.findings[0].message,
            "division of 2147483647 by zero");
}

TEST(ArithInteger, IgnoredChecksReportNothing) {
  Operand a{"i8", {100, 127}}, b{"i8", {100, 0}};
  Outcome outcome =
      runBody("  %s = addi %a, %b overflow<no_signed_wrap> : tile<2xi8>\n"
              "  %r = divi %s, %b signed : tile<2xi8>",
              {a, b}, "i8", 2, interp::CheckMode::Ignore);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.summary.totalFindings(), 0u);
  EXPECT_EQ(outcome.bits, (Bits{0, 0})); // -56 / 100 and 127 / 0
}
