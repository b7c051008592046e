//===- TileAS/Transforms/ValueFlow.h - values through regions -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values may be the same at run time because structured control flow or a
// select hands one on as the other, in both directions; and from it, which
// storage a view may be.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_VALUEFLOW_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_VALUEFLOW_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

class ValueFlow {
public:
  /// Of everything inside `root`.
  explicit ValueFlow(mlir::Operation *root);

  /// What `value` may be handed on from; empty for what an op computes.
  llvm::ArrayRef<mlir::Value> sources(mlir::Value value) const;
  /// What `value` may be handed on to.
  llvm::ArrayRef<mlir::Value> targets(mlir::Value value) const;

private:
  using Edges = llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>>;
  void add(mlir::Value from, mlir::Value to);

  Edges backward, forward;
};

/// The storage ops of a function and the values that may be (parts of) each.
class StorageAliases {
public:
  StorageAliases(mlir::Operation *root, const ValueFlow &flow);

  /// alloc_tensor ops in shared memory, in the order of the text.
  llvm::ArrayRef<AllocTensorOp> storage() const { return allocs; }
  /// The values that may be `alloc` or a part of it.
  const llvm::SetVector<mlir::Value> &aliases(AllocTensorOp alloc) const {
    return members.find(alloc)->second;
  }
  /// The storage that `view` may be; empty if none is known.
  llvm::ArrayRef<AllocTensorOp> roots(mlir::Value view) const;

private:
  llvm::SmallVector<AllocTensorOp> allocs;
  llvm::DenseMap<mlir::Operation *, llvm::SetVector<mlir::Value>> members;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<AllocTensorOp, 1>> owners;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_VALUEFLOW_H
