//===- PTX/ParserImpl.h - the parser's methods --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent. As in LLVM's parsers, a method returns true on error,
// after reporting; only the first error is kept.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_PARSERIMPL_H
#define TESSERA_LIB_PTX_PARSERIMPL_H

#include "Lexer.h"
#include "tessera/PTX/Parser.h"

#include "llvm/ADT/Twine.h"

namespace tessera::ptx {

class Parser {
public:
  Parser(llvm::StringRef text, Diagnostics &diagnostics)
      : lexer(text), diagnostics(diagnostics) {
    token = lexer.next();
  }
  bool module(Module &result);

private:
  // Parser.cpp: module level.
  bool header(Module &result);
  bool targets(Module &result);
  bool item(Module &result);
  bool function(Linkage linkage, Module &result);
  bool functionDirective(Function &result);
  bool parameterList(std::vector<Variable> &result);
  bool sourceFile(SourceFile &result);
  bool section(Section &result);
  bool alias(Alias &result);
  /// `isOfFunction`: between the head of a function and its body.
  bool unknownDirective(bool isOfFunction, UnknownDirective &result);

  // ParseDeclaration.cpp: variables, registers and parameters.
  bool linkageAndAttributes(Linkage &linkage);
  bool attributeList(std::vector<std::string> &attributes);
  bool declarationPrefix(Variable &result);
  bool declarator(Variable &result);
  /// After linkage, at the state space: one or more variables up to the ';'.
  bool variables(Linkage linkage, std::vector<Variable> &result);
  bool initializer(Initializer &result);
  bool initializerSymbol(Initializer &result);

  // ParseStatement.cpp: function bodies.
  bool block(Block &result);
  bool statement(std::vector<Statement> &result);
  bool directive(std::vector<Statement> &result);
  bool labelled(const Token &name, std::vector<Statement> &result);
  bool instruction(Instruction &result);
  bool sourceLine(SourceLine &result);
  bool pragma(Pragma &result);

  // ParseOperand.cpp: operands and constant expressions.
  bool operandList(llvm::StringRef end, bool tuples,
                   std::vector<Operand> &result);
  bool operand(bool tuples, Operand &result);
  bool nameOperand(Operand &result);
  bool symbolOffset(int64_t &offset);
  bool constant(Operand &result);
  bool constantBinary(unsigned minimumPrecedence, Operand &result);
  bool constantUnary(Operand &result);
  bool applyBinary(llvm::StringRef symbol, SourceLocation location,
                   const Operand &right, Operand &left);
  bool literal(Operand &result);
  /// A constant expression that must be an unsigned integer.
  bool unsignedInteger(uint64_t &result);

  // Shared.
  bool error(SourceLocation location, const llvm::Twine &message);
  bool expected(const llvm::Twine &what);
  bool expect(llvm::StringRef punctuation);
  bool consumeIf(llvm::StringRef punctuation);
  bool isDot(llvm::StringRef name) const {
    return token.kind == TokenKind::Dot && token.text == name;
  }
  bool identifier(std::string &result, const char *what);
  void advance() { token = lexer.next(); }

  /// Counts nesting for as long as it lives.
  struct Nesting {
    explicit Nesting(Parser &parser) : parser(parser) { ++parser.depth; }
    ~Nesting() { --parser.depth; }
    bool tooDeep() const { return parser.depth > maxNestingDepth; }
    Parser &parser;
  };
  bool tooDeep() {
    return error(token.location, "expected at most " +
                                     llvm::Twine(maxNestingDepth) +
                                     " levels of nesting");
  }

  Lexer lexer;
  Diagnostics &diagnostics;
  Token token;
  unsigned depth = 0;
  bool failed = false;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_PTX_PARSERIMPL_H
