//===- TileAAToVector/Access/StreamingStores.h - stores past the caches -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which stores may bypass the caches, and emits the test that decides
// at run time when they do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_STREAMINGSTORES_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_STREAMINGSTORES_H

#include "Access.h"

namespace tessera::cpu {

/// Whether (an i1 that dominates the current point) whole tiles of `store` go
/// past the caches in this launch; null: never. Emitted on the first call. The
/// view's memory object must be there.
mlir::Value streamingCondition(Emitter &e, tileaa::TiledStoreOp store);

/// The same for vectors of a tile of pointers, if they are aligned and no lane
/// of them is masked. Emitted anew at each call.
mlir::Value streamingCondition(Emitter &e, tileaa::StoreOp store);

/// Decides that `store` never goes past the caches. Before the condition is
/// asked for.
void keepInCaches(Emitter &e, tileaa::TiledStoreOp store);

/// Whether the condition implies that whole tiles consist of aligned vectors.
enum class LineStarts { Known, Unknown };

/// Vectors that one iteration of a nest writes either way.
class StreamedVectors {
public:
  StreamedVectors(Nest &nest, mlir::Value condition, LineStarts starts)
      : nest(nest), condition(condition), starts(starts) {}

  /// Takes over a store of `lanes` if it may go past the caches.
  bool take(mlir::Type element, const LaneAddress &address, const Lanes &lanes,
            const std::optional<Lanes> &mask);
  /// Writes what was taken since the last call.
  void write();

private:
  struct Vector {
    mlir::Value value, address, mask;
    unsigned bytes, elementBytes;
  };
  mlir::Value areWhole();

  Nest &nest;
  mlir::Value condition;
  LineStarts starts;
  llvm::SmallVector<Vector, 4> vectors;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_STREAMINGSTORES_H
