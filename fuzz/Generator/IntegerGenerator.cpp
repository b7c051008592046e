//===- fuzz/Generator/IntegerGenerator.cpp - integer ops and conversions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands come from their whole range where the language or a documented
// choice defines the result: shift amounts, divisors but 0 (and -1 below the
// least dividend), floats under `saturating`. Elsewhere guards keep them in the
// domain: operands under an overflow promise are shifted so far down that it
// holds, floats are clamped before they become integers or narrow floats.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::ComparisonPredicate;
using cuda_tile::IntegerOverflow;
using cuda_tile::RoundingMode;

static unsigned widthOf(const Val &v) { return numerics::bitWidth(v.kind); }

/// `v` shifted right by `amount`, so that it is small in the given reading.
static Val shifted(ProgramBuilder &b, const Val &v, unsigned amount,
                   bool isSigned) {
  return b.binary("shri", v, b.integer(v.kind, v.shape, amount),
                  {b.signedness(isSigned)});
}

static Val equals(ProgramBuilder &b, const Val &v, uint64_t number) {
  return b.compareInt(ComparisonPredicate::Equal, v,
                      b.integer(v.kind, v.shape, number), false);
}

/// `y` where x / y, or x rem y, is defined, else 1.
static Val divisor(ProgramBuilder &b, StringRef name, const Val &x,
                   const Val &y, bool isSigned) {
  unsigned width = widthOf(y);
  Val undefined = equals(b, y, 0);
  if (isSigned && name == "divi") {
    uint64_t all = ~0ull >> (64 - width), least = 1ull << (width - 1);
    undefined =
        b.binary("ori", undefined,
                 b.binary("andi", equals(b, x, least), equals(b, y, all)));
  }
  return b.select(undefined, b.integer(y.kind, y.shape, 1), y);
}

static bool makeDivision(ProgramBuilder &b, StringRef name, const Val &x,
                         const Val &y) {
  bool isSigned = widthOf(x) > 1 && b.rng.chance(50);
  SmallVector<NamedAttribute> attributes = {b.signedness(isSigned)};
  if (name == "divi" && b.rng.chance(60))
    attributes.push_back(b.rounding(
        isSigned ? b.rng.pick({RoundingMode::Zero, RoundingMode::NegativeInf,
                               RoundingMode::PositiveInf})
                 : b.rng.pick({RoundingMode::Zero, RoundingMode::PositiveInf}),
        "rounding"));
  b.add(b.binary(name, x, divisor(b, name, x, y, isSigned), attributes));
  return true;
}

/// An amount from the whole range, near the width, or below it.
static Val shiftAmount(ProgramBuilder &b, const Val &y) {
  unsigned width = widthOf(y);
  if (b.rng.chance(40))
    return y;
  unsigned most = b.rng.chance(50) || width == 1 ? width - 1 : 2 * width - 1;
  return b.binary("andi", y, b.integer(y.kind, y.shape, most));
}

/// x shifted where the amount is below the width, and something else elsewhere:
/// what back ends take for a shift that saturates. The comparison may look at
/// more bits than the shift does.
static bool makeGuardedShift(ProgramBuilder &b, StringRef name, const Val &x,
                             const Val &y, NamedAttribute sign) {
  Val amount = shiftAmount(b, y), compared = amount;
  if (x.kind != ElementKind::I64 && b.rng.chance(40)) {
    compared = b.get(ElementKind::I64, x.shape);
    amount = b.resized(compared, x.kind);
  }
  int64_t limit = widthOf(x) + (b.rng.chance(80) ? 0 : b.rng.range(0, 2) - 1);
  Val limits = b.integer(compared.kind, compared.shape, limit);
  SmallVector<NamedAttribute> attributes;
  if (name == "shri")
    attributes.push_back(sign);
  Val shifted = b.binary(name, x, amount, attributes);
  Val other = b.rng.chance(70) ? b.integer(x.kind, x.shape, 0) : x;
  if (b.rng.chance(70))
    b.add(b.select(b.compareInt(ComparisonPredicate::LessThan, compared, limits,
                                b.rng.chance(10)),
                   shifted, other));
  else
    b.add(b.select(b.compareInt(ComparisonPredicate::GreaterThanOrEqual,
                                compared, limits, b.rng.chance(10)),
                   other, shifted));
  return true;
}

