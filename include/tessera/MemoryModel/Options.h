//===- MemoryModel/Options.h - readings of the model as named options -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model's open points as data: every choice that can be changed has an id,
// its values and a default (memory-model.md 1.5), and every axiom and derived
// rule can be switched off to see what it is for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_OPTIONS_H
#define TESSERA_MEMORYMODEL_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <string>

namespace tessera::memmodel {

/// Indices into choices(); the names are the document's.
enum class ChoiceId : uint8_t {
  G1,
  G2,
  G3,
  G5,
  G6,
  G7,
  G8,
  G9,
  G10,
  G11,
  G12,
  G13,
  G16,
  PX,
  A1,
  A2,
  A3,
  A4,
  HB,
  Chain,
};
inline constexpr unsigned numChoices = 20;

struct Choice {
  const char *id;
  const char *question;
  /// The first value is the default.
  llvm::ArrayRef<const char *> values;
};

/// All choices, in the order of ChoiceId.
llvm::ArrayRef<Choice> choices();

class Options {
public:
  /// Parses "G3=poloc,A4=off" on top of the defaults.
  static llvm::Expected<Options> parse(llvm::StringRef text);

  /// Index of the chosen value; 0 is the default.
  unsigned get(ChoiceId id) const {
    return selected[static_cast<unsigned>(id)];
  }
  bool isDefault(ChoiceId id) const { return get(id) == 0; }
  /// "G3=poloc,A4=off": what is not the default; empty if nothing.
  std::string str() const;
  /// The same reading with one choice changed.
  Options with(ChoiceId id, unsigned value) const {
    Options other = *this;
    other.selected[static_cast<unsigned>(id)] = static_cast<uint8_t>(value);
    return other;
  }
  bool operator==(const Options &) const = default;

private:
  std::array<uint8_t, numChoices> selected{};
};

// Values of the choices that have more than "default or not".
enum class ProgramOrder : uint8_t { TokensOnly, SameLocation, SameInstruction };
/// Syntactic: reads-from and dependencies have no cycle; WithTokens: tokens
/// count as dependencies.
enum class NoThinAir : uint8_t { Grounded, Off, Syntactic, WithTokens };
inline NoThinAir noThinAir(const Options &options) {
  return static_cast<NoThinAir>(options.get(ChoiceId::G13));
}
inline ProgramOrder programOrder(const Options &options) {
  return static_cast<ProgramOrder>(options.get(ChoiceId::G3));
}

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_OPTIONS_H
