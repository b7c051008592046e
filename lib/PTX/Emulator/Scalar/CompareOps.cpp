//===- PTX/Emulator/Scalar/CompareOps.cpp - comparison and selection -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons and selections: setp, set, selp, slct, testp and copysign.
//
//===----------------------------------------------------------------------===//

#include "FloatImpl.h"

#include "tessera/Numerics/Convert.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using numerics::ElementKind;
using numerics::FloatOrder;

namespace {

// A comparison is the set of outcomes in which it holds.
enum Outcome : uint8_t { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };

struct CompareCode {
  uint8_t outcomes = 0;
  bool isFloat = false, isUnsignedOrder = false;
  FloatShape shape;
  unsigned bits = 32;
  bool isSigned = false, ftz = false;
  char logic = 0; // '&', '|', '^'
  Type result = Type::u32;
};

uint8_t outcomesOf(StringRef name) {
  return StringSwitch<uint8_t>(name)
      .Case("eq", Equal)
      .Case("ne", Less | Greater)
      .Cases({"lt", "lo"}, Less)
      .Cases({"le", "ls"}, Less | Equal)
      .Cases({"gt", "hi"}, Greater)
      .Cases({"ge", "hs"}, Greater | Equal)
      .Case("equ", Equal | Unordered)
      .Case("neu", Less | Greater | Unordered)
      .Case("ltu", Less | Unordered)
      .Case("leu", Less | Equal | Unordered)
      .Case("gtu", Greater | Unordered)
      .Case("geu", Greater | Equal | Unordered)
      .Case("num", Less | Equal | Greater)
      .Case("nan", Unordered)
      .Default(0);
}

uint8_t outcome(const CompareCode &code, uint64_t a, uint64_t b) {
  if (code.isFloat) {
    if (code.ftz) {
      a = numerics::flushSubnormal(code.shape.kind, a);
      b = numerics::flushSubnormal(code.shape.kind, b);
    }
    switch (numerics::compareF(code.shape.kind, a, b)) {
    case FloatOrder::Less:
      return Less;
    case FloatOrder::Equal:
      return Equal;
    case FloatOrder::Greater:
      return Greater;
    case FloatOrder::Unordered:
      return Unordered;
    }
  }
  unsigned shift = 64 - code.bits;
  if (code.isSigned) {
    int64_t x = int64_t(a << shift) >> shift, y = int64_t(b << shift) >> shift;
    return x < y ? Less : x == y ? Equal : Greater;
  }
  uint64_t x = a << shift, y = b << shift;
  return x < y ? Less : x == y ? Equal : Greater;
}

LaneMask combine(const CompareCode &code, LaneMask value, LaneMask other) {
  return code.logic == '&'   ? value & other
         : code.logic == '|' ? value | other
         : code.logic == '^' ? value ^ other
                             : value;
}

template <typename T>
LaneMask compareIntegers(uint8_t outcomes, const uint64_t *a, const uint64_t *b,
                         LaneMask active) {
  LaneMask result = 0;
  bool less = outcomes & Less, equal = outcomes & Equal,
       greater = outcomes & Greater;
  forEachLane(active, [&](unsigned i) {
    T x = T(a[i]), y = T(b[i]);
    bool holds = (less & (x < y)) | (equal & (x == y)) | (greater & (x > y));
    result |= uint32_t(holds) << i;
  });
  return result;
}

} // namespace

/// The lanes in which the comparison of element `e` holds.
static LaneMask compareLanes(const CompareCode &code, const uint64_t *a,
                             const uint64_t *b, unsigned e, LaneMask active) {
  if (!code.isFloat && code.bits == 32)
    return code.isSigned
               ? compareIntegers<int32_t>(code.outcomes, a, b, active)
               : compareIntegers<uint32_t>(code.outcomes, a, b, active);
  if (!code.isFloat && code.bits == 64)
    return code.isSigned
               ? compareIntegers<int64_t>(code.outcomes, a, b, active)
               : compareIntegers<uint64_t>(code.outcomes, a, b, active);
  LaneMask result = 0;
  forEachLane(active, [&](unsigned i) {
    uint64_t x = a[i], y = b[i];
    if (code.isFloat) {
      x = extractElement(code.shape, x, e);
      y = extractElement(code.shape, y, e);
    }
    result |= uint32_t((outcome(code, x, y) & code.outcomes) != 0) << i;
  });
  return result;
}

static Step setpStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const CompareCode &code = *static_cast<const CompareCode *>(in.data);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  LaneMask other = code.logic ? w.predicate(in.args[3].value) : 0;
  LaneMask first = compareLanes(code, a, b, 0, active);
  // p|q: of scalars q is the comparison's opposite, of pairs the second's.
  LaneMask second = code.isFloat && code.shape.count == 2
                        ? compareLanes(code, a, b, 1, active)
                        : ~first;
  w.setPredicate(in.args[0].value, active, combine(code, first, other));
  w.setPredicate(in.args[0].second, active, combine(code, second, other));
  return Step::Next;
}

