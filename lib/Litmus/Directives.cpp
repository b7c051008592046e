//===- Litmus/Directives.cpp - the //! lines -------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the `//!` lines out of a file and parses one after the other. Short
// ones are parsed here, the others by DirectiveParsers.h.
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "DirectiveParsers.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;

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

/// A text between double quotes; `problem` says what is wrong with one that
/// does not end, or with an empty one unless it `mayBeEmpty`.
static Error parseQuoted(Cursor &cursor, std::string &text, StringRef problem,
                         bool mayBeEmpty) {
  if (Error error = cursor.expect("\""))
    return error;
  size_t length = cursor.rest().find('"');
  if (length == StringRef::npos || (length == 0 && !mayBeEmpty))
    return cursor.error(problem);
  text = cursor.rest().take_front(length).str();
  cursor.advance(length + 1);
  return Error::success();
}

/// `exists` or `~exists`: both ask whether the outcome is possible.
static Error parseExists(Cursor &cursor, Directives &directives) {
  if (directives.condition.kind != Condition::Kind::True)
    return cursor.error("expected only one exists line");
  return parseCondition(cursor, directives, directives.condition);
}

static Error parseForall(Cursor &cursor, Directives &directives) {
  Condition all;
  std::swap(all, directives.condition);
  if (all.kind != Condition::Kind::True)
    return cursor.error("expected only one exists line");
  if (Error error = parseCondition(cursor, directives, all))
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

static Error parseLine(Cursor &cursor, Directives &directives) {
  Cursor start = cursor;
  bool negated = cursor.consume("~");
  StringRef keyword = cursor.word();
  Error error = Error::success();
  if (keyword == "exists")
    error = parseExists(cursor, directives);
  else if (keyword == "litmus" && !negated)
    error = parseQuoted(cursor, directives.name, "expected '\"'",
                        /*mayBeEmpty=*/true);
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
    error = parseQuoted(cursor, directives.bytecode,
                        "expected the name of a file", /*mayBeEmpty=*/false);
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
