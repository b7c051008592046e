//===- CudaTile/Transforms/PointerPlaces.h - where pointers point -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows pointers back to the memory they were made from, for the checks of
// `insert-memory-checks`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_POINTERPLACES_H
#define TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_POINTERPLACES_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::cuda_tile {

/// A tile of pointers as memory and a distance from its start.
struct PointerPlace {
  /// A pointer parameter, an `alloca` or a `get_global`; null: not known.
  mlir::Value root;
  /// A tile of i64 in the shape of the pointers; null: zero everywhere.
  mlir::Value offset;
  /// Bytes that the offset counts in; 0: halves of a byte.
  int64_t unit = 1;
};

class PointerPlaces {
public:
  /// Where `pointers` point. What computes the offset is put behind the op that
  /// makes the pointers.
  PointerPlace of(mlir::Value pointers);

  /// Everything that `pointers` may have been made from; false when that is not
  /// known.
  static bool collectRoots(mlir::Value pointers,
                           llvm::SetVector<mlir::Value> &roots);

private:
  PointerPlace compute(mlir::Value pointers);
  llvm::DenseMap<mlir::Value, PointerPlace> known;
};

/// Bytes of an element in memory; 0 for half a byte.
int64_t bytesInMemory(mlir::Type element);

/// An i64 in every element of a tile.
mlir::Value createI64(mlir::ImplicitLocOpBuilder &b,
                      llvm::ArrayRef<int64_t> shape, int64_t value);
/// The scalar `value` in every element of a tile.
mlir::Value createSpread(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                         llvm::ArrayRef<int64_t> shape);
/// Integers as i64.
mlir::Value createWide(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                       Signedness signedness);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_POINTERPLACES_H