static bool makeShift(ProgramBuilder &b, StringRef name, Val x, const Val &y) {
  unsigned width = widthOf(x);
  NamedAttribute sign = b.signedness(b.rng.chance(50));
  // The limit must be a number of the type.
  if (width >= 8 && b.rng.chance(30))
    return makeGuardedShift(b, name, x, y, sign);
  Val amount = shiftAmount(b, y);
  SmallVector<NamedAttribute> attributes;
  if (name == "shri") {
    attributes.push_back(sign);
  } else if (width > 1 && b.rng.chance(30)) {
    unsigned by = b.rng.range(0, width - 2);
    x = shifted(b, x, by + 1, false);
    amount = b.integer(x.kind, x.shape, by);
    attributes.push_back(b.overflow(b.rng.pick({IntegerOverflow::NoSignedWrap,
                                                IntegerOverflow::NoUnsignedWrap,
                                                IntegerOverflow::NoWrap})));
  }
  b.add(b.binary(name, x, amount, attributes));
  return true;
}

static bool makeMinMaxOrCompare(ProgramBuilder &b, StringRef name, const Val &x,
                                const Val &y) {
  if (name == "cmpi")
    b.add(b.compareInt(
        static_cast<cuda_tile::ComparisonPredicate>(b.rng.below(6)), x, y,
        b.rng.chance(50)));
  else
    b.add(b.binary(name, x, y, {b.signedness(b.rng.chance(50))}));
  return true;
}

