//===- Support/TextGuard.h - texts MLIR's parser cannot take ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of LLVM 22 is not made for hostile text: it recurses without a
// limit, crashes on one spelling, and needs time quadratic in the length of
// `1x1x1...` (it lexes the rest again for every extent) and of a number. No
// text may crash our tools, so they look at it first. The scan is linear and
// knows strings and comments only.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_TEXTGUARD_H
#define TESSERA_SUPPORT_TEXTGUARD_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tessera {

/// Deepest nesting of (), [], {} and <> together that is passed on.
inline constexpr unsigned kMaxTextNesting = 400;

/// Longest run of extents (`16x1x8`, digits and `x`) that is passed on: rank
/// 1024 and above, which takes the parser milliseconds.
inline constexpr unsigned kMaxExtentsLength = 2048;

/// Longest number that is passed on. All digits of the least f64 are 1076
/// characters.
inline constexpr unsigned kMaxNumberLength = 2048;

/// Where and why a text cannot be parsed; lines and columns count from 1.
struct TextProblem {
  unsigned line;
  unsigned column;
  std::string reason;
};

/// The first construct of `text` that MLIR's parser would not survive.
std::optional<TextProblem> findUnparsableText(llvm::StringRef text);

} // namespace tessera

#endif // TESSERA_SUPPORT_TEXTGUARD_H
