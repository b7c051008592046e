//===- Layout/TensorMemory.cpp - tiles in tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction fits registers if their lowest bits and all lanes are in the
// cells that it moves. The other bits of registers and warps then only choose
// its address, so they must not touch bits of cells that it moves.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TensorMemory.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

/// Columns that a fragment of mma.sync has.
static constexpr unsigned fragmentBits = 3;

LinearLayout layout::tensorPlace(unsigned m, ArrayRef<int64_t> shape) {
  const unsigned rank = shape.size();
  const Dim row = tileDim(rank - 2), column = tileDim(rank - 1);
  const unsigned rowBits = Log2_64(shape[rank - 2]), ownBits = Log2_32(m);
  LayoutBuilder builder(cantFail(Space::tile(shape)));
  if (m == 128)
    builder.run(Dim::TmemLane, row, 0, 7);
  else
    // The upper 16 lanes of each 32 are not used.
    builder.run(Dim::TmemLane, row, 0, 4)
        .copy(Dim::TmemLane)
        .run(Dim::TmemLane, row, 4, 2);
  builder.run(Dim::TmemColumn, column, 0, Log2_64(shape[rank - 1]));
  builder.run(Dim::TmemColumn, row, ownBits, rowBits - ownBits);
  for (unsigned d = rank - 2; d-- > 0;)
    builder.run(Dim::TmemColumn, tileDim(d), 0, Log2_64(shape[d]));
  return cantFail(builder.finish());
}

LinearLayout layout::tensorFactorPlace(ArrayRef<int64_t> shape, unsigned bits) {
  const unsigned rank = shape.size();
  const Dim row = tileDim(rank - 2), depth = tileDim(rank - 1);
  const unsigned rowBits = Log2_64(shape[rank - 2]),
                 depthBits = Log2_64(shape[rank - 1]),
                 inWord = Log2_32(32 / bits);
  LayoutBuilder builder(cantFail(Space::tile(shape)));
  builder.run(Dim::Offset, depth, 0, inWord).run(Dim::TmemLane, row, 0, 7);
  builder.run(Dim::TmemColumn, depth, inWord, depthBits - inWord);
  builder.run(Dim::TmemColumn, row, 7, rowBits - 7);
  for (unsigned d = rank - 2; d-- > 0;)
    builder.run(Dim::TmemColumn, tileDim(d), 0, Log2_64(shape[d]));
  return cantFail(builder.finish());
}

unsigned layout::columnsOfPlace(const LinearLayout &place) {
  return 1u << place.in().bits(Dim::TmemColumn);
}

LinearLayout layout::blockScaleImage(ArrayRef<int64_t> shape, bool isLhs) {
  const unsigned rank = shape.size();
  const unsigned rowDim = isLhs ? rank - 2 : rank - 1;
  const unsigned depthDim = isLhs ? rank - 1 : rank - 2;
  const Dim row = tileDim(rowDim), depth = tileDim(depthDim);
  const unsigned rowBits = Log2_64(shape[rowDim]),
                 depthBits = Log2_64(shape[depthDim]);
  LayoutBuilder builder(cantFail(Space::tile(shape)));
  builder.run(Dim::Offset, depth, 0, 2).run(Dim::Offset, row, 5, 2);
  builder.run(Dim::Offset, row, 0, 5).run(Dim::Offset, row, 7, rowBits - 7);
  builder.run(Dim::Offset, depth, 2, depthBits - 2);
  for (unsigned d = rank - 2; d-- > 0;)
    builder.run(Dim::Offset, tileDim(d), 0, Log2_64(shape[d]));
  return cantFail(builder.finish());
}

unsigned layout::blockScaleColumns(ArrayRef<int64_t> shape) {
  unsigned bytes = 1;
  for (int64_t extent : shape)
    bytes *= extent;
  // Four bytes in each of 32 lanes.
  return bytes / 128;
}

