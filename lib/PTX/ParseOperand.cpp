//===- PTX/ParseOperand.cpp - operands and constant expressions ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant expressions are evaluated while they are read, in 64 bits, with C's
// precedence; an operation on an unsigned operand is unsigned (PTX ISA,
// "Constant Expression Evaluation").
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"

using namespace llvm;
using namespace tessera::ptx;

bool Parser::operandList(StringRef end, bool tuples,
                         std::vector<Operand> &result) {
  do {
    if (operand(tuples, result.emplace_back()))
      return true;
  } while (consumeIf(","));
  return expect(end);
}

bool Parser::operand(bool tuples, Operand &result) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return tooDeep();
  result.location = token.location;
  if (consumeIf("{")) {
    result.kind = OperandKind::Vector;
    return operandList("}", false, result.operands);
  }
  if (consumeIf("[")) {
    result.kind = OperandKind::Address;
    return operandList("]", false, result.operands);
  }
  if (tuples && consumeIf("(")) {
    result.kind = OperandKind::Tuple;
    if (consumeIf(")"))
      return false;
    return operandList(")", false, result.operands);
  }
  if (token.kind == TokenKind::Identifier && token.text != "WARP_SZ")
    return nameOperand(result);
  if (token.is("!")) {
    SourceLocation location = token.location;
    advance();
    if (token.kind != TokenKind::Identifier)
      return error(location, "expected a predicate after '!'");
    result.kind = OperandKind::Not;
    return nameOperand(result.operands.emplace_back());
  }
  return constant(result);
}

bool Parser::nameOperand(Operand &result) {
  result.location = token.location;
  if (token.text == "_") {
    result.kind = OperandKind::Sink;
    advance();
  } else {
    result.kind = OperandKind::Name;
    result.name = token.text.str();
    advance();
    if (token.kind == TokenKind::Dot) {
      bool known = StringSwitch<bool>(token.text)
                       .Cases({"x", "y", "z", "w", "r", "g", "b", "a"}, true)
                       .Default(false);
      if (!known)
        return expected("a component such as '.x'");
      result.component = token.text.str();
      advance();
    } else if (symbolOffset(result.offset)) {
      return true;
    }
  }
  if (!token.is("|"))
    return false;
  // d|p. Not a list: a third name is an error at the next token.
  advance();
  Operand first = std::move(result);
  result = Operand();
  result.kind = OperandKind::Pair;
  result.location = first.location;
  result.operands.push_back(std::move(first));
  Operand &second = result.operands.emplace_back();
  second.location = token.location;
  std::string name;
  if (identifier(name, "a predicate after '|'"))
    return true;
  if (name != "_") {
    second.kind = OperandKind::Name;
    second.name = std::move(name);
  }
  return false;
}

/// +N or -N after a symbol, any number of times.
bool Parser::symbolOffset(int64_t &offset) {
  while (token.is("+") || token.is("-")) {
    bool negative = token.is("-");
    advance();
    Operand value;
    SourceLocation location = token.location;
    // Only the sum belongs to the offset; its terms are products.
    if (constantBinary(10, value))
      return true;
    if (value.kind != OperandKind::Integer)
      return error(location, "expected an integer offset");
    uint64_t sum = uint64_t(offset) + (negative ? -value.bits : value.bits);
    offset = int64_t(sum);
  }
  return false;
}

bool Parser::unsignedInteger(uint64_t &result) {
  SourceLocation location = token.location;
  if (token.kind != TokenKind::Integer && token.kind != TokenKind::Identifier &&
      token.kind != TokenKind::Punctuation)
    return expected("an integer");
  Operand value;
  if (constant(value))
    return true;
  if (value.kind != OperandKind::Integer ||
      (!value.isUnsigned && int64_t(value.bits) < 0))
    return error(location, "expected an unsigned integer");
  result = value.bits;
  return false;
}

bool Parser::literal(Operand &result) {
  result.location = token.location;
  StringRef text = token.text;
  if (token.kind == TokenKind::Identifier && text == "WARP_SZ") {
    result.kind = OperandKind::Integer;
    result.bits = 32;
  } else if (token.kind == TokenKind::Integer) {
    result.kind = OperandKind::Integer;
    result.isUnsigned = text.consume_back_insensitive("U");
    // Radix 0 knows 0x, 0b and the leading 0 of octal (and 0o, which PTX
    // lacks).
    if (text.contains_insensitive('o') || text.getAsInteger(0, result.bits))
      return error(token.location, "expected an integer of at most 64 bits, "
                                   "got '" +
                                       token.text.take_front(60) + "'");
    result.isUnsigned |= int64_t(result.bits) < 0;
  } else if (token.kind == TokenKind::Float) {
    result.kind = OperandKind::Float;
    char prefix = text.size() > 1 ? text[1] | 0x20 : '\0';
    result.width = prefix == 'f' ? 32 : 64;
    if (text[0] == '0' && (prefix == 'f' || prefix == 'd')) {
      if (text.drop_front(2).getAsInteger(16, result.bits))
        return expected("a floating-point constant");
    } else {
      APFloat value(APFloat::IEEEdouble());
      auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
      if (!status) {
        consumeError(status.takeError());
        return expected("a floating-point constant");
      }
      result.bits = value.bitcastToAPInt().getZExtValue();
    }
  } else {
    return expected("an operand");
  }
  advance();
  return false;
}

