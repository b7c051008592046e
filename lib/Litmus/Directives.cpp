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

#include <array>

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;

static constexpr int64_t maxArrayLength = 4096;
static constexpr size_t maxVariables = 64;
static constexpr size_t maxThreads = 16;
static constexpr unsigned maxNesting = 64;

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
  StringRef type = cursor.word();
  uint32_t size = StringSwitch<uint32_t>(type)
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
    int64_t offset = 0;
    if (cursor.consume("+")) {
      Expected<int64_t> parsed = cursor.number();
      if (!parsed)
        return parsed.takeError();
      offset = *parsed;
    }
    if (!image.addAlias(name, size, length, Variable(*other), offset))
      return start.error("'" + name +
                         "' does not fit into the variable it aliases");
    return Error::success();
  }
  int64_t address = -1;
  if (cursor.consume("@") && cursor.word().getAsInteger(0, address))
    return cursor.error("expected an address");
  if (Error error = cursor.expect("="))
    return error;
  Cursor valueAt = cursor;
  Condition value;
  if (Error error =
          cursor.numeral(value.value, value.floatValue, value.isFloat))
    return error;
  if (value.isFloat && (!type.contains('f') || type == "bf16"))
    return valueAt.error("expected an integer for " + type);
  uint64_t bits = value.bits(8 * size);
  if (address < 0)
    image.add(name, size, length, bits);
  else if (!image.addAt(name, size, length, bits, address))
    return start.error("expected an address from 0x10000000 on that no other "
                       "variable has");
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

/// grid=(x[,y[,z]]): one thread per tile block, named "B0.0", "B0.1", ...
static Error parseGrid(Cursor &cursor, interp::Dim3 &grid) {
  std::array<int64_t, 3> extents = {1, 1, 1};
  if (Error error = cursor.expect("("))
    return error;
  for (size_t i = 0; i < extents.size(); ++i) {
    Cursor at = cursor;
    Expected<int64_t> extent = cursor.number();
    if (!extent)
      return extent.takeError();
    if (*extent < 1 || *extent > static_cast<int64_t>(maxThreads))
      return at.error("expected 1 to " + Twine(maxThreads) + " blocks, got " +
                      Twine(*extent));
    extents[i] = *extent;
    if (!cursor.consume(","))
      break;
  }
  grid = {static_cast<uint32_t>(extents[0]), static_cast<uint32_t>(extents[1]),
          static_cast<uint32_t>(extents[2])};
  return cursor.expect(")");
}

/// args=(n=3, p=x+4, 0=2.5)
static Error parseArguments(Cursor &cursor, const Directives &directives,
                            std::vector<ArgumentDirective> &arguments) {
  if (Error error = cursor.expect("("))
    return error;
  do {
    ArgumentDirective argument;
    argument.name = cursor.word().str();
    if (argument.name.empty())
      return cursor.error("expected the name or position of an argument");
    if (Error error = cursor.expect("="))
      return error;
    Cursor valueAt = cursor;
    const Variable *variable = directives.image.find(cursor.word());
    if (variable) {
      argument.bits = variable->address;
      if (cursor.consume("+")) {
        Expected<int64_t> offset = cursor.number();
        if (!offset)
          return offset.takeError();
        argument.bits += *offset;
      }
    } else {
      cursor = valueAt;
      int64_t integer = 0;
      if (Error error =
              cursor.numeral(integer, argument.number, argument.isFloat))
        return valueAt.error("expected a number or a variable of init");
      argument.bits = static_cast<uint64_t>(integer);
    }
    arguments.push_back(std::move(argument));
  } while (cursor.consume(","));
  return cursor.expect(")");
}

