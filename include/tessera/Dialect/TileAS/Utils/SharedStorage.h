//===- TileAS/Utils/SharedStorage.h - tiles in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage that holds one tile in an image of its own, and the accesses to it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_SHAREDSTORAGE_H
#define TESSERA_DIALECT_TILEAS_UTILS_SHAREDSTORAGE_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Storage for a tile of type `tile`, whatever its layout.
AllocTensorOp buildStorage(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::RankedTensorType tile,
                           const layout::LinearLayout &image);

/// All of `tile` to `storage`.
TiledStoreOp buildStore(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile, mlir::Value storage);

/// All of `storage` as a tile of type `type`.
TiledLoadOp buildLoad(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::RankedTensorType type, mlir::Value storage);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_SHAREDSTORAGE_H
