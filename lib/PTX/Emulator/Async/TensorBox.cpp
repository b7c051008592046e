//===- PTX/Emulator/Async/TensorBox.cpp - what one tensor copy moves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the rows of a box lie, and the pieces between swizzles and edges.
//
//===----------------------------------------------------------------------===//

#include "TensorBox.h"

#include "tessera/Layout/MemoryLayouts.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using tessera::layout::Swizzle;
using tessera::layout::SwizzleMode;
using tessera::layout::swizzleOf;

std::optional<uint64_t> TensorBox::line(uint64_t row) const {
  uint64_t address = map.address;
  for (unsigned dim = 1; dim < map.rank; ++dim) {
    int64_t position;
    if (isRows) {
      position = rows[row];
    } else if (!pixels.empty()) {
      position = pixels[row][dim];
    } else {
      uint64_t extent = map.loaded(dim);
      position = origin[dim] + int64_t(row % extent * map.elementStrides[dim]);
      row /= extent;
    }
    if (position < 0 || uint64_t(position) >= map.dims[dim])
      return std::nullopt;
    address += uint64_t(position) * map.strides[dim - 1];
  }
  return address;
}

bool TensorBox::isOutside() const {
  if (origin[0] + int64_t(map.box[0]) <= 0 || origin[0] >= int64_t(map.dims[0]))
    return true;
  if (!isRows && pixels.empty()) {
    auto misses = [&](unsigned dim) {
      for (uint64_t i = 0; i < map.loaded(dim); ++i) {
        int64_t at = origin[dim] + int64_t(i * map.elementStrides[dim]);
        if (at >= 0 && uint64_t(at) < map.dims[dim])
          return false;
      }
      return true;
    };
    for (unsigned dim = 1; dim < map.rank; ++dim)
      if (misses(dim))
        return true;
    return false;
  }
  for (uint64_t row = 0; row < numRows; ++row)
    if (line(row))
      return false;
  return true;
}

std::string TensorBox::describeOrigin() const {
  std::string text = std::to_string(origin[0]);
  for (unsigned i = 1; i < (isRows ? 5u : map.rank); ++i)
    text += ", " + std::to_string(isRows ? rows[i - 1] : origin[i]);
  return text;
}

static SwizzleMode swizzleMode(const TensorMap &map) {
  switch (map.swizzle) {
  case 0:
    return SwizzleMode::None;
  case 1:
    return SwizzleMode::B32;
  case 2:
    return SwizzleMode::B64;
  default:
    return map.atomicity == 0   ? SwizzleMode::B128
           : map.atomicity == 3 ? SwizzleMode::B128Atom64
                                : SwizzleMode::B128Atom32;
  }
}

/// Where out-of-bounds elements get what they are.
static void fillWord(const TensorMap &map, uint8_t *word) {
  std::memset(word, 0, 8);
  if (!map.fillNaN)
    return;
  unsigned size = map.elementBits() / 8;
  if (size == 2) {
    for (unsigned at = 0; at < 8; at += 2)
      std::memcpy(word + at, &oobNaN16, 2);
    return;
  }
  for (unsigned at = 0; at < 8; at += size) {
    std::memset(word + at, 0xFF, size);
    word[at + size - 1] = 0x7F;
  }
}

bool tessera::ptx::emu::makePieces(Warp &w, const DecodedInstruction &in,
                                   unsigned lane, const TensorBox &box,
                                   const Span &span, uint64_t address,
                                   bool isLoad, Actor engine, BulkCopy &copy) {
  const TensorMap &map = box.map;
  bool isOrdered = true; // one finding is enough
  Swizzle swizzle = swizzleOf(swizzleMode(map));
  unsigned bits = map.elementBits();
  bool isPadded = map.format == TensorFormat::Padded4 ||
                  map.format == TensorFormat::Padded6;
  uint8_t fill[8];
  fillWord(map, fill);
  // Elements of dimension 0 that are inside the tensor.
  int64_t first = std::max<int64_t>(0, -box.origin[0]);
  const uint64_t extent = isLoad || isPadded
                              ? uint64_t(map.dims[0])
                              : alignTo(map.dims[0] * bits, 128) / bits;
  int64_t last = std::min<int64_t>(map.box[0], int64_t(extent) - box.origin[0]);
  // Swizzles move runs of 16 bytes; without one a row is a piece.
  uint64_t step = map.swizzle != 0 || isPadded ? 16 : box.rowBytes;
  for (uint64_t row = 0; row < box.numRows; ++row) {
    std::optional<uint64_t> line = box.line(row);
    uint8_t *data = nullptr;
    uint64_t lineStart = 0;
    if (line && first < last) {
      lineStart = *line + uint64_t(box.origin[0] + first) * bits / 8;
      uint64_t length = uint64_t(last - first) * bits / 8;
      Span tensor =
          w.access(in, lane, AddressSpace::Global, lineStart, length,
                   isLoad ? Access::EngineRead : Access::EngineWrite, 1);
      if (!tensor)
        return false;
      if (w.order) {
        Accessor who = laneEngine(w, in, lane, engine, !isLoad);
        if (copy.reduce != BulkReduce::None)
          who.flags = ShadowStrong | shadowScope(Scope::Gpu);
        isOrdered = isOrdered &&
                    checkEngine(w, in, lane, false, lineStart, length, who);
      }
      data = tensor.data;
    }
    for (uint64_t at = 0; at < box.rowBytes; at += step) {
      uint64_t offset =
          swizzle.apply(address + row * box.rowBytes + at) - address;
      // Element range of the piece, cut to the tensor.
      int64_t perPiece = isPadded ? 16 : int64_t(step * 8 / bits);
      int64_t begin = isPadded ? int64_t(at) : int64_t(at * 8 / bits);
      int64_t from = std::max(begin, first),
              to = std::min(begin + perPiece, last);
      auto add = [&](int64_t lower, int64_t upper, bool isInside) {
        if (lower >= upper || (!isInside && !isLoad))
          return;
        uint64_t place = isPadded ? uint64_t(lower - begin)
                                  : uint64_t(lower - begin) * bits / 8;
        uint64_t size = isPadded ? uint64_t(upper - lower)
                                 : uint64_t(upper - lower) * bits / 8;
        BulkPiece &piece = copy.pieces.emplace_back();
        piece.size = uint32_t(size);
        std::memcpy(piece.fillWord, fill, 8);
        uint8_t *shared = span.data + offset + place;
        uint8_t *global =
            isInside ? data + uint64_t(lower - first) * bits / 8 : nullptr;
        if (isLoad) {
          piece.target = shared;
          piece.targetState = span.state + offset + place;
          piece.source = global;
          piece.sourceSize = isPadded && isInside ? uint32_t(2 * bits) : 0;
        } else {
          piece.target = global;
          piece.source = shared;
          piece.original.assign(shared, shared + size);
        }
      };
      if (data == nullptr) {
        add(begin, begin + perPiece, false);
        continue;
      }
      add(begin, std::min(begin + perPiece, std::max(begin, first)), false);
      add(from, to, true);
      add(std::max(begin, std::max(last, first)), begin + perPiece, false);
    }
  }
  return true;
}
