//===- Layout/Space.cpp - named bit vectors ---------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs the coordinates of several axes into one word.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Space.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

static constexpr const char *hardwareNames[] = {
    "register", "lane", "warp", "block", "offset", "tmemlane", "tmemcolumn"};

std::string layout::dimName(Dim dim) {
  if (isTileDim(dim))
    return "dim" + utostr(static_cast<unsigned>(dim) -
                          static_cast<unsigned>(Dim::Tile0));
  return hardwareNames[static_cast<unsigned>(dim)];
}

std::optional<Dim> layout::dimNamed(StringRef name) {
  for (auto [index, known] : enumerate(hardwareNames))
    if (name == known)
      return static_cast<Dim>(index);
  unsigned index;
  if (name.consume_front("dim") && !name.getAsInteger(10, index) &&
      index < maxTileRank)
    return tileDim(index);
  return std::nullopt;
}

Expected<Space> Space::create(ArrayRef<Axis> axes) {
  Space space;
  uint64_t total = 0;
  for (const Axis &axis : axes) {
    if (static_cast<unsigned>(axis.dim) >=
        static_cast<unsigned>(Dim::Tile0) + maxTileRank)
      return makeError("expected a tile rank of at most " + Twine(maxTileRank));
    if (any_of(axes, [&](const Axis &other) {
          return &other != &axis && other.dim == axis.dim;
        }))
      return makeError("expected each axis once, got " + dimName(axis.dim) +
                       " twice");
    total += axis.bits;
    if (axis.bits != 0 || isTileDim(axis.dim))
      space.list.push_back(axis);
  }
  if (total > maxSpaceBits)
    return makeError("expected at most " + Twine(maxSpaceBits) +
                     " index bits, got " + Twine(total));
  llvm::sort(space.list,
             [](const Axis &a, const Axis &b) { return a.dim < b.dim; });
  space.total = static_cast<unsigned>(total);
  return space;
}

Expected<Space> Space::tile(ArrayRef<int64_t> shape) {
  SmallVector<Axis> axes;
  if (shape.size() > maxTileRank)
    return makeError("expected a tile rank of at most " + Twine(maxTileRank) +
                     ", got " + Twine(shape.size()));
  for (auto [index, size] : enumerate(shape)) {
    if (size <= 0 || !isPowerOf2_64(size))
      return makeError("expected a tile size that is a power of two, got " +
                       Twine(size));
    axes.push_back({tileDim(index), Log2_64(size)});
  }
  return create(axes);
}

bool Space::has(Dim dim) const {
  return any_of(list, [&](const Axis &axis) { return axis.dim == dim; });
}

unsigned Space::bits(Dim dim) const {
  for (const Axis &axis : list)
    if (axis.dim == dim)
      return axis.bits;
  return 0;
}

unsigned Space::offset(Dim dim) const {
  if (!has(dim))
    return 0;
  unsigned sum = 0;
  for (const Axis &axis : list) {
    bool below = isTileDim(dim) ? !isTileDim(axis.dim) || axis.dim > dim
                                : !isTileDim(axis.dim) && axis.dim < dim;
    if (below)
      sum += axis.bits;
  }
  return sum;
}

uint64_t Space::mask(Dim dim) const {
  return ((uint64_t(1) << bits(dim)) - 1) << offset(dim);
}

std::pair<Dim, unsigned> Space::locate(unsigned bit) const {
  for (const Axis &axis : list) {
    unsigned start = offset(axis.dim);
    if (bit >= start && bit < start + axis.bits)
      return {axis.dim, bit - start};
  }
  llvm_unreachable("bit outside the space");
}

void Space::print(raw_ostream &os) const {
  os << '(';
  interleaveComma(list, os, [&](const Axis &axis) {
    os << dimName(axis.dim) << ':' << (uint64_t(1) << axis.bits);
  });
  os << ')';
}

std::string Space::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}
