//===- Driver/Compare.cpp - got against expected ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The comparison of Compare.h. Integer differences are taken in 128 bits: an
// f64 cannot tell neighbouring i64 values apart.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Compare.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

Expected<Tolerance> Tolerance::parse(StringRef text) {
  Tolerance tolerance;
  auto [absolute, relative] = text.split(',');
  auto parseOne = [](StringRef part, double &value) {
    return !part.getAsDouble(value) && std::isfinite(value) && value >= 0;
  };
  if (!parseOne(absolute, tolerance.absolute) ||
      (text.contains(',') && !parseOne(relative, tolerance.relative)))
    return makeError("expected a tolerance ABS or ABS,REL, got '" + text + "'");
  return tolerance;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

/// The type of the reference's elements if the user declared none.
static std::optional<ElementKind> chooseKind(const NpyDType &dtype,
                                             ElementKind compared) {
  std::optional<ElementKind> natural = naturalKind(dtype);
  bool isRaw = !natural ||
               (numerics::isInteger(*natural) && *natural != ElementKind::I1);
  // Integers that stand for a float array can only be its bits.
  if (isRaw && numerics::isFloat(compared))
    return compared;
  return natural ? natural : compared;
}

Expected<Reference> Reference::open(StringRef source, ElementKind kind,
                                    ArrayRef<int64_t> shape) {
  std::string path;
  std::optional<ElementKind> declared;
  if (Error error = parseFileSource(source, path, declared))
    return error;
  Expected<NpyFile> file = NpyFile::open(path);
  if (!file)
    return file.takeError();
  const NpyDType &dtype = file->header().dtype;
  auto fail = [&](Error error) {
    return prefixError("reference '" + path + "': ", std::move(error));
  };
  if (!declared) {
    declared = chooseKind(dtype, kind);
    if (declared == naturalKind(dtype))
      declared.reset();
  }
  Expected<HostArray> values = HostArray::fromFile(*file, declared);
  if (!values)
    return fail(values.takeError());
  if (numerics::isFloat(values->kind()) != numerics::isFloat(kind))
    return fail(makeError("cannot compare " +
                          StringRef(numerics::elementName(kind)) + " with " +
                          StringRef(numerics::elementName(values->kind()))));
  if (values->shape() != shape)
    return fail(makeError("expected " + describeArray(kind, shape) + ", got " +
                          describeArray(values->kind(), values->shape())));
  return Reference(std::move(*values), dtype.kind == 'u');
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {
/// What one pair of elements says.
struct Difference {
  double error, allowed;
};
} // namespace

static Difference compareFloats(double got, double expected,
                                Tolerance tolerance) {
  double infinity = HUGE_VAL;
  if (std::isnan(got) || std::isnan(expected))
    return {std::isnan(got) && std::isnan(expected) ? 0.0 : infinity, 0};
  if (got == expected)
    return {0, 0};
  if (std::isinf(got) || std::isinf(expected))
    return {infinity, 0};
  return {std::fabs(got - expected),
          tolerance.absolute + tolerance.relative * std::fabs(expected)};
}

static Difference compareIntegers(__int128 got, __int128 expected,
                                  Tolerance tolerance) {
  __int128 difference = got < expected ? expected - got : got - expected;
  __int128 magnitude = expected < 0 ? -expected : expected;
  return {static_cast<double>(difference),
          tolerance.absolute +
              tolerance.relative * static_cast<double>(magnitude)};
}

static __int128 widen(uint64_t bits, ElementKind kind, bool isUnsigned) {
  unsigned width = numerics::bitWidth(kind);
  if (isUnsigned || width == 1)
    return bits & maxUIntN(width);
  return SignExtend64(bits, width);
}

Comparison Reference::compare(const HostArray &got, Tolerance tolerance) const {
  Comparison result;
  result.numElements = got.numElements();
  bool isFloat = numerics::isFloat(got.kind());
  int64_t worst = -1;
  double worstExcess = 0;
  for (int64_t i = 0, e = got.numElements(); i < e; ++i) {
    uint64_t gotBits = got.get(i), expectedBits = values.get(i);
    Difference difference =
        isFloat
            ? compareFloats(numerics::toDouble(got.kind(), gotBits),
                            numerics::toDouble(values.kind(), expectedBits),
                            tolerance)
            : compareIntegers(widen(gotBits, got.kind(), isUnsigned),
                              widen(expectedBits, values.kind(), isUnsigned),
                              tolerance);
    double excess = difference.error - difference.allowed;
    result.maxError = std::max(result.maxError, difference.error);
    if (excess > 0)
      ++result.numOutside;
    // Outside beats inside; among those inside the largest error counts.
    bool isWorse =
        worst < 0 ||
        (excess > 0 ? excess > worstExcess
                    : worstExcess <= 0 && difference.error > result.worstError);
    if (!isWorse)
      continue;
    worst = i;
    worstExcess = excess;
    result.worstError = difference.error;
    result.worstAllowed = difference.allowed;
  }
  if (worst < 0)
    return result;
  auto print = [&](const HostArray &array) {
    uint64_t bits = array.get(worst);
    return isUnsigned && !isFloat ? std::to_string(bits)
                                  : formatValue(bits, array.kind());
  };
  result.worstGot = print(got);
  result.worstExpected = print(values);
  for (int64_t stride : got.strides()) {
    result.worstIndex.push_back(worst / stride);
    worst %= stride;
  }
  return result;
}
