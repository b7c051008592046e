//===- CudaTile/Analysis/AddressFacts.h - where accesses go -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be said about the addresses of an access without running it: the
// memory it belongs to, whether two accesses surely meet, surely do not, or
// may, and whether lanes of one access surely meet. Different arguments are
// taken to be different memory, as the programs that pass them are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_ANALYSIS_ADDRESSFACTS_H
#define TESSERA_DIALECT_CUDATILE_ANALYSIS_ADDRESSFACTS_H

#include "tessera/Dialect/CudaTile/Analysis/MemoryAccess.h"

#include <optional>
#include <vector>

namespace tessera::cuda_tile {

/// The argument, alloca or get_global that the access's pointers were made
/// from; null when it cannot be told.
mlir::Value rootOf(const MemoryAccess &access);

/// A key that is equal for the same memory: the root, or for get_global the
/// symbol's name.
const void *memoryKey(mlir::Value root);

enum class Overlap : uint8_t { Unknown, Never, Maybe, Always };

/// Whether two accesses touch a common byte, when each is executed once with
/// the values of one moment; Unknown where the memory of one is.
Overlap overlapOf(const MemoryAccess &a, const MemoryAccess &b);

/// Whether the access touches the same bytes in every iteration of the loop
/// `loop`: nothing its address is computed from changes.
bool isInvariantIn(const MemoryAccess &access, mlir::Operation *loop);

/// Whether the address depends on the tile block's coordinates.
bool dependsOnBlockId(const MemoryAccess &access);

/// Two active lanes that surely have one address; nothing when none are known.
std::optional<std::pair<int64_t, int64_t>>
repeatedLanes(const MemoryAccess &access);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_ANALYSIS_ADDRESSFACTS_H
