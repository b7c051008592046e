//===- Litmus/Directives.cpp - the //! lines --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive-descent parser over one line at a time. Everything that a file
// could make large (arrays, nesting, threads) has a limit here.
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "tessera/MemoryModel/PtxThread.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;

static constexpr int64_t maxArrayLength = 4096;
static constexpr size_t maxVariables = 64;
static constexpr size_t maxThreads = 16;
static constexpr unsigned maxNesting = 64;

//===----------------------------------------------------------------------===//
// Cursor
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// init
//===----------------------------------------------------------------------===//

static Error parseVariable(Cursor &cursor, MemoryImage &image) {
  Cursor start = cursor;
  StringRef name = cursor.word();
  if (name.empty())
    return cursor.error("expected a variable name");
  if (image.find(name))
    return start.error("variable '" + name + "' is there already");
  if (image.variables().size() == maxVariables)
    return start.error("too many variables: the limit is " +
                       Twine(maxVariables));
  if (Error error = cursor.expect(":"))
    return error;
  Cursor typeAt = cursor;
  uint32_t size = StringSwitch<uint32_t>(cursor.word())
                      .Case("i8", 1)
                      .Cases({"i16", "f16", "bf16"}, 2)
                      .Cases({"i32", "f32"}, 4)
                      .Cases({"i64", "f64"}, 8)
                      .Default(0);
  if (size == 0)
    return typeAt.error("expected an element type of 1, 2, 4 or 8 bytes");
  int64_t length = 1;
  if (cursor.consume("[")) {
    Cursor lengthAt = cursor;
    Expected<int64_t> parsed = cursor.number();
    if (!parsed)
      return parsed.takeError();
    length = *parsed;
    if (length < 1 || length > maxArrayLength)
      return lengthAt.error("expected a length from 1 to " +
                            Twine(maxArrayLength) + ", got " + Twine(length));
    if (Error error = cursor.expect("]"))
      return error;
  }
  if (cursor.consume("alias")) {
    const Variable *other = image.find(cursor.word());
    if (!other)
      return start.error("expected a variable after 'alias'");
    if (!image.addAlias(name, size, length, Variable(*other)))
      return start.error("'" + name +
                         "' does not fit into the variable it aliases");
    return Error::success();
  }
  if (Error error = cursor.expect("="))
    return error;
  Expected<int64_t> value = cursor.number();
  if (!value)
    return value.takeError();
  image.add(name, size, length, static_cast<uint64_t>(*value));
  return Error::success();
}

