//===- Layout/LayoutSpec.cpp - layouts by name ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive-descent reader of one line; each family of names has a function.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LayoutSpec.h"
#include "TextCursor.h"
#include "tessera/Layout/Fragments.h"
#include "tessera/Layout/MemoryLayouts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <limits>

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

/// Reads a number that fits 31 bits.
static Expected<unsigned> parseNumber(TextCursor &cursor) {
  TextCursor before = cursor;
  Expected<uint64_t> value = cursor.integer();
  if (!value)
    return value.takeError();
  if (*value > uint64_t(std::numeric_limits<int32_t>::max()))
    return before.fail("a number below 2^31");
  return static_cast<unsigned>(*value);
}

/// Reads `prefix` and a number: "x4".
static Expected<unsigned> parseNumber(TextCursor &cursor, StringRef prefix) {
  if (Error error = cursor.expect(prefix))
    return std::move(error);
  return parseNumber(cursor);
}

template <typename T>
static Error parseList(TextCursor &cursor, SmallVectorImpl<T> &list) {
  if (Error error = cursor.expect("["))
    return error;
  if (cursor.take("]"))
    return Error::success();
  do {
    Expected<unsigned> value = parseNumber(cursor);
    if (!value)
      return value.takeError();
    list.push_back(*value);
  } while (cursor.take(","));
  return cursor.expect("]");
}

/// Reads "(key=value, ...)"; `read` takes the value of a known key and returns
/// std::nullopt for an unknown one. A key may come once.
static Error
parseArguments(TextCursor &cursor, StringRef known,
               function_ref<std::optional<Error>(StringRef)> read) {
  if (Error error = cursor.expect("("))
    return error;
  if (cursor.take(")"))
    return Error::success();
  SmallVector<StringRef> seen;
  do {
    TextCursor before = cursor;
    StringRef key = cursor.word();
    if (is_contained(seen, key))
      return before.fail("each argument once");
    seen.push_back(key);
    TextCursor afterKey = cursor;
    bool hasValue = cursor.take("=");
    std::optional<Error> result = read(key);
    if (!result)
      return before.fail("one of " + known);
    if (*result) {
      // Without '=' the value's complaint would name the wrong thing.
      if (hasValue)
        return std::move(*result);
      consumeError(std::move(*result));
    }
    if (!hasValue)
      return afterKey.fail("'='");
  } while (cursor.take(","));
  return cursor.expect(")");
}

/// Without an order, the last index is the fastest.
static void defaultOrder(SmallVectorImpl<unsigned> &order, size_t rank) {
  if (order.empty())
    for (size_t index = rank; index-- > 0;)
      order.push_back(index);
}

static Expected<LinearLayout> parseBlocked(TextCursor &cursor) {
  BlockedParams params;
  Error error =
      parseArguments(cursor, "shape, registers, lanes, warps, blocks, order",
                     [&](StringRef key) -> std::optional<Error> {
                       if (key == "order")
                         return parseList(cursor, params.order);
                       SmallVectorImpl<int64_t> *list =
                           StringSwitch<SmallVectorImpl<int64_t> *>(key)
                               .Case("shape", &params.shape)
                               .Case("registers", &params.registers)
                               .Case("lanes", &params.lanes)
                               .Case("warps", &params.warps)
                               .Case("blocks", &params.blocks)
                               .Default(nullptr);
                       if (!list)
                         return std::nullopt;
                       return parseList(cursor, *list);
                     });
  if (error)
    return std::move(error);
  defaultOrder(params.order, params.shape.size());
  return blocked(params);
}

static Expected<LinearLayout> parseShared(TextCursor &cursor) {
  SmallVector<int64_t> shape;
  SmallVector<unsigned> order, custom;
  unsigned bits = 0;
  SwizzleMode mode = SwizzleMode::None;
  auto parseSwizzle = [&]() -> Error {
    TextCursor before = cursor;
    if (cursor.take("[")) {
      cursor = before;
      if (Error error = parseList(cursor, custom))
        return error;
      return custom.size() == 3 ? Error::success()
                                : before.fail("[bits,base,shift]");
    }
    std::optional<SwizzleMode> named =
        StringSwitch<std::optional<SwizzleMode>>(cursor.word())
            .Case("none", SwizzleMode::None)
            .Case("32", SwizzleMode::B32)
            .Case("64", SwizzleMode::B64)
            .Case("128", SwizzleMode::B128)
            .Case("128a32", SwizzleMode::B128Atom32)
            .Case("128a64", SwizzleMode::B128Atom64)
            .Default(std::nullopt);
    if (!named)
      return before.fail("none, 32, 64, 128, 128a32, 128a64 or "
                         "[bits,base,shift]");
    mode = *named;
    return Error::success();
  };
  Error error = parseArguments(cursor, "shape, bits, swizzle, order",
                               [&](StringRef key) -> std::optional<Error> {
                                 if (key == "shape")
                                   return parseList(cursor, shape);
                                 if (key == "order")
                                   return parseList(cursor, order);
                                 if (key == "swizzle")
                                   return parseSwizzle();
                                 if (key != "bits")
                                   return std::nullopt;
                                 Expected<unsigned> value = parseNumber(cursor);
                                 if (!value)
                                   return value.takeError();
                                 bits = *value;
                                 return Error::success();
                               });
  if (error)
    return std::move(error);
  defaultOrder(order, shape.size());
  if (!custom.empty())
    return sharedSwizzled(shape, order, bits,
                          {custom[0], custom[1], custom[2]});
  return sharedTile(shape, order, bits, mode);
}

