//===- TileAS/Transforms/Renamings.h - the same registers, seen otherwise -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders of ops that give the elements of a tile other indices and move
// nothing: the layout of the result follows from that of the operand. Exchanges
// through shared memory are written with them, so that no op needs a meaning of
// its own for what its storage looks like.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RENAMINGS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RENAMINGS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// The layout of a tile, which must have one.
layout::LinearLayout layoutOfTile(mlir::Value tile);

mlir::RankedTensorType makeTile(llvm::ArrayRef<int64_t> shape,
                                mlir::Type element,
                                const layout::LinearLayout &layout);

/// The elements of `tile`, in row-major order, as another shape.
mlir::Value viewTile(mlir::OpBuilder &b, mlir::Location loc, mlir::Value tile,
                     llvm::ArrayRef<int64_t> shape);

/// Dimension d of the result is dimension permutation[d] of `tile`.
mlir::Value permuteTile(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value tile, llvm::ArrayRef<int32_t> permutation);

/// The layout of an operand of `shape` that is broadcast to a tile of layout
/// `wide`: coordinates along extents of 1 do not count. No register of it is a
/// copy.
layout::LinearLayout narrowLayout(const layout::LinearLayout &wide,
                                  llvm::ArrayRef<int64_t> shape);

/// `tile` repeated to a tile of `shape` and layout `wide`.
mlir::Value broadcastTile(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Value tile, llvm::ArrayRef<int64_t> shape,
                          const layout::LinearLayout &wide);

/// An integer constant, in every element of a tile of type `type`.
mlir::Value splatInteger(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::RankedTensorType type, int64_t value);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RENAMINGS_H
