//===- Litmus/ConditionDirective.cpp - what is asked of an execution -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the condition of `//! exists` and `//! forall`: comparisons of
// variables and of values of threads, with `!`, `&&` and `||`.
//
//===----------------------------------------------------------------------===//

#include "DirectiveParsers.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;

static constexpr unsigned maxNesting = 64;

static Error parseOr(Cursor &cursor, const Directives &directives,
                     Condition &condition, unsigned depth);

static Error parseComparison(Cursor &cursor, Condition &condition) {
  condition.isEqual = cursor.consume("==");
  if (!condition.isEqual && !cursor.consume("!="))
    return cursor.error("expected '==' or '!='");
  return cursor.numeral(condition.value, condition.floatValue,
                        condition.isFloat);
}

static Expected<int64_t> parseIndex(Cursor &cursor) {
  if (!cursor.consume("["))
    return -1;
  Expected<int64_t> index = cursor.number();
  if (!index)
    return index.takeError();
  if (Error error = cursor.expect("]"))
    return std::move(error);
  if (*index < 0)
    return cursor.error("expected an index from 0");
  return *index;
}

static Error parseAtom(Cursor &cursor, const Directives &directives,
                       Condition &condition) {
  Cursor start = cursor;
  bool isGlobal = cursor.consume("@");
  StringRef name = cursor.word();
  if (isGlobal) {
    // Which globals there are is known when the module has been read.
    Expected<int64_t> index = parseIndex(cursor);
    if (!index)
      return index.takeError();
    condition.kind = Condition::Kind::Memory;
    condition.name = ("@" + name).str();
    condition.location.address = std::max<int64_t>(*index, 0);
    return parseComparison(cursor, condition);
  }
  if (cursor.consume(":")) {
    bool isValue = cursor.consume("%");
    auto thread = find_if(directives.threads,
                          [&](const auto &t) { return t.agent.name == name; });
    if (thread == directives.threads.end())
      return start.error("unknown thread '" + name + "'");
    condition.kind = Condition::Kind::Register;
    condition.agent = thread - directives.threads.begin();
    condition.name = cursor.word().str();
    // m<k>.<result>: a memory operation, for modules without names.
    if (!isValue && !StringRef(condition.name).starts_with("m"))
      return start.error("expected a value like " + name + ":%r or " + name +
                         ":m0.0");
    Expected<int64_t> index = parseIndex(cursor);
    if (!index)
      return index.takeError();
    if (*index >= 0)
      condition.name += "[" + std::to_string(*index) + "]";
    return parseComparison(cursor, condition);
  }
  const Variable *variable = directives.image.find(name);
  if (!variable)
    return start.error("expected a variable, or a value like B0:%r, got '" +
                       name + "'");
  Expected<int64_t> index = parseIndex(cursor);
  if (!index)
    return index.takeError();
  uint64_t element = std::max<int64_t>(*index, 0);
  if (element >= variable->length)
    return start.error("index " + Twine(element) + " is outside '" + name +
                       "'");
  condition.kind = Condition::Kind::Memory;
  condition.location = {variable->address + element * variable->elementSize,
                        variable->elementSize};
  return parseComparison(cursor, condition);
}

static Error parseUnary(Cursor &cursor, const Directives &directives,
                        Condition &condition, unsigned depth) {
  if (depth > maxNesting)
    return cursor.error("the condition is nested too deeply");
  if (cursor.consume("!")) {
    condition.kind = Condition::Kind::Not;
    condition.children.emplace_back();
    return parseUnary(cursor, directives, condition.children.back(), depth + 1);
  }
  if (cursor.consume("(")) {
    if (Error error = parseOr(cursor, directives, condition, depth + 1))
      return error;
    return cursor.expect(")");
  }
  return parseAtom(cursor, directives, condition);
}

static Error parseAnd(Cursor &cursor, const Directives &directives,
                      Condition &condition, unsigned depth) {
  Condition all;
  all.kind = Condition::Kind::And;
  do {
    all.children.emplace_back();
    if (Error error =
            parseUnary(cursor, directives, all.children.back(), depth))
      return error;
  } while (cursor.consume("&&"));
  condition = all.children.size() == 1 ? Condition(all.children.front()) : all;
  return Error::success();
}

static Error parseOr(Cursor &cursor, const Directives &directives,
                     Condition &condition, unsigned depth) {
  Condition any;
  any.kind = Condition::Kind::Or;
  do {
    any.children.emplace_back();
    if (Error error = parseAnd(cursor, directives, any.children.back(), depth))
      return error;
  } while (cursor.consume("||"));
  condition = any.children.size() == 1 ? Condition(any.children.front()) : any;
  return Error::success();
}

Error litmus::parseCondition(Cursor &cursor, const Directives &directives,
                             Condition &condition) {
  return parseOr(cursor, directives, condition, 0);
}
