//===- TileAAToVector/StreamingStores.h - stores past the caches -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which stores through views may go past the caches, and when they do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_STREAMINGSTORES_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_STREAMINGSTORES_H

#include "Access.h"

namespace tessera::cpu {

/// Whether (an i1 that dominates the current point) whole tiles of `store` go
/// past the caches in this launch; null: never. Emitted on the first call. The
/// view's memory object must be there.
mlir::Value streamingCondition(Emitter &e, tileaa::TiledStoreOp store);

/// Decides that `store` never goes past the caches. Before the condition is
/// asked for.
void keepInCaches(Emitter &e, tileaa::TiledStoreOp store);

/// Vectors that one iteration of a nest writes either way.
class StreamedVectors {
public:
  StreamedVectors(Nest &nest, mlir::Value condition)
      : nest(nest), condition(condition) {}

  /// Takes over a store of `lanes` if it may go past the caches.
  bool take(mlir::Type element, const ViewLanes &access, const Lanes &lanes);
  /// Writes what was taken since the last call.
  void write();

private:
  struct Vector {
    mlir::Value value, address;
    unsigned bytes, elementBytes;
  };
  Nest &nest;
  mlir::Value condition;
  llvm::SmallVector<Vector, 4> vectors;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_STREAMINGSTORES_H
