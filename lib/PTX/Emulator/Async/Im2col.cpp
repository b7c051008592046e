//===- PTX/Emulator/Async/Im2col.cpp - the pixels of im2col copies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the base of the filter through the bounding box, as Im2col.h describes,
// and checks the limits of the modes.
//
//===----------------------------------------------------------------------===//

#include "Im2col.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace tessera::ptx::emu;

namespace {
/// The first and last position of the base along a spatial dimension.
struct Corner {
  int64_t first, last;
};
} // namespace

static Corner cornersOf(const TensorMap &map, unsigned dim, int64_t shift) {
  return {map.lowerCorner[dim - 1] + shift,
          int64_t(map.dims[dim]) - 1 + map.upperCorner[dim - 1] + shift};
}

std::vector<Pixel> tessera::ptx::emu::im2colPixels(const TensorMap &map,
                                                   Im2colMode mode,
                                                   const Pixel &origin,
                                                   ArrayRef<uint64_t> offsets) {
  std::vector<Pixel> pixels;
  unsigned images = map.rank - 1;
  Pixel base = origin;
  if (mode == Im2colMode::Full) {
    for (unsigned i = 0; i < map.pixelsPerColumn; ++i) {
      Pixel pixel = base;
      for (unsigned dim = 1; dim < images; ++dim)
        pixel[dim] += dim - 1 < offsets.size() ? int64_t(offsets[dim - 1]) : 0;
      pixels.push_back(pixel);
      unsigned dim = 1;
      for (; dim < images; ++dim) {
        Corner corner = cornersOf(map, dim, 0);
        base[dim] += map.elementStrides[dim];
        if (base[dim] <= corner.last)
          break;
        base[dim] = corner.first;
      }
      if (dim == images)
        ++base[images];
    }
    return pixels;
  }
  int64_t halo = offsets.empty() ? 0 : int64_t(offsets[0]);
  int64_t shift = offsets.size() > 1 ? int64_t(offsets[1]) : 0;
  bool isFixed = mode == Im2colMode::Wide128;
  unsigned count = isFixed ? 128 : map.pixelsPerColumn;
  unsigned group = isFixed ? 32 : count;
  Corner corner = cornersOf(map, 1, shift);
  int64_t stride = map.elementStrides[1];
  base[1] += shift;
  for (unsigned i = 0; i < count; ++i) {
    pixels.push_back(base);
    if ((i + 1) % group == 0) {
      Pixel after = base;
      for (int64_t h = 0; h < halo; ++h) {
        after[1] += stride;
        pixels.push_back(after);
      }
    }
    base[1] += stride;
    if (base[1] > corner.last) {
      base[1] = corner.first;
      ++base[images];
    }
  }
  return pixels;
}

std::string tessera::ptx::emu::checkIm2col(const TensorMap &map,
                                           Im2colMode mode, const Pixel &origin,
                                           ArrayRef<uint64_t> offsets) {
  unsigned images = map.rank - 1;
  if (mode == Im2colMode::Full) {
    if (!offsets.empty() && offsets.size() != images - 1)
      return ("expected " + Twine(images - 1) + " offsets of im2col").str();
    // 16, 8 or 5 bits for each of 1, 2 or 3 offsets.
    uint64_t limit = uint64_t(1) << (images == 2 ? 16 : images == 3 ? 8 : 5);
    for (uint64_t offset : offsets)
      if (offset >= limit)
        return ("expected offsets of im2col below " + Twine(limit) + ", got " +
                Twine(offset))
            .str();
  } else {
    bool isFixed = mode == Im2colMode::Wide128;
    if (offsets.size() != 2)
      return "expected a halo and an offset along W";
    if (offsets[0] >= (isFixed ? 32u : 512u) || offsets[1] >= 32)
      return ("expected a halo below " + Twine(isFixed ? 32 : 512) +
              " and an offset below 32, got " + Twine(offsets[0]) + " and " +
              Twine(offsets[1]))
          .str();
    // The first pixel may lie left of the bounding box, not right of it.
    if (origin[1] > cornersOf(map, 1, 0).last)
      return "the first pixel lies right of the bounding box";
    return "";
  }
  for (unsigned dim = 1; dim < images; ++dim) {
    Corner corner = cornersOf(map, dim, 0);
    if (origin[dim] < corner.first || origin[dim] > corner.last)
      return ("the coordinate " + Twine(origin[dim]) + " of dimension " +
              Twine(dim) + " lies outside the bounding box, " +
              Twine(corner.first) + " to " + Twine(corner.last))
          .str();
  }
  return "";
}
