//===- PTX/ParseStatement.cpp - function bodies -------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is a declaration, a label, a block, debug information or an
// instruction. Which instructions exist is not known here.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace llvm;
using namespace tessera::ptx;

bool Parser::block(Block &result) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return tooDeep();
  result.location = token.location;
  if (expect("{"))
    return true;
  while (!token.is("}")) {
    if (token.kind == TokenKind::End)
      return expected("'}' at the end of the block");
    if (statement(result.body))
      return true;
  }
  advance();
  return false;
}

bool Parser::statement(std::vector<Statement> &result) {
  if (token.is("{")) {
    // Parsed apart: the vector may move while the block grows.
    Block inner;
    if (block(inner))
      return true;
    result.push_back({std::move(inner)});
    return false;
  }
  if (consumeIf(";"))
    return false;
  if (token.kind == TokenKind::Dot)
    return directive(result);
  Instruction parsed;
  parsed.location = token.location;
  if (token.is("@")) {
    Guard &guard = parsed.guard.emplace();
    advance();
    guard.negated = consumeIf("!");
    guard.location = token.location;
    if (identifier(guard.predicate, "a predicate"))
      return true;
  } else if (token.kind == TokenKind::Identifier) {
    Token name = token;
    advance();
    if (consumeIf(":"))
      return labelled(name, result);
    parsed.opcode = name.text.str();
  }
  if (parsed.opcode.empty() && identifier(parsed.opcode, "a statement"))
    return true;
  if (instruction(parsed))
    return true;
  result.push_back({std::move(parsed)});
  return false;
}

bool Parser::directive(std::vector<Statement> &result) {
  if (token.text == "loc") {
    SourceLine parsed;
    if (sourceLine(parsed))
      return true;
    result.push_back({std::move(parsed)});
    return false;
  }
  if (token.text == "pragma") {
    Pragma parsed;
    if (pragma(parsed))
      return true;
    result.push_back({std::move(parsed)});
    return false;
  }
  Linkage linkage = Linkage::None;
  std::vector<Variable> declared;
  if (linkageAndAttributes(linkage))
    return true;
  if (linkage == Linkage::None && !findSpace(token.text)) {
    UnknownDirective unknown;
    if (unknownDirective(/*isOfFunction=*/false, unknown))
      return true;
    result.push_back({std::move(unknown)});
    return false;
  }
  if (token.kind != TokenKind::Dot || !findSpace(token.text))
    return expected("a statement");
  if (variables(linkage, declared))
    return true;
  for (Variable &variable : declared)
    result.push_back({std::move(variable)});
  return false;
}

bool Parser::labelled(const Token &name, std::vector<Statement> &result) {
  if (isDot("branchtargets") || isDot("calltargets")) {
    TargetList list;
    list.location = name.location;
    list.label = name.text.str();
    list.isCall = token.text == "calltargets";
    advance();
    do {
      if (identifier(list.targets.emplace_back(), "a target"))
        return true;
    } while (consumeIf(","));
    result.push_back({std::move(list)});
    return expect(";");
  }
  if (isDot("callprototype")) {
    CallPrototype prototype;
    prototype.location = name.location;
    prototype.label = name.text.str();
    advance();
    std::string ignored;
    if (token.is("(") && parameterList(prototype.returns))
      return true;
    if (identifier(ignored, "'_'") ||
        (token.is("(") && parameterList(prototype.parameters)))
      return true;
    if (isDot("noreturn")) {
      prototype.noReturn = true;
      advance();
    }
    result.push_back({std::move(prototype)});
    return expect(";");
  }
  Label label;
  label.location = name.location;
  label.name = name.text.str();
  result.push_back({std::move(label)});
  return false;
}

bool Parser::instruction(Instruction &result) {
  while (token.kind == TokenKind::Dot) {
    result.modifiers.push_back({token.text.str(), token.location});
    advance();
  }
  if (consumeIf(";"))
    return false;
  return operandList(";", result.opcode == "call", result.operands);
}

bool Parser::sourceLine(SourceLine &result) {
  result.location = token.location;
  advance();
  if (unsignedInteger(result.file) || unsignedInteger(result.line) ||
      unsignedInteger(result.column))
    return true;
  if (!consumeIf(","))
    return false;
  if (token.kind != TokenKind::Identifier || token.text != "function_name")
    return expected("'function_name'");
  advance();
  if (identifier(result.function, "a label") ||
      symbolOffset(result.functionOffset) || expect(","))
    return true;
  if (token.kind != TokenKind::Identifier || token.text != "inlined_at")
    return expected("'inlined_at'");
  advance();
  return unsignedInteger(result.inlinedFile) ||
         unsignedInteger(result.inlinedLine) ||
         unsignedInteger(result.inlinedColumn);
}

bool Parser::pragma(Pragma &result) {
  result.location = token.location;
  advance();
  do {
    if (token.kind != TokenKind::String)
      return expected("a string");
    result.texts.push_back(token.text.str());
    advance();
  } while (consumeIf(","));
  return expect(";");
}
