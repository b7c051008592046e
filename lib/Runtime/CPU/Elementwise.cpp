//===- Runtime/CPU/Elementwise.cpp - every op on every kind -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise operations of every kind, rounding and flag, one element after
// the other through Numerics: the road for what the vector code has no
// instructions for. Mathematical functions below f64 are computed in f64 and
// rounded to f32 once, then to the kind (ops.md 2.5).
//
//===----------------------------------------------------------------------===//

#include "Prototypes.h"

#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/FastConvert.h"
#include "tessera/Numerics/FloatArith.h"
#include "tessera/Numerics/IntArith.h"
#include "tessera/Numerics/Packed.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace tessera::cpu::services {

namespace {

using numerics::ElementKind;
using numerics::Rounding;

Rounding roundingOf(uint32_t flags) {
  return static_cast<Rounding>(flags & RtRoundingMask);
}

/// A dense tile of containers.
struct Elements {
  void *data;
  unsigned bytes;
  Elements(void *data, ElementKind kind)
      : data(data), bytes(numerics::containerBytes(kind)) {}

  uint64_t operator[](uint64_t i) const {
    uint64_t bits = 0;
    std::memcpy(&bits, static_cast<char *>(data) + i * bytes, bytes);
    return bits;
  }
  void set(uint64_t i, uint64_t bits) const {
    std::memcpy(static_cast<char *>(data) + i * bytes, &bits, bytes);
  }
};

//===----------------------------------------------------------------------===//
// Mathematical functions
//===----------------------------------------------------------------------===//

/// `value`, computed in double, as the result of an operation on `kind`.
uint64_t roundMath(ElementKind kind, double value, bool flush) {
  if (std::isnan(value))
    return numerics::floatFormat(kind).canonicalNaN();
  if (kind == ElementKind::F64)
    return std::bit_cast<uint64_t>(value);
  // The processor's conversion: correctly rounded to nearest even.
  uint64_t f32 = std::bit_cast<uint32_t>(static_cast<float>(value));
  if (flush)
    f32 = numerics::flushSubnormal(ElementKind::F32, f32);
  return kind == ElementKind::F32
             ? f32
             : numerics::convertFloat(ElementKind::F32, kind, f32);
}

double mathUnary(RtUnary op, double x) {
  switch (op) {
  case RtUnary::Rsqrt:
    return 1.0 / std::sqrt(x);
  case RtUnary::Exp:
    return std::exp(x);
  case RtUnary::Exp2:
    return std::exp2(x);
  case RtUnary::Log:
    return std::log(x);
  case RtUnary::Log2:
    return std::log2(x);
  case RtUnary::Sin:
    return std::sin(x);
  case RtUnary::Cos:
    return std::cos(x);
  case RtUnary::Tan:
    return std::tan(x);
  case RtUnary::SinH:
    return std::sinh(x);
  case RtUnary::CosH:
    return std::cosh(x);
  default:
    return std::tanh(x);
  }
}

/// On f64: `tanh full` promises 1 ulp, and glibc's hyperbolic functions are off
/// by more. 1 / sqrt(x) would be rounded twice.
double mathUnaryF64(RtUnary op, double x) {
  long double wide = x;
  switch (op) {
  case RtUnary::Rsqrt:
    return static_cast<double>(1 / std::sqrt(wide));
  case RtUnary::SinH:
    return static_cast<double>(std::sinh(wide));
  case RtUnary::CosH:
    return static_cast<double>(std::cosh(wide));
  case RtUnary::TanH:
    return static_cast<double>(std::tanh(wide));
  default:
    return mathUnary(op, x);
  }
}

uint64_t unaryElement(RtUnary op, ElementKind kind, uint32_t flags,
                      uint64_t x) {
  bool flush = flags & RtFlushToZero;
  switch (op) {
  case RtUnary::AbsF:
    return numerics::absF(kind, x);
  case RtUnary::NegF:
    return numerics::negF(kind, x);
  case RtUnary::Ceil:
    return numerics::ceilF(kind, x);
  case RtUnary::Floor:
    return numerics::floorF(kind, x);
  case RtUnary::Sqrt:
    return numerics::sqrtF(kind, x, roundingOf(flags), flush);
  case RtUnary::AbsI:
    return numerics::absI(numerics::bitWidth(kind), x);
  case RtUnary::NegI:
    return numerics::negI(numerics::bitWidth(kind), x);
  default:
    if (flush)
      x = numerics::flushSubnormal(kind, x);
    return kind == ElementKind::F64
               ? roundMath(kind, mathUnaryF64(op, std::bit_cast<double>(x)),
                           flush)
               : roundMath(kind, mathUnary(op, numerics::toDouble(kind, x)),
                           flush);
  }
}

uint64_t binaryFloat(RtBinary op, ElementKind kind, uint32_t flags, uint64_t a,
                     uint64_t b) {
  Rounding rounding = roundingOf(flags);
  bool flush = flags & RtFlushToZero, nan = flags & RtPropagateNaN;
  switch (op) {
  case RtBinary::AddF:
    return numerics::addF(kind, a, b, rounding, flush);
  case RtBinary::SubF:
    return numerics::subF(kind, a, b, rounding, flush);
  case RtBinary::MulF:
    return numerics::mulF(kind, a, b, rounding, flush);
  case RtBinary::DivF:
    return numerics::divF(kind, a, b, rounding, flush);
  case RtBinary::RemF:
    return numerics::remF(kind, a, b);
  case RtBinary::MaxF:
    return numerics::maxF(kind, a, b, nan, flush);
  case RtBinary::MinF:
    return numerics::minF(kind, a, b, nan, flush);
  case RtBinary::FPowI: {
    auto exponentKind =
        static_cast<ElementKind>((flags >> RtSecondKindShift) & 0xff);
    auto exponent = static_cast<double>(
        numerics::signedValue(numerics::bitWidth(exponentKind), b));
    return roundMath(kind, std::pow(numerics::toDouble(kind, a), exponent),
                     false);
  }
  default: {
    double x = numerics::toDouble(kind, a), y = numerics::toDouble(kind, b);
    return roundMath(
        kind, op == RtBinary::Pow ? std::pow(x, y) : std::atan2(x, y), false);
  }
  }
}

numerics::DivRounding divRoundingOf(uint32_t flags) {
  switch (roundingOf(flags)) {
  case Rounding::NegativeInf:
    return numerics::DivRounding::NegativeInf;
  case Rounding::PositiveInf:
    return numerics::DivRounding::PositiveInf;
  default:
    return numerics::DivRounding::Zero;
  }
}

uint64_t binaryInteger(RtBinary op, unsigned width, uint32_t flags, uint64_t a,
                       uint64_t b) {
  bool isSigned = flags & RtSigned;
  switch (op) {
  case RtBinary::AddI:
    return numerics::addI(width, a, b);
  case RtBinary::SubI:
    return numerics::subI(width, a, b);
  case RtBinary::MulI:
    return numerics::mulI(width, a, b);
  case RtBinary::MulHiI:
    return numerics::mulhiI(width, a, b);
  case RtBinary::DivI:
    return numerics::divI(width, a, b, isSigned, divRoundingOf(flags)).value;
  case RtBinary::RemI:
    return numerics::remI(width, a, b, isSigned).value;
  case RtBinary::MaxI:
    return numerics::maxI(width, a, b, isSigned);
  case RtBinary::MinI:
    return numerics::minI(width, a, b, isSigned);
  case RtBinary::AndI:
    return a & b;
  case RtBinary::OrI:
    return a | b;
  case RtBinary::XOrI:
    return a ^ b;
  case RtBinary::ShLI:
    return numerics::shlI(width, a, b);
  default:
    return numerics::shrI(width, a, b, isSigned);
  }
}

/// Whether predicate `eq ne lt le gt ge` (0..5) holds for the sign of a - b.
bool holds(uint32_t predicate, int order) {
  switch (predicate) {
  case 0:
    return order == 0;
  case 1:
    return order != 0;
  case 2:
    return order < 0;
  case 3:
    return order <= 0;
  case 4:
    return order > 0;
  default:
    return order >= 0;
  }
}

bool compareElements(uint32_t predicate, ElementKind kind, uint32_t flags,
                     uint64_t a, uint64_t b) {
  if (!numerics::isFloat(kind))
    return holds(predicate, numerics::compareI(numerics::bitWidth(kind), a, b,
                                               flags & RtSigned));
  numerics::FloatOrder order = numerics::compareF(kind, a, b);
  if (order == numerics::FloatOrder::Unordered)
    return flags & RtUnordered;
  return holds(predicate, static_cast<int>(order) -
                              static_cast<int>(numerics::FloatOrder::Equal));
}

uint64_t convertElement(RtConvert op, ElementKind from, ElementKind to,
                        uint32_t flags, uint64_t x) {
  bool isSigned = flags & RtSigned;
  switch (op) {
  case RtConvert::FToI:
    return numerics::floatToInt(from, x, to, isSigned).bits;
  case RtConvert::IToF:
    return numerics::intToFloat(from, x, isSigned, to, roundingOf(flags));
  case RtConvert::ExtI:
    return numerics::extendI(numerics::bitWidth(from), numerics::bitWidth(to),
                             x, isSigned);
  default:
    return numerics::truncI(numerics::bitWidth(to), x);
  }
}

} // namespace

