//===- TileAS/Utils/SplitConversion.cpp - conversions part by part -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a layout conversion through shared memory into parts that take turns
// on the same bytes.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

static uint64_t pointOf(const LinearLayout &layout, IndexBit index) {
  return layout.out().pack(layout::tileDim(index.dim), uint64_t(1)
                                                           << index.bit);
}

/// True if one register bit moves along `index` alone, and nothing else does.
static bool isRegisterBit(const LinearLayout &layout, IndexBit index) {
  const uint64_t point = pointOf(layout, index);
  unsigned movers = 0;
  bool pure = false;
  for (uint64_t column : layout.columns())
    movers += (column & point) != 0;
  for (unsigned bit = 0; bit < layout.in().bits(Dim::Register); ++bit)
    pure |= layout.column(Dim::Register, bit) == point;
  return pure && movers == 1;
}

SmallVector<IndexBit> tileas::splittableBits(const LinearLayout &from,
                                             const LinearLayout &to) {
  SmallVector<IndexBit> bits;
  for (unsigned d = 0; d < from.out().axes().size(); ++d)
    for (unsigned bit = from.out().bits(layout::tileDim(d)); bit-- > 0;) {
      if (!isRegisterBit(from, {d, bit}) || !isRegisterBit(to, {d, bit}))
        break;
      bits.push_back({d, bit});
    }
  return bits;
}

unsigned tileas::registerBitOf(const LinearLayout &layout, IndexBit index) {
  unsigned bit = 0;
  while (layout.column(Dim::Register, bit) != pointOf(layout, index))
    ++bit;
  return bit;
}

LinearLayout tileas::partOf(const LinearLayout &layout,
                            ArrayRef<IndexBit> bits) {
  SmallVector<int64_t> shape;
  for (const layout::Axis &axis : layout.out().axes())
    shape.push_back(int64_t(1) << axis.bits);
  uint64_t dropped = 0;
  for (IndexBit index : bits) {
    shape[index.dim] /= 2;
    dropped |= uint64_t(1) << registerBitOf(layout, index);
  }
  layout::Space tile = llvm::cantFail(layout::Space::tile(shape));
  SmallVector<layout::Axis> axes(layout.in().axes().begin(),
                                 layout.in().axes().end());
  SmallVector<uint64_t> columns;
  for (layout::Axis &axis : axes) {
    const unsigned count = axis.bits;
    for (unsigned bit = 0; bit < count; ++bit) {
      if (axis.dim == Dim::Register && (dropped >> bit & 1)) {
        --axis.bits;
        continue;
      }
      uint64_t point = layout.column(axis.dim, bit), packed = 0;
      for (unsigned d = 0; d < shape.size(); ++d)
        packed |= tile.pack(layout::tileDim(d),
                            layout.out().get(point, layout::tileDim(d)));
      columns.push_back(packed);
    }
  }
  return llvm::cantFail(LinearLayout::create(
      llvm::cantFail(layout::Space::create(axes)), tile, columns));
}
