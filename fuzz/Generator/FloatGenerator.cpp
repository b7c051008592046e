//===- fuzz/Generator/FloatGenerator.cpp - floating-point ops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exactly rounded ops keep their result exact. Functions whose accuracy the
// language leaves open give a value with a tolerance: the sum of what two
// implementations may be off (ops.md 11), doubled.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::RoundingMode;

/// One of the four IEEE modes, nearest half of the time.
static RoundingMode ieeeMode(ProgramBuilder &b) {
  if (b.rng.chance(50))
    return RoundingMode::NearestEven;
  return b.rng.pick({RoundingMode::Zero, RoundingMode::NegativeInf,
                     RoundingMode::PositiveInf});
}

static void addFlush(ProgramBuilder &b, ElementKind kind,
                     SmallVectorImpl<NamedAttribute> &attributes) {
  if (kind == ElementKind::F32 && b.rng.chance(25))
    attributes.push_back(b.unit("flush_to_zero"));
}

/// A NaN-free operand of moderate magnitude, where approximations are bounded.
static Val moderate(ProgramBuilder &b, const Val &v) {
  return b.clamped(v, -64, 64);
}

static Val loose(Val v, Tolerance tolerance) {
  v.tolerance = tolerance;
  return v;
}

static bool makeCompare(ProgramBuilder &b) {
  ElementKind kind = b.randomBaseFloat();
  Shape shape = b.randomShape();
  Val lhs = b.get(kind, shape), rhs = b.get(kind, shape);
  Val v;
  v.kind = ElementKind::I1;
  v.shape = shape;
  MLIRContext *context = b.ir.getContext();
  v.value = b.value(
      "cmpf", b.tile(ElementKind::I1, shape), {lhs.value, rhs.value},
      {b.named("comparison_predicate",
               cuda_tile::ComparisonPredicateAttr::get(
                   context, static_cast<cuda_tile::ComparisonPredicate>(
                                b.rng.below(6)))),
       b.named("comparison_ordering",
               cuda_tile::ComparisonOrderingAttr::get(
                   context, b.rng.chance(50)
                                ? cuda_tile::ComparisonOrdering::Ordered
                                : cuda_tile::ComparisonOrdering::Unordered))});
  b.add(v);
  return true;
}

static bool makeDivision(ProgramBuilder &b) {
  ElementKind kind = b.randomBaseFloat();
  Shape shape = b.randomShape();
  Val lhs = b.get(kind, shape), rhs = b.get(kind, shape);
  SmallVector<NamedAttribute> attributes;
  bool approximate = kind == ElementKind::F32 && b.rng.chance(30);
  if (approximate) {
    lhs = moderate(b, lhs);
    rhs = b.clamped(rhs, 0.0625, 64);
    attributes.push_back(
        b.rounding(b.rng.pick({RoundingMode::Approx, RoundingMode::Full})));
  } else {
    attributes.push_back(b.rounding(ieeeMode(b)));
  }
  addFlush(b, kind, attributes);
  Val v = b.binary("divf", lhs, rhs, attributes);
  b.add(approximate ? loose(v, {8, 0x1p-126}) : v);
  return true;
}

/// absf and negf: exact on every value, also on inexact ones.
static bool makeSignOp(ProgramBuilder &b, StringRef name) {
  std::optional<Val> source = b.find([](const Val &v) {
    return v.kind == ElementKind::F16 || v.kind == ElementKind::BF16 ||
           v.kind == ElementKind::F32 || v.kind == ElementKind::F64;
  });
  Val x = source ? *source : b.get(b.randomBaseFloat(), b.randomShape());
  Val v = x;
  v.value = b.value(name, x.value.getType(), {x.value});
  // What happens to the sign of a NaN is not stated.
  v.openNaN = x.mayBeNaN;
  b.add(v);
  return true;
}

