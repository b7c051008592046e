//===- TileAAToTileAS/LayoutChoice.cpp - which layouts tiles get -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes are powers of two, so every function here only sorts bits: which bit
// of a register, lane or warp number is which bit of which tile index.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/LayoutChoice.h"

#include "tessera/Layout/Fragments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::layout;

namespace tessera::gpu {

SmallVector<int64_t> shapeOf(const LinearLayout &layout) {
  SmallVector<int64_t> shape;
  for (const Axis &axis : layout.out().axes())
    shape.push_back(int64_t(1) << axis.bits);
  return shape;
}

static Space tileSpace(ArrayRef<int64_t> shape) {
  return llvm::cantFail(Space::tile(shape));
}

/// A layout of all lanes and warps from columns of each kind.
static LinearLayout fromColumns(ArrayRef<uint64_t> registers,
                                ArrayRef<uint64_t> lanes,
                                ArrayRef<uint64_t> warps, const Space &tile) {
  Space in = llvm::cantFail(
      Space::create({{Dim::Register, static_cast<unsigned>(registers.size())},
                     {Dim::Lane, static_cast<unsigned>(lanes.size())},
                     {Dim::Warp, static_cast<unsigned>(warps.size())}}));
  SmallVector<uint64_t> columns(registers);
  columns.append(lanes.begin(), lanes.end());
  columns.append(warps.begin(), warps.end());
  return llvm::cantFail(LinearLayout::create(in, tile, columns));
}

static SmallVector<uint64_t> columnsOf(const LinearLayout &layout, Dim place) {
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit < layout.in().bits(place); ++bit)
    columns.push_back(layout.column(place, bit));
  return columns;
}

/// `layout` with every column mapped, copies among registers dropped.
static LinearLayout mapColumns(const LinearLayout &layout, const Space &tile,
                               llvm::function_ref<uint64_t(uint64_t)> map) {
  SmallVector<uint64_t> registers;
  for (uint64_t column : columnsOf(layout, Dim::Register))
    if (uint64_t mapped = map(column))
      registers.push_back(mapped);
  SmallVector<uint64_t> lanes = columnsOf(layout, Dim::Lane);
  SmallVector<uint64_t> warps = columnsOf(layout, Dim::Warp);
  for (uint64_t &column : lanes)
    column = map(column);
  for (uint64_t &column : warps)
    column = map(column);
  return fromColumns(registers, lanes, warps, tile);
}

LinearLayout withoutCopies(const LinearLayout &layout) {
  return mapColumns(layout, layout.out(), [](uint64_t c) { return c; });
}

LinearLayout blockedLayout(ArrayRef<int64_t> shape, ArrayRef<unsigned> order,
                           int64_t vector, unsigned numWarps) {
  BlockedParams params;
  params.shape.assign(shape.begin(), shape.end());
  params.order.assign(order.begin(), order.end());
  params.registers.assign(shape.size(), 1);
  params.lanes.assign(shape.size(), 1);
  params.warps.assign(shape.size(), 1);
  params.registers[order[0]] = std::min(vector, shape[order[0]]);
  int64_t lanes = 32;
  for (unsigned d : order) {
    params.lanes[d] = std::min(lanes, shape[d] / params.registers[d]);
    lanes /= params.lanes[d];
  }
  params.lanes[order[0]] *= lanes;
  int64_t warps = numWarps;
  for (unsigned d : llvm::reverse(order)) {
    int64_t room = std::max<int64_t>(
        shape[d] / (params.registers[d] * params.lanes[d]), 1);
    params.warps[d] = std::min(warps, room);
    warps /= params.warps[d];
  }
  params.warps[order[0]] *= warps;
  return withoutCopies(llvm::cantFail(blocked(params)));
}

LinearLayout defaultLayout(ArrayRef<int64_t> shape, unsigned numWarps) {
  SmallVector<unsigned> order;
  int64_t elements = 1;
  for (unsigned d = shape.size(); d-- > 0;) {
    order.push_back(d);
    elements *= shape[d];
  }
  int64_t perThread = std::max<int64_t>(elements / (32 * numWarps), 1);
  return blockedLayout(shape, order, std::min<int64_t>(perThread, 4), numWarps);
}

