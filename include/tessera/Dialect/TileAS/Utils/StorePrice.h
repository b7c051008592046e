//===- TileAS/Utils/StorePrice.h - what storing a tile costs ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one rule about stores of fragments: as they are they touch many lines and
// parts of sectors, through shared memory they become rows first. Both are
// priced with the constants of timed emulation.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_STOREPRICE_H
#define TESSERA_DIALECT_TILEAS_UTILS_STOREPRICE_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"
#include "tessera/Target/GpuTiming.h"

namespace tessera::tileas {

/// What one block asks of memory to store a tile.
struct StoreTraffic {
  /// Pieces of 128 and of 32 bytes, one for each access of a warp.
  uint64_t lines = 0, sectors = 0;
  /// How long a multiprocessor takes when all of them store.
  double cycles(const gpu::GpuTiming &timing) const;
};

/// How a store would be made in rows.
struct RowStore {
  layout::LinearLayout layout;
  AccessRuns runs;
  /// Neighbours in memory.
  int64_t contiguous;
};
/// Nothing without facts about the access.
std::optional<RowStore> describeRows(TiledStoreOp store);

/// What storing a tile in `layout` asks for.
StoreTraffic trafficOf(const layout::LinearLayout &layout,
                       const RowStore &store);

/// The same tile stored as it is and through shared memory.
struct StorePrice {
  StoreTraffic asItIs, inRows;
  /// Passes over shared memory, of writing and reading, by all warps.
  uint64_t passes = 0;
  double asItIsCycles = 0, inRowsCycles = 0;
  /// By a tenth at least: the price is not more exact than that.
  bool pays() const { return 1.1 * inRowsCycles < asItIsCycles; }
  bool isLess() const { return inRowsCycles < asItIsCycles; }
};
/// Nothing where no image of the tile in shared memory is found. The tile goes
/// through it in `parts` parts, which take turns.
std::optional<StorePrice> priceOfRows(const layout::LinearLayout &from,
                                      const RowStore &rows, unsigned parts,
                                      const gpu::GpuTiming &timing);

/// The constants of `target`, or of the first GPU that has some.
gpu::GpuTiming timingOfTarget(llvm::StringRef target);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_STOREPRICE_H
