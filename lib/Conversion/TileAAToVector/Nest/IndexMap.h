//===- TileAAToVector/Nest/IndexMap.h - coordinates of the lanes of a vector -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the lanes of a vector lie in a tile. All tile extents are powers of
// two, so a coordinate is a bit field, and every shape op (broadcast, permute,
// view, extract, cat) only moves bits: the coordinate of lane l is `base |
// lanes[l]` with a run-time uniform base and constant, disjoint lane bits. This
// form is closed under all of them, which is why no shape op ever moves data.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_INDEXMAP_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_INDEXMAP_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::cpu {

/// One coordinate of every lane.
struct Coord {
  /// Uniform part, an i64; null for zero.
  mlir::Value base;
  /// The bits `base` may have set; disjoint from those of every lane.
  uint64_t baseBits = 0;
  /// Constant part per lane; empty when zero for all.
  llvm::SmallVector<int64_t, 16> lanes;
  /// The deepest loop of the nest that `base` depends on; -1: none.
  int depth = -1;

  bool isUniform() const { return lanes.empty(); }
  bool operator==(const Coord &other) const {
    return base == other.base && lanes == other.lanes;
  }
};

/// One Coord per tile dimension.
using Index = llvm::SmallVector<Coord, 4>;

/// Whether all lanes are at one position.
bool isUniform(llvm::ArrayRef<Coord> index);

/// The deepest loop any coordinate depends on.
int depthOf(llvm::ArrayRef<Coord> index);

/// Bits needed to count to the power of two `extent`.
unsigned log2Of(int64_t extent);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_INDEXMAP_H