//===----------------------------------------------------------------------===//
// Layouts of related tiles
//===----------------------------------------------------------------------===//

/// The coordinates of `point` that `keep` names, packed in order in `to`.
static uint64_t select(const Space &from, const Space &to, uint64_t point,
                       ArrayRef<unsigned> keep) {
  uint64_t result = 0;
  for (auto [i, d] : llvm::enumerate(keep))
    result |= to.pack(tileDim(i), from.get(point, tileDim(d)));
  return result;
}

static LinearLayout keepDims(const LinearLayout &layout,
                             ArrayRef<unsigned> keep) {
  SmallVector<int64_t> whole = shapeOf(layout), shape;
  for (unsigned d : keep)
    shape.push_back(whole[d]);
  Space tile = tileSpace(shape);
  return mapColumns(layout, tile, [&](uint64_t column) {
    return select(layout.out(), tile, column, keep);
  });
}

LinearLayout sliceLayout(const LinearLayout &layout, unsigned dim) {
  SmallVector<unsigned> keep;
  for (unsigned d = 0; d < layout.out().axes().size(); ++d)
    if (d != dim)
      keep.push_back(d);
  return keepDims(layout, keep);
}

LinearLayout axisLayout(const LinearLayout &layout, unsigned dim) {
  return keepDims(layout, {dim});
}

LinearLayout unitLayout(const LinearLayout &layout, ArrayRef<int64_t> shape) {
  Space tile = tileSpace(shape);
  return mapColumns(layout, tile, [&](uint64_t column) {
    uint64_t result = 0;
    for (unsigned d = 0; d < shape.size(); ++d)
      if (shape[d] != 1)
        result |= tile.pack(tileDim(d), layout.out().get(column, tileDim(d)));
    return result;
  });
}

LinearLayout viewLayout(const LinearLayout &layout, ArrayRef<int64_t> shape) {
  // Packed points are row-major element numbers.
  return mapColumns(layout, tileSpace(shape), [](uint64_t c) { return c; });
}

LinearLayout permutedSource(const LinearLayout &layout,
                            ArrayRef<int32_t> permutation) {
  SmallVector<unsigned> keep(permutation.size());
  for (auto [d, s] : llvm::enumerate(permutation))
    keep[s] = d;
  return keepDims(layout, keep);
}

LinearLayout permutedResult(const LinearLayout &layout,
                            ArrayRef<int32_t> permutation) {
  SmallVector<unsigned> keep(permutation.begin(), permutation.end());
  return keepDims(layout, keep);
}

