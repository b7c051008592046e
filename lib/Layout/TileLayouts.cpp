//===- Layout/TileLayouts.cpp - layouts of whole tiles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of tiles by themselves, and of tiles that others are made from or
// made of. Those of products are in DotLayouts.cpp.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TileLayouts.h"
#include "LayoutColumns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::layout {

llvm::SmallVector<int64_t> shapeOf(const LinearLayout &layout) {
  llvm::SmallVector<int64_t> shape;
  for (const Axis &axis : layout.out().axes())
    shape.push_back(int64_t(1) << axis.bits);
  return shape;
}

LinearLayout withoutCopies(const LinearLayout &layout) {
  return mapColumns(layout, layout.out(), [](uint64_t c) { return c; });
}

LinearLayout blockedLayout(llvm::ArrayRef<int64_t> shape,
                           llvm::ArrayRef<unsigned> order, int64_t vector,
                           unsigned numWarps) {
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

LinearLayout defaultLayout(llvm::ArrayRef<int64_t> shape, unsigned numWarps) {
  llvm::SmallVector<unsigned> order;
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
                       llvm::ArrayRef<unsigned> keep) {
  uint64_t result = 0;
  for (auto [i, d] : llvm::enumerate(keep))
    result |= to.pack(tileDim(i), from.get(point, tileDim(d)));
  return result;
}

static LinearLayout keepDims(const LinearLayout &layout,
                             llvm::ArrayRef<unsigned> keep) {
  llvm::SmallVector<int64_t> whole = shapeOf(layout), shape;
  for (unsigned d : keep)
    shape.push_back(whole[d]);
  Space tile = tileSpace(shape);
  return mapColumns(layout, tile, [&](uint64_t column) {
    return select(layout.out(), tile, column, keep);
  });
}

LinearLayout sliceLayout(const LinearLayout &layout, unsigned dim) {
  llvm::SmallVector<unsigned> keep;
  for (unsigned d = 0; d < layout.out().axes().size(); ++d)
    if (d != dim)
      keep.push_back(d);
  return keepDims(layout, keep);
}

LinearLayout axisLayout(const LinearLayout &layout, unsigned dim) {
  return keepDims(layout, {dim});
}

LinearLayout unitLayout(const LinearLayout &layout,
                        llvm::ArrayRef<int64_t> shape) {
  Space tile = tileSpace(shape);
  return mapColumns(layout, tile, [&](uint64_t column) {
    uint64_t result = 0;
    for (unsigned d = 0; d < shape.size(); ++d)
      if (shape[d] != 1)
        result |= tile.pack(tileDim(d), layout.out().get(column, tileDim(d)));
    return result;
  });
}

LinearLayout viewLayout(const LinearLayout &layout,
                        llvm::ArrayRef<int64_t> shape) {
  // Packed points are row-major element numbers.
  return mapColumns(layout, tileSpace(shape), [](uint64_t c) { return c; });
}

LinearLayout permutedSource(const LinearLayout &layout,
                            llvm::ArrayRef<int32_t> permutation) {
  llvm::SmallVector<unsigned> keep(permutation.size());
  for (auto [d, s] : llvm::enumerate(permutation))
    keep[s] = d;
  return keepDims(layout, keep);
}

LinearLayout permutedResult(const LinearLayout &layout,
                            llvm::ArrayRef<int32_t> permutation) {
  llvm::SmallVector<unsigned> keep(permutation.begin(), permutation.end());
  return keepDims(layout, keep);
}

LinearLayout transposedLayout(const LinearLayout &layout) {
  auto keep =
      llvm::to_vector(llvm::seq<unsigned>(0, layout.out().axes().size()));
  std::swap(keep[keep.size() - 2], keep[keep.size() - 1]);
  llvm::SmallVector<int64_t> whole = shapeOf(layout), shape;
  for (unsigned d : keep)
    shape.push_back(whole[d]);
  Space tile = tileSpace(shape);
  // Of places in memory and tensor memory as of registers.
  llvm::SmallVector<uint64_t> columns;
  for (uint64_t column : layout.columns())
    columns.push_back(select(layout.out(), tile, column, keep));
  return llvm::cantFail(LinearLayout::create(layout.in(), tile, columns));
}

LinearLayout pairLayout(const LinearLayout &bytes) {
  auto doubled = [&](Dim place) {
    llvm::SmallVector<uint64_t> columns = columnsOf(bytes, place);
    for (uint64_t &column : columns)
      column <<= 1;
    return columns;
  };
  llvm::SmallVector<uint64_t> registers = doubled(Dim::Register);
  registers.insert(registers.begin(), 1);
  return fromColumns(registers, doubled(Dim::Lane), doubled(Dim::Warp),
                     tileSpace({2 * shapeOf(bytes)[0]}));
}

LinearLayout scanLayout(llvm::ArrayRef<int64_t> shape, unsigned dim,
                        unsigned numWarps) {
  Space tile = tileSpace(shape);
  auto image = [&](unsigned d, unsigned bit) {
    return tile.pack(tileDim(d), uint64_t(1) << bit);
  };
  unsigned bits = llvm::Log2_64(shape[dim]);
  unsigned low = bits > 5 ? std::min(bits - 5, 2u) : 0;
  unsigned lanes = std::min(bits - low, 5u);
  llvm::SmallVector<uint64_t> registerColumns, laneColumns, warpColumns;
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

} // namespace tessera::layout
