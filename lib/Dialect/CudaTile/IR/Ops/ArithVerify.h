//===- CudaTile/IR/Ops/ArithVerify.h - shared arithmetic checks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that several arithmetic groups share: the modifier legality matrix
// (ops.md 2.2) and shape agreement of operands and results. Private to the
// dialect library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_ARITHVERIFY_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_ARITHVERIFY_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera::cuda_tile {

/// The modes an op takes for every element type and the further ones it takes
/// for f32 only.
struct RoundingRule {
  llvm::ArrayRef<RoundingMode> always;
  llvm::ArrayRef<RoundingMode> onlyF32;
};

/// nearest_even, zero, negative_inf, positive_inf.
llvm::ArrayRef<RoundingMode> getIeeeRoundingModes();

/// Reports a mode that `rule` does not allow for `elementType`.
mlir::LogicalResult verifyRounding(mlir::Operation *op, RoundingMode mode,
                                   mlir::Type elementType, RoundingRule rule);

/// Reports `flush_to_zero` on an element type other than f32.
mlir::LogicalResult verifyFlushToZero(mlir::Operation *op, bool flush,
                                      mlir::Type elementType);

/// Reports `other` of type `type` when its shape is not that of the operand
/// `source`, with a note at that operand.
mlir::LogicalResult verifySameShape(mlir::Operation *op,
                                    llvm::StringRef sourceName,
                                    mlir::TypedValue<TileType> source,
                                    llvm::StringRef otherName, TileType type);

/// Appends the i1 tile with the shape of the first operand; fails without
/// reporting when that operand is not a tile.
mlir::LogicalResult
inferComparisonType(mlir::ValueRange operands,
                    llvm::SmallVectorImpl<mlir::Type> &types);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_ARITHVERIFY_H
