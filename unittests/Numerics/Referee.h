//===- Numerics/Referee.h - independent judges for Numerics -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two judges that share no code with lib/Numerics. GridReferee rounds by the
// definition: it lists every finite value of a narrow format in order and
// picks a neighbour of the exact value. The APFloat helpers ask LLVM. Tests
// count mismatches in a Mismatches object, so that a broken bit prints a few
// lines and not a million.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_NUMERICS_REFEREE_H
#define TESSERA_UNITTESTS_NUMERICS_REFEREE_H

#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/ElementKind.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace tessera::numerics::test {

inline constexpr Rounding allRoundings[] = {
    Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf,
    Rounding::PositiveInf, Rounding::NearestAway};

inline constexpr ElementKind allFloats[] = {
    ElementKind::F16,      ElementKind::BF16,      ElementKind::F32,
    ElementKind::TF32,     ElementKind::F64,       ElementKind::F8E4M3FN,
    ElementKind::F8E5M2,   ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN,
    ElementKind::F8E5M3FNU};

inline constexpr ElementKind allIntegers[] = {
    ElementKind::I1,  ElementKind::I4,  ElementKind::I8,
    ElementKind::I16, ElementKind::I32, ElementKind::I64};

/// Counts disagreements and keeps the first ones; the destructor fails the
/// test when there were any.
class Mismatches {
public:
  explicit Mismatches(std::string what) : what(std::move(what)) {}
  ~Mismatches() {
    EXPECT_GT(checked, 0u) << what << ": nothing was checked";
    EXPECT_EQ(failed, 0u) << what << ", of " << checked << " checks; seed "
                          << std::hex << seed << "\n"
                          << report;
  }
  /// Compare bits; `inputs` are printed on a mismatch.
  void expect(uint64_t expected, uint64_t actual,
              std::initializer_list<uint64_t> inputs, const char *note = "") {
    ++checked;
    if (expected == actual)
      return;
    if (++failed > 8)
      return;
    llvm::raw_string_ostream os(report);
    os << "  " << note << " inputs";
    for (uint64_t input : inputs)
      os << " 0x" << llvm::utohexstr(input);
    os << ": expected 0x" << llvm::utohexstr(expected) << ", got 0x"
       << llvm::utohexstr(actual) << "\n";
  }

  /// Seed of every random test; printed on failure.
  static constexpr uint64_t seed = 0x7E55E7A5;

private:
  std::string what, report;
  uint64_t checked = 0, failed = 0;
};

/// Every container pattern of a kind of at most 19 bits.
std::vector<uint64_t> allPatterns(ElementKind kind);

/// Interesting patterns of a float kind: zeros, subnormal and normal borders,
/// ones, powers of two with neighbours, largest values, specials.
std::vector<uint64_t> edgePatterns(ElementKind kind);

/// A random pattern: half uniform bits, half with an exponent near that of 1.0,
/// so that two operands interact.
uint64_t randomPattern(ElementKind kind, std::mt19937_64 &random);

/// The value of a pattern by the definition of the format; NaN and infinity
/// as doubles. Written out from core.md 2.1, not from FloatFormat.
double valueOf(ElementKind kind, uint64_t bits);

/// Rounds by listing all values of a format of at most 19 bits.
class GridReferee {
public:
  explicit GridReferee(ElementKind kind);

  /// `value` (not NaN) in `kind`.
  uint64_t round(double value, Rounding rounding, FloatOverflow overflow) const;

  ElementKind getKind() const { return kind; }

private:
  ElementKind kind;
  /// Finite non-negative values in order, with their patterns.
  std::vector<double> values;
  std::vector<uint64_t> patterns;
  bool hasSign, hasInf, hasNaN;
  uint64_t sign, infinity, nan;
  /// What would follow the largest value if the format went on.
  double beyond;
};

/// LLVM's semantics of a kind; null where it has none (f8E5M3FNU).
const llvm::fltSemantics *semanticsOf(ElementKind kind);
llvm::APFloat::roundingMode apRounding(Rounding rounding);
llvm::APFloat toAP(ElementKind kind, uint64_t bits);
uint64_t fromAP(ElementKind kind, const llvm::APFloat &value);

/// fromAP with any NaN replaced by the canonical one of ops.md 2.3.
uint64_t fromAPCanonical(ElementKind kind, const llvm::APFloat &value);
uint64_t canonicalNaNOf(ElementKind kind);

std::string describe(const char *what, ElementKind kind);

} // namespace tessera::numerics::test

#endif // TESSERA_UNITTESTS_NUMERICS_REFEREE_H
