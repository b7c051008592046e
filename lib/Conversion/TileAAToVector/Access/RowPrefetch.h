//===- TileAAToVector/Access/RowPrefetch.h - fetching what a row kernel needs next -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the tiles that a pass over a tile of the same shape may prefetch on its
// way.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_ROWPREFETCH_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_ROWPREFETCH_H

#include "Conversion/TileAAToVector/Nest/Nest.h"

namespace tessera::cpu {

/// A tile in memory, its last dimension contiguous.
struct FetchedTile {
  /// Its first element, known in front of the nest.
  mlir::Value start;
  /// Elements per step of each tile dimension.
  llvm::SmallVector<mlir::Value, 4> strides;
  unsigned elementBytes;
  /// It is going to be written.
  bool isWritten;
  /// An i1 that makes fetching it pointless, if there is one.
  mlir::Value unless;
};

/// What the pass of `op` should fetch, to be asked for before its nest: the
/// tile that the store behind it writes and the tiles that the next tile block
/// reads. Empty unless `op` is the last of several passes before a store.
llvm::SmallVector<FetchedTile, 2> tilesBeyondPass(Emitter &e,
                                                  tileaa::ReduceOp op);

/// What the next tile block reads where `op` reads its source, to be asked for
/// before its nest. Empty where this block reads that for the first time.
llvm::SmallVector<FetchedTile, 2> tilesBeyondScan(Emitter &e,
                                                  tileaa::ScanOp op);

/// Prefetches the lines of `count` elements of each tile from `index` on.
void prefetchAt(Nest &nest, llvm::ArrayRef<FetchedTile> tiles,
                llvm::ArrayRef<Coord> index, int64_t count);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_ROWPREFETCH_H
