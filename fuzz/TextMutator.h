//===- fuzz/TextMutator.h - mutations of Tile IR text -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random bytes never get past a parser, so the text fuzzer mutates tokens and
// lines: the result is mostly well-formed text with one thing wrong.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_TEXTMUTATOR_H
#define TESSERA_FUZZ_TEXTMUTATOR_H

#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::fuzz {

/// A small deterministic generator: a mutation depends on its seed only.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 2 + 1) {}
  uint64_t next();
  /// A number in [0, bound); `bound` must not be 0.
  size_t below(size_t bound) { return next() % bound; }

private:
  uint64_t state;
};

/// `text` with one to four token or line mutations applied.
std::string mutateText(std::string_view text, Random &random);

/// `first` with some lines of `second` put in.
std::string spliceTexts(std::string_view first, std::string_view second,
                        Random &random);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_TEXTMUTATOR_H
