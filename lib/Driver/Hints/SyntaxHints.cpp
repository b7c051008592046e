//===- Driver/Hints/SyntaxHints.cpp - punctuation --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is written between the names: commas, types, numbers and comments.
//
//===----------------------------------------------------------------------===//

#include "HintRules.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

static std::string hintForComma(const FaultyText &fault) {
  StringRef before = fault.before();
  StringRef op = before.rsplit('=').second.ltrim();
  bool isLoad = op.starts_with("load_") || op.starts_with("atomic_");
  if (isLoad && before.contains("->"))
    return "a load has two results, a tile and a token: write '%v, %t = " +
           takeName(op).str() + " ... -> tile<...>, token'";
  if (op.starts_with("cmpi") || op.starts_with("cmpf"))
    return "write how numbers are compared, as in 'cmpi less_than %a, %b, "
           "signed' or 'cmpf less_than ordered %a, %b'";
  if (fault.rest().ltrim().starts_with("%"))
    return "write a comma between operands";
  return "";
}

static std::string hintForColon(const FaultyText &fault) {
  StringRef op = fault.before().rsplit('=').second.ltrim();
  if (isOp(fault, takeName(op)))
    return "write the type at the end, as in '" + takeName(op).str() +
           " ... : tile<f32>'";
  return "";
}

static std::string hintForAngle(const FaultyText &fault) {
  StringRef literal = fault.rest().ltrim();
  if (!literal.starts_with("dense"))
    return "";
  StringRef type = literal.rsplit(':').second.trim();
  StringRef element = type.take_until([](char c) { return c == '>'; });
  if (size_t x = element.rfind('x'); x != StringRef::npos)
    element = element.drop_front(x + 1);
  else
    element.consume_front("tile<");
  if (element.empty())
    element = "f32";
  StringRef value = literal.drop_front(5).ltrim("<").take_until(
      [](char c) { return c == '>'; });
  return ("write 'constant <" + element + ": " + value +
          "> : ...': the type of the elements, then their value")
      .str();
}

static std::string hintForInteger(const FaultyText &fault) {
  StringRef digits =
      fault.rest().take_while([](char c) { return isDigit(c) || c == '-'; });
  return digits.empty() ? "" : "write '" + digits.str() + ".0'";
}

static std::string hintForCharacter(const FaultyText &fault) {
  StringRef rest = fault.rest();
  if (rest.starts_with(";"))
    return "operations end without ';'";
  if (rest.starts_with("#"))
    return "comments begin with '//'";
  return "";
}

static std::string hintForParen(const FaultyText &fault) {
  if (!fault.rest().starts_with("*"))
    return "";
  return "a pointer is written 'tile<ptr<f32>>'";
}

static std::string hintForStatement(const FaultyText &fault) {
  // The error may be where the last operation ended.
  StringRef next =
      StringRef(fault.rest().data(),
                static_cast<size_t>(fault.text.end() - fault.rest().data()))
          .ltrim();
  if (next.starts_with("/*") ||
      (next.starts_with("*") && fault.before().ends_with("/")))
    return "comments begin with '//' and end with the line";
  return "";
}

static constexpr HintRule rules[] = {
    {"expected ','", hintForComma},
    {"expected ':'", hintForColon},
    {"expected '<'", hintForAngle},
    {"expected ')'", hintForParen},
    {"unexpected decimal integer literal for a floating point", hintForInteger},
    {"'cuda_tile.for' expected 'in'",
     "a loop is written 'for %i in (%lower to %upper, step %step) : tile<i32> "
     "{ ... }', with values for bounds and step"},
    {"unexpected character", hintForCharacter},
    {"invalid attribute name", hintForCharacter},
    {"expected operation name in quotes", hintForStatement},
};

ArrayRef<HintRule> driver::syntaxHints() { return rules; }
