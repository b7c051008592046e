//===- Layout/LayoutText.cpp - printing and reading layouts -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form lists the columns of every input axis as output coordinates:
//
//   {register: [(0,1), (2,0)], lane: [(0,2), (1,0)]} -> (dim0:4, dim1:4)
//
//===----------------------------------------------------------------------===//

#include "TextCursor.h"
#include "tessera/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

void LinearLayout::print(raw_ostream &os) const {
  os << '{';
  interleaveComma(input.axes(), os, [&](const Axis &axis) {
    os << dimName(axis.dim) << ": [";
    for (unsigned bit = 0; bit != axis.bits; ++bit) {
      os << (bit ? ", (" : "(");
      interleave(
          output.axes(), os,
          [&](const Axis &o) {
            os << output.get(column(axis.dim, bit), o.dim);
          },
          ",");
      os << ')';
    }
    os << ']';
  });
  os << "} -> ";
  output.print(os);
}

std::string LinearLayout::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}

namespace {
/// The columns of one input axis, as written.
struct ParsedAxis {
  Dim dim;
  SmallVector<SmallVector<uint64_t, 2>> columns;
};
} // namespace

static Expected<Dim> parseDim(TextCursor &cursor) {
  TextCursor before = cursor;
  std::optional<Dim> dim = dimNamed(cursor.word());
  if (!dim)
    return before.fail("an axis name");
  return *dim;
}

static Expected<ParsedAxis> parseAxis(TextCursor &cursor) {
  Expected<Dim> dim = parseDim(cursor);
  if (!dim)
    return dim.takeError();
  ParsedAxis axis{*dim, {}};
  if (Error error = cursor.expect(":"))
    return std::move(error);
  if (Error error = cursor.expect("["))
    return std::move(error);
  if (cursor.take("]"))
    return axis;
  do {
    if (Error error = cursor.expect("("))
      return std::move(error);
    SmallVector<uint64_t, 2> &column = axis.columns.emplace_back();
    if (!cursor.take(")")) {
      do {
        Expected<uint64_t> value = cursor.integer();
        if (!value)
          return value.takeError();
        column.push_back(*value);
      } while (cursor.take(","));
      if (Error error = cursor.expect(")"))
        return std::move(error);
    }
  } while (cursor.take(","));
  if (Error error = cursor.expect("]"))
    return std::move(error);
  return axis;
}

/// Reads "(dim0:4, dim1:4)", keeping the written order in `written`.
static Expected<Space> parseSpace(TextCursor &cursor,
                                  SmallVectorImpl<Axis> &written) {
  if (Error error = cursor.expect("("))
    return std::move(error);
  if (!cursor.take(")")) {
    do {
      Expected<Dim> dim = parseDim(cursor);
      if (!dim)
        return dim.takeError();
      if (Error error = cursor.expect(":"))
        return std::move(error);
      TextCursor before = cursor;
      Expected<uint64_t> size = cursor.integer();
      if (!size)
        return size.takeError();
      if (!isPowerOf2_64(*size))
        return before.fail("a power of two");
      written.push_back({*dim, Log2_64(*size)});
    } while (cursor.take(","));
    if (Error error = cursor.expect(")"))
      return std::move(error);
  }
  return Space::create(written);
}

Expected<LinearLayout> LinearLayout::parse(StringRef text) {
  TextCursor cursor(text);
  SmallVector<ParsedAxis> inputs;
  if (Error error = cursor.expect("{"))
    return std::move(error);
  if (!cursor.take("}")) {
    do {
      Expected<ParsedAxis> axis = parseAxis(cursor);
      if (!axis)
        return axis.takeError();
      inputs.push_back(std::move(*axis));
    } while (cursor.take(","));
    if (Error error = cursor.expect("}"))
      return std::move(error);
  }
  if (Error error = cursor.expect("->"))
    return std::move(error);
  SmallVector<Axis> written, axes;
  Expected<Space> out = parseSpace(cursor, written);
  if (!out)
    return out.takeError();
  if (!cursor.atEnd())
    return cursor.fail("the end");

  for (const ParsedAxis &axis : inputs)
    axes.push_back({axis.dim, static_cast<unsigned>(axis.columns.size())});
  Expected<Space> in = Space::create(axes);
  if (!in)
    return in.takeError();
  SmallVector<uint64_t> columns(in->bits());
  for (const ParsedAxis &axis : inputs)
    for (auto [bit, coordinates] : enumerate(axis.columns)) {
      if (coordinates.size() != written.size())
        return makeError("expected " + Twine(written.size()) +
                         " coordinates in a column of " + dimName(axis.dim) +
                         ", got " + Twine(coordinates.size()));
      uint64_t image = 0;
      for (auto [target, value] : zip(written, coordinates)) {
        if (value >> target.bits != 0)
          return makeError("expected a coordinate of " + dimName(target.dim) +
                           " below " + Twine(uint64_t(1) << target.bits) +
                           ", got " + Twine(value));
        image |= out->pack(target.dim, value);
      }
      columns[in->offset(axis.dim) + bit] = image;
    }
  return create(*in, *out, columns);
}
