//===- fuzz/PTXArithmetic/IntegerCases.cpp - integers -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic, shifts and bit fields, by APInt of 128 bits.
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <bit>

using namespace llvm;
using namespace tessera::fuzz;

/// Extended to 128 bits by the type's sign.
static APInt widen(uint64_t bits, unsigned width, bool isSigned) {
  APInt value(width, bits, false, true);
  return isSigned ? value.sext(128) : value.zext(128);
}

static uint64_t low(const APInt &value, unsigned width) {
  return value.trunc(width).getZExtValue();
}

/// Binary operations and mad on 16, 32 and 64 bits.
static Case makeArithmetic(Engine &random) {
  static constexpr const char *names[] = {
      "add", "sub",      "mul.lo",   "mul.hi",  "mad.lo", "mad.hi",
      "div", "rem",      "min",      "max",     "sad",    "abs",
      "neg", "mul.wide", "mad.wide", "add.sat", "sub.sat"};
  static constexpr unsigned widths[] = {16, 32, 64};
  StringRef name = pick(names, random);
  unsigned width = pick(widths, random);
  bool isSigned = flip(random);
  if (name == "abs" || name == "neg" || name.ends_with(".sat"))
    isSigned = true;
  if (name.ends_with(".sat") || (name.ends_with(".wide") && width == 64))
    width = 32;
  bool isWide = name.ends_with(".wide");
  unsigned count = name.starts_with("mad") || name == "sad" ? 3
                   : name == "abs" || name == "neg"         ? 1
                                                            : 2;
  Case test;
  test.inBits = {width, width, isWide ? 2 * width : width};
  test.outBits = isWide ? 2 * width : width;
  test.text = (name + (isSigned ? ".s" : ".u") + Twine(width) + " %d, %a" +
               (count > 1 ? ", %b" : "") + (count > 2 ? ", %c;" : ";"))
                  .str();
  test.reference = [=](const Operands &in) -> uint64_t {
    APInt a = widen(in[0], width, isSigned), b = widen(in[1], width, isSigned);
    APInt c = widen(in[2], test.inBits[2], isSigned);
    auto isLess = [&] { return isSigned ? a.slt(b) : a.ult(b); };
    if (name == "add" || name == "sub")
      return low(name == "add" ? a + b : a - b, width);
    if (name.ends_with(".sat")) {
      APInt result = name == "add.sat" ? a + b : a - b;
      APInt most = APInt::getSignedMaxValue(32).sext(128);
      APInt least = APInt::getSignedMinValue(32).sext(128);
      if (result.sgt(most))
        result = most;
      if (result.slt(least))
        result = least;
      return low(result, 32);
    }
    if (name == "mul.lo")
      return low(a * b, width);
    if (name == "mul.hi")
      return low((a * b).lshr(width), width);
    if (name == "mad.lo")
      return low(a * b + c, width);
    if (name == "mad.hi")
      return low((a * b).ashr(width) + c, width);
    if (name == "mul.wide")
      return low(a * b, 2 * width);
    if (name == "mad.wide")
      return low(a * b + c, 2 * width);
    if (name == "div" || name == "rem") {
      bool isDiv = name == "div";
      if (b == 0) // unspecified: what the emulator promises
        return isDiv ? low(APInt::getAllOnes(128), width) : in[0];
      return low(isDiv ? (isSigned ? a.sdiv(b) : a.udiv(b))
                       : (isSigned ? a.srem(b) : a.urem(b)),
                 width);
    }
    if (name == "min")
      return low(isLess() ? a : b, width);
    if (name == "max")
      return low(isLess() ? b : a, width);
    if (name == "sad")
      return low((isLess() ? b - a : a - b) + c, width);
    if (name == "abs")
      return low(a.isNegative() ? -a : a, width);
    return low(-a, width);
  };
  return test;
}

static Case makeShift(Engine &random) {
  static constexpr unsigned widths[] = {16, 32, 64};
  unsigned width = pick(widths, random);
  unsigned kind = unsigned(random() % 5);
  Case test;
  test.inBits = {width, 32, 32};
  test.outBits = width;
  std::string bits = std::to_string(width);
  switch (kind) {
  case 0:
    test.text = "shl.b" + bits + " %d, %a, %b;";
    break;
  case 1:
    test.text = "shr.u" + bits + " %d, %a, %b;";
    break;
  case 2:
    test.text = "shr.s" + bits + " %d, %a, %b;";
    break;
  default: {
    bool isLeft = kind == 3, wraps = flip(random);
    test.inBits = {32, 32, 32};
    test.outBits = 32;
    test.text = std::string("shf.") + (isLeft ? "l" : "r") +
                (wraps ? ".wrap" : ".clamp") + ".b32 %d, %a, %b, %c;";
    test.reference = [=](const Operands &in) -> uint64_t {
      uint64_t both = in[1] << 32 | in[0];
      uint64_t amount = wraps ? in[2] & 31 : std::min<uint64_t>(in[2], 32);
      uint64_t result = isLeft ? (amount == 32 ? in[0] : both << amount >> 32)
                               : both >> amount;
      return uint32_t(result);
    };
    return test;
  }
  }
  test.reference = [=](const Operands &in) -> uint64_t {
    unsigned amount = unsigned(std::min<uint64_t>(in[1], 64));
    APInt a = widen(in[0], width, kind == 2);
    return low(kind == 0   ? a.shl(amount)
               : kind == 1 ? a.lshr(amount)
                           : a.ashr(amount),
               width);
  };
  return test;
}

