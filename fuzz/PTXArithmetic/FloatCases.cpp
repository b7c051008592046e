//===- fuzz/PTXArithmetic/FloatCases.cpp - floating point -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic, comparisons, minima and conversions, with the rules of the PTX
// manual for .ftz, .sat, .relu, .NaN, .xorsign.abs and NaN results.
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringRef.h"

#include <bit>
#include <cmath>
#include <optional>

using namespace llvm;
using namespace tessera::fuzz;

using Mode = RoundingMode;

const Rounding tessera::fuzz::roundings[4] = {{"rn", Mode::NearestTiesToEven},
                                              {"rz", Mode::TowardZero},
                                              {"rm", Mode::TowardNegative},
                                              {"rp", Mode::TowardPositive}};

static const Format f16{"f16", 16, &APFloat::IEEEhalf(), 0x7FFF};
static const Format bf16{"bf16", 16, &APFloat::BFloat(), 0x7FFF};
static const Format f32{"f32", 32, &APFloat::IEEEsingle(), 0x7FFFFFFF};
static const Format f64{"f64", 64, &APFloat::IEEEdouble(), 0x7FF8000000000000};
static const Format *const formats[] = {&f16, &bf16, &f32, &f64};

APFloat tessera::fuzz::makeFloat(const Format &format, uint64_t bits) {
  return APFloat(*format.semantics, APInt(format.bits, bits, false, true));
}

uint64_t tessera::fuzz::bitsOf(const Format &format, const APFloat &value) {
  return value.isNaN() ? format.canonicalNaN
                       : value.bitcastToAPInt().getZExtValue();
}

APFloat tessera::fuzz::flush(APFloat value) {
  return value.isDenormal()
             ? APFloat::getZero(value.getSemantics(), value.isNegative())
             : value;
}

/// To [0, 1]; a NaN becomes +0.
static APFloat saturate(const APFloat &value) {
  APFloat zero = APFloat::getZero(value.getSemantics());
  APFloat one = APFloat::getOne(value.getSemantics());
  if (value.isNaN() || value.isNegative())
    return zero;
  return value.compare(one) == APFloat::cmpGreaterThan ? one : value;
}

static APFloat clampNegative(const APFloat &value) {
  return !value.isNaN() && value.isNegative()
             ? APFloat::getZero(value.getSemantics())
             : value;
}

static Case newCase(const Format &format) {
  Case test;
  test.outBits = format.bits;
  test.inBits.fill(format.bits);
  test.formats.fill(format.semantics);
  test.anyNaN = format.bits == 64;
  return test;
}

/// The same on both halves of 32 bits: .f16 becomes .f16x2.
static Case pairUp(Case one, const Format &format) {
  Case test = one;
  test.inBits.fill(32);
  test.outBits = 32;
  test.formats.fill(nullptr);
  size_t at = test.text.find(std::string(".") + format.name + " ");
  test.text.insert(at + 1 + StringRef(format.name).size(), "x2");
  test.reference = [one](const Operands &in) {
    auto half = [&](unsigned shift) {
      return one.reference({in[0] >> shift & 0xFFFF, in[1] >> shift & 0xFFFF,
                            in[2] >> shift & 0xFFFF});
    };
    return half(16) << 16 | half(0);
  };
  return test;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
enum class Op { Add, Sub, Mul, Fma, Div, Rcp, Sqrt };
} // namespace

/// Correctly rounded: exact in binary64 of binary32 for all modes, of binary64
/// for the nearest only.
static APFloat squareRoot(const APFloat &value, const Format &format,
                          Mode mode) {
  if (value.isNaN() || (value.isNegative() && !value.isZero()))
    return APFloat::getQNaN(*format.semantics);
  APFloat wide = value;
  bool lost = false;
  wide.convert(APFloat::IEEEdouble(), Mode::NearestTiesToEven, &lost);
  APFloat root(std::sqrt(wide.convertToDouble()));
  root.convert(*format.semantics, mode, &lost);
  return root;
}

static APFloat compute(Op op, const Format &format, APFloat a, const APFloat &b,
                       const APFloat &c, Mode mode) {
  switch (op) {
  case Op::Add:
    a.add(b, mode);
    return a;
  case Op::Sub:
    a.subtract(b, mode);
    return a;
  case Op::Mul:
    a.multiply(b, mode);
    return a;
  case Op::Fma:
    a.fusedMultiplyAdd(b, c, mode);
    return a;
  case Op::Div:
    a.divide(b, mode);
    return a;
  case Op::Rcp: {
    APFloat one = APFloat::getOne(*format.semantics);
    one.divide(a, mode);
    return one;
  }
  case Op::Sqrt:
    return squareRoot(a, format, mode);
  }
  llvm_unreachable("unknown operation");
}

