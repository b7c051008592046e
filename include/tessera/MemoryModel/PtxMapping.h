//===- MemoryModel/PtxMapping.h - Tile IR memory operations in PTX -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mapping of memory-model.md 1.7 as data: PtxMapping.def and the rules for
// barriers. Broken variants of it exist so that tests can show that the checker
// finds a broken mapping.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_PTXMAPPING_H
#define TESSERA_MEMORYMODEL_PTXMAPPING_H

#include "tessera/MemoryModel/Trace.h"

namespace tessera::memmodel {

struct MappingRow {
  MemoryOp op;
  Order order;
  const char *ptx;
  const char *deadResult;
  Order ptxOrder;
  bool barrierBefore, barrierAfter;
};

class PtxMapping {
public:
  /// The mapping of PtxMapping.def.
  static PtxMapping specified();
  /// A mapping with one mistake; fails for unknown names.
  static llvm::Expected<PtxMapping> broken(llvm::StringRef name);
  struct Mistake {
    const char *name;
    const char *what;
    void (*apply)(PtxMapping &);
  };
  static llvm::ArrayRef<Mistake> mistakes();

  /// Null for orders that the operation cannot have.
  const MappingRow *find(MemoryOp op, Order order) const;
  Scope scope(Scope scope) const {
    return narrowsDevice && scope == Scope::Device ? Scope::TileBlock : scope;
  }

  /// Whether a barrier must separate `first`, which `second` waits for, when
  /// different threads own the two elements (rows T2 to T5).
  bool needsBarrier(const Instruction &first, Footprint firstAt,
                    const Instruction &second, Footprint secondAt) const;

  /// "ld.acquire.gpu.global"; `operation` stands for %O ("add.u32").
  std::string spelling(MemoryOp op, Order order, Scope scope,
                       llvm::StringRef operation, bool resultIsDead,
                       bool spansCluster) const;

  std::vector<MappingRow> rows;
  /// T3: accesses of one location by different owners are kept apart.
  bool separatesLocations = true;
  /// The halves of an atomic are one PTX operation.
  bool keepsAtomics = true;
  bool narrowsDevice = false;
};

/// Assigns each element of each tile block to one of its PTX threads: owners of
/// agent i by (instruction key, lane).
using Owners = std::vector<std::map<std::pair<uint64_t, unsigned>, unsigned>>;

/// A lowering that the checker can apply to traces.
struct Lowering {
  const PtxMapping *mapping;
  const Owners *owners;
};

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_PTXMAPPING_H
