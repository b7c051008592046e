//===- TileAS/Utils/DotBuilders.h - making products ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The product that passes make, and what is known of its factors and of its
// accumulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_DOTBUILDERS_H
#define TESSERA_DIALECT_TILEAS_UTILS_DOTBUILDERS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Both factors, how integers read, whether 8-bit floats may be summed in less
/// than the accumulator, and the scales of blocks (null: none).
struct DotInputs {
  mlir::Value lhs, rhs;
  cuda_tile::SignednessAttr signedLhs, signedRhs;
  bool fastAcc = false;
  mlir::Value lhsScale = {}, rhsScale = {};
  /// Of factors that threads read in shared memory; null: none.
  mlir::TypeAttr lhsTile = {}, rhsTile = {};
};

/// acc + lhs * rhs.
mlir::Value buildDot(mlir::OpBuilder &builder, mlir::Location loc,
                     const DotInputs &inputs, mlir::Value acc, AtomAttr atom);

/// The left (right) factor of `op`, a view in shared memory with its tile, as
/// it lies there: in the shape and format of the view, in the tile's layout.
mlir::RankedTensorType tileInMemory(DotOp op, bool isLhs);

/// Whether every element of `tile` is known to be positive zero. A product that
/// starts there need not read its accumulator.
bool isPositiveZero(mlir::Value tile);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_DOTBUILDERS_H