static Case makeArithmetic(Engine &random) {
  static constexpr std::pair<Op, const char *> ops[] = {
      {Op::Add, "add"}, {Op::Sub, "sub"}, {Op::Mul, "mul"},   {Op::Fma, "fma"},
      {Op::Fma, "fma"}, {Op::Div, "div"}, {Op::Sqrt, "sqrt"}, {Op::Rcp, "rcp"}};
  const Format &format = *pick(formats, random);
  bool isSmall = format.bits == 16;
  auto [op, name] = pick(ops, random);
  if (isSmall)
    std::tie(op, name) = ops[random() % 4];
  Rounding rounding = isSmall ? roundings[0] : pick(roundings, random);
  if (op == Op::Sqrt && &format == &f64)
    rounding = roundings[0];
  bool hasTail = op != Op::Div && op != Op::Rcp && op != Op::Sqrt;
  bool ftz = format.bits != 64 && &format != &bf16 && flip(random, 3);
  bool relu = op == Op::Fma && isSmall && flip(random, 3);
  bool sat = hasTail && format.bits != 64 && &format != &bf16 && !relu &&
             flip(random, 3);
  Case test = newCase(format);
  unsigned count = op == Op::Fma ? 3 : op == Op::Sqrt || op == Op::Rcp ? 1 : 2;
  test.text = std::string(name) + "." + rounding.name + (ftz ? ".ftz" : "") +
              (sat ? ".sat" : "") + (relu ? ".relu" : "") + "." + format.name +
              " %d, %a" + (count > 1 ? ", %b" : "") +
              (count > 2 ? ", %c;" : ";");
  test.reference = [=, op = op, &format](const Operands &in) {
    APFloat values[3] = {makeFloat(format, in[0]), makeFloat(format, in[1]),
                         makeFloat(format, in[2])};
    if (ftz)
      for (APFloat &value : values)
        value = flush(value);
    APFloat result =
        compute(op, format, values[0], values[1], values[2], rounding.mode);
    if (ftz)
      result = flush(result);
    if (sat)
      result = saturate(result);
    if (relu)
      result = clampNegative(result);
    return bitsOf(format, result);
  };
  return isSmall && flip(random, 3) ? pairUp(test, format) : test;
}

//===----------------------------------------------------------------------===//
// Minima and comparisons
//===----------------------------------------------------------------------===//

static Case makeMinimum(Engine &random) {
  const Format &format = *pick(formats, random);
  bool isMax = flip(random), isWide = format.bits == 64;
  bool ftz = !isWide && &format != &bf16 && flip(random, 3);
  bool nan = !isWide && flip(random);
  bool xorsign = !isWide && flip(random, 3);
  Case test = newCase(format);
  test.text = std::string(isMax ? "max" : "min") + (ftz ? ".ftz" : "") +
              (nan ? ".NaN" : "") + (xorsign ? ".xorsign.abs" : "") + "." +
              format.name + " %d, %a, %b;";
  test.reference = [=, &format](const Operands &in) {
    APFloat a = makeFloat(format, in[0]), b = makeFloat(format, in[1]);
    if (ftz)
      a = flush(a), b = flush(b);
    bool sign = a.isNegative() != b.isNegative();
    if (xorsign)
      a.clearSign(), b.clearSign();
    if (a.isNaN() || b.isNaN()) {
      if (nan || (a.isNaN() && b.isNaN()))
        return format.canonicalNaN;
    }
    APFloat result = isMax ? maximumnum(a, b) : minimumnum(a, b);
    if (xorsign && result.isNegative() != sign)
      result.changeSign();
    return bitsOf(format, result);
  };
  return format.bits == 16 && flip(random, 3) ? pairUp(test, format) : test;
}