/// Which columns of tensor memory several warpgroups share, by the bits of the
/// number of a warp. Batches and rows, which are behind all columns of a row,
/// come first, from the top. Columns of fragments are shared by 16, so that all
/// warps have some of each part of a tile whose rows have 32 columns or more,
/// and parts can be stored one after the other.
static SmallVector<std::optional<unsigned>>
sharedColumns(const LinearLayout &place, unsigned warpBits, bool wholeRows) {
  const Dim dim = Dim::TmemColumn;
  const Dim last = place.out().axes().back().dim;
  SmallVector<std::optional<unsigned>> shared;
  unsigned top = place.in().bits(dim), low = fragmentBits + 1;
  for (unsigned bit = 2; bit < warpBits; ++bit) {
    const bool isOfRow =
        top > low && place.out().get(place.column(dim, top - 1), last) != 0;
    if (isOfRow && !wholeRows)
      shared.push_back(low++);
    else
      shared.push_back(top > fragmentBits ? std::optional(--top)
                                          : std::nullopt);
  }
  return shared;
}

LinearLayout layout::tensorRegisters(const LinearLayout &place,
                                     unsigned numWarps, bool wholeRows) {
  const Dim lane = Dim::TmemLane, column = Dim::TmemColumn;
  const bool usesAllLanes = place.column(lane, 4) != 0;
  wholeRows &= usesAllLanes;
  // Registers, lanes, warps: the order of other layouts of registers.
  LayoutBuilder cells(place.in());
  const unsigned columnBits = place.in().bits(column);
  const SmallVector<std::optional<unsigned>> shared =
      sharedColumns(place, Log2_32(numWarps), wholeRows);
  auto ownColumns = [&](unsigned from) {
    for (unsigned bit = from; bit < columnBits; ++bit)
      if (!is_contained(shared, bit))
        cells.bit(Dim::Register, column, bit);
  };
  if (wholeRows) {
    ownColumns(0);
    cells.run(Dim::Lane, lane, 0, 5);
  } else {
    cells.bit(Dim::Register, column, 0).run(Dim::Lane, column, 1, 2);
    cells.run(Dim::Lane, lane, 0, 3).bit(Dim::Register, lane, 3);
    ownColumns(fragmentBits);
    if (usesAllLanes)
      cells.bit(Dim::Register, lane, 4);
  }
  cells.run(Dim::Warp, lane, 5, 2);
  for (std::optional<unsigned> bit : shared)
    if (bit)
      cells.bit(Dim::Warp, column, *bit);
    else
      cells.copy(Dim::Warp);
  return cantFail(compose(place, cantFail(cells.finish())));
}

LinearLayout layout::tensorCells(const LinearLayout &place,
                                 const LinearLayout &registers) {
  return cantFail(compose(place.pseudoInverse(), registers));
}

/// `cell` of one space in another one that is at least as large.
static uint64_t cellIn(const Space &to, const Space &from, uint64_t cell) {
  return to.pack(Dim::TmemLane, from.get(cell, Dim::TmemLane)) |
         to.pack(Dim::TmemColumn, from.get(cell, Dim::TmemColumn));
}

/// Whether `move`, of all warps of a warpgroup, moves the lowest of `cells`.
static bool fits(const LinearLayout &cells, const LinearLayout &move) {
  const Space &out = cells.out();
  if (out.bits(Dim::TmemLane) < move.out().bits(Dim::TmemLane) ||
      out.bits(Dim::TmemColumn) < move.out().bits(Dim::TmemColumn))
    return false;
  uint64_t moved = 0;
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp}) {
    if (cells.in().bits(dim) < move.in().bits(dim))
      return false;
    for (unsigned bit = 0; bit < move.in().bits(dim); ++bit) {
      uint64_t cell = cellIn(out, move.out(), move.column(dim, bit));
      if (cells.column(dim, bit) != cell)
        return false;
      moved |= cell;
    }
  }
  for (Dim dim : {Dim::Register, Dim::Warp})
    for (unsigned bit = move.in().bits(dim); bit < cells.in().bits(dim); ++bit)
      if (cells.column(dim, bit) & moved)
        return false;
  return true;
}

std::optional<TensorMove> layout::findTensorMove(const LinearLayout &cells,
                                                 unsigned mostRegisters) {
  std::optional<TensorMove> best;
  auto consider = [&](TmemShape shape, unsigned repeat, unsigned split) {
    Expected<LinearLayout> move =
        tcgen05Registers(shape, repeat, /*warpgroup=*/true, split);
    if (!move)
      return consumeError(move.takeError());
    unsigned count = 1u << move->in().bits(Dim::Register);
    if (count <= mostRegisters && (!best || count > best->registers) &&
        fits(cells, *move))
      best = TensorMove{shape, repeat, split, count};
  };
  for (TmemShape shape : {TmemShape::L32x32b, TmemShape::L16x256b,
                          TmemShape::L16x128b, TmemShape::L16x64b})
    for (unsigned repeat = 1; repeat <= 128; repeat *= 2)
      consider(shape, repeat, 0);
  for (unsigned repeat = 1; repeat <= 128; repeat *= 2)
    for (unsigned split = repeat; split <= 256; split *= 2)
      consider(TmemShape::L16x32bx2, repeat, split);
  return best;
}