extern "C" {

void tessera_rt_unary(void *, uint32_t op, uint32_t kindCode, uint32_t flags,
                      void *out, void *in, uint64_t n) {
  auto kind = static_cast<ElementKind>(kindCode);
  Elements to(out, kind), from(in, kind);
  for (uint64_t i = 0; i < n; ++i)
    to.set(i, unaryElement(static_cast<RtUnary>(op), kind, flags, from[i]));
}

void tessera_rt_binary(void *, uint32_t opCode, uint32_t kindCode,
                       uint32_t flags, void *out, void *lhs, void *rhs,
                       uint64_t n) {
  auto op = static_cast<RtBinary>(opCode);
  auto kind = static_cast<ElementKind>(kindCode);
  auto rhsKind =
      op == RtBinary::FPowI
          ? static_cast<ElementKind>((flags >> RtSecondKindShift) & 0xff)
          : kind;
  Elements to(out, kind), a(lhs, kind), b(rhs, rhsKind);
  if (numerics::isFloat(kind)) {
    for (uint64_t i = 0; i < n; ++i)
      to.set(i, binaryFloat(op, kind, flags, a[i], b[i]));
    return;
  }
  unsigned width = numerics::bitWidth(kind);
  for (uint64_t i = 0; i < n; ++i)
    to.set(i, binaryInteger(op, width, flags, a[i], b[i]));
}

void tessera_rt_ternary(void *, uint32_t op, uint32_t kindCode, uint32_t flags,
                        void *out, void *a, void *b, void *c, uint64_t n) {
  auto kind = static_cast<ElementKind>(kindCode);
  Elements to(out, kind), y(b, kind), z(c, kind);
  if (static_cast<RtTernary>(op) == RtTernary::Select) {
    const auto *condition = static_cast<const uint8_t *>(a);
    for (uint64_t i = 0; i < n; ++i)
      to.set(i, condition[i] & 1 ? y[i] : z[i]);
    return;
  }
  Elements x(a, kind);
  for (uint64_t i = 0; i < n; ++i)
    to.set(i, numerics::fmaF(kind, x[i], y[i], z[i], roundingOf(flags),
                             flags & RtFlushToZero));
}

void tessera_rt_compare(void *, uint32_t predicate, uint32_t kindCode,
                        uint32_t flags, void *out, void *lhs, void *rhs,
                        uint64_t n) {
  auto kind = static_cast<ElementKind>(kindCode);
  Elements a(lhs, kind), b(rhs, kind);
  auto *to = static_cast<uint8_t *>(out);
  for (uint64_t i = 0; i < n; ++i)
    to[i] = compareElements(predicate, kind, flags, a[i], b[i]);
}

void tessera_rt_convert(void *, uint32_t opCode, uint32_t fromCode,
                        uint32_t toCode, uint32_t flags, void *out, void *in,
                        uint64_t n) {
  auto op = static_cast<RtConvert>(opCode);
  auto fromKind = static_cast<ElementKind>(fromCode);
  auto toKind = static_cast<ElementKind>(toCode);
  if (op == RtConvert::FToF)
    return numerics::convertBuffer(fromKind, toKind, in, out, n,
                                   roundingOf(flags));
  Elements to(out, toKind), from(in, fromKind);
  for (uint64_t i = 0; i < n; ++i)
    to.set(i, convertElement(op, fromKind, toKind, flags, from[i]));
}

void tessera_rt_pack(void *, uint32_t kind, void *out, void *in, uint64_t n) {
  numerics::packElements(static_cast<ElementKind>(kind), in, n,
                         static_cast<uint8_t *>(out));
}

void tessera_rt_unpack(void *, uint32_t kind, void *out, void *in, uint64_t n) {
  numerics::unpackElements(static_cast<ElementKind>(kind),
                           static_cast<const uint8_t *>(in), n, out);
}

void tessera_rt_read_nibbles(void *, void *out, void *base, uint64_t first,
                             uint64_t n) {
  auto *to = static_cast<uint8_t *>(out);
  for (uint64_t i = 0; i < n; ++i)
    to[i] = numerics::loadNibble(static_cast<const uint8_t *>(base), first + i);
}

void tessera_rt_write_nibbles(void *, void *base, uint64_t first, void *in,
                              uint64_t n) {
  const auto *from = static_cast<const uint8_t *>(in);
  for (uint64_t i = 0; i < n; ++i)
    // Another tile block may own the other half of the byte.
    numerics::storeNibbleAtomically(static_cast<uint8_t *>(base), first + i,
                                    from[i]);
}

} // extern "C"

} // namespace tessera::cpu::services
