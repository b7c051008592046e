//===- TileASToNVVM/Access/Access.h - moves between registers and memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves runs of consecutive elements to and from memory, predicated where
// there is a mask. It also serves ordered (scoped) accesses, which one thread
// executes for each element and whose value it hands to the other threads. The
// ownership rules for such accesses are in memory-model.md 1.7.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_ACCESS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_ACCESS_H

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// Order and scope of an access as LLVM says them.
struct Ordering {
  mlir::LLVM::AtomicOrdering order = mlir::LLVM::AtomicOrdering::not_atomic;
  llvm::StringRef scope;
  bool isWeak() const {
    return order == mlir::LLVM::AtomicOrdering::not_atomic;
  }
};
Ordering orderingOf(std::optional<tileas::MemSemantic> semantic,
                    std::optional<tileas::MemScope> scope);

/// The hint that tileas-annotate-cache-hints gave the access, if any.
using CacheHint = std::optional<tileas::CacheHint>;
CacheHint cacheHintOf(mlir::Operation *op);

/// Reads `count` consecutive elements of type `element` at `pointer`, aligned
/// to their size together (at most tileas::widestAccess); where `mask` (may be
/// null) is false, `others`. `hint`: what the first-level cache is told, for
/// global memory only.
Registers readRun(Emitter &e, mlir::Type element, mlir::Value pointer,
                  unsigned count, mlir::Value mask,
                  llvm::ArrayRef<mlir::Value> others, CacheHint hint = {});
/// Writes a run where `mask` (may be null) is true.
void writeRun(Emitter &e, mlir::Type element, mlir::Value pointer,
              llvm::ArrayRef<mlir::Value> run, mlir::Value mask,
              CacheHint hint = {});

/// One element, ordered.
mlir::Value readOrdered(Emitter &e, mlir::Type element, mlir::Value pointer,
                        mlir::Value mask, mlir::Value other,
                        const Ordering &ordering);
void writeOrdered(Emitter &e, mlir::Type element, mlir::Value pointer,
                  mlir::Value value, mlir::Value mask,
                  const Ordering &ordering);

/// Sets result 0 of an access that only the owners of its elements made. Fails
/// after a diagnostic where others use it.
mlir::LogicalResult setOwned(Emitter &e, mlir::Operation *op,
                             Registers registers);

/// The owner of elements of `type`: a tile's layout, or thread 0 for scalars;
/// null when every thread owns its elements.
mlir::Value ownerOf(Emitter &e, mlir::Type type);

/// Shared memory: elements of one run, in containers.
Registers readShared(Emitter &e, mlir::Type element, mlir::Value pointer,
                     unsigned count);
void writeShared(Emitter &e, mlir::Type element, mlir::Value pointer,
                 llvm::ArrayRef<mlir::Value> run);

/// Registers of a tile of pointers that are one access of `op`, by its facts.
llvm::SmallVector<llvm::SmallVector<unsigned, 8>>
pointerRuns(mlir::Operation *op, mlir::Type tile, bool hasMask,
            int64_t mostBytes);

/// Registers whose elements are consecutive along tile dimension `dim`, in
/// runs of at most `most`: each entry lists the registers of a run in order.
llvm::SmallVector<llvm::SmallVector<unsigned, 8>>
registerRuns(const layout::LinearLayout &layout, unsigned dim, unsigned most);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_ACCESS_H
