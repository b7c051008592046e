//===- TileASToNVVM/Access/Atomics.h - atomic instructions -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spells the order and the scope of an update in PTX, and emits the
// compare-and-swap loop that stands for updates without an instruction.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_ATOMICS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_ATOMICS_H

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/MemoryModel/PtxMapping.h"

namespace tessera::gpu {

/// Order and scope; what they are in PTX says MemoryModel/PtxMapping.def.
struct PtxOrder {
  memmodel::Order order;
  memmodel::Scope scope;
  bool cluster = false;
  bool acquires() const {
    return order == memmodel::Order::Acquire ||
           order == memmodel::Order::AcqRel;
  }
};

/// The order of an update; weak accesses that are made of updates are relaxed.
PtxOrder orderOf(std::optional<tileas::MemSemantic> semantic,
                 std::optional<tileas::MemScope> scope);

/// Replaces the bits at `pointer` (16, 32 or 64) by what `desired` makes of
/// them, until nobody else came between; the bits before. Ends the current
/// block.
mlir::Value
replaceAtomically(Emitter &e, const PtxOrder &order, mlir::Type word,
                  mlir::Value pointer,
                  llvm::function_ref<mlir::Value(mlir::Value)> desired);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_ATOMICS_H
