//===- Driver/Hints/BlockHints.cpp - how blocks end ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Braces that nobody closes, and ops that no block of this kind ends in.
//
//===----------------------------------------------------------------------===//

#include "HintRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// It is one that a brace of another indentation closes, the innermost such, or
/// else the last that is open at the end.
std::optional<Hint> driver::findOpenBrace(StringRef text) {
  struct Brace {
    unsigned line, column;
    size_t indentation;
  };
  SmallVector<Brace> open;
  std::optional<Brace> odd;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [number, line] : enumerate(lines)) {
    size_t indentation = line.size() - line.ltrim(" \t").size();
    bool isQuoted = false;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"' && (i == 0 || line[i - 1] != '\\'))
        isQuoted = !isQuoted;
      if (isQuoted)
        continue;
      if (line.substr(i).starts_with("//"))
        break;
      if (line[i] == '{')
        open.push_back({static_cast<unsigned>(number + 1),
                        static_cast<unsigned>(i + 1), indentation});
      if (line[i] != '}' || open.empty())
        continue;
      Brace last = open.pop_back_val();
      if (!odd && last.line != number + 1 && last.indentation != indentation)
        odd = last;
    }
  }
  if (open.empty())
    return std::nullopt;
  Brace found = odd ? *odd : open.back();
  return Hint{"this '{' is not closed", std::pair(found.line, found.column)};
}

std::optional<Hint> driver::findTerminator(const FaultyText &fault) {
  StringRef wanted = fault.message.split("a body that ends in ").second;
  wanted = wanted.take_until([](char c) { return c == ',' || c == ' '; });
  StringRef got = quotedAfter(fault.message, "got ");
  got.consume_front("cuda_tile.");
  unsigned line = fault.line, column = fault.column, depth = 0;
  std::optional<std::pair<unsigned, unsigned>> last;
  size_t start = static_cast<size_t>(fault.rest().data() - fault.text.data());
  for (size_t i = start; i < fault.text.size(); ++i, ++column) {
    char c = fault.text[i];
    if (c == '\n') {
      ++line;
      column = 0;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      if (last)
        return Hint{("write '" + wanted + "' instead").str(), last};
      return Hint{("write '" + wanted + "' in front of this '}'").str(),
                  std::pair(line, column)};
    } else if (depth == 1 && !isNameChar(fault.text[i - 1]) &&
               takeName(fault.text.drop_front(i)) == got &&
               (got == "yield" || got == "return" || got == "break" ||
                got == "continue")) {
      last = std::pair(line, column);
    }
  }
  return std::nullopt;
}

static constexpr HintRule rules[] = {
    {"'cuda_tile.return' op expected operands of the function's",
     "an entry returns nothing: store results through a pointer; regions of "
     "'if' end in 'yield'"},
};

ArrayRef<HintRule> driver::blockHints() { return rules; }
