//===- Litmus/Cursor.cpp - a position in one //! line -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words, numbers and punctuation; errors name the file, the line and the
// column.
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;

Error Cursor::error(const Twine &message) const {
  // Spaces belong to what follows them.
  size_t at = position;
  while (at < text.size() && isSpace(text[at]))
    ++at;
  return makeError(file + ":" + Twine(line) + ":" + Twine(column + at) + ": " +
                   message);
}

void Cursor::skipSpace() {
  while (position < text.size() && isSpace(text[position]))
    ++position;
}

bool Cursor::atEnd() {
  skipSpace();
  return position == text.size() || rest().starts_with("//");
}

bool Cursor::consume(StringRef token) {
  skipSpace();
  if (!rest().starts_with(token))
    return false;
  position += token.size();
  return true;
}

Error Cursor::expect(StringRef token) {
  if (consume(token))
    return Error::success();
  return error("expected '" + token + "'");
}

StringRef Cursor::word() {
  skipSpace();
  StringRef taken = rest().take_while([](char c) {
    return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
  });
  position += taken.size();
  return taken;
}

Expected<int64_t> Cursor::number() {
  skipSpace();
  size_t length = rest().starts_with("-") ? 1 : 0;
  while (length < rest().size() && isDigit(rest()[length]))
    ++length;
  int64_t value = 0;
  if (rest().take_front(length).getAsInteger(10, value))
    return error("expected a number");
  position += length;
  return value;
}

Error Cursor::numeral(int64_t &integer, double &real, bool &isFloat) {
  skipSpace();
  StringRef taken = rest().take_while(
      [](char c) { return isAlnum(c) || c == '.' || c == '-' || c == '+'; });
  isFloat = taken.contains('.');
  if (isFloat ? taken.getAsDouble(real) : taken.getAsInteger(0, integer))
    return error("expected a number");
  position += taken.size();
  return Error::success();
}
