//===- Driver/Hints/HintRules.h - messages and what was meant --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is a piece of an error's message, and what may have been meant. The
// first rule that applies and knows something gives the note: those for names
// come first, then those for syntax, blocks and types.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_HINTS_HINTRULES_H
#define TESSERA_LIB_DRIVER_HINTS_HINTRULES_H

#include "FaultyText.h"

namespace tessera::driver {

/// A note of an error.
struct Hint {
  std::string text;
  /// Where it applies, if not at the error.
  std::optional<std::pair<unsigned, unsigned>> place;
};

class HintRule {
public:
  using Finder = std::string (*)(const FaultyText &);

  /// Errors whose message contains `message`: what `finder` finds, if anything.
  constexpr HintRule(llvm::StringRef message, Finder finder)
      : message(message), finder(finder) {}
  /// The same with one answer for all of them.
  constexpr HintRule(llvm::StringRef message, llvm::StringRef answer)
      : message(message), answer(answer) {}

  bool appliesTo(const FaultyText &fault) const {
    return fault.message.contains(message);
  }
  /// What to write; empty if the rule does not know.
  std::string find(const FaultyText &fault) const {
    return finder ? finder(fault) : answer.str();
  }

private:
  llvm::StringRef message, answer;
  Finder finder = nullptr;
};

/// Names of ops and values, and keywords.
llvm::ArrayRef<HintRule> nameHints();
/// Punctuation, numbers, comments and loops.
llvm::ArrayRef<HintRule> syntaxHints();
/// How blocks end.
llvm::ArrayRef<HintRule> blockHints();
/// Types, shapes and what ops take.
llvm::ArrayRef<HintRule> typeHints();

/// Of an error at the end of the text: the brace that nobody closes. Nothing if
/// all are closed.
std::optional<Hint> findOpenBrace(llvm::StringRef text);
/// Of an op whose body ends in another op than it should: where it ends, and
/// what to write there.
std::optional<Hint> findTerminator(const FaultyText &fault);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_HINTS_HINTRULES_H
