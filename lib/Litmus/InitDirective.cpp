//===- Litmus/InitDirective.cpp - variables in memory ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses `//! init`: names, types, lengths, aliases, addresses and values.
//
//===----------------------------------------------------------------------===//

#include "DirectiveParsers.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;

static constexpr int64_t maxArrayLength = 4096;
static constexpr size_t maxVariables = 64;

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

Error litmus::parseInit(Cursor &cursor, MemoryImage &image) {
  do {
    if (Error error = parseVariable(cursor, image))
      return error;
  } while (cursor.consume(","));
  return Error::success();
}
