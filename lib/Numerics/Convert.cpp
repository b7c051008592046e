//===- Numerics/Convert.cpp - conversions between kinds ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ftof, ftoi and itof on single elements (ops.md 5.3 - 5.5), by unpacking and
// one rounding. NaNs are the only values handled bit-wise.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"
#include "ExactFloat.h"
#include "tessera/Numerics/IntArith.h"

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::detail;

namespace {

/// A NaN carried over: sign and leading payload bits kept, quiet bit set.
uint64_t convertNaN(const FloatFormat &from, const FloatFormat &to,
                    uint64_t bits) {
  if (!to.hasNaN())
    return to.canonicalNaN();
  uint64_t sign = from.isNegative(bits) ? to.signMask() : 0;
  if (to.specials != SpecialValues::IEEE)
    return sign | to.canonicalNaN();
  uint64_t payload = 0;
  if (from.specials == SpecialValues::IEEE) {
    payload = (bits & from.mantissaMask()) >> from.containerShift;
    int widen = int(to.mantissaBits) - int(from.mantissaBits);
    payload = widen >= 0 ? payload << widen : payload >> -widen;
  }
  return sign | to.exponentMask() | to.quietBit() |
         (payload << to.containerShift);
}

} // namespace

uint64_t numerics::convertFloat(ElementKind from, ElementKind to, uint64_t bits,
                                Rounding rounding, FloatOverflow overflow) {
  const FloatFormat &source = floatFormat(from);
  const FloatFormat &target = floatFormat(to);
  Unpacked value = unpack(source, bits);
  switch (value.kind) {
  case FloatClass::NaN:
    return convertNaN(source, target, bits);
  case FloatClass::Infinity:
    return packInfinity(target, value.negative, overflow);
  case FloatClass::Zero:
    return packZero(target, value.negative);
  case FloatClass::Finite:
    break;
  }
  Exact exact = {value.negative, false, value.exponent, value.significand};
  return roundToFormat(target, exact, rounding, overflow);
}

FloatToIntResult numerics::floatToInt(ElementKind from, uint64_t bits,
                                      ElementKind to, bool isSigned) {
  assert(isInteger(to) && "expected an integer kind");
  unsigned width = bitWidth(to);
  const FloatFormat &format = floatFormat(from);
  Unpacked value = unpack(format, bits);
  if (value.isNaN())
    return {0, false};
  if (value.isZero())
    return {0, true};

  // Largest magnitude of this sign, and what lies beyond it.
  uint64_t limit = value.negative ? (isSigned ? signedMin(width) : 0)
                   : isSigned     ? signedMax(width)
                                  : intMask(width);
  uint64_t saturated = value.negative ? negI(width, limit) : limit;
  if (value.isInf())
    return {saturated, false};
  uint64_t magnitude;
  if (value.exponent <= 0) {
    magnitude = value.exponent > -64 ? value.significand >> -value.exponent : 0;
  } else {
    if (value.exponent > std::countl_zero(value.significand))
      return {saturated, false};
    magnitude = value.significand << value.exponent;
  }
  if (magnitude > limit)
    return {saturated, false};
  return {value.negative ? negI(width, magnitude) : magnitude, true};
}

uint64_t numerics::intToFloat(ElementKind from, uint64_t bits, bool isSigned,
                              ElementKind to, Rounding rounding) {
  assert(isInteger(from) && "expected an integer kind");
  const FloatFormat &format = floatFormat(to);
  unsigned width = bitWidth(from);
  bool negative = isSigned && (bits & signedMin(width));
  uint64_t magnitude = negative ? negI(width, bits) : bits;
  if (magnitude == 0)
    return packZero(format, false);
  Exact exact = {negative, false, 0, magnitude};
  return roundToFormat(format, exact, rounding, FloatOverflow::NaN);
}

double numerics::toDouble(ElementKind kind, uint64_t bits) {
  return std::bit_cast<double>(convertFloat(kind, ElementKind::F64, bits));
}

uint64_t numerics::fromDouble(ElementKind kind, double value, Rounding rounding,
                              FloatOverflow overflow) {
  return convertFloat(ElementKind::F64, kind, std::bit_cast<uint64_t>(value),
                      rounding, overflow);
}
