//===- TileAS/Utils/TensorPlaces.h - places of sums ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places of accumulators in tensor memory, and the columns of a kernel that
// they are in.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_TENSORPLACES_H
#define TESSERA_DIALECT_TILEAS_UTILS_TENSORPLACES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/TensorMemory.h"

namespace tessera::tileas {

/// The claim of a kernel, which is made if there is none yet. How many columns
/// it takes is decided when all places are there.
ClaimTensorMemoryOp claimTensorMemory(tileaa::FuncOp function);
/// The same if there is one; else null.
ClaimTensorMemoryOp findTensorMemory(tileaa::FuncOp function);

/// Where the accumulator `tile` of a product of `atom` lies.
layout::LinearLayout placeLayout(AtomAttr atom, mlir::RankedTensorType tile);

/// A place for `sets` such tiles; its column is decided later.
TensorPlaceOp buildPlace(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value memory, AtomAttr atom,
                         mlir::RankedTensorType tile, unsigned sets = 1);

/// A place for a left factor in registers.
TensorPlaceOp buildFactorPlace(mlir::OpBuilder &b, mlir::Location loc,
                               mlir::Value memory,
                               mlir::RankedTensorType factor);

/// Columns of the scales of a product.
unsigned scaleColumns(mlir::Value lhsScale, mlir::Value rhsScale);

/// A place for them.
TensorPlaceOp buildScalePlace(mlir::OpBuilder &b, mlir::Location loc,
                              mlir::Value memory, mlir::Value lhsScale,
                              mlir::Value rhsScale);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_TENSORPLACES_H