static Case makeBits(Engine &random) {
  unsigned width = flip(random) ? 32 : 64;
  std::string bits = std::to_string(width);
  bool isSigned = flip(random);
  std::string type = (isSigned ? ".s" : ".u") + bits;
  Case test;
  test.inBits = {width, width, 32};
  test.outBits = 32;
  auto one = [&](std::string text, auto reference) {
    test.text = text;
    test.reference = [=](const Operands &in) -> uint64_t {
      return reference(APInt(width, in[0], false, true));
    };
    return test;
  };
  switch (random() % 7) {
  case 0:
    return one("popc.b" + bits + " %d, %a;",
               [](const APInt &a) { return a.popcount(); });
  case 1:
    return one("clz.b" + bits + " %d, %a;",
               [](const APInt &a) { return a.countl_zero(); });
  case 2:
    test.outBits = width;
    return one("brev.b" + bits + " %d, %a;",
               [](const APInt &a) { return a.reverseBits().getZExtValue(); });
  case 3: {
    bool isAmount = flip(random);
    return one("bfind" + std::string(isAmount ? ".shiftamt" : "") + type +
                   " %d, %a;",
               [=](APInt a) -> uint64_t {
                 if (isSigned && a.isNegative())
                   a.flipAllBits();
                 if (a == 0)
                   return 0xFFFFFFFF;
                 unsigned at = width - 1 - a.countl_zero();
                 return isAmount ? width - 1 - at : at;
               });
  }
  case 4: { // bfe
    test.inBits = {width, 32, 32};
    test.outBits = width;
    test.text = "bfe" + type + " %d, %a, %b, %c;";
    test.reference = [=](const Operands &in) -> uint64_t {
      unsigned pos = in[1] & 0xFF, length = in[2] & 0xFF;
      APInt a(width, in[0], false, true);
      unsigned signAt = std::min(pos + length - 1, width - 1);
      bool sign = isSigned && length != 0 && a[signAt];
      APInt result(width, 0);
      for (unsigned i = 0; i < width; ++i)
        if (i < length && pos + i < width ? a[pos + i] : sign)
          result.setBit(i);
      return result.getZExtValue();
    };
    return test;
  }
  case 5: { // lop3
    unsigned table = unsigned(random() % 256);
    test.inBits.fill(32);
    test.text = "lop3.b32 %d, %a, %b, %c, " + std::to_string(table) + ";";
    test.reference = [=](const Operands &in) -> uint64_t {
      uint32_t result = 0;
      for (unsigned i = 0; i < 32; ++i) {
        unsigned index =
            (in[0] >> i & 1) << 2 | (in[1] >> i & 1) << 1 | (in[2] >> i & 1);
        result |= (table >> index & 1) << i;
      }
      return result;
    };
    return test;
  }
  default: { // prmt
    test.inBits.fill(32);
    test.text = "prmt.b32 %d, %a, %b, %c;";
    test.reference = [=](const Operands &in) -> uint64_t {
      uint64_t bytes = in[1] << 32 | in[0];
      uint64_t result = 0;
      for (unsigned i = 0; i < 4; ++i) {
        unsigned select = in[2] >> 4 * i & 15;
        uint64_t byte = bytes >> 8 * (select & 7) & 255;
        if (select & 8)
          byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * i;
      }
      return result;
    };
    return test;
  }
  }
}

/// Sums of products of bytes and halves.
static Case makeDot(Engine &random) {
  bool four = flip(random), isLow = flip(random);
  bool signA = flip(random), signB = flip(random);
  Case test;
  test.text = (Twine(four    ? "dp4a"
                     : isLow ? "dp2a.lo"
                             : "dp2a.hi") +
               (signA ? ".s32" : ".u32") + (signB ? ".s32" : ".u32") +
               " %d, %a, %b, %c;")
                  .str();
  test.reference = [=](const Operands &in) -> uint64_t {
    auto field = [](uint64_t bits, unsigned at, unsigned width, bool isSigned) {
      uint64_t value = bits >> at & ((uint64_t(1) << width) - 1);
      return isSigned ? SignExtend64(value, width) : int64_t(value);
    };
    int64_t sum = int64_t(in[2]);
    for (unsigned i = 0; i < (four ? 4u : 2u); ++i)
      sum += four
                 ? field(in[0], 8 * i, 8, signA) * field(in[1], 8 * i, 8, signB)
                 : field(in[0], 16 * i, 16, signA) *
                       field(in[1], 8 * i + (isLow ? 0 : 16), 8, signB);
    return uint32_t(sum);
  };
  return test;
}

Case tessera::fuzz::makeIntegerCase(Engine &random) {
  switch (random() % 6) {
  case 0:
    return makeShift(random);
  case 1:
    return makeBits(random);
  case 2:
    return makeDot(random);
  default:
    return makeArithmetic(random);
  }
}
