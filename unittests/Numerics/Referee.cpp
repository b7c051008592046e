//===- Numerics/Referee.cpp - independent judges for Numerics ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format facts are written out again here, from the specification's prose, so
// that a wrong constant in FloatFormat.h cannot hide.
//
//===----------------------------------------------------------------------===//

#include "Referee.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

namespace {

struct Fields {
  int sign, exponent, mantissa, bias, shift;
};

Fields fieldsOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return {1, 5, 10, 15, 0};
  case ElementKind::BF16:
    return {1, 8, 7, 127, 0};
  case ElementKind::F32:
    return {1, 8, 23, 127, 0};
  case ElementKind::TF32:
    return {1, 8, 10, 127, 13};
  case ElementKind::F64:
    return {1, 11, 52, 1023, 0};
  case ElementKind::F8E4M3FN:
    return {1, 4, 3, 7, 0};
  case ElementKind::F8E5M2:
    return {1, 5, 2, 15, 0};
  case ElementKind::F8E8M0FNU:
    return {0, 8, 0, 127, 0};
  case ElementKind::F4E2M1FN:
    return {1, 2, 1, 1, 0};
  case ElementKind::F8E5M3FNU:
    return {0, 5, 3, 15, 0};
  default:
    ADD_FAILURE() << "not a float kind";
    return {};
  }
}

bool isIEEE(ElementKind kind) {
  return kind != ElementKind::F8E4M3FN && kind != ElementKind::F8E8M0FNU &&
         kind != ElementKind::F4E2M1FN && kind != ElementKind::F8E5M3FNU;
}

} // namespace

std::vector<uint64_t> test::allPatterns(ElementKind kind) {
  Fields f = fieldsOf(kind);
  std::vector<uint64_t> result;
  for (uint64_t i = 0; i < uint64_t(1) << (f.sign + f.exponent + f.mantissa);
       ++i)
    result.push_back(i << f.shift);
  return result;
}

std::vector<uint64_t> test::edgePatterns(ElementKind kind) {
  Fields f = fieldsOf(kind);
  uint64_t implicit = uint64_t(1) << f.mantissa;
  uint64_t top = (uint64_t(1) << f.exponent) - 1;
  std::vector<uint64_t> magnitudes;
  auto add = [&](uint64_t field, uint64_t mantissa) {
    if (field <= top)
      magnitudes.push_back(field * implicit + mantissa % implicit);
  };
  for (uint64_t field :
       {uint64_t(0), uint64_t(1), uint64_t(2), uint64_t(f.bias) - 1,
        uint64_t(f.bias), uint64_t(f.bias) + 1, uint64_t(f.bias) + f.mantissa,
        uint64_t(f.bias) + f.mantissa + 1, uint64_t(f.mantissa), top - 1, top})
    for (uint64_t mantissa : {uint64_t(0), uint64_t(1), implicit - 1,
                              implicit / 2, implicit / 2 + 1, implicit / 3})
      add(field, mantissa);
  std::sort(magnitudes.begin(), magnitudes.end());
  magnitudes.erase(std::unique(magnitudes.begin(), magnitudes.end()),
                   magnitudes.end());
  std::vector<uint64_t> result;
  for (uint64_t m : magnitudes) {
    result.push_back(m << f.shift);
    if (f.sign)
      result.push_back((m | uint64_t(1) << (f.exponent + f.mantissa))
                       << f.shift);
  }
  return result;
}

uint64_t test::randomPattern(ElementKind kind, std::mt19937_64 &random) {
  Fields f = fieldsOf(kind);
  unsigned width = f.sign + f.exponent + f.mantissa;
  uint64_t bits = random() >> (64 - width);
  if (random() & 1) {
    uint64_t spread = std::min(f.mantissa + 3, f.bias);
    uint64_t field = f.bias - spread + random() % (2 * spread + 1);
    uint64_t mask = ((uint64_t(1) << f.exponent) - 1) << f.mantissa;
    bits = (bits & ~mask) | (field << f.mantissa & mask);
  }
  return bits << f.shift;
}

double test::valueOf(ElementKind kind, uint64_t bits) {
  Fields f = fieldsOf(kind);
  bits >>= f.shift;
  uint64_t mantissa = bits & ((uint64_t(1) << f.mantissa) - 1);
  uint64_t field = bits >> f.mantissa & ((uint64_t(1) << f.exponent) - 1);
  bool negative = f.sign && (bits >> (f.exponent + f.mantissa) & 1);
  uint64_t top = (uint64_t(1) << f.exponent) - 1;
  double nan = std::numeric_limits<double>::quiet_NaN();
  double result;
  if (isIEEE(kind) && field == top)
    result = mantissa ? nan : std::numeric_limits<double>::infinity();
  else if (!isIEEE(kind) && kind != ElementKind::F4E2M1FN && field == top &&
           mantissa == (uint64_t(1) << f.mantissa) - 1)
    result = nan;
  else if (field == 0 && kind != ElementKind::F8E8M0FNU)
    result = std::ldexp(double(mantissa), 1 - f.bias - f.mantissa);
  else
    result = std::ldexp(double(mantissa | uint64_t(1) << f.mantissa),
                        int(field) - f.bias - f.mantissa);
  return negative ? -result : result;
}