std::optional<TensorMove> layout::findHalfMove(const LinearLayout &cells,
                                               unsigned mostRegisters) {
  const Space &in = cells.in(), &out = cells.out();
  auto isPair = [&] {
    return in.bits(Dim::Register) > 0 &&
           cells.column(Dim::Register, 0) == out.pack(Dim::TmemColumn, 1);
  };
  if (!isPair())
    return findTensorMove(cells, mostRegisters);
  // As of words: without the lowest bit of registers and columns.
  SmallVector<Axis> axes;
  for (const Axis &axis : in.axes())
    axes.push_back({axis.dim, axis.bits - (axis.dim == Dim::Register)});
  const Space words = cantFail(Space::create(axes));
  axes.clear();
  for (const Axis &axis : out.axes())
    axes.push_back({axis.dim, axis.bits - (axis.dim == Dim::TmemColumn)});
  const Space pairs = cantFail(Space::create(axes));
  SmallVector<uint64_t> columns;
  for (const Axis &axis : in.axes())
    for (unsigned bit = axis.dim == Dim::Register; bit < axis.bits; ++bit) {
      const uint64_t cell = cells.column(axis.dim, bit);
      if (out.get(cell, Dim::TmemColumn) & 1)
        return findTensorMove(cells, mostRegisters);
      columns.push_back(
          pairs.pack(Dim::TmemLane, out.get(cell, Dim::TmemLane)) |
          pairs.pack(Dim::TmemColumn, out.get(cell, Dim::TmemColumn) / 2));
    }
  std::optional<TensorMove> move = findTensorMove(
      cantFail(LinearLayout::create(words, pairs, columns)), mostRegisters);
  if (!move)
    return findTensorMove(cells, mostRegisters);
  move->registers *= 2;
  move->split *= 2;
  move->packed = true;
  return move;
}

std::optional<TensorMove> layout::findWordMove(const LinearLayout &cells,
                                               unsigned mostWords) {
  const Space &in = cells.in(), &out = cells.out();
  const unsigned inWord = out.bits(Dim::Offset);
  // Without the bits of a word on both sides.
  SmallVector<Axis> axes;
  for (const Axis &axis : in.axes())
    axes.push_back(
        {axis.dim, axis.bits - (axis.dim == Dim::Register ? inWord : 0)});
  if (in.bits(Dim::Register) < inWord)
    return std::nullopt;
  const Space words = cantFail(Space::create(axes));
  axes.clear();
  for (const Axis &axis : out.axes())
    if (axis.dim != Dim::Offset)
      axes.push_back(axis);
  const Space places = cantFail(Space::create(axes));
  SmallVector<uint64_t> columns;
  for (const Axis &axis : in.axes())
    for (unsigned bit = 0; bit < axis.bits; ++bit) {
      const uint64_t cell = cells.column(axis.dim, bit);
      const bool isInWord = axis.dim == Dim::Register && bit < inWord;
      if (isInWord ? cell != out.pack(Dim::Offset, uint64_t(1) << bit)
                   : out.get(cell, Dim::Offset) != 0)
        return std::nullopt;
      if (!isInWord)
        columns.push_back(cellIn(places, out, cell));
    }
  std::optional<TensorMove> move = findTensorMove(
      cantFail(LinearLayout::create(words, places, columns)), mostWords);
  if (move)
    move->registers <<= inWord;
  return move;
}

StringRef layout::tmemShapeName(TmemShape shape) {
  switch (shape) {
  case TmemShape::L32x32b:
    return "32x32b";
  case TmemShape::L16x64b:
    return "16x64b";
  case TmemShape::L16x128b:
    return "16x128b";
  case TmemShape::L16x256b:
    return "16x256b";
  case TmemShape::L16x32bx2:
    return "16x32bx2";
  }
  llvm_unreachable("unknown shape");
}
