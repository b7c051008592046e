//===- TileAAToTileAS/Tiles.h - values that are tiles ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of the plan ask of every value.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_TILES_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_TILES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace tessera::gpu {

/// Whether `value` is a tile, and no scalar, view or token.
inline bool isTile(mlir::Value value) {
  return llvm::isa<mlir::RankedTensorType>(value.getType());
}

/// The type of a tile.
inline mlir::RankedTensorType tileOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// The extents of a tile.
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return tileOf(value).getShape();
}

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_TILES_H
