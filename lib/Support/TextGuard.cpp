//===- Support/TextGuard.cpp - texts MLIR's parser cannot take ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans a text once, byte by byte, and stops at the first place that the
// parser could not take.
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

static bool isNameCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.';
}

/// The name that `rest` begins with, with its `%`, `@`, `^`, `#` or `!`.
static StringRef leadingName(StringRef rest) {
  bool hasSigil = StringRef("%@^#!").contains(rest.front());
  if (!hasSigil && !isAlpha(rest.front()) && rest.front() != '_')
    return {};
  StringRef tail = rest.drop_front().drop_while(isNameCharacter);
  return rest.drop_back(tail.size());
}

/// The number that `rest` begins with: hexadecimal digits behind `0x`, or
/// digits, a fraction and an exponent.
static StringRef leadingNumber(StringRef rest) {
  auto digit = [](char c) { return isDigit(c); };
  StringRef tail = rest;
  if (tail.consume_front("0x")) {
    tail = tail.drop_while([](char c) { return isHexDigit(c); });
    return rest.drop_back(tail.size());
  }
  tail = tail.drop_while(digit);
  if (tail.starts_with("."))
    tail = tail.drop_front().drop_while(digit);
  StringRef exponent = tail;
  if (exponent.consume_front("e") || exponent.consume_front("E")) {
    if (!exponent.consume_front("-"))
      exponent.consume_front("+");
    if (!exponent.empty() && isDigit(exponent.front()))
      tail = exponent.drop_while(digit);
  }
  return rest.drop_back(tail.size());
}

static tessera::TextProblem makeProblem(StringRef text, StringRef rest,
                                        std::string reason) {
  StringRef before = text.drop_back(rest.size());
  size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
  return {static_cast<unsigned>(before.count('\n') + 1),
          static_cast<unsigned>(before.size() - lineBegin + 1),
          std::move(reason)};
}

/// Takes a name, a number or extents off `rest`, or a single character.
static std::optional<tessera::TextProblem> takeWord(StringRef text,
                                                    StringRef &rest) {
  using namespace tessera;
  StringRef extents = leadingExtents(rest);
  StringRef number = isDigit(rest.front()) ? leadingNumber(rest) : StringRef();
  if (extents.size() > kMaxExtentsLength && number.size() < extents.size())
    return makeProblem(text, rest,
                       "expected extents of at most " +
                           std::to_string(kMaxExtentsLength) +
                           " characters, got more");
  if (number.size() > kMaxNumberLength)
    return makeProblem(text, rest,
                       "expected a number of at most " +
                           std::to_string(kMaxNumberLength) +
                           " characters, got " + std::to_string(number.size()));
  if (rest.starts_with("a") && isIndexArray(rest))
    return makeProblem(text, rest,
                       "arrays of index are not supported: no Tile IR "
                       "attribute is one");
  size_t taken = std::max(extents.size(), number.size());
  if (taken == 0)
    taken = std::max<size_t>(1, leadingName(rest).size());
  rest = rest.drop_front(taken);
  return std::nullopt;
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
    default:
      if (std::optional<TextProblem> problem = takeWord(text, rest))
        return problem;
      continue;
    }
    rest = rest.drop_front();
  }
  return std::nullopt;
}
