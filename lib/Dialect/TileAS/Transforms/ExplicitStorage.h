//===- TileAS/Transforms/ExplicitStorage.h - exchanges as storage ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of `tileas-explicit-storage`: each function writes one op that
// passes values between warps as stores to storage in shared memory and loads
// from it, and reports why it cannot.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_EXPLICITSTORAGE_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_EXPLICITSTORAGE_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Row-major storage for a tile of `shape` and `element`.
AllocTensorOp makeStorage(mlir::OpBuilder &b, mlir::Location loc,
                          llvm::ArrayRef<int64_t> shape, mlir::Type element);

/// Factors of products worth it stay in shared memory, and the products take
/// views of them.
void makeStorageOfFactors(tileaa::FuncOp function);

/// A reduction whose dimension warps share: each warp reduces its part, and
/// every thread then the parts.
mlir::LogicalResult makeStorageOf(ReduceOp op);

/// Slices chosen at run time, and the parts of a cat, are indices of storage
/// whose first dimension counts slices.
mlir::LogicalResult makeStorageOf(tileaa::ExtractOp op);
mlir::LogicalResult makeStorageOf(tileaa::InsertOp op);
mlir::LogicalResult makeStorageOf(tileaa::CatOp op);

/// Byte images are storage seen as bytes.
mlir::LogicalResult makeStorageOf(tileaa::PackOp op);
mlir::LogicalResult makeStorageOf(tileaa::UnpackOp op);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_EXPLICITSTORAGE_H