static Step setStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const CompareCode &code = *static_cast<const CompareCode *>(in.data);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  LaneMask other = code.logic ? w.predicate(in.args[3].value) : 0;
  std::optional<FloatShape> shape = floatShape(code.result);
  uint64_t one = shape ? numerics::fromDouble(shape->kind, 1.0)
                       : (uint64_t(1) << typeBits(code.result)) - 1;
  unsigned count = shape ? shape->count : 1;
  LaneMask results[2] = {};
  for (unsigned e = 0; e < count; ++e)
    results[e] = combine(code, compareLanes(code, a, b, e, active), other);
  forEachLane(active, [&](unsigned i) {
    uint64_t value = 0;
    for (unsigned e = 0; e < count; ++e)
      if (results[e] >> i & 1)
        value |= one << (e * 16);
    d[i] = value;
  });
  return Step::Next;
}

static Bound bindCompare(BindContext &c, DecodedInstruction &in) {
  CompareCode code;
  bool isSet = c.source.opcode == "set";
  StringRef comparison =
      c.takeAny({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs",
                 "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
  code.outcomes = outcomesOf(comparison);
  StringRef logic = c.takeAny({"and", "or", "xor"});
  code.logic = logic.empty()    ? 0
               : logic == "and" ? '&'
               : logic == "or"  ? '|'
                                : '^';
  code.ftz = c.take("ftz");
  Type operands;
  if (isSet) {
    std::optional<Type> result = c.takeType('T'), source = c.takeType('U');
    if (!result) // the row writes both out: f16x2 f16x2
      result = c.takeFixedType();
    if (!source)
      source = c.takeFixedType().value_or(*result);
    code.result = *result;
    operands = *source;
  } else {
    operands = c.type();
  }
  std::optional<FloatShape> shape = floatShape(operands);
  code.isFloat = shape.has_value();
  if (shape)
    code.shape = *shape;
  code.bits = typeBits(operands);
  code.isSigned = typeClass(operands) == TypeClass::Signed;
  in.data = c.keep(code);
  return bindHandler(in, isSet ? setStep : setpStep);
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

static Step selpStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  LaneMask p = w.predicate(in.args[3].value);
  forEachLane(active, [&](unsigned i) { d[i] = p >> i & 1 ? a[i] : b[i]; });
  return Step::Next;
}

static Bound bindSelp(BindContext &c, DecodedInstruction &in) {
  c.type();
  in.propagates = true;
  return bindHandler(in, selpStep);
}

/// flags: 0 by s32, 1 by f32, 2 by f32 with .ftz.
static Step slctStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  forEachLane(active, [&](unsigned i) {
    bool first = false;
    if (in.flags == 0) {
      first = int32_t(uint32_t(c[i])) >= 0;
    } else {
      uint64_t value = in.flags == 2
                           ? numerics::flushSubnormal(ElementKind::F32, c[i])
                           : c[i];
      FloatOrder order = numerics::compareF(ElementKind::F32, value, 0);
      first = order == FloatOrder::Greater || order == FloatOrder::Equal;
    }
    d[i] = first ? a[i] : b[i];
  });
  return Step::Next;
}

static Bound bindSlct(BindContext &c, DecodedInstruction &in) {
  bool ftz = c.take("ftz");
  c.takeType('T');
  Type by = c.takeFixedType().value_or(Type::s32);
  in.flags = by == Type::f32 ? 1 + ftz : 0;
  return bindHandler(in, slctStep);
}

static Step testpStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const uint64_t *a = w.source(in.args[1]);
  ElementKind kind = in.type == Type::f64 ? ElementKind::F64 : ElementKind::F32;
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  LaneMask result = 0;
  forEachLane(active, [&](unsigned i) {
    uint64_t v = a[i];
    bool subnormal = format.isSubnormal(v);
    bool values[] = {format.isFinite(v),
                     format.isInf(v),
                     !format.isNaN(v),
                     format.isNaN(v),
                     format.isFinite(v) && !subnormal && !format.isZero(v),
                     subnormal};
    result |= uint32_t(values[in.flags]) << i;
  });
  w.setPredicate(in.args[0].value, active, result);
  return Step::Next;
}

static Bound bindTestp(BindContext &c, DecodedInstruction &in) {
  static constexpr StringRef tests[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
  for (auto [index, name] : enumerate(tests))
    if (c.take(name))
      in.flags = uint32_t(index);
  in.type = c.type();
  return bindHandler(in, testpStep);
}

/// The sign of a on the magnitude of b.
static Step copysignStep(Warp &w, const DecodedInstruction &in,
                         LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  uint64_t sign = uint64_t(1) << (typeBits(in.type) - 1);
  forEachLane(active,
              [&](unsigned i) { d[i] = (b[i] & ~sign) | (a[i] & sign); });
  return Step::Next;
}

void tessera::ptx::emu::registerCompareOps(Registry &registry) {
  registry.add("setp", bindCompare);
  registry.add("set", bindCompare);
  registry.add("selp", bindSelp);
  registry.add("slct", bindSlct);
  registry.add("testp", bindTestp);
  registry.add("copysign", [](BindContext &c, DecodedInstruction &in) {
    in.type = c.type();
    return bindHandler(in, copysignStep);
  });
}