static Expected<LinearLayout> parseMma(TextCursor &cursor) {
  MmaShape shape;
  for (auto [prefix, size] :
       {std::pair(".m", &shape.m), std::pair("n", &shape.n),
        std::pair("k", &shape.k)}) {
    Expected<unsigned> value = parseNumber(cursor, prefix);
    if (!value)
      return value.takeError();
    *size = *value;
  }
  if (cursor.take(".C"))
    return mmaFragment(shape, MmaOperand::C, 0);
  bool isA = cursor.take(".A");
  if (!isA && !cursor.take(".B"))
    return cursor.fail("'.A', '.B' or '.C'");
  Expected<unsigned> bits = parseNumber(cursor, ".b");
  if (!bits)
    return bits.takeError();
  return mmaFragment(shape, isA ? MmaOperand::A : MmaOperand::B, *bits);
}

static Expected<LinearLayout> parseWgmma(TextCursor &cursor) {
  if (cursor.take(".A")) {
    Expected<unsigned> bits = parseNumber(cursor, ".b");
    if (!bits)
      return bits.takeError();
    return wgmmaA(*bits);
  }
  Expected<unsigned> n = parseNumber(cursor, ".m64n");
  if (!n)
    return n.takeError();
  if (Error error = cursor.expect(".C"))
    return std::move(error);
  return wgmmaAccumulator(*n);
}

static Expected<LinearLayout> parseTcgen05(TextCursor &cursor) {
  if (Error error = cursor.expect("."))
    return std::move(error);
  TextCursor before = cursor;
  std::optional<TmemShape> shape =
      StringSwitch<std::optional<TmemShape>>(cursor.word())
          .Case("32x32b", TmemShape::L32x32b)
          .Case("16x64b", TmemShape::L16x64b)
          .Case("16x128b", TmemShape::L16x128b)
          .Case("16x256b", TmemShape::L16x256b)
          .Case("16x32bx2", TmemShape::L16x32bx2)
          .Default(std::nullopt);
  if (!shape)
    return before.fail("32x32b, 16x64b, 16x128b, 16x256b or 16x32bx2");
  Expected<unsigned> repeat = parseNumber(cursor, ".x");
  if (!repeat)
    return repeat.takeError();
  unsigned split = 0;
  if (cursor.take(".split")) {
    Expected<unsigned> value = parseNumber(cursor);
    if (!value)
      return value.takeError();
    split = *value;
  }
  bool warpgroup = cursor.take(".warpgroup");
  return tcgen05Registers(*shape, *repeat, warpgroup, split);
}

static Expected<LinearLayout> parseTmem(TextCursor &cursor) {
  if (Error error = cursor.expect("."))
    return std::move(error);
  TextCursor before = cursor;
  StringRef name = cursor.word();
  if (name.size() != 1 || name[0] < 'A' || name[0] > 'G')
    return before.fail("a data path from A to G");
  Expected<unsigned> m = parseNumber(cursor, ".m");
  if (!m)
    return m.takeError();
  Expected<unsigned> n = parseNumber(cursor, "n");
  if (!n)
    return n.takeError();
  return tmemAccumulator(static_cast<DataPath>(name[0] - 'A'), *m, *n);
}

static Expected<LinearLayout> parseMatrixMove(TextCursor &cursor, bool isLoad,
                                              bool addresses) {
  MatrixMove move;
  bool mayTranspose = false, mustTranspose = false;
  if (cursor.take(".m8n8.")) {
    move = MatrixMove::M8N8;
    mayTranspose = true;
  } else if (isLoad && cursor.take(".m16n16.")) {
    move = MatrixMove::M16N16Trans;
    mustTranspose = true;
  } else if (isLoad && cursor.take(".m8n16.")) {
    move = MatrixMove::M8N16;
  } else if (!isLoad && cursor.take(".m16n8.")) {
    move = MatrixMove::M16N8Trans;
    mustTranspose = true;
  } else {
    return cursor.fail(isLoad ? "'.m8n8', '.m16n16' or '.m8n16'"
                              : "'.m8n8' or '.m16n8'");
  }
  Expected<unsigned> count = parseNumber(cursor, "x");
  if (!count)
    return count.takeError();
  if (mustTranspose) {
    if (Error error = cursor.expect(".trans"))
      return std::move(error);
  } else if (mayTranspose && cursor.take(".trans")) {
    move = MatrixMove::M8N8Trans;
  }
  return addresses ? matrixAddresses(move, *count)
                   : matrixRegisters(move, *count);
}

static Expected<LinearLayout> parseNamed(TextCursor &cursor) {
  TextCursor before = cursor;
  StringRef name = cursor.word();
  bool addresses = name == "addresses";
  if (addresses) {
    if (Error error = cursor.expect("."))
      return std::move(error);
    before = cursor;
    name = cursor.word();
  }
  if (name == "ldmatrix" || name == "stmatrix")
    return parseMatrixMove(cursor, name == "ldmatrix", addresses);
  if (addresses)
    return before.fail("ldmatrix or stmatrix");
  auto *parse = StringSwitch<Expected<LinearLayout> (*)(TextCursor &)>(name)
                    .Case("blocked", parseBlocked)
                    .Case("shared", parseShared)
                    .Case("mma", parseMma)
                    .Case("wgmma", parseWgmma)
                    .Case("tcgen05", parseTcgen05)
                    .Case("tmem", parseTmem)
                    .Default(nullptr);
  if (!parse)
    return before.fail("blocked, shared, mma, wgmma, tcgen05, tmem, ldmatrix, "
                       "stmatrix, addresses or '{'");
  return parse(cursor);
}

Expected<LinearLayout> layout::parseLayoutSpec(StringRef spec) {
  TextCursor cursor(spec);
  if (spec.ltrim().starts_with("{"))
    return LinearLayout::parse(spec);
  Expected<LinearLayout> result = parseNamed(cursor);
  if (result && !cursor.atEnd())
    return cursor.fail("the end");
  return result;
}