bool fuzz::makeIntegerOp(ProgramBuilder &b, StringRef name) {
  ElementKind kind = b.randomInt();
  Shape shape = b.randomShape();
  Val x = b.get(kind, shape);
  unsigned width = widthOf(x);
  if (name == "absi") {
    Val v = x;
    v.value = b.value(name, x.value.getType(), {x.value});
    b.add(v);
    return true;
  }
  if (name == "negi") {
    SmallVector<NamedAttribute> attributes;
    if (width > 1 && b.rng.chance(40)) {
      x = shifted(b, x, 1, true);
      attributes.push_back(b.overflow(b.rng.pick(
          {IntegerOverflow::NoSignedWrap, IntegerOverflow::NoWrap})));
      if (attributes.back().getValue() ==
          b.overflow(IntegerOverflow::NoWrap).getValue())
        x = b.integer(kind, shape, 0); // Only 0 has no unsigned wrap.
    }
    Val v = x;
    v.value = b.value(name, x.value.getType(), {x.value}, attributes);
    b.add(v);
    return true;
  }
  Val y = b.get(kind, shape);
  if (name == "divi" || name == "remi")
    return makeDivision(b, name, x, y);
  if (name == "shli" || name == "shri")
    return makeShift(b, name, x, y);
  if (name == "maxi" || name == "mini" || name == "cmpi")
    return makeMinMaxOrCompare(b, name, x, y);
  SmallVector<NamedAttribute> attributes;
  bool promises = name == "addi" || name == "subi" || name == "muli";
  if (promises && width >= 8 && b.rng.chance(35)) {
    IntegerOverflow promise =
        b.rng.pick({IntegerOverflow::NoSignedWrap,
                    IntegerOverflow::NoUnsignedWrap, IntegerOverflow::NoWrap});
    bool isSigned = promise == IntegerOverflow::NoSignedWrap;
    x = shifted(b, x, width / 2 + 1, isSigned);
    y = shifted(b, y, width / 2 + 1, isSigned);
    if (name == "subi" && !isSigned)
      x = b.binary("ori", x,
                   b.integer(kind, shape, (1ull << (width / 2 - 1)) - 1));
    attributes.push_back(b.overflow(promise));
  }
  b.add(b.binary(name, x, y, attributes));
  return true;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Val withType(ProgramBuilder &b, StringRef name, const Val &from,
                    ElementKind to, ArrayRef<NamedAttribute> attributes = {}) {
  Val v;
  v.kind = to;
  v.shape = from.shape;
  v.value = b.value(name, b.tile(to, from.shape), {from.value}, attributes);
  return v;
}

static bool isBaseFloat(ElementKind kind) {
  return kind == ElementKind::F16 || kind == ElementKind::BF16 ||
         kind == ElementKind::F32 || kind == ElementKind::F64;
}

static bool hasEvenCount(ArrayRef<int64_t> shape) {
  for (int64_t d : shape)
    if (d % 2 == 0)
      return true;
  return false;
}

static const ElementKind allFloats[] = {
    ElementKind::F16,    ElementKind::BF16,      ElementKind::F32,
    ElementKind::F64,    ElementKind::TF32,      ElementKind::F8E4M3FN,
    ElementKind::F8E5M2, ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN};

static ElementKind randomFloat(ProgramBuilder &b, ArrayRef<int64_t> shape) {
  for (;;) {
    ElementKind kind = b.rng.pick(ArrayRef<ElementKind>(allFloats));
    if (kind != ElementKind::F4E2M1FN || hasEvenCount(shape))
      return kind;
  }
}

static bool makeFToF(ProgramBuilder &b) {
  Shape shape = b.randomShape();
  ElementKind from = randomFloat(b, shape), to = randomFloat(b, shape);
  if (from == to)
    return false;
  Val x = b.get(from, shape);
  SmallVector<NamedAttribute> attributes;
  // What is beyond a format without infinity, and what becomes of signs and
  // zeros in f8E8M0FNU, is left open: stay inside.
  double limit = to == ElementKind::F8E4M3FN   ? 448
                 : to == ElementKind::F4E2M1FN ? 6
                                               : 0;
  if (to == ElementKind::F8E8M0FNU) {
    if (!isBaseFloat(from))
      return false;
    x = b.clamped(x, 0x1p-14, 32768);
    attributes.push_back(b.rounding(
        b.rng.pick({RoundingMode::Zero, RoundingMode::PositiveInf})));
  } else if (limit != 0) {
    bool fits =
        x.bound <= limit && (!x.mayBeNaN || to != ElementKind::F4E2M1FN);
    if (!fits && !isBaseFloat(from))
      return false;
    if (!fits)
      x = b.clamped(x, -limit, limit);
  } else if (to != ElementKind::F8E5M2 && b.rng.chance(25)) {
    // Modes of 13.4.
    RoundingMode mode = RoundingMode::Zero;
    if (from == ElementKind::F64 && to == ElementKind::F32)
      mode = b.rng.pick({RoundingMode::Zero, RoundingMode::NegativeInf,
                         RoundingMode::PositiveInf});
    else if (from == ElementKind::F32 && to == ElementKind::TF32)
      mode = b.rng.pick({RoundingMode::Zero, RoundingMode::NearestAway});
    attributes.push_back(b.rounding(mode));
    b.program.needs13_4 = true;
  }
  Val v = withType(b, "ftof", x, to, attributes);
  v.mayBeNaN = x.mayBeNaN;
  v.openNaN = x.mayBeNaN;
  // Beyond this a narrow target may have made an infinity.
  v.bound =
      x.bound <= 448 ? x.bound * 2 : std::numeric_limits<double>::infinity();
  b.add(v);
  return true;
}

static bool makeFToI(ProgramBuilder &b) {
  Shape shape = b.randomShape();
  ElementKind from = randomFloat(b, shape), to = b.randomInt();
  bool isSigned = b.rng.chance(50);
  unsigned width = numerics::bitWidth(to);
  Val x = b.get(from, shape);
  SmallVector<NamedAttribute> attributes = {
      b.signedness(isSigned), b.rounding(RoundingMode::NearestIntToZero)};
  bool saturating = isBaseFloat(from) && b.rng.chance(40);
  if (saturating) {
    attributes.push_back(b.unit("saturating"));
    b.program.needs13_4 = true;
  } else if (isBaseFloat(from)) {
    // The largest power of two below the limit, minus what every format has.
    double top = std::ldexp(1.0, isSigned ? width - 1 : width);
    double high = from == ElementKind::F16 ? std::min(top, 65536.0) : top;
    high -= std::ldexp(high, -7); // 8 significant bits, as bf16.
    if (width == 1)
      high = isSigned ? 0.5 : 1;
    double low = !isSigned                  ? -0.5
                 : width == 1               ? -1
                 : from == ElementKind::F16 ? -std::min(top, 65504.0)
                                            : -top;
    x = b.clamped(x, low, high);
  } else {
    if (x.mayBeNaN || !isSigned || x.bound >= std::ldexp(1.0, width - 1))
      return false;
  }
  b.add(withType(b, "ftoi", x, to, attributes));
  return true;
}

static bool makeIToF(ProgramBuilder &b) {
  Shape shape = b.randomShape();
  ElementKind to = randomFloat(b, shape), from = b.randomInt();
  if (to == ElementKind::F8E8M0FNU)
    return false;
  Val x = b.get(from, shape);
  bool isSigned = b.rng.chance(50);
  unsigned width = numerics::bitWidth(from);
  // Stay inside formats without infinity.
  unsigned bits = to == ElementKind::F4E2M1FN   ? 2
                  : to == ElementKind::F8E4M3FN ? 8
                                                : 64;
  if (bits < width)
    x = shifted(b, x, width - bits, isSigned);
  Val v =
      withType(b, "itof", x, to,
               {b.signedness(isSigned), b.rounding(RoundingMode::NearestEven)});
  v.integral = true;
  v.bound = std::ldexp(1.0, std::min(bits, width));
  if (v.bound > 1024) { // May be an infinity, or too large for exact sums.
    v.integral = false;
    v.bound = std::numeric_limits<double>::infinity();
  }
  b.add(v);
  return true;
}

static bool makeBitcast(ProgramBuilder &b) {
  static const SmallVector<ElementKind> groups[] = {
      {ElementKind::I1},
      {ElementKind::I8, ElementKind::F8E4M3FN, ElementKind::F8E5M2,
       ElementKind::F8E8M0FNU},
      {ElementKind::I16, ElementKind::F16, ElementKind::BF16},
      {ElementKind::I32, ElementKind::F32},
      {ElementKind::I32, ElementKind::F32},
      {ElementKind::I64, ElementKind::F64},
      {ElementKind::TF32},
      {ElementKind::F4E2M1FN}};
  const SmallVector<ElementKind> &group = groups[b.rng.below(8)];
  ElementKind from = group[b.rng.below(group.size())];
  ElementKind to = group[b.rng.below(group.size())];
  Shape shape = b.randomShape();
  if (from == ElementKind::F4E2M1FN && !hasEvenCount(shape))
    return false;
  Val x = b.get(from, shape);
  if (x.openNaN) {
    if (!isBaseFloat(from))
      return false;
    x = b.withoutNaN(x);
  }
  Val v = withType(b, "bitcast", x, to);
  if (from == to)
    v.factsOf(x);
  else
    v.mayBeNaN = v.isFloat();
  // Bits of any origin may be a signalling NaN.
  v.openNaN = v.isFloat() && from != to;
  b.add(v);
  return true;
}

bool fuzz::makeConversion(ProgramBuilder &b, StringRef name) {
  if (name == "ftof")
    return makeFToF(b);
  if (name == "ftoi")
    return makeFToI(b);
  if (name == "itof")
    return makeIToF(b);
  if (name == "bitcast")
    return makeBitcast(b);
  static const ElementKind kinds[] = {ElementKind::I1,  ElementKind::I4,
                                      ElementKind::I8,  ElementKind::I16,
                                      ElementKind::I32, ElementKind::I64};
  unsigned narrow = b.rng.below(5), wide = b.rng.range(narrow + 1, 5);
  Shape shape = b.randomShape();
  if (name == "exti") {
    b.add(withType(b, name, b.get(kinds[narrow], shape), kinds[wide],
                   {b.signedness(b.rng.chance(50))}));
    return true;
  }
  Val x = b.get(kinds[wide], shape);
  SmallVector<NamedAttribute> attributes;
  unsigned keep = numerics::bitWidth(kinds[narrow]);
  if (x.kind != ElementKind::I4 && keep > 1 && b.rng.chance(40)) {
    x = shifted(b, x, widthOf(x) - keep + 1, false);
    attributes.push_back(b.overflow(b.rng.pick({IntegerOverflow::NoSignedWrap,
                                                IntegerOverflow::NoUnsignedWrap,
                                                IntegerOverflow::NoWrap})));
  }
  b.add(withType(b, name, x, kinds[narrow], attributes));
  return true;
}
