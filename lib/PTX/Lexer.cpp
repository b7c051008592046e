//===- PTX/Lexer.cpp - the tokens of PTX --------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names may contain '$', '%' and '_'; a '%' that no name follows is the
// operator. A dot starts a word only when a letter or digit follows; words may
// contain "::".
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;

static bool isWord(char c) { return isAlnum(c) || c == '_' || c == '$'; }

bool Lexer::skipBlanks() {
  while (!rest.empty()) {
    char c = rest.front();
    if (c == '\n') {
      ++line;
      lineStart = rest.data() + 1;
      rest = rest.drop_front();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      rest = rest.drop_front();
    } else if (rest.starts_with("//")) {
      rest = rest.drop_until([](char c) { return c == '\n'; });
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      if (end == StringRef::npos)
        return false;
      for (size_t i = 0; i < end; ++i) {
        if (rest[i] != '\n')
          continue;
        ++line;
        lineStart = rest.data() + i + 1;
      }
      rest = rest.drop_front(end + 2);
    } else {
      return true;
    }
  }
  return true;
}

Token Lexer::take(TokenKind kind, size_t length) {
  Token token;
  token.kind = kind;
  token.text = rest.take_front(length);
  token.location = {line, uint32_t(rest.data() - lineStart + 1)};
  rest = rest.drop_front(length);
  return token;
}

Token Lexer::number() {
  size_t end = 0;
  // 0f3F800000 and 0d3FF0000000000000 are bit patterns of 8 and 16 digits.
  if (rest.size() > 1 && rest[0] == '0' &&
      StringRef("fFdD").contains(rest[1])) {
    size_t digits = toLower(rest[1]) == 'f' ? 8 : 16;
    for (end = 2; end < rest.size() && isHexDigit(rest[end]);)
      ++end;
    Token token = take(TokenKind::Float, end);
    if (end != digits + 2 || (!rest.empty() && isWord(rest.front()))) {
      token.kind = TokenKind::Invalid;
      token.error = "expected 8 digits after 0f or 16 after 0d";
    }
    return token;
  }
  bool isFloat = false;
  bool isHex = rest.starts_with_insensitive("0x");
  while (end < rest.size()) {
    char c = rest[end];
    bool digitFollows = end + 1 < rest.size() && isDigit(rest[end + 1]);
    if (!isHex && c == '.' && !isFloat &&
        (digitFollows || end + 1 == rest.size() || !isWord(rest[end + 1]))) {
      isFloat = true;
    } else if ((c == '+' || c == '-') && isFloat && digitFollows &&
               toLower(rest[end - 1]) == 'e') {
      // The exponent's sign.
    } else if (!isWord(c)) {
      break;
    } else if (!isHex && toLower(c) == 'e') {
      isFloat = true;
    }
    ++end;
  }
  return take(isFloat ? TokenKind::Float : TokenKind::Integer, end);
}

Token Lexer::next() {
  if (!skipBlanks()) {
    Token token = take(TokenKind::Invalid, 2);
    token.error = "expected '*/' before the end of the file";
    rest = StringRef();
    return token;
  }
  if (rest.empty())
    return take(TokenKind::End, 0);
  char c = rest.front();
  char second = rest.size() > 1 ? rest[1] : '\0';
  if (isDigit(c))
    return number();
  if (isAlpha(c) || c == '_' || c == '$' || (c == '%' && isWord(second))) {
    size_t end = 1;
    while (end < rest.size() && isWord(rest[end]))
      ++end;
    return take(TokenKind::Identifier, end);
  }
  if (c == '.' && isWord(second)) {
    size_t end = 1;
    while (end < rest.size()) {
      if (isWord(rest[end]))
        ++end;
      else if (rest.substr(end).starts_with("::") && end + 2 < rest.size() &&
               isWord(rest[end + 2]))
        end += 2;
      else
        break;
    }
    Token token = take(TokenKind::Dot, end);
    token.text = token.text.drop_front();
    return token;
  }
  if (c == '"') {
    size_t end = rest.find_first_of("\"\n", 1);
    if (end == StringRef::npos || rest[end] == '\n') {
      Token token = take(TokenKind::Invalid, 1);
      token.error = "expected '\"' before the end of the line";
      return token;
    }
    Token token = take(TokenKind::String, end + 1);
    token.text = token.text.drop_front().drop_back();
    return token;
  }
  for (StringRef two : {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"})
    if (rest.starts_with(two))
      return take(TokenKind::Punctuation, 2);
  if (StringRef(",;:()[]{}<>+-*/%!~&|^?=@").contains(c))
    return take(TokenKind::Punctuation, 1);
  Token token = take(TokenKind::Invalid, 1);
  token.error = "expected PTX, got a character that has no meaning in it";
  return token;
}

std::string tessera::ptx::describe(const Token &token) {
  switch (token.kind) {
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::Dot:
    return ("'." + token.text.take_front(60) + "'").str();
  case TokenKind::String:
    return "a string";
  default:
    return ("'" + token.text.take_front(60) + "'").str();
  }
}
