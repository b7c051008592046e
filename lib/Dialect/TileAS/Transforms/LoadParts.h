//===- TileAS/Transforms/LoadParts.h - loads made part by part ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that is loaded at once is in registers until its last part is used.
// Where threads have too few of these, each part is loaded where it is used.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOADPARTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOADPARTS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// The load of `tile` if it may be made in parts in front of `user`: a weak one
/// through a partition view, in the same block, whose token nobody waits for
/// and behind which nothing is written but storage. Null otherwise.
TiledLoadOp findLoadOfParts(mlir::Value tile, mlir::Operation *user);

/// Loads the elements of `load` from `offsets` on as a tile of `shape`, whose
/// extents divide the offsets, in the layout of coalesced accesses.
mlir::Value buildPartLoad(mlir::OpBuilder &b, TiledLoadOp load,
                          llvm::ArrayRef<int64_t> shape,
                          llvm::ArrayRef<int64_t> offsets);

/// Whether it stores to places of a view that are known, and parts of its tile
/// can be stored by themselves.
bool isStoreOfParts(TiledStoreOp store);

/// Stores `part`, the part of the tile of `store` that begins at `offsets`.
TiledStoreOp buildPartStore(mlir::OpBuilder &b, TiledStoreOp store,
                            mlir::Value part, llvm::ArrayRef<int64_t> offsets);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOADPARTS_H
