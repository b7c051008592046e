//===- TileAS/IR/MemoryOrders.h - orders as the memory model counts them -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The orders and scopes of `cuda_tile` and `nv_tileas` accesses as orders and
// scopes of the memory model. Both levels are translated here and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_MEMORYORDERS_H
#define TESSERA_DIALECT_TILEAS_IR_MEMORYORDERS_H

#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.h"
#include "tessera/Dialect/TileAS/IR/TileASAttrs.h"
#include "tessera/MemoryModel/Event.h"

#include "llvm/Support/ErrorHandling.h"

namespace tessera::tileas {

/// The order of a `cuda_tile` or `nv_tileaa` access.
inline memmodel::Order
getModelOrder(cuda_tile::MemoryOrderingSemantics semantic) {
  switch (semantic) {
  case cuda_tile::MemoryOrderingSemantics::Weak:
    return memmodel::Order::Weak;
  case cuda_tile::MemoryOrderingSemantics::Relaxed:
    return memmodel::Order::Relaxed;
  case cuda_tile::MemoryOrderingSemantics::Acquire:
    return memmodel::Order::Acquire;
  case cuda_tile::MemoryOrderingSemantics::Release:
    return memmodel::Order::Release;
  case cuda_tile::MemoryOrderingSemantics::AcqRel:
    return memmodel::Order::AcqRel;
  }
  llvm_unreachable("unknown order");
}

/// The order of an `nv_tileas` access.
inline memmodel::Order getModelOrder(MemSemantic semantic) {
  switch (semantic) {
  case MemSemantic::Weak:
    return memmodel::Order::Weak;
  case MemSemantic::Relaxed:
    return memmodel::Order::Relaxed;
  case MemSemantic::Acquire:
    return memmodel::Order::Acquire;
  case MemSemantic::Release:
    return memmodel::Order::Release;
  case MemSemantic::AcquireRelease:
    return memmodel::Order::AcqRel;
  }
  llvm_unreachable("unknown order");
}

/// The scope of a `cuda_tile` or `nv_tileaa` access.
inline memmodel::Scope getModelScope(cuda_tile::MemoryScope scope) {
  switch (scope) {
  case cuda_tile::MemoryScope::TileBlock:
    return memmodel::Scope::TileBlock;
  case cuda_tile::MemoryScope::Device:
    return memmodel::Scope::Device;
  case cuda_tile::MemoryScope::System:
    return memmodel::Scope::System;
  }
  llvm_unreachable("unknown scope");
}

/// The scope of an `nv_tileas` access. The model has no clusters: a tile block
/// may be a cluster of thread blocks.
inline memmodel::Scope getModelScope(MemScope scope) {
  switch (scope) {
  case MemScope::TileBlock:
  case MemScope::Cluster:
    return memmodel::Scope::TileBlock;
  case MemScope::Gpu:
    return memmodel::Scope::Device;
  case MemScope::Sys:
    return memmodel::Scope::System;
  }
  llvm_unreachable("unknown scope");
}

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_MEMORYORDERS_H
