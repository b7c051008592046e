//===- TileAS/Transforms/Pipelining/SumSlices.h - sums part by part ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums that are only computed with element by element and then stored in parts
// are loaded in these parts.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_SUMSLICES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_SUMSLICES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

class SumSlices {
public:
  /// Loads the tile of `type` that begins at `column`.
  using Load = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &b, mlir::RankedTensorType type, int64_t column)>;

  explicit SumSlices(mlir::Value sum) : sum(sum) {}
  /// Whether parts suffice for all uses, or for all but stores that are made
  /// where parts cannot be.
  bool find();
  /// Every use gets loads of its own. The last op of the block of `sum` that
  /// has any.
  mlir::Operation *rewrite(Load load);

private:
  mlir::Value rebuild(mlir::OpBuilder &b, mlir::Value value,
                      ExtractSliceOp part, Load load);

  mlir::Value sum;
  /// What is computed from it element by element, in the order of uses.
  llvm::SetVector<mlir::Operation *> computed;
  llvm::SmallVector<ExtractSliceOp> parts;
  llvm::SmallVector<TiledStoreOp> stores;
  /// What has been made again for the use that is being rewritten.
  llvm::DenseMap<mlir::Value, mlir::Value> made;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_SUMSLICES_H
