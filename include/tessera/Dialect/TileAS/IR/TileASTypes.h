//===- TileAS/IR/TileASTypes.h - types ------------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens, iterators, asynchronous values, descriptors and on-chip storage, and
// the questions that hold for both kinds of tiled view.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASTYPES_H
#define TESSERA_DIALECT_TILEAS_IR_TILEASTYPES_H

#include "tessera/Dialect/TileAA/IR/TileTypes.h"
#include "tessera/Dialect/TileAS/IR/TileASAttrs.h"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/TileASTypes.h.inc"

namespace tessera::tileas {

/// A tiled view of either level.
bool isAnyTiledView(mlir::Type type);
/// The tile that one access to `view` moves, without a layout.
mlir::RankedTensorType getViewTile(mlir::Type view);
/// Where the memory of `view` lives.
tileaa::Residency getViewResidency(mlir::Type view);

/// A tiled view of storage in shared memory.
bool isSharedView(mlir::Type type);
/// A tiled view of storage in tensor memory.
bool isTensorView(mlir::Type type);
/// Bytes of shared memory that a block needs for its tensor memory: its address
/// and, for each team of a consumer, two barriers of commits, aligned.
constexpr int64_t tensorBoardBytes(int64_t teams) { return 32 * teams; }
/// The tile that an operand of a product is: itself, what it will be, or
/// without a layout what a view holds.
mlir::RankedTensorType getFactorTile(mlir::Type operand);

/// Bytes of one element in memory: 1 for anything below a byte.
int64_t getElementBytes(mlir::Type element);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASTYPES_H