static Case makeComparison(Engine &random) {
  const Format &format = *pick(formats, random);
  static constexpr const char *names[] = {"eq",  "ne",  "lt",  "le",  "gt",
                                          "ge",  "equ", "neu", "ltu", "leu",
                                          "gtu", "geu", "num", "nan"};
  unsigned which = unsigned(random() % 14);
  bool ftz = format.bits != 64 && &format != &bf16 && flip(random, 3);
  Case test = newCase(format);
  test.outBits = 32;
  test.anyNaN = false;
  test.text = std::string("{ .reg .pred %z; setp.") + names[which] +
              (ftz ? ".ftz" : "") + "." + format.name +
              " %z, %a, %b; selp.b32 %d, 1, 0, %z; }";
  test.reference = [=, &format](const Operands &in) -> uint64_t {
    APFloat a = makeFloat(format, in[0]), b = makeFloat(format, in[1]);
    if (ftz)
      a = flush(a), b = flush(b);
    APFloat::cmpResult order = a.compare(b);
    if (order == APFloat::cmpUnordered)
      return which == 13 || (which >= 6 && which <= 11);
    bool less = order == APFloat::cmpLessThan,
         equal = order == APFloat::cmpEqual;
    bool answers[] = {equal,         !equal,          less,
                      less || equal, !less && !equal, !less};
    return which == 12 || (which < 12 && answers[which % 6]);
  };
  return test;
}

