//===- PTX/ParseDeclaration.cpp - variables and parameters --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything from linkage to initialiser. The same declarator serves module and
// function variables, registers and parameters; the verifier tells which parts
// make sense where.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera::ptx;

bool Parser::linkageAndAttributes(Linkage &linkage) {
  if (token.kind != TokenKind::Dot)
    return false;
  linkage = StringSwitch<Linkage>(token.text)
                .Case("extern", Linkage::Extern)
                .Case("visible", Linkage::Visible)
                .Case("weak", Linkage::Weak)
                .Case("common", Linkage::Common)
                .Default(Linkage::None);
  if (linkage != Linkage::None)
    advance();
  return false;
}

/// .attribute(.managed) or .attribute(.unified(1, 2)).
bool Parser::attributeList(std::vector<std::string> &attributes) {
  advance();
  if (expect("("))
    return true;
  do {
    if (token.kind != TokenKind::Dot ||
        (token.text != "managed" && token.text != "unified"))
      return expected("'.managed' or '.unified'");
    std::string text = token.text.str();
    advance();
    if (text == "unified") {
      uint64_t low = 0, high = 0;
      if (expect("(") || unsignedInteger(low) || expect(",") ||
          unsignedInteger(high) || expect(")"))
        return true;
      text += "(" + std::to_string(low) + ", " + std::to_string(high) + ")";
    }
    attributes.push_back(std::move(text));
  } while (consumeIf(","));
  return expect(")");
}

/// Space, alignment, attributes, vector size, type and .ptr, up to the name.
bool Parser::declarationPrefix(Variable &result) {
  result.location = token.location;
  std::optional<Space> space;
  if (token.kind == TokenKind::Dot)
    space = findSpace(token.text);
  if (!space)
    return expected("a state space");
  result.space = *space;
  advance();
  bool hasType = false;
  while (token.kind == TokenKind::Dot) {
    StringRef text = token.text;
    if (text == "align" && !hasType) {
      advance();
      if (unsignedInteger(result.alignment))
        return true;
    } else if (text == "attribute") {
      if (attributeList(result.attributes))
        return true;
    } else if ((text == "v2" || text == "v4" || text == "v8") && !hasType &&
               result.vectorSize == 0) {
      result.vectorSize = uint8_t(text[1] - '0');
      advance();
    } else if (text == "ptr" && hasType && !result.isPointer) {
      result.isPointer = true;
      advance();
      if (token.kind == TokenKind::Dot)
        if (std::optional<Space> pointee = findSpace(token.text)) {
          result.pointerSpace = *pointee;
          advance();
        }
      if (isDot("align")) {
        advance();
        if (unsignedInteger(result.pointerAlignment))
          return true;
      }
    } else if (std::optional<Type> type = findType(text); type && !hasType) {
      result.type = *type;
      hasType = true;
      advance();
    } else {
      return expected(hasType ? "a name" : "a type");
    }
  }
  return hasType ? false : expected("a type");
}

/// Name, %r<12>, dimensions and initialiser.
bool Parser::declarator(Variable &result) {
  result.location = token.location;
  if (identifier(result.name, "a name"))
    return true;
  if (consumeIf("<")) {
    // A constant expression would take the '>'.
    Operand count;
    if (literal(count))
      return true;
    if (count.kind != OperandKind::Integer || count.bits > 0x7fffffff)
      return error(count.location, "expected a count of registers");
    result.range = count.bits;
    return expect(">");
  }
  while (consumeIf("[")) {
    uint64_t &extent = result.dimensions.emplace_back(0);
    if (consumeIf("]"))
      continue;
    SourceLocation location = token.location;
    if (unsignedInteger(extent) || expect("]"))
      return true;
    if (extent == 0)
      return error(location, "expected an extent of at least 1, got 0");
  }
  if (consumeIf("="))
    return initializer(result.initializer.emplace());
  return false;
}

bool Parser::variables(Linkage linkage, std::vector<Variable> &result) {
  Variable prefix;
  prefix.linkage = linkage;
  if (declarationPrefix(prefix))
    return true;
  do {
    Variable &variable = result.emplace_back(prefix);
    if (declarator(variable))
      return true;
  } while (consumeIf(","));
  return expect(";");
}

bool Parser::initializerSymbol(Initializer &result) {
  bool closes = token.text == "generic" && !result.generic;
  if (closes) {
    result.generic = true;
    advance();
    if (expect("("))
      return true;
  }
  result.value.kind = OperandKind::Name;
  result.value.location = token.location;
  if (identifier(result.value.name, "the name of a symbol"))
    return true;
  if (closes && expect(")"))
    return true;
  return symbolOffset(result.value.offset);
}

bool Parser::initializer(Initializer &result) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return tooDeep();
  if (consumeIf("{")) {
    result.isList = true;
    if (consumeIf("}"))
      return false;
    do {
      // A comma may end the list.
      if (token.is("}"))
        break;
      if (initializer(result.elements.emplace_back()))
        return true;
    } while (consumeIf(","));
    return expect("}");
  }
  if (token.kind == TokenKind::Identifier && token.text != "WARP_SZ")
    return initializerSymbol(result);
  if (constant(result.value))
    return true;
  // 0xFF00(symbol): the bits of an address that fit here.
  if (!token.is("(") || result.value.kind != OperandKind::Integer)
    return false;
  advance();
  result.mask = result.value.bits;
  result.value = Operand();
  return initializerSymbol(result) || expect(")");
}