bool fuzz::makeFloatOp(ProgramBuilder &b, StringRef name) {
  if (name == "cmpf")
    return makeCompare(b);
  if (name == "divf")
    return makeDivision(b);
  if (name == "absf" || name == "negf")
    return makeSignOp(b, name);
  ElementKind kind = b.randomBaseFloat();
  Shape shape = b.randomShape();
  Val x = b.get(kind, shape);
  if (name == "ceil" || name == "floor") {
    Val v = x;
    v.value = b.value(name, x.value.getType(), {x.value});
    v.openNaN = x.mayBeNaN;
    v.bound = x.bound + 1;
    b.add(v);
    return true;
  }
  Val y = b.get(kind, shape);
  SmallVector<NamedAttribute> attributes;
  if (name == "remf") {
    b.add(b.binary(name, x, y));
    return true;
  }
  if (name == "maxf" || name == "minf") {
    addFlush(b, kind, attributes);
    if (b.rng.chance(50))
      attributes.push_back(b.unit("propagate_nan"));
    Val v = b.binary(name, x, y, attributes);
    v.bound = std::max(x.bound, y.bound);
    v.mayBeNaN = v.openNaN = x.mayBeNaN || y.mayBeNaN;
    b.add(v);
    return true;
  }
  attributes.push_back(b.rounding(ieeeMode(b)));
  addFlush(b, kind, attributes);
  if (name == "fma") {
    Val z = b.get(kind, shape), v = z;
    v.value = b.value(name, x.value.getType(), {x.value, y.value, z.value},
                      attributes);
    v.mayBeNaN = v.openNaN = true;
    v.integral = false;
    v.bound = std::numeric_limits<double>::infinity();
    b.add(v);
    return true;
  }
  b.add(b.binary(name, x, y, attributes));
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Units in the last place by which two good implementations may differ.
static uint64_t functionUlps(StringRef name, ElementKind kind) {
  if (kind == ElementKind::F16 || kind == ElementKind::BF16)
    return 2;
  if (name == "pow")
    return 20;
  if (name == "fpowi")
    return 64;
  if (name == "tan" || name == "sinh" || name == "atan2")
    return 12;
  return 8;
}

bool fuzz::makeMathOp(ProgramBuilder &b, StringRef name) {
  ElementKind kind = b.randomBaseFloat();
  Shape shape = b.randomShape();
  Val x = b.get(kind, shape);
  SmallVector<NamedAttribute> attributes;
  SmallVector<Value> operands;
  Tolerance tolerance = {functionUlps(name, kind), 0};
  bool exact = false;
  if (name == "sqrt") {
    bool approximate = kind == ElementKind::F32 && b.rng.chance(30);
    attributes.push_back(
        b.rounding(approximate ? RoundingMode::Approx : ieeeMode(b)));
    if (approximate)
      x = b.clamped(x, 0, 64);
    exact = !approximate;
    addFlush(b, kind, attributes);
    if (approximate)
      // The input's flush may or may not be visible at the smallest numbers.
      tolerance.absolute = 0x1p-63;
  } else if (name == "exp" || name == "tanh") {
    bool approximate = kind == ElementKind::F32 && b.rng.chance(30);
    attributes.push_back(
        b.rounding(approximate ? RoundingMode::Approx : RoundingMode::Full));
    if (approximate) {
      x = moderate(b, x);
      // exp2(x * log2 e) loses with |x|; hardware tanh has about 11 bits.
      tolerance.ulps = name == "exp" ? 512 : 1 << 14;
    }
  } else if (name == "exp2" || name == "rsqrt") {
    addFlush(b, kind, attributes);
    if (attributes.size())
      tolerance.absolute = 0x1p-126;
  }
  operands.push_back(x.value);
  if (name == "pow" || name == "atan2")
    operands.push_back(b.get(kind, shape).value);
  if (name == "fpowi") {
    // Large exponents multiply rounding errors: keep -8 ... 7.
    ElementKind integer = b.rng.pick(
        {ElementKind::I1, ElementKind::I8, ElementKind::I16, ElementKind::I32});
    Val exponent = b.get(integer, shape);
    unsigned width = numerics::bitWidth(integer);
    if (width > 4)
      exponent =
          b.binary("shri", exponent, b.integer(integer, shape, width - 4),
                   {b.signedness(true)});
    operands.push_back(exponent.value);
    b.program.needs13_4 = true;
  }
  Val v = x;
  v.value = b.value(name, x.value.getType(), operands, attributes);
  v.mayBeNaN = v.openNaN = true;
  v.integral = false;
  v.bound = std::numeric_limits<double>::infinity();
  b.add(exact ? v : loose(v, tolerance));
  return true;
}