bool Parser::constantUnary(Operand &result) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return tooDeep();
  SourceLocation location = token.location;
  if (consumeIf("(")) {
    // A cast, or an expression in parentheses.
    if (isDot("s64") || isDot("u64")) {
      bool isUnsigned = token.text == "u64";
      advance();
      if (expect(")") || constantUnary(result))
        return true;
      if (result.kind != OperandKind::Integer)
        return error(location, "expected an integer to cast");
      result.isUnsigned = isUnsigned;
      return false;
    }
    return constant(result) || expect(")");
  }
  for (StringRef symbol : {"+", "-", "~", "!"}) {
    if (!consumeIf(symbol))
      continue;
    if (constantUnary(result))
      return true;
    result.location = location;
    if (result.kind == OperandKind::Float) {
      if (symbol == "~" || symbol == "!")
        return error(location, "expected an integer after '" + symbol + "'");
      if (symbol == "-")
        result.bits ^= uint64_t(1) << (result.width - 1);
      return false;
    }
    if (symbol == "-") {
      result.bits = -result.bits;
    } else if (symbol == "~") {
      result.bits = ~result.bits;
    } else if (symbol == "!") {
      result.bits = result.bits == 0;
      result.isUnsigned = false;
    }
    return false;
  }
  return literal(result);
}

static unsigned precedence(StringRef symbol) {
  return StringSwitch<unsigned>(symbol)
      .Cases({"*", "/", "%"}, 10)
      .Cases({"+", "-"}, 9)
      .Cases({"<<", ">>"}, 8)
      .Cases({"<", ">", "<=", ">="}, 7)
      .Cases({"==", "!="}, 6)
      .Case("&", 5)
      .Case("^", 4)
      .Case("|", 3)
      .Case("&&", 2)
      .Case("||", 1)
      .Default(0);
}

bool Parser::applyBinary(StringRef symbol, SourceLocation location,
                         const Operand &right, Operand &left) {
  if (left.kind != OperandKind::Integer || right.kind != OperandKind::Integer)
    return error(location, "expected integers around '" + symbol +
                               "' in a constant expression");
  bool isUnsigned = left.isUnsigned || right.isUnsigned;
  uint64_t a = left.bits, b = right.bits;
  int64_t sa = int64_t(a), sb = int64_t(b);
  if ((symbol == "/" || symbol == "%") && b == 0)
    return error(location, "division by zero in a constant expression");
  // Shifts take the type of their left operand; counts beyond 63 shift all out.
  bool arithmetic = !left.isUnsigned && sa < 0;
  uint64_t shiftedRight = b > 63 ? (arithmetic ? ~uint64_t(0) : 0)
                                 : (arithmetic ? uint64_t(sa >> b) : a >> b);
  bool less = isUnsigned ? a < b : sa < sb;
  bool minimumByMinusOne = !isUnsigned && sb == -1;
  uint64_t quotient = 0, remainder = 0;
  if (b != 0) {
    quotient = minimumByMinusOne ? -a : isUnsigned ? a / b : uint64_t(sa / sb);
    remainder = minimumByMinusOne ? 0 : isUnsigned ? a % b : uint64_t(sa % sb);
  }
  left.bits = StringSwitch<uint64_t>(symbol)
                  .Case("*", a * b)
                  .Case("/", quotient)
                  .Case("%", remainder)
                  .Case("+", a + b)
                  .Case("-", a - b)
                  .Case("<<", b > 63 ? 0 : a << b)
                  .Case(">>", shiftedRight)
                  .Case("<", less)
                  .Case(">", !less && a != b)
                  .Case("<=", less || a == b)
                  .Case(">=", !less)
                  .Case("==", a == b)
                  .Case("!=", a != b)
                  .Case("&", a & b)
                  .Case("^", a ^ b)
                  .Case("|", a | b)
                  .Case("&&", a != 0 && b != 0)
                  .Default(a != 0 || b != 0);
  unsigned level = precedence(symbol);
  bool isTruth = level == 7 || level == 6 || level <= 2;
  left.isUnsigned = isTruth ? false : level == 8 ? left.isUnsigned : isUnsigned;
  return false;
}

bool Parser::constantBinary(unsigned minimumPrecedence, Operand &result) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return tooDeep();
  if (constantUnary(result))
    return true;
  while (token.kind == TokenKind::Punctuation) {
    unsigned level = precedence(token.text);
    if (level == 0 || level < minimumPrecedence)
      return false;
    Token symbol = token;
    advance();
    Operand right;
    if (constantBinary(level + 1, right) ||
        applyBinary(symbol.text, symbol.location, right, result))
      return true;
  }
  return false;
}

bool Parser::constant(Operand &result) {
  Nesting nesting(*this);
  if (nesting.tooDeep())
    return tooDeep();
  if (constantBinary(1, result))
    return true;
  SourceLocation location = token.location;
  if (!consumeIf("?"))
    return false;
  Operand first, second;
  if (constant(first) || expect(":") || constant(second))
    return true;
  if (result.kind != OperandKind::Integer)
    return error(location, "expected an integer before '?'");
  result = result.bits != 0 ? std::move(first) : std::move(second);
  return false;
}
