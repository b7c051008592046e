//===- TileAS/Transforms/FactorStorage.h - factors that products read -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor of multiply-add or mma.sync that threads read in shared memory is
// storage, one store to it, and products that take the storage as operand
// (`tileas-explicit-storage`). Allocation changes such factors where a target
// has too few bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_FACTORSTORAGE_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_FACTORSTORAGE_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// A factor in storage that nothing else uses.
struct StoredFactor {
  AllocTensorOp storage;
  TiledStoreOp store;

  int64_t bytes() const;
  bool hasOneReader() const;
};

/// What `value` is, an operand of a product; nothing for anything else.
std::optional<StoredFactor> findStoredFactor(mlir::Value value);

/// `dot` takes `view` as its left (right) factor, in place of a tile of type
/// `tile`.
void setFactor(DotOp dot, bool isLhs, mlir::Value view,
               mlir::RankedTensorType tile);

/// The factor comes in registers again, by a conversion where its store is.
void bringToRegisters(StoredFactor factor);

/// Storage and store go in front of `op`, which is deeper in loops.
void moveInFrontOf(StoredFactor factor, mlir::Operation *op);

/// Factors of products deeper in loops, in front of these. They are stored
/// again in every iteration, but need their bytes only there. False: none.
bool moveFactorsIntoLoops(tileaa::FuncOp function);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_FACTORSTORAGE_H