Case tessera::fuzz::makeFloatCase(Engine &random) {
  switch (random() % 5) {
  case 0:
    return makeMinimum(random);
  case 1:
    return makeComparison(random);
  default:
    return makeArithmetic(random);
  }
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Between f16, bf16, f32 and f64, narrowing with a mode.
static Case makeFloatToFloat(Engine &random) {
  const Format *from = pick(formats, random), *to = pick(formats, random);
  // bf16 speaks to f32 only.
  while (from == to || (from == &bf16 && to != &f32) ||
         (to == &bf16 && from != &f32))
    from = pick(formats, random), to = pick(formats, random);
  bool narrows = to->bits < from->bits;
  Rounding rounding = pick(roundings, random);
  if (to->bits == 16)
    rounding = roundings[random() % 2];
  bool relu = narrows && to->bits == 16 && from == &f32 && flip(random, 3);
  bool sat = to != &bf16 && from != &bf16 && !relu && flip(random, 4);
  bool ftz = (from == &f32 || to == &f32) && from != &bf16 && to != &bf16 &&
             !relu && flip(random, 4);
  Case test = newCase(*from);
  test.outBits = to->bits;
  test.anyNaN = to->bits == 64;
  test.text =
      std::string("cvt") + (narrows ? std::string(".") + rounding.name : "") +
      (ftz ? ".ftz" : "") + (relu ? ".relu" : "") + (sat ? ".sat" : "") + "." +
      to->name + "." + from->name + " %d, %a;";
  test.reference = [=](const Operands &in) {
    APFloat value = makeFloat(*from, in[0]);
    if (ftz && from == &f32)
      value = flush(value);
    bool lost = false;
    value.convert(*to->semantics, rounding.mode, &lost);
    if (ftz && to == &f32)
      value = flush(value);
    if (sat)
      value = saturate(value);
    if (relu)
      value = clampNegative(value);
    return bitsOf(*to, value);
  };
  return test;
}

/// Two f32 to two small ones, saturating to the largest finite.
static Case makePacked(Engine &random) {
  struct Small {
    const char *name;
    const fltSemantics *semantics;
    unsigned bits;
    uint64_t nan; // 0x80: the largest, positive
  };
  static const Small smalls[] = {{"e4m3x2", &APFloat::Float8E4M3FN(), 8, 0x7F},
                                 {"e5m2x2", &APFloat::Float8E5M2(), 8, 0x7F},
                                 {"e2m3x2", &APFloat::Float6E2M3FN(), 6, 0x1F},
                                 {"e3m2x2", &APFloat::Float6E3M2FN(), 6, 0x1F},
                                 {"e2m1x2", &APFloat::Float4E2M1FN(), 4, 0x7}};
  const Small &to = pick(smalls, random);
  bool relu = flip(random, 3);
  Case test = newCase(f32);
  test.outBits = 16;
  std::string body = std::string("cvt.rn.satfinite") + (relu ? ".relu." : ".") +
                     to.name + ".f32 ";
  test.text = to.bits == 4 ? "{ .reg .b8 %z; " + body +
                                 "%z, %a, %b; cvt.u16.u8 %d, %z; }"
                           : body + "%d, %a, %b;";
  test.reference = [=, &to](const Operands &in) {
    uint64_t result = 0;
    // %a is the upper half.
    for (unsigned i = 0; i < 2; ++i) {
      APFloat value = makeFloat(f32, in[i]);
      uint64_t bits = to.nan;
      if (!value.isNaN()) {
        APFloat largest =
            APFloat::getLargest(*to.semantics, value.isNegative());
        APFloat wideLargest = largest;
        bool lost = false;
        wideLargest.convert(*f32.semantics, Mode::NearestTiesToEven, &lost);
        APFloat size = abs(value), limit = abs(wideLargest);
        if (relu && value.isNegative())
          bits = 0;
        else if (size.compare(limit) == APFloat::cmpGreaterThan)
          bits = largest.bitcastToAPInt().getZExtValue();
        else {
          value.convert(*to.semantics, Mode::NearestTiesToEven, &lost);
          bits = value.bitcastToAPInt().getZExtValue();
        }
      }
      unsigned width = to.bits == 4 ? 4 : 8;
      result |= bits << (i == 0 ? width : 0);
    }
    return result;
  };
  return test;
}

static Case makeFloatToInteger(Engine &random) {
  static const Format *const sources[] = {&f16, &f32, &f64};
  const Format &from = *pick(sources, random);
  static constexpr unsigned widths[] = {8, 16, 32, 64};
  unsigned width = pick(widths, random);
  bool isSigned = flip(random), ftz = &from == &f32 && flip(random, 4);
  Rounding rounding = pick(roundings, random);
  Case test = newCase(from);
  test.outBits = std::max(16u, width);
  test.anyNaN = false;
  std::string type = (isSigned ? "s" : "u") + std::to_string(width);
  test.text = std::string("cvt.") + rounding.name + "i" +
              (ftz ? ".ftz." : ".") + type + "." + from.name + " %d, %a;";
  test.reference = [=, &from](const Operands &in) -> uint64_t {
    APFloat value = makeFloat(from, in[0]);
    if (value.isNaN())
      return &from != &f64 && width != 64 ? 0
             : isSigned && width == 8     ? 0xFF80
                                          : uint64_t(1) << (width - 1);
    if (ftz)
      value = flush(value);
    APSInt result(width, !isSigned);
    bool exact = false;
    // Clamps by itself what does not fit.
    value.convertToInteger(result, rounding.mode, &exact);
    // An 8-bit result is extended into its register.
    uint64_t bits =
        isSigned ? uint64_t(result.getSExtValue()) : result.getZExtValue();
    return test.outBits == 64
               ? bits
               : bits & ((uint64_t(1) << std::max(16u, width)) - 1);
  };
  return test;
}

static Case makeIntegerToFloat(Engine &random) {
  static const Format *const targets[] = {&f16, &f32, &f64};
  const Format &to = *pick(targets, random);
  static constexpr unsigned widths[] = {16, 32, 64};
  unsigned width = pick(widths, random);
  bool isSigned = flip(random);
  Rounding rounding = pick(roundings, random);
  Case test;
  test.inBits.fill(width);
  test.outBits = to.bits;
  std::string type = (isSigned ? "s" : "u") + std::to_string(width);
  test.text = std::string("cvt.") + rounding.name + "." + to.name + "." + type +
              " %d, %a;";
  test.reference = [=, &to](const Operands &in) {
    APFloat value(*to.semantics);
    value.convertFromAPInt(APInt(width, in[0], false, true), isSigned,
                           rounding.mode);
    return bitsOf(to, value);
  };
  return test;
}

/// Rounded to an integer in the same format.
static Case makeRound(Engine &random) {
  static const Format *const types[] = {&f16, &f32, &f64};
  const Format &format = *pick(types, random);
  Rounding rounding = pick(roundings, random);
  bool ftz = &format == &f32 && flip(random, 3), sat = flip(random, 3);
  Case test = newCase(format);
  test.text = std::string("cvt.") + rounding.name + "i" + (ftz ? ".ftz" : "") +
              (sat ? ".sat." : ".") + format.name + "." + format.name +
              " %d, %a;";
  test.reference = [=, &format](const Operands &in) {
    APFloat value = makeFloat(format, in[0]);
    if (ftz)
      value = flush(value);
    value.roundToIntegral(rounding.mode);
    if (sat)
      value = saturate(value);
    return bitsOf(format, value);
  };
  return test;
}

Case tessera::fuzz::makeConversionCase(Engine &random) {
  static constexpr Case (*makers[])(Engine &) = {makeFloatToFloat, makePacked,
                                                 makeFloatToInteger,
                                                 makeIntegerToFloat, makeRound};
  return pick(makers, random)(random);
}