LinearLayout scanLayout(ArrayRef<int64_t> shape, unsigned dim,
                        unsigned numWarps) {
  Space tile = tileSpace(shape);
  auto image = [&](unsigned d, unsigned bit) {
    return tile.pack(tileDim(d), uint64_t(1) << bit);
  };
  unsigned bits = llvm::Log2_64(shape[dim]);
  unsigned low = bits > 5 ? std::min(bits - 5, 2u) : 0;
  unsigned lanes = std::min(bits - low, 5u);
  SmallVector<uint64_t> registerColumns, laneColumns, warpColumns;
  for (unsigned bit = 0; bit < bits; ++bit)
    (bit >= low && bit < low + lanes ? laneColumns : registerColumns)
        .push_back(image(dim, bit));
  // The other indices fill the lanes, then warps, then registers.
  unsigned warps = llvm::Log2_32(numWarps);
  for (unsigned d = shape.size(); d-- > 0;) {
    if (d == dim)
      continue;
    for (unsigned bit = 0; bit < llvm::Log2_64(shape[d]); ++bit) {
      auto &columns = laneColumns.size() < 5       ? laneColumns
                      : warpColumns.size() < warps ? warpColumns
                                                   : registerColumns;
      columns.push_back(image(d, bit));
    }
  }
  laneColumns.resize(5, 0);
  warpColumns.resize(warps, 0);
  return fromColumns(registerColumns, laneColumns, warpColumns, tile);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Extends a fragment of the last two dimensions to a tile of `shape`: warps
/// bits at the positions given per dimension, everything else registers, last
/// dimension first.
static LinearLayout tileFragment(const LinearLayout &fragment,
                                 ArrayRef<int64_t> shape,
                                 ArrayRef<std::pair<int, unsigned>> warpBits) {
  unsigned rank = shape.size();
  Space tile = tileSpace(shape);
  const Space &small = fragment.out();
  auto widen = [&](uint64_t column) {
    return tile.pack(tileDim(rank - 2), small.get(column, tileDim(0))) |
           tile.pack(tileDim(rank - 1), small.get(column, tileDim(1)));
  };
  SmallVector<uint64_t> registers, lanes, warps;
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

DotLayouts mmaLayouts(const MmaInstruction &mma, ArrayRef<int64_t> accShape,
                      int64_t depth, unsigned numWarps, bool rowsOnly) {
  unsigned rank = accShape.size();
  int64_t m = accShape[rank - 2], n = accShape[rank - 1];
  int64_t batches = rank == 3 ? accShape[0] : 1;
  enum Side { None, Batch, M, N };
  SmallVector<std::pair<Side, unsigned>> sides;
  unsigned mBit = llvm::Log2_32(mma.m), nBit = llvm::Log2_32(mma.n);
  unsigned batchBit = 0;
  int64_t mRest = m / mma.m, nRest = n / mma.n;
  for (unsigned w = 1; w < numWarps; w *= 2) {
    if (batches > 1) {
      sides.push_back({Batch, batchBit++});
      batches /= 2;
    } else if (mRest > 1 &&
               (rowsOnly || nRest <= 1 || mRest * mma.m >= nRest * mma.n)) {
      sides.push_back({M, mBit++});
      mRest /= 2;
    } else if (nRest > 1 && !rowsOnly) {
      sides.push_back({N, nBit++});
      nRest /= 2;
    } else {
      sides.push_back({None, 0});
    }
  }
  auto make = [&](MmaOperand operand, ArrayRef<int64_t> shape) {
    LinearLayout fragment =
        llvm::cantFail(mmaFragment({mma.m, mma.n, mma.k}, operand, mma.bits));
    SmallVector<std::pair<int, unsigned>> warps;
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
    return tileFragment(fragment, shape, warps);
  };
  SmallVector<int64_t> lhs(accShape), rhs(accShape);
  lhs[rank - 1] = depth;
  rhs[rank - 2] = depth;
  return DotLayouts{make(MmaOperand::A, lhs), make(MmaOperand::B, rhs),
                    make(MmaOperand::C, accShape)};
}

DotLayouts fmaLayouts(const LinearLayout &acc, int64_t depth) {
  unsigned rank = acc.out().axes().size();
  auto make = [&](unsigned dropped) {
    SmallVector<int64_t> shape = shapeOf(acc);
    shape[dropped] = depth;
    Space tile = tileSpace(shape);
    LinearLayout rest = mapColumns(acc, tile, [&](uint64_t column) {
      uint64_t result = 0;
      for (unsigned d = 0; d < rank; ++d)
        if (d != dropped)
          result |= tile.pack(tileDim(d), acc.out().get(column, tileDim(d)));
      return result;
    });
    SmallVector<uint64_t> registers;
    for (unsigned bit = 0; bit < tile.bits(tileDim(dropped)); ++bit)
      registers.push_back(tile.pack(tileDim(dropped), uint64_t(1) << bit));
    for (uint64_t column : columnsOf(rest, Dim::Register))
      registers.push_back(column);
    return fromColumns(registers, columnsOf(rest, Dim::Lane),
                       columnsOf(rest, Dim::Warp), tile);
  };
  return DotLayouts{make(rank - 1), make(rank - 2), acc};
}

} // namespace tessera::gpu
