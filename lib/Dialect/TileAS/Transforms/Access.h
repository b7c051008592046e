//===- TileAS/Transforms/Access.h - what an op does to memory -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to global memory as the barrier analysis sees them: their ordering,
// which thread makes each element, and through which proxy. One description for
// the ops of nv_tileas and those of nv_tileaa that stay at this level.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_ACCESS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_ACCESS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

struct Access {
  bool reads = false, writes = false;
  /// Not weak: relaxed or stronger.
  bool scoped = false;
  bool acquires = false, releases = false;
  /// Completes later, at a wait for its token.
  bool async = false;
  /// Made by TMA, which needs proxy fences against other accesses.
  bool asyncProxy = false;
  /// Every element is made by thread 0.
  bool byThread0 = false;
  /// No element is made by two threads.
  bool exclusive = false;
  /// With `exclusive`: two accesses with equal addresses and layout make each
  /// element in the same thread.
  llvm::SmallVector<mlir::Value, 4> address;
  LayoutAttr layout;
  /// From `annotate-access-facts`; -1 if unknown.
  int64_t aliasClass = -1;

  bool isWeakRead() const { return reads && !writes && !scoped; }
};

/// What `op` does to global memory; nothing for other ops and for accesses to
/// on-chip storage.
std::optional<Access> describeAccess(mlir::Operation *op);

/// True for memory tokens and async tokens.
bool isToken(mlir::Type type);

/// One use of on-chip storage by an op.
struct StorageUse {
  mlir::Value view;
  bool reads, writes;
  bool async = false, asyncProxy = false;
  /// Read by a product or a store by TMA, through the asynchronous proxy, or
  /// written by a product.
  bool byEngine = false;
};

/// The shared-memory views that `op` accesses. Ops that only name parts of
/// storage or hand it on access nothing.
llvm::SmallVector<StorageUse, 2> describeStorageUses(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_ACCESS_H
