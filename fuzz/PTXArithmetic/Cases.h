//===- fuzz/PTXArithmetic/Cases.h - random instructions ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction with random modifiers and what it must yield, computed with
// LLVM's APFloat and APInt: nothing here uses Numerics or the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_PTXARITHMETIC_CASES_H
#define TESSERA_FUZZ_PTXARITHMETIC_CASES_H

#include "llvm/ADT/APFloat.h"

#include <array>
#include <functional>
#include <random>
#include <string>

namespace tessera::fuzz {

using Engine = std::mt19937_64;
using Operands = std::array<uint64_t, 3>;

struct Case {
  /// "add.rm.f32 %d, %a, %b;"; %d, %a, %b and %c have so many bits.
  std::string text;
  unsigned outBits = 32;
  std::array<unsigned, 3> inBits{32, 32, 32};
  /// How operands are chosen: near one another in this format; null: integers.
  std::array<const llvm::fltSemantics *, 3> formats{};
  std::function<uint64_t(const Operands &)> reference;
  /// Any NaN will do where this one is expected.
  bool anyNaN = false;
};

Case makeFloatCase(Engine &random);
Case makeConversionCase(Engine &random);
Case makeIntegerCase(Engine &random);

/// Operands for one lane.
Operands makeOperands(const Case &test, Engine &random);

/// One of `list`.
template <typename T, size_t size>
const T &pick(const T (&list)[size], Engine &random) {
  return list[random() % size];
}
inline bool flip(Engine &random, unsigned in = 2) { return random() % in == 0; }

/// A format of PTX registers.
struct Format {
  const char *name;
  unsigned bits;
  const llvm::fltSemantics *semantics;
  uint64_t canonicalNaN;
};
llvm::APFloat makeFloat(const Format &format, uint64_t bits);
/// With the canonical NaN of the format.
uint64_t bitsOf(const Format &format, const llvm::APFloat &value);
/// A subnormal becomes a zero of its sign.
llvm::APFloat flush(llvm::APFloat value);

struct Rounding {
  const char *name;
  llvm::RoundingMode mode;
};
extern const Rounding roundings[4];

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_PTXARITHMETIC_CASES_H
