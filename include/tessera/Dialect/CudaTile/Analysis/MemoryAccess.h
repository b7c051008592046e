//===- CudaTile/Analysis/MemoryAccess.h - what a memory op does -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seven operations that touch memory in one form, for whoever reasons about
// order: through what they access, with which ordering and scope, between which
// tokens. Decides nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_ANALYSIS_MEMORYACCESS_H
#define TESSERA_DIALECT_CUDATILE_ANALYSIS_MEMORYACCESS_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include <optional>
#include <string>

namespace tessera::cuda_tile {

struct MemoryAccess {
  mlir::Operation *op = nullptr;
  bool reads = false, writes = false;
  MemoryOrderingSemantics order = MemoryOrderingSemantics::Weak;
  /// None exactly for weak accesses.
  std::optional<MemoryScope> scope;
  /// The tile of pointers, or the tile view with its indices.
  mlir::Value address;
  mlir::OperandRange indices{static_cast<mlir::OpOperand *>(nullptr), 0};
  /// Null: all lanes are active.
  mlir::Value mask;
  /// Null: ordered after nothing.
  mlir::Value token;
  mlir::Value resultToken;
  /// What was read; null when nothing is returned.
  mlir::Value result;

  bool isWeak() const { return order == MemoryOrderingSemantics::Weak; }
  bool isAtomic() const { return reads && writes; }
  bool isAcquire() const {
    return order == MemoryOrderingSemantics::Acquire ||
           order == MemoryOrderingSemantics::AcqRel;
  }
  bool isRelease() const {
    return order == MemoryOrderingSemantics::Release ||
           order == MemoryOrderingSemantics::AcqRel;
  }
  bool isThroughView() const {
    return !mlir::isa<TileType>(address.getType());
  }
  /// Element type in memory.
  mlir::Type elementType() const;
};

/// Nothing for an operation that touches no memory.
std::optional<MemoryAccess> describeMemoryAccess(mlir::Operation *op);

/// "store_ptr_tko release device".
std::string spellAccess(const MemoryAccess &access);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_ANALYSIS_MEMORYACCESS_H
