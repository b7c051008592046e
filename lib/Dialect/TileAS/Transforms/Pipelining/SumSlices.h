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
#include "tessera/Target/GpuTiming.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

class SumSlices {
public:
  /// The place of the tile of `type` that begins at `column`.
  using Place = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &b, mlir::RankedTensorType type, int64_t column)>;

  explicit SumSlices(mlir::Value sum) : sum(sum) {}
  /// Whether nothing but parts and stores is made of what is computed from it
  /// element by element.
  bool find();
  /// Stores of which parts would be stored in rows become stores of these.
  void splitStores(const gpu::GpuTiming &timing);
  /// Whether parts suffice for all uses, or for all but stores that are made
  /// where parts cannot be.
  bool hasParts() const { return !parts.empty(); }
  /// Every use gets loads of its own, parts that follow each other while the
  /// part before is stored. The last op of the block of `sum` that has any.
  mlir::Operation *rewrite(Place place);

private:
  bool split(TiledStoreOp store, int64_t count, const gpu::GpuTiming &timing);
  mlir::Value rebuild(mlir::OpBuilder &b, mlir::Value value,
                      ExtractSliceOp part, mlir::Value loaded);
  mlir::RankedTensorType typeOf(ExtractSliceOp part) const;

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
