//===- Layout/DotLayouts.cpp - layouts of products -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments of an instruction, extended to the tiles of a whole product: warps
// share rows and columns, and what is left are registers. Also whether a tile
// has a layout that a product can take as it is.
//
//===----------------------------------------------------------------------===//

#include "LayoutColumns.h"
#include "tessera/Layout/TileLayouts.h"

#include "llvm/Support/MathExtras.h"

namespace tessera::layout {

/// Extends a fragment of the last two dimensions to a tile of `shape`: warps
/// bits at the positions given per dimension, everything else registers, last
/// dimension first.
static LinearLayout
tileFragment(const LinearLayout &fragment, llvm::ArrayRef<int64_t> shape,
             llvm::ArrayRef<std::pair<int, unsigned>> warpBits) {
  unsigned rank = shape.size();
  Space tile = tileSpace(shape);
  const Space &small = fragment.out();
  auto widen = [&](uint64_t column) {
    return tile.pack(tileDim(rank - 2), small.get(column, tileDim(0))) |
           tile.pack(tileDim(rank - 1), small.get(column, tileDim(1)));
  };
  llvm::SmallVector<uint64_t> registers, lanes, warps;
  for (uint64_t column : columnsOf(fragment, Dim::Register))
    registers.push_back(widen(column));
  for (uint64_t column : columnsOf(fragment, Dim::Lane))
    lanes.push_back(widen(column));
  uint64_t taken = 0;
  for (uint64_t column : registers)
    taken |= column;
  for (uint64_t column : lanes)
    taken |= column;
  for (auto [d, bit] : warpBits) {
    uint64_t column = d < 0 ? 0 : tile.pack(tileDim(d), uint64_t(1) << bit);
    warps.push_back(column);
    taken |= column;
  }
  for (unsigned d = rank; d-- > 0;)
    for (unsigned bit = 0; bit < tile.bits(tileDim(d)); ++bit) {
      uint64_t column = tile.pack(tileDim(d), uint64_t(1) << bit);
      if ((taken & column) == 0)
        registers.push_back(column);
    }
  return fromColumns(registers, lanes, warps, tile);
}

/// With the low four bits of the column turned by one place to the left, or to
/// the right.
static LinearLayout turnColumns(const LinearLayout &layout, bool toLeft) {
  const Space &tile = layout.out();
  const Dim dim = tileDim(tile.axes().size() - 1);
  llvm::SmallVector<uint64_t> columns;
  for (uint64_t column : layout.columns()) {
    const uint64_t index = tile.get(column, dim), low = index & 15;
    const uint64_t turned =
        toLeft ? (low << 1 | low >> 3) & 15 : (low >> 1 | low << 3) & 15;
    columns.push_back(column ^ tile.pack(dim, index) ^
                      tile.pack(dim, (index & ~uint64_t(15)) | turned));
  }
  return llvm::cantFail(LinearLayout::create(layout.in(), tile, columns));
}

LinearLayout withColumnsInPairs(const LinearLayout &layout) {
  return turnColumns(layout, /*toLeft=*/true);
}

LinearLayout withoutColumnsInPairs(const LinearLayout &layout) {
  return turnColumns(layout, /*toLeft=*/false);
}

DotLayouts mmaLayouts(const MmaShape &mma, unsigned elementBits,
                      llvm::ArrayRef<int64_t> accShape, int64_t depth,
                      unsigned numWarps, bool rowsOnly, bool inPairs) {
  unsigned rank = accShape.size();
  // A warp has both of a pair.
  const int64_t columns = inPairs ? 2 * mma.n : mma.n;
  int64_t m = accShape[rank - 2], n = accShape[rank - 1];
  int64_t batches = rank == 3 ? accShape[0] : 1;
  enum Side { None, Batch, M, N };
  llvm::SmallVector<std::pair<Side, unsigned>> sides;
  unsigned mBit = llvm::Log2_32(mma.m), nBit = llvm::Log2_64(columns);
  unsigned batchBit = 0;
  int64_t mRest = m / mma.m, nRest = n / columns;
  for (unsigned w = 1; w < numWarps; w *= 2) {
    if (batches > 1) {
      sides.push_back({Batch, batchBit++});
      batches /= 2;
    } else if (mRest > 1 &&
               (rowsOnly || nRest <= 1 || mRest * mma.m >= nRest * columns)) {
      sides.push_back({M, mBit++});
      mRest /= 2;
    } else if (nRest > 1 && !rowsOnly) {
      sides.push_back({N, nBit++});
      nRest /= 2;
    } else {
      sides.push_back({None, 0});
    }
  }
  auto make = [&](MmaOperand operand, llvm::ArrayRef<int64_t> shape) {
    LinearLayout fragment =
        llvm::cantFail(mmaFragment(mma, operand, elementBits));
    llvm::SmallVector<std::pair<int, unsigned>> warps;
    int row = rank - 2, column = rank - 1;
    for (auto [side, bit] : sides) {
      int dim = -1;
      if (side == Batch)
        dim = 0;
      else if (side == M && operand != MmaOperand::B)
        dim = row;
      else if (side == N && operand != MmaOperand::A)
        dim = column;
      warps.push_back({dim, bit});
    }
    LinearLayout tile = tileFragment(fragment, shape, warps);
    return inPairs && operand != MmaOperand::A ? withColumnsInPairs(tile)
                                               : tile;
  };
  llvm::SmallVector<int64_t> lhs(accShape), rhs(accShape);
  lhs[rank - 1] = depth;
  rhs[rank - 2] = depth;
  return DotLayouts{make(MmaOperand::A, lhs), make(MmaOperand::B, rhs),
                    make(MmaOperand::C, accShape)};
}

LinearLayout blockScaleLayout(const LinearLayout &factor, bool isLhs,
                              int64_t blocks) {
  unsigned rank = factor.out().axes().size();
  Dim other = tileDim(isLhs ? rank - 2 : rank - 1);
  Dim depth = tileDim(isLhs ? rank - 1 : rank - 2);
  llvm::SmallVector<int64_t> shape = shapeOf(factor);
  shape[isLhs ? rank - 1 : rank - 2] = blocks;
  Space tile = tileSpace(shape);
  auto bit = [&](Dim dim, unsigned number) {
    return tile.pack(dim, uint64_t(1) << number);
  };
  llvm::SmallVector<uint64_t> registers, warps;
  for (unsigned number = 0; number < tile.bits(depth); ++number)
    registers.push_back(bit(depth, number));
  uint64_t taken = 0;
  for (uint64_t column : columnsOf(factor, Dim::Warp)) {
    uint64_t mapped = tile.pack(other, factor.out().get(column, other));
    if (rank == 3)
      mapped |= tile.pack(tileDim(0), factor.out().get(column, tileDim(0)));
    warps.push_back(mapped);
    taken |= mapped;
  }
  // Rows and columns of an instruction: 16, of which lane 0 chooses the upper
  // half, and 8.
  const unsigned own = isLhs ? 4 : 3;
  llvm::SmallVector<uint64_t> lanes(2, 0);
  unsigned free = 0;
  if (isLhs)
    lanes[free++] = bit(other, 3);
  for (unsigned number = own; number < tile.bits(other); ++number) {
    uint64_t column = bit(other, number);
    if (taken & column)
      continue;
    if (free < 2)
      lanes[free++] = column;
    else
      registers.push_back(column);
  }
  for (unsigned number = 0; number < 3; ++number)
    lanes.push_back(bit(other, number));
  if (rank == 3)
    for (unsigned number = 0; number < tile.bits(tileDim(0)); ++number)
      if (uint64_t column = bit(tileDim(0), number); (taken & column) == 0)
        registers.push_back(column);
  return fromColumns(registers, lanes, warps, tile);
}

WarpgroupLayouts wgmmaLayouts(unsigned n, unsigned elementBits,
                              llvm::ArrayRef<int64_t> accShape, int64_t depth,
                              unsigned numWarps) {
  unsigned rank = accShape.size();
  int row = rank - 2, column = rank - 1;
  // The four warps of a group share 64 rows.
  llvm::SmallVector<std::pair<int, unsigned>> sides{{row, 4}, {row, 5}};
  unsigned batchBit = 0, rowBit = 6, columnBit = llvm::Log2_32(n);
  int64_t batches = rank == 3 ? accShape[0] : 1;
  int64_t rows = accShape[rank - 2] / 64, columns = accShape[rank - 1] / n;
  for (unsigned w = 4; w < numWarps; w *= 2) {
    if (batches > 1) {
      sides.push_back({0, batchBit++});
      batches /= 2;
    } else if (rows > 1) {
      sides.push_back({row, rowBit++});
      rows /= 2;
    } else if (columns > 1) {
      sides.push_back({column, columnBit++});
      columns /= 2;
    } else {
      sides.push_back({-1, 0});
    }
  }
  WarpgroupLayouts layouts{
      tileFragment(llvm::cantFail(wgmmaAccumulator(n)), accShape, sides), {}};
  if (elementBits > 32 || depth * elementBits < 256)
    return layouts;
  llvm::SmallVector<int64_t> lhs(accShape);
  lhs[rank - 1] = depth;
  for (auto &side : sides)
    if (side.first == column)
      side = {-1, 0};
  layouts.lhs = tileFragment(llvm::cantFail(wgmmaA(elementBits)), lhs, sides);
  return layouts;
}

DotLayouts fmaLayouts(const LinearLayout &acc, int64_t depth) {
  unsigned rank = acc.out().axes().size();
  auto make = [&](unsigned dropped) {
    llvm::SmallVector<int64_t> shape = shapeOf(acc);
    shape[dropped] = depth;
    Space tile = tileSpace(shape);
    LinearLayout rest = mapColumns(acc, tile, [&](uint64_t column) {
      uint64_t result = 0;
      for (unsigned d = 0; d < rank; ++d)
        if (d != dropped)
          result |= tile.pack(tileDim(d), acc.out().get(column, tileDim(d)));
      return result;
    });
    llvm::SmallVector<uint64_t> registers;
    for (unsigned bit = 0; bit < tile.bits(tileDim(dropped)); ++bit)
      registers.push_back(tile.pack(tileDim(dropped), uint64_t(1) << bit));
    for (uint64_t column : columnsOf(rest, Dim::Register))
      registers.push_back(column);
    return fromColumns(registers, columnsOf(rest, Dim::Lane),
                       columnsOf(rest, Dim::Warp), tile);
  };
  return DotLayouts{make(rank - 1), make(rank - 2), acc};
}

/// Whether the first bits of these places are those of `fragment` in the last
/// two dimensions.
static bool startsWith(const LinearLayout &tile, const LinearLayout &fragment,
                       llvm::ArrayRef<Dim> places) {
  unsigned rank = tile.out().axes().size();
  if (rank < 2)
    return false;
  const Space &small = fragment.out();
  for (Dim place : places) {
    if (tile.in().bits(place) < fragment.in().bits(place))
      return false;
    for (unsigned bit = 0; bit < fragment.in().bits(place); ++bit) {
      uint64_t column = fragment.column(place, bit);
      uint64_t row = small.get(column, tileDim(0));
      uint64_t inRow = small.get(column, tileDim(1));
      if (row >> tile.out().bits(tileDim(rank - 2)) ||
          inRow >> tile.out().bits(tileDim(rank - 1)) ||
          tile.column(place, bit) !=
              (tile.out().pack(tileDim(rank - 2), row) |
               tile.out().pack(tileDim(rank - 1), inRow)))
        return false;
    }
  }
  return true;
}

bool startsWithFragment(const LinearLayout &tile,
                        const LinearLayout &fragment) {
  return startsWith(tile, fragment, {Dim::Register, Dim::Lane});
}

bool startsWithWarpgroupFragment(const LinearLayout &tile,
                                 const LinearLayout &fragment) {
  return startsWith(tile, fragment, {Dim::Register, Dim::Lane, Dim::Warp});
}

bool holdsFactorsOf(const LinearLayout &operand, const LinearLayout &acc,
                    unsigned depthDim) {
  const Space &to = operand.out(), &from = acc.out();
  if (to.axes().size() != from.axes().size())
    return false;
  auto wanted = [&](uint64_t point) {
    uint64_t result = 0;
    for (unsigned d = 0; d < to.axes().size(); ++d)
      if (d != depthDim)
        result |= to.pack(tileDim(d), from.get(point, tileDim(d)));
    return result;
  };
  for (Dim place : {Dim::Lane, Dim::Warp}) {
    unsigned bits = std::max(operand.in().bits(place), acc.in().bits(place));
    for (unsigned bit = 0; bit < bits; ++bit) {
      uint64_t has =
          bit < operand.in().bits(place) ? operand.column(place, bit) : 0;
      uint64_t wants = bit < acc.in().bits(place) ? acc.column(place, bit) : 0;
      if (has != wanted(wants))
        return false;
    }
  }
  // What registers reach, as a basis with one vector per leading bit.
  llvm::SmallVector<uint64_t> basis(64, 0);
  auto reduce = [&](uint64_t vector) {
    while (vector != 0 && basis[llvm::Log2_64(vector)] != 0)
      vector ^= basis[llvm::Log2_64(vector)];
    return vector;
  };
  for (uint64_t column : columnsOf(operand, Dim::Register))
    if (uint64_t rest = reduce(column))
      basis[llvm::Log2_64(rest)] = rest;
  for (uint64_t column : columnsOf(acc, Dim::Register))
    if (reduce(wanted(column)) != 0)
      return false;
  for (unsigned bit = 0; bit < to.bits(tileDim(depthDim)); ++bit)
    if (reduce(to.pack(tileDim(depthDim), uint64_t(1) << bit)) != 0)
      return false;
  return true;
}

} // namespace tessera::layout
