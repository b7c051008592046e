//===- Layout/TextCursor.h - reading layout texts ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cursor over one line of text. Every failure names what was expected, what
// was found and the column, counted from 1.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LAYOUT_TEXTCURSOR_H
#define TESSERA_LIB_LAYOUT_TEXTCURSOR_H

#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::layout {

class TextCursor {
public:
  explicit TextCursor(llvm::StringRef text) : whole(text), rest(text) {}

  void skipSpace() { rest = rest.ltrim(" \t\n"); }
  bool atEnd() {
    skipSpace();
    return rest.empty();
  }
  /// Takes `token` if it comes next.
  bool take(llvm::StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }
  /// Takes `token` or fails.
  llvm::Error expect(llvm::StringRef token) {
    if (take(token))
      return llvm::Error::success();
    return fail("'" + token + "'");
  }
  /// Takes letters and digits; empty if none come next.
  llvm::StringRef word() {
    skipSpace();
    llvm::StringRef taken =
        rest.take_while([](char c) { return llvm::isAlnum(c); });
    rest = rest.drop_front(taken.size());
    return taken;
  }
  llvm::Expected<uint64_t> integer() {
    skipSpace();
    llvm::StringRef digits =
        rest.take_while([](char c) { return llvm::isDigit(c); });
    uint64_t value;
    if (digits.empty() || digits.getAsInteger(10, value))
      return fail("a number");
    rest = rest.drop_front(digits.size());
    return value;
  }
  /// "expected WHAT, got 'x' at column 5".
  llvm::Error fail(const llvm::Twine &what) {
    skipSpace();
    llvm::StringRef found = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '-'; });
    if (found.empty())
      found = rest.take_front(1);
    std::string got = found.empty() ? "the end" : ("'" + found + "'").str();
    return makeError("expected " + what + ", got " + got + " at column " +
                     llvm::Twine(whole.size() - rest.size() + 1));
  }

private:
  llvm::StringRef whole, rest;
};

} // namespace tessera::layout

#endif // TESSERA_LIB_LAYOUT_TEXTCURSOR_H
