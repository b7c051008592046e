//===- Support/TextGuard.cpp - texts MLIR's parser cannot take ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/TextGuard.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

/// The text after a string literal or comment that begins at `rest`, or `rest`
/// itself if none does.
static StringRef skipOpaque(StringRef rest) {
  if (rest.starts_with("//"))
    return rest.drop_until([](char c) { return c == '\n'; });
  if (!rest.starts_with("\""))
    return rest;
  size_t end = 1;
  while (end < rest.size() && rest[end] != '"' && rest[end] != '\n')
    end += rest[end] == '\\' ? 2 : 1;
  return rest.drop_front(std::min(end + 1, rest.size()));
}

/// True for `array<index`, with or without blanks: the parser takes the width
/// of a type that has none.
static bool isIndexArray(StringRef rest) {
  return rest.consume_front("array") &&
         (rest = rest.ltrim()).consume_front("<") &&
         rest.ltrim().starts_with("index");
}

/// The digits and `x` that `rest` begins with: extents written without blanks.
static StringRef leadingExtents(StringRef rest) {
  return rest.take_while([](char c) { return isDigit(c) || c == 'x'; });
}

static tessera::TextProblem makeProblem(StringRef text, StringRef rest,
                                        std::string reason) {
  StringRef before = text.drop_back(rest.size());
  size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
  return {static_cast<unsigned>(before.count('\n') + 1),
          static_cast<unsigned>(before.size() - lineBegin + 1),
          std::move(reason)};
}

std::optional<tessera::TextProblem>
tessera::findUnparsableText(StringRef text) {
  unsigned depth = 0;
  for (StringRef rest = text; !rest.empty();) {
    StringRef skipped = skipOpaque(rest);
    if (skipped.size() != rest.size()) {
      rest = skipped;
      continue;
    }
    if (StringRef extents = leadingExtents(rest); !extents.empty()) {
      if (extents.size() > kMaxExtentsLength)
        return makeProblem(text, rest,
                           "expected extents of at most " +
                               std::to_string(kMaxExtentsLength) +
                               " characters, got more");
      rest = rest.drop_front(extents.size());
      continue;
    }
    switch (rest.front()) {
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > kMaxTextNesting)
        return makeProblem(text, rest,
                           "expected brackets nested at most " +
                               std::to_string(kMaxTextNesting) +
                               " deep, got more");
      break;
    case '-':
      // The `>` of an arrow closes nothing.
      if (rest.starts_with("->"))
        rest = rest.drop_front();
      break;
    case ')':
    case ']':
    case '}':
    case '>':
      depth -= depth != 0;
      break;
    case 'a':
      if (isIndexArray(rest))
        return makeProblem(text, rest,
                           "arrays of index are not supported: no Tile IR "
                           "attribute is one");
      break;
    default:
      break;
    }
    rest = rest.drop_front();
  }
  return std::nullopt;
}
