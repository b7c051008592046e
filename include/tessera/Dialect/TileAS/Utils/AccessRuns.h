//===- TileAS/Utils/AccessRuns.h - neighbours that one access moves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the facts about an access: how many neighbours one access of a thread
// may move, and the layout in which threads move that many.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_ACCESSRUNS_H
#define TESSERA_DIALECT_TILEAS_UTILS_ACCESSRUNS_H

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Layout/LinearLayout.h"
#include "tessera/Target/GpuTarget.h"

#include "mlir/IR/BuiltinTypes.h"

namespace tessera::tileas {

/// How many neighbours of a tile one access of a thread may move.
struct AccessRuns {
  /// Along which index they are neighbours.
  unsigned axis = 0;
  /// A power of two.
  int64_t elements = 1;
  int64_t bytesPerElement = 1;
  /// Elements of the tile that a thread has, at least one.
  int64_t perThread = 1;
};
/// Bytes that a copy into shared memory moves at most, and on older targets any
/// access.
inline constexpr int64_t kCopyBytes = 16;
/// Bytes that one load or store of global memory moves at most.
inline int64_t widestAccess(const gpu::GpuTarget &target) {
  return target.has(gpu::GpuCapability::WideGlobalAccess) ? 32 : kCopyBytes;
}

/// `leastPerThread`: threads have at least so many elements, if any.
/// `mostBytes`: that one access moves.
AccessRuns findAccessRuns(mlir::RankedTensorType type,
                          const tileaa::AccessFacts &facts, unsigned numWarps,
                          int64_t leastPerThread = 1,
                          int64_t mostBytes = kCopyBytes);

/// The layout in which each thread moves `runs` of a tile of `type`, and
/// neighbouring lanes neighbouring runs.
layout::LinearLayout coalescedLayout(mlir::RankedTensorType type,
                                     const AccessRuns &runs, unsigned numWarps);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_ACCESSRUNS_H
