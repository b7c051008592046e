//===- Litmus/ThreadDirective.cpp - who executes what ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses `//! thread`: a tile block or a grid of them with its arguments, or
// the instructions of a thread of PTX or of the host.
//
//===----------------------------------------------------------------------===//

#include "DirectiveParsers.h"
#include "tessera/MemoryModel/PtxThread.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;

static constexpr size_t maxThreads = 16;

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

Error litmus::parseThread(Cursor &cursor, Directives &directives) {
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
