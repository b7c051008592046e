//===- Layout/TmemLayouts.cpp - layouts of tensor memory --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.ld/st shapes and the data path layouts of tcgen05.mma.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Fragments.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

namespace {
/// The registers of one .x1 and the largest repeat of a shape.
struct ShapeLimits {
  const char *name;
  unsigned laneBits, columnBits, maxRepeat;
};
} // namespace

static ShapeLimits limitsOf(TmemShape shape) {
  switch (shape) {
  case TmemShape::L32x32b:
    return {"32x32b", 5, 0, 128};
  case TmemShape::L16x64b:
    return {"16x64b", 4, 1, 128};
  case TmemShape::L16x128b:
    return {"16x128b", 4, 2, 64};
  case TmemShape::L16x256b:
    return {"16x256b", 4, 3, 32};
  case TmemShape::L16x32bx2:
    return {"16x32bx2", 4, 0, 128};
  }
  llvm_unreachable("unknown shape");
}

Expected<LinearLayout> layout::tcgen05Registers(TmemShape shape,
                                                unsigned repeat, bool warpgroup,
                                                unsigned splitOffset) {
  ShapeLimits limits = limitsOf(shape);
  if (!isPowerOf2_32(repeat) || repeat > limits.maxRepeat)
    return makeError("expected a power of two up to " +
                     Twine(limits.maxRepeat) + " as repeat of " + limits.name +
                     ", got " + Twine(repeat));
  bool split = shape == TmemShape::L16x32bx2;
  if (!split && splitOffset != 0)
    return makeError(Twine("expected no split offset for ") + limits.name +
                     ", got " + Twine(splitOffset));
  // The lane that holds the second half adds the offset: linear only if no
  // carry can occur.
  if (split && (!isPowerOf2_32(splitOffset) || splitOffset < repeat ||
                splitOffset > 256))
    return makeError("expected a power of two from " + Twine(repeat) +
                     " to 256 as split offset, got " + Twine(splitOffset));
  unsigned repeatBits = Log2_32(repeat);
  unsigned columnBits =
      split ? Log2_32(splitOffset) + 1 : limits.columnBits + repeatBits;
  unsigned laneBits = warpgroup ? 7 : limits.laneBits;
  LayoutBuilder builder(cantFail(Space::create(
      {{Dim::TmemLane, laneBits}, {Dim::TmemColumn, columnBits}})));
  const Dim reg = Dim::Register, lane = Dim::Lane, row = Dim::TmemLane,
            column = Dim::TmemColumn;
  switch (shape) {
  case TmemShape::L32x32b:
    builder.run(lane, row, 0, 5);
    break;
  case TmemShape::L16x64b:
    builder.bit(lane, row, 3).bit(lane, column, 0).run(lane, row, 0, 3);
    break;
  case TmemShape::L16x128b:
    builder.run(lane, column, 0, 2).run(lane, row, 0, 3).bit(reg, row, 3);
    break;
  case TmemShape::L16x256b:
    builder.bit(reg, column, 0).run(lane, column, 1, 2).run(lane, row, 0, 3);
    builder.bit(reg, row, 3);
    break;
  case TmemShape::L16x32bx2:
    builder.run(lane, row, 0, 4).bit(lane, column, Log2_32(splitOffset));
    break;
  }
  builder.run(reg, column, limits.columnBits, repeatBits);
  if (warpgroup)
    builder.run(Dim::Warp, row, 5, 2);
  return builder.finish();
}

Expected<LinearLayout> layout::tmemAccumulator(DataPath path, unsigned m,
                                               unsigned n) {
  const Dim lane = Dim::TmemLane, row = tileDim(0), column = tileDim(1);
  bool knownM = false;
  switch (path) {
  case DataPath::A:
    knownM = m == 256;
    break;
  case DataPath::B:
  case DataPath::C:
  case DataPath::D:
    knownM = m == 128;
    break;
  case DataPath::E:
  case DataPath::F:
    knownM = m == 64;
    break;
  case DataPath::G:
    knownM = m == 32;
    break;
  }
  if (!knownM)
    return makeError("expected the m of the data path, got " + Twine(m));
  if (!isPowerOf2_32(n) || n < 8 || n > 256)
    return makeError("expected a power of two from 8 to 256 for n, got " +
                     Twine(n));
  unsigned columnBits = Log2_32(n);
  LayoutBuilder builder(cantFail(Space::tile({m, n})));
  switch (path) {
  case DataPath::A:
    builder.run(lane, row, 0, 7).bit(Dim::Block, row, 7);
    break;
  case DataPath::D:
    builder.run(lane, row, 0, 7);
    break;
  case DataPath::B:
    builder.run(lane, row, 0, 6).bit(lane, column, --columnBits);
    builder.bit(Dim::Block, row, 6);
    break;
  case DataPath::E:
    builder.run(lane, row, 0, 6).bit(lane, column, --columnBits);
    break;
  case DataPath::C:
    // As F in each block of the pair.
    builder.bit(Dim::Block, row, 6);
    [[fallthrough]];
  case DataPath::F:
    // Lane bit 4 is not used: the upper 16 lanes are another accumulator's.
    builder.run(lane, row, 0, 4).copy(lane).run(lane, row, 4, 2);
    break;
  case DataPath::G:
    columnBits -= 2;
    builder.run(lane, row, 0, 5).run(lane, column, columnBits, 2);
    break;
  }
  return builder.run(Dim::TmemColumn, column, 0, columnBits).finish();
}