static Error parseInit(Cursor &cursor, MemoryImage &image) {
  do {
    if (Error error = parseVariable(cursor, image))
      return error;
  } while (cursor.consume(","));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// thread
//===----------------------------------------------------------------------===//

static Error parsePlace(Cursor &cursor, Agent &agent) {
  Cursor start = cursor;
  StringRef place = cursor.word();
  if (place == "host") {
    agent.gpu = -1;
    agent.block = "host";
    return Error::success();
  }
  if (!place.consume_front("gpu") || place.getAsInteger(10, agent.gpu) ||
      agent.gpu < 0)
    return start.error("expected gpu0, gpu1, ... or host");
  return Error::success();
}

static Error parseThread(Cursor &cursor, Directives &directives) {
  Cursor start = cursor;
  ThreadDirective thread{{}, "", nullptr, start};
  StringRef name = cursor.word();
  if (name.empty())
    return cursor.error("expected a thread name");
  if (any_of(directives.threads,
             [&](const auto &other) { return other.agent.name == name; }))
    return start.error("thread '" + name + "' is there already");
  if (directives.threads.size() == maxThreads)
    return start.error("too many threads: the limit is " + Twine(maxThreads));
  thread.agent.name = name.str();
  Cursor kindAt = cursor;
  StringRef kind = cursor.word();
  if (kind == "tile") {
    if (Error error = parsePlace(cursor, thread.agent))
      return error;
    if (thread.agent.gpu < 0)
      return kindAt.error("a tile block cannot run on the host");
    if (Error error = cursor.expect("entry=@"))
      return error;
    thread.entry = cursor.word().str();
    thread.agent.block = "tile " + thread.agent.name;
    if (cursor.consume("grid"))
      return cursor.error("grid= is not supported yet: write a thread per "
                          "block");
    directives.threads.push_back(std::move(thread));
    return Error::success();
  }
  if (kind != "ptx" && kind != "host")
    return kindAt.error("expected tile, ptx or host");
  thread.agent.isTile = false;
  if (kind == "host") {
    thread.agent.gpu = -1;
    thread.agent.block = "host";
  } else if (Error error = parsePlace(cursor, thread.agent))
    return error;
  if (thread.agent.gpu >= 0) {
    if (Error error = cursor.expect("cta:"))
      return error;
    thread.agent.block = ("cta " + cursor.word()).str();
  }
  if (Error error = cursor.expect("{"))
    return error;
  size_t length = cursor.rest().find('}');
  if (length == StringRef::npos)
    return cursor.error("expected '}'");
  size_t offset = 0;
  Expected<std::unique_ptr<ThreadBody>> body = parsePtxThread(
      cursor.rest().take_front(length), directives.image, offset);
  if (!body) {
    cursor.advance(offset);
    return cursor.error(toString(body.takeError()));
  }
  thread.body = std::move(*body);
  cursor.advance(length + 1);
  directives.threads.push_back(std::move(thread));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// exists
//===----------------------------------------------------------------------===//

static Error parseOr(Cursor &cursor, const Directives &directives,
                     Condition &condition, unsigned depth);

static Error parseComparison(Cursor &cursor, Condition &condition) {
  condition.isEqual = cursor.consume("==");
  if (!condition.isEqual && !cursor.consume("!="))
    return cursor.error("expected '==' or '!='");
  Expected<int64_t> value = cursor.number();
  if (!value)
    return value.takeError();
  condition.value = *value;
  return Error::success();
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
  StringRef name = cursor.word();
  if (cursor.consume(":%")) {
    auto thread = find_if(directives.threads,
                          [&](const auto &t) { return t.agent.name == name; });
    if (thread == directives.threads.end())
      return start.error("unknown thread '" + name + "'");
    condition.kind = Condition::Kind::Register;
    condition.agent = thread - directives.threads.begin();
    condition.name = cursor.word().str();
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

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static Error parseExpect(Cursor &cursor, Directives &directives) {
  Expectation expectation;
  Cursor start = cursor;
  std::optional<Verdict> verdict = parseVerdict(cursor.word());
  if (!verdict)
    return start.error("expected allowed, forbidden, racy or thin-air");
  expectation.verdict = *verdict;
  if (cursor.consume("under")) {
    cursor.skipSpace();
    Cursor optionsAt = cursor;
    StringRef text = cursor.rest().take_until([](char c) { return c == '/'; });
    Expected<Options> options = Options::parse(text.trim());
    if (!options)
      return optionsAt.error(toString(options.takeError()));
    expectation.options = *options;
    cursor.advance(text.size());
  }
  directives.expectations.push_back(expectation);
  return Error::success();
}

static Error parseName(Cursor &cursor, Directives &directives) {
  if (Error error = cursor.expect("\""))
    return error;
  size_t length = cursor.rest().find('"');
  if (length == StringRef::npos)
    return cursor.error("expected '\"'");
  directives.name = cursor.rest().take_front(length).str();
  cursor.advance(length + 1);
  return Error::success();
}

/// `exists` or `~exists`: both ask whether the outcome is possible.
static Error parseExists(Cursor &cursor, Directives &directives) {
  if (directives.condition.kind != Condition::Kind::True)
    return cursor.error("expected only one exists line");
  return parseOr(cursor, directives, directives.condition, 0);
}

static Error parseLine(Cursor &cursor, Directives &directives) {
  Cursor start = cursor;
  bool negated = cursor.consume("~");
  StringRef keyword = cursor.word();
  Error error = Error::success();
  if (keyword == "exists")
    error = parseExists(cursor, directives);
  else if (keyword == "litmus" && !negated)
    error = parseName(cursor, directives);
  else if (keyword == "init" && !negated)
    error = parseInit(cursor, directives.image);
  else if (keyword == "thread" && !negated)
    error = parseThread(cursor, directives);
  else if (keyword == "expect" && !negated)
    error = parseExpect(cursor, directives);
  else
    error = start.error("expected litmus, init, thread, exists, ~exists or "
                        "expect, got '" +
                        keyword + "'");
  if (error)
    return error;
  if (!cursor.atEnd())
    return cursor.error("unexpected text after the directive");
  return Error::success();
}

Expected<Directives> litmus::parseDirectives(StringRef file, StringRef text) {
  Directives directives;
  unsigned number = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    StringRef trimmed = line.ltrim();
    if (!trimmed.starts_with("//!"))
      continue;
    unsigned column = line.size() - trimmed.size() + 4;
    Cursor cursor(file, number, column, trimmed.drop_front(3).rtrim());
    if (Error error = parseLine(cursor, directives))
      return std::move(error);
  }
  auto missing = [&](StringRef what) {
    return makeError(file + ":1:1: expected a '//! " + what + "' line");
  };
  if (directives.threads.empty())
    return missing("thread");
  if (directives.condition.kind == Condition::Kind::True)
    return missing("exists");
  return directives;
}