/// The rest of a tile thread: entry, grid and arguments.
static Error parseTileThread(Cursor &cursor, Directives &directives,
                             ThreadDirective thread) {
  if (Error error = cursor.expect("entry=@"))
    return error;
  thread.entry = cursor.word().str();
  while (true) {
    Error error = Error::success();
    if (cursor.consume("grid="))
      error = parseGrid(cursor, thread.grid);
    else if (cursor.consume("args="))
      error = parseArguments(cursor, directives, thread.arguments);
    else if (cursor.consume("kernel="))
      thread.agent.kernel = cursor.word().str();
    else
      break;
    if (error)
      return error;
  }
  interp::Dim3 grid = thread.grid;
  uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z;
  if (directives.threads.size() + blocks > maxThreads)
    return thread.where.error("too many threads: the limit is " +
                              Twine(maxThreads));
  for (uint32_t i = 0; i < blocks; ++i) {
    ThreadDirective one{thread.agent,     thread.entry, {},          grid,
                        thread.arguments, nullptr,      thread.where};
    one.block = {i % grid.x, i / grid.x % grid.y, i / grid.x / grid.y};
    if (blocks > 1)
      one.agent.name += "." + std::to_string(i);
    one.agent.block = "tile " + one.agent.name;
    directives.threads.push_back(std::move(one));
  }
  return Error::success();
}

static Error parseThread(Cursor &cursor, Directives &directives) {
  Cursor start = cursor;
  ThreadDirective thread{{}, "", {}, {1, 1, 1}, {}, nullptr, start};
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
    return parseTileThread(cursor, directives, std::move(thread));
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
    if (cursor.consume("kernel="))
      thread.agent.kernel = cursor.word().str();
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

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static Error parseExpect(Cursor &cursor, Directives &directives) {
  Expectation expectation;
  Cursor start = cursor;
  std::optional<Verdict> verdict = parseVerdict(cursor.word());
  if (!verdict)
    return start.error("expected allowed, forbidden, racy, thin-air or "
                       "needs-progress");
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

static Error parseForall(Cursor &cursor, Directives &directives) {
  Condition all;
  std::swap(all, directives.condition);
  if (all.kind != Condition::Kind::True)
    return cursor.error("expected only one exists line");
  if (Error error = parseOr(cursor, directives, all, 0))
    return error;
  directives.condition.kind = Condition::Kind::Not;
  directives.condition.children.push_back(std::move(all));
  directives.isForall = true;
  return Error::success();
}

static Error parseBound(Cursor &cursor, Directives &directives) {
  Cursor start = cursor;
  Expected<int64_t> bound = cursor.number();
  if (!bound)
    return bound.takeError();
  if (*bound < 1 || *bound > 64)
    return start.error("expected a bound from 1 to 64, got " + Twine(*bound));
  directives.bound = *bound;
  return Error::success();
}

/// stream k0, k1, ... [programmatic]: each kernel comes after those before it.
static Error parseStream(Cursor &cursor, Directives &directives) {
  std::vector<std::string> kernels;
  do {
    kernels.push_back(cursor.word().str());
    if (kernels.back().empty())
      return cursor.error("expected the name of a kernel");
  } while (cursor.consume(","));
  bool isProgrammatic = cursor.consume("programmatic");
  for (size_t i = 0; i < kernels.size(); ++i)
    for (size_t j = i + 1; j < kernels.size(); ++j)
      directives.kernels.push_back({kernels[i], kernels[j], isProgrammatic});
  return Error::success();
}

static Error parseBytecode(Cursor &cursor, Directives &directives) {
  if (Error error = cursor.expect("\""))
    return error;
  size_t length = cursor.rest().find('"');
  if (length == StringRef::npos || length == 0)
    return cursor.error("expected the name of a file");
  directives.bytecode = cursor.rest().take_front(length).str();
  cursor.advance(length + 1);
  return Error::success();
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
  else if (keyword == "forall" && !negated)
    error = parseForall(cursor, directives);
  else if (keyword == "bound" && !negated)
    error = parseBound(cursor, directives);
  else if (keyword == "stream" && !negated)
    error = parseStream(cursor, directives);
  else if (keyword == "bytecode" && !negated)
    error = parseBytecode(cursor, directives);
  else
    error = start.error("expected litmus, init, thread, stream, bound, "
                        "bytecode, exists, ~exists, forall or expect, got '" +
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
  for (const KernelOrder &order : directives.kernels)
    for (const std::string &kernel : {order.first, order.second})
      if (none_of(directives.threads, [&](const ThreadDirective &thread) {
            return thread.agent.kernel == kernel;
          }))
        return makeError(file + ":1:1: no thread is in kernel '" + kernel +
                         "'");
  return directives;
}
