//===- PTX/Lexer.h - the tokens of PTX ----------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits text into tokens that refer to it. Never fails: what is no token comes
// out as Invalid with its reason in `error`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_LEXER_H
#define TESSERA_LIB_PTX_LEXER_H

#include "tessera/PTX/Diagnostic.h"

namespace tessera::ptx {

enum class TokenKind : uint8_t {
  Identifier, // foo %r1 $L__BB0 _
  Dot,        // .global .L1::evict_first .128x128b; `text` has no dot
  Integer,
  Float,
  String, // `text` has no quotes
  Punctuation,
  End,
  Invalid,
};

struct Token {
  TokenKind kind = TokenKind::End;
  llvm::StringRef text;
  SourceLocation location;
  const char *error = nullptr;
  bool is(llvm::StringRef punctuation) const {
    return kind == TokenKind::Punctuation && text == punctuation;
  }
};

class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : rest(text), lineStart(text.data()) {}
  Token next();

private:
  /// Skips blanks and comments; false when a comment does not end.
  bool skipBlanks();
  Token number();
  Token take(TokenKind kind, size_t length);

  llvm::StringRef rest;
  const char *lineStart;
  uint32_t line = 1;
};

/// Text of a diagnostic for a token.
std::string describe(const Token &token);

} // namespace tessera::ptx

#endif // TESSERA_LIB_PTX_LEXER_H
