//===- TileAS/Transforms/Placing/ScaledSums.h - sums scaled in parts -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums in tensor memory that threads load, change element by element, and store
// again, as O of attention, which is scaled when a new maximum is known. Part
// by part they take few registers, and arithmetic for them finds room beside
// other work of the threads.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACING_SCALEDSUMS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACING_SCALEDSUMS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Columns of a part: as many registers of a thread.
inline constexpr int64_t partColumns = 32;

/// The layout of the first `columns` columns of `tile`, if each thread has
/// a row of its own and neighbouring columns in neighbouring registers; else
/// null. Further blocks of rows would be in the columns of tensor memory
/// behind.
LayoutAttr partLayoutOf(mlir::RankedTensorType tile,
                        int64_t columns = partColumns);

/// The sums of one load, its changes, and the store that follows.
class ScaledSums {
public:
  /// Begins to load what is scaled beside the part of other work that begins
  /// with `column` of `columns`.
  void beginPart(mlir::OpBuilder &b, int64_t column, int64_t columns);
  /// Begins to load the columns from `first` to `end`, `width` by `width`.
  void begin(mlir::OpBuilder &b, int64_t first, int64_t end, int64_t width);
  bool isBegun() const { return !begun.empty(); }
  /// Scales and stores it; behind the last part all stores are over.
  void finishPart(mlir::OpBuilder &b, bool isLast);
  /// Erases what the parts stand for.
  void erase();

private:
  friend std::optional<ScaledSums> findScaledSums(TiledLoadOp load,
                                                  mlir::Operation *position);
  struct Part {
    int64_t column;
    mlir::Value place;
    AsyncTiledLoadOp load;
  };
  mlir::Value changed(mlir::OpBuilder &b, mlir::Value value,
                      mlir::Value loaded);

  TiledLoadOp load;
  llvm::SmallVector<mlir::Operation *> changes;
  TiledStoreOp store;
  llvm::SmallVector<Part> begun;
};

/// What `load` begins, if all that it needs but the load is there at `position`
/// and can be made in parts.
std::optional<ScaledSums> findScaledSums(TiledLoadOp load,
                                         mlir::Operation *position);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACING_SCALEDSUMS_H
