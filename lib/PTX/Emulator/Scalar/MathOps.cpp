//===- PTX/Emulator/Scalar/MathOps.cpp - approximate functions --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX documents an error bound for these and no bits. Here each is the exact
// result, computed in double and rounded once, so at most one unit in the last
// place of the true value: inside every documented bound and the same
// everywhere. Values at zero, infinity and NaN are those of the manual.
//
//===----------------------------------------------------------------------===//

#include "FloatImpl.h"

#include "tessera/Numerics/Convert.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using numerics::ElementKind;

namespace {

enum class MathFunction : uint8_t {
  Rcp,
  Sqrt,
  Rsqrt,
  Sin,
  Cos,
  Lg2,
  Ex2,
  Tanh,
  Div
};

struct MathCode {
  FloatShape shape;
  bool ftz = false;
  bool isApproxDivision = false; // div.approx, not div.full
  MathFunction function;
};

double apply(MathFunction function, double a, double b) {
  switch (function) {
  case MathFunction::Rcp:
    return 1 / a;
  case MathFunction::Sqrt:
    return std::sqrt(a);
  case MathFunction::Rsqrt:
    return 1 / std::sqrt(a);
  case MathFunction::Sin:
    return std::sin(a);
  case MathFunction::Cos:
    return std::cos(a);
  case MathFunction::Lg2:
    return std::log2(a);
  case MathFunction::Ex2:
    return std::exp2(a);
  case MathFunction::Tanh:
    return std::tanh(a);
  case MathFunction::Div:
    return a / b;
  }
  return 0;
}

uint64_t evaluate(const MathCode &code, uint64_t a, uint64_t b) {
  ElementKind kind = code.shape.kind;
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  if (code.ftz) {
    a = numerics::flushSubnormal(kind, a);
    b = numerics::flushSubnormal(kind, b);
  }
  double x = numerics::toDouble(kind, a), y = numerics::toDouble(kind, b);
  // The reciprocal of such a divisor is subnormal, and flushed.
  if (code.isApproxDivision && std::isfinite(y) && std::fabs(y) > 0x1p126)
    y = std::copysign(std::numeric_limits<double>::infinity(), y);
  double value = apply(code.function, x, y);
  if (std::isnan(value))
    return format.canonicalNaN();
  // Doubles beyond the narrow range round to infinity, not to the largest.
  uint64_t result = numerics::fromDouble(kind, value);
  return code.ftz ? numerics::flushSubnormal(kind, result) : result;
}

} // namespace

static Step mathStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const MathCode &code = *static_cast<const MathCode *>(in.data);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  const uint64_t *b =
      code.function == MathFunction::Div ? w.source(in.args[2]) : a;
  forEachLane(active, [&](unsigned lane) {
    uint64_t result = 0;
    for (unsigned e = 0; e < code.shape.count; ++e)
      result |= evaluate(code, extractElement(code.shape, a[lane], e),
                         extractElement(code.shape, b[lane], e))
                << (code.shape.count == 1 ? 0 : e * code.shape.bits());
    d[lane] = result;
  });
  return Step::Next;
}

/// rcp and rsqrt .approx.ftz.f64: the upper half of the result, lower half 0.
static Step coarseStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  forEachLane(active, [&](unsigned lane) {
    uint64_t bits = numerics::flushSubnormal(ElementKind::F64,
                                             a[lane] & 0xFFFFFFFF00000000);
    double value = std::bit_cast<double>(bits);
    double result = in.flags ? 1 / std::sqrt(value) : 1 / value;
    uint64_t out = std::isnan(result)
                       ? uint64_t(0x7FFFFFFF00000000)
                       : std::bit_cast<uint64_t>(result) & 0xFFFFFFFF00000000;
    d[lane] = numerics::flushSubnormal(ElementKind::F64, out);
  });
  return Step::Next;
}

template <MathFunction F>
static Bound bindMath(BindContext &c, DecodedInstruction &in) {
  StringRef accuracy = c.takeAny({"approx", "full"});
  if (accuracy.empty())
    return Bound::NotMine;
  MathCode code;
  code.isApproxDivision = F == MathFunction::Div && accuracy == "approx";
  code.function = F;
  code.ftz = c.take("ftz");
  Type type = c.type();
  if (type == Type::f64 && (F == MathFunction::Rcp || code.ftz)) {
    in.flags = F == MathFunction::Rsqrt;
    return bindHandler(in, coarseStep);
  }
  code.shape = *floatShape(type);
  in.data = c.keep(code);
  return bindHandler(in, mathStep);
}

void tessera::ptx::emu::registerMathOps(Registry &registry) {
  registry.add("rcp", bindMath<MathFunction::Rcp>);
  registry.add("sqrt", bindMath<MathFunction::Sqrt>);
  registry.add("rsqrt", bindMath<MathFunction::Rsqrt>);
  registry.add("sin", bindMath<MathFunction::Sin>);
  registry.add("cos", bindMath<MathFunction::Cos>);
  registry.add("lg2", bindMath<MathFunction::Lg2>);
  registry.add("ex2", bindMath<MathFunction::Ex2>);
  registry.add("tanh", bindMath<MathFunction::Tanh>);
  registry.add("div", bindMath<MathFunction::Div>);
}
