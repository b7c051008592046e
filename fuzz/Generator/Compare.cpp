//===- fuzz/Generator/Compare.cpp - the comparison rule -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/random-programs.md states the rule: bit-equal, any NaN equals any NaN,
// and the tolerance of the array where the generator gave it one.
//
//===----------------------------------------------------------------------===//

#include "Road.h"
#include "tessera/Numerics/Convert.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

using namespace tessera;
using namespace tessera::fuzz;

static uint64_t elementBits(const std::vector<uint64_t> &array,
                            ElementKind kind, uint64_t index) {
  auto *bytes = reinterpret_cast<const uint8_t *>(array.data());
  if (kind == ElementKind::F4E2M1FN)
    return bytes[index / 2] >> (index % 2 * 4) & 15;
  unsigned size = numerics::memoryBits(kind) / 8;
  uint64_t bits = 0;
  std::memcpy(&bits, bytes + index * size, size);
  return bits;
}

/// Position of a number in the order of its format; zeros coincide.
static int64_t ordinal(const numerics::FloatFormat &format, uint64_t bits) {
  int64_t magnitude = (bits & format.magnitudeMask()) >> format.containerShift;
  return bits & format.signMask() ? -magnitude : magnitude;
}

static bool equalFloats(ElementKind kind, uint64_t expected, uint64_t actual,
                        const Tolerance &tolerance) {
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  if (expected == actual)
    return true;
  if (format.isNaN(expected) || format.isNaN(actual))
    return format.isNaN(expected) && format.isNaN(actual);
  if (tolerance.exact())
    return false;
  int64_t a = ordinal(format, expected), b = ordinal(format, actual);
  // A bound in ulps does not excuse another sign, also not that of a zero.
  bool sameSign = !((expected ^ actual) & format.signMask());
  uint64_t distance =
      a > b ? uint64_t(a) - uint64_t(b) : uint64_t(b) - uint64_t(a);
  if (sameSign && distance <= tolerance.ulps)
    return true;
  return std::abs(numerics::toDouble(kind, expected) -
                  numerics::toDouble(kind, actual)) <= tolerance.absolute &&
         tolerance.absolute > 0;
}

std::optional<Mismatch> fuzz::compareOutcomes(const Program &program,
                                              const Outcome &expected,
                                              const Outcome &actual) {
  Mismatch mismatch;
  if (actual.status != Outcome::Status::Done) {
    if (actual.status == Outcome::Status::Refused)
      return std::nullopt;
    mismatch.text = actual.message;
    return mismatch;
  }
  for (auto [i, parameter] : llvm::enumerate(program.parameters)) {
    if (!parameter.isBuffer)
      continue;
    for (uint64_t e = 0; e < parameter.count; ++e) {
      uint64_t want = elementBits(expected.arrays[i], parameter.kind, e);
      uint64_t got = elementBits(actual.arrays[i], parameter.kind, e);
      bool isFloat = numerics::isFloat(parameter.kind);
      if (isFloat ? equalFloats(parameter.kind, want, got, parameter.tolerance)
                  : want == got)
        continue;
      mismatch.parameter = i;
      mismatch.element = e;
      llvm::raw_string_ostream os(mismatch.text);
      os << "parameter " << i << " (" << parameter.name << ", "
         << numerics::elementName(parameter.kind) << ") element " << e
         << ": expected " << llvm::format_hex(want, 4) << ", got "
         << llvm::format_hex(got, 4);
      if (isFloat)
        os << " (" << numerics::toDouble(parameter.kind, want) << ", "
           << numerics::toDouble(parameter.kind, got) << "; allowed "
           << parameter.tolerance.ulps << " ulp, "
           << parameter.tolerance.absolute << ")";
      return mismatch;
    }
  }
  if (expected.printed != actual.printed) {
    mismatch.text = "printed lines differ";
    for (size_t i = 0;
         i < std::max(expected.printed.size(), actual.printed.size()); ++i) {
      std::string want =
          i < expected.printed.size() ? expected.printed[i] : "nothing";
      std::string got =
          i < actual.printed.size() ? actual.printed[i] : "nothing";
      if (want == got)
        continue;
      mismatch.text += ": expected '" + want + "', got '" + got + "'";
      break;
    }
    return mismatch;
  }
  return std::nullopt;
}