GridReferee::GridReferee(ElementKind kind) : kind(kind) {
  Fields f = fieldsOf(kind);
  hasSign = f.sign;
  hasInf = isIEEE(kind);
  hasNaN = kind != ElementKind::F4E2M1FN;
  unsigned magnitudeBits = f.exponent + f.mantissa;
  sign = hasSign ? uint64_t(1) << magnitudeBits << f.shift : 0;
  infinity = nan = 0;
  for (uint64_t i = 0; i < uint64_t(1) << magnitudeBits; ++i) {
    uint64_t bits = i << f.shift;
    double value = valueOf(kind, bits);
    if (std::isinf(value))
      infinity = bits;
    if (!std::isfinite(value))
      continue;
    values.push_back(value);
    patterns.push_back(bits);
  }
  nan = ((uint64_t(1) << magnitudeBits) - 1) << f.shift;
  size_t n = values.size();
  // For f8E8M0FNU the next value doubles; elsewhere the last gap repeats.
  beyond = kind == ElementKind::F8E8M0FNU ? 2 * values[n - 1]
                                          : 2 * values[n - 1] - values[n - 2];
}

uint64_t GridReferee::round(double value, Rounding rounding,
                            FloatOverflow overflow) const {
  bool negative = std::signbit(value);
  if (negative && !hasSign) {
    if (value != 0)
      return nan;
    negative = false;
  }
  double magnitude = std::fabs(value);
  uint64_t signBits = negative ? sign : 0;
  size_t last = values.size() - 1;
  uint64_t tooLarge = hasInf ? infinity
                      : overflow == FloatOverflow::NaN && hasNaN
                          ? nan
                          : patterns[last];
  if (std::isinf(magnitude))
    return signBits | tooLarge;
  if (magnitude <= values[0])
    return signBits | patterns[0];
  // Neighbours low <= magnitude < high, with `beyond` after the last.
  size_t low = std::upper_bound(values.begin(), values.end(), magnitude) -
               values.begin() - 1;
  double lowValue = values[low];
  double highValue = low == last ? beyond : values[low + 1];
  bool up = false;
  if (magnitude > lowValue) {
    double middle = lowValue + (highValue - lowValue) / 2;
    bool tieUp = rounding == Rounding::NearestAway ||
                 // One significant bit is always odd.
                 kind == ElementKind::F8E8M0FNU ||
                 (patterns[low] >> fieldsOf(kind).shift) % 2 == 1;
    switch (rounding) {
    case Rounding::NearestEven:
    case Rounding::NearestAway:
      up = magnitude > middle || (magnitude == middle && tieUp);
      break;
    case Rounding::Zero:
      break;
    case Rounding::NegativeInf:
      up = negative;
      break;
    case Rounding::PositiveInf:
      up = !negative;
      break;
    }
    // Far beyond the end every nearest mode overflows.
    if (low == last && magnitude >= beyond &&
        (rounding == Rounding::NearestEven ||
         rounding == Rounding::NearestAway))
      up = true;
  }
  if (!up)
    return signBits | patterns[low];
  return signBits | (low == last ? tooLarge : patterns[low + 1]);
}

const llvm::fltSemantics *test::semanticsOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return &llvm::APFloat::IEEEhalf();
  case ElementKind::BF16:
    return &llvm::APFloat::BFloat();
  case ElementKind::F32:
    return &llvm::APFloat::IEEEsingle();
  case ElementKind::TF32:
    return &llvm::APFloat::FloatTF32();
  case ElementKind::F64:
    return &llvm::APFloat::IEEEdouble();
  case ElementKind::F8E4M3FN:
    return &llvm::APFloat::Float8E4M3FN();
  case ElementKind::F8E5M2:
    return &llvm::APFloat::Float8E5M2();
  case ElementKind::F8E8M0FNU:
    return &llvm::APFloat::Float8E8M0FNU();
  case ElementKind::F4E2M1FN:
    return &llvm::APFloat::Float4E2M1FN();
  default:
    return nullptr;
  }
}

llvm::APFloat::roundingMode test::apRounding(Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return llvm::APFloat::rmNearestTiesToEven;
  case Rounding::Zero:
    return llvm::APFloat::rmTowardZero;
  case Rounding::NegativeInf:
    return llvm::APFloat::rmTowardNegative;
  case Rounding::PositiveInf:
    return llvm::APFloat::rmTowardPositive;
  case Rounding::NearestAway:
    return llvm::APFloat::rmNearestTiesToAway;
  }
  return llvm::APFloat::rmNearestTiesToEven;
}

llvm::APFloat test::toAP(ElementKind kind, uint64_t bits) {
  Fields f = fieldsOf(kind);
  return llvm::APFloat(
      *semanticsOf(kind),
      llvm::APInt(f.sign + f.exponent + f.mantissa, bits >> f.shift));
}

uint64_t test::fromAP(ElementKind kind, const llvm::APFloat &value) {
  return value.bitcastToAPInt().getZExtValue() << fieldsOf(kind).shift;
}

uint64_t test::canonicalNaNOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
  case ElementKind::BF16:
    return 0x7FFF;
  case ElementKind::F32:
    return 0x7FFFFFFF;
  case ElementKind::F64:
    return 0x7FF8000000000000;
  case ElementKind::F8E4M3FN:
    return 0x7F;
  case ElementKind::F8E5M2:
    return 0x7E;
  default:
    ADD_FAILURE() << "no canonical NaN fixed for this kind";
    return 0;
  }
}

uint64_t test::fromAPCanonical(ElementKind kind, const llvm::APFloat &value) {
  return value.isNaN() ? canonicalNaNOf(kind) : fromAP(kind, value);
}

std::string test::describe(const char *what, ElementKind kind) {
  return std::string(what) + " " + std::string(elementName(kind));
}
