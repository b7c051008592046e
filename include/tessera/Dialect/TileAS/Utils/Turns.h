//===- TileAS/Utils/Turns.h - loops over the blocks of a block ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that takes over others makes one tile block in each of its turns
// (nv_tileas.count_turns, nv_tileas.turn_block).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_TURNS_H
#define TESSERA_DIALECT_TILEAS_UTILS_TURNS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// Whether `loop` makes the tile blocks of its block. It is entered.
inline bool isOverTurns(mlir::scf::ForOp loop) {
  return loop.getUpperBound().getDefiningOp<CountTurnsOp>() != nullptr;
}

/// Whether some loop in a loop over turns makes a product of what it computes
/// from another one, as attention does. No issuer can run it: the consumer
/// issues its products, in each turn.
bool hasChainedTurns(tileaa::FuncOp function);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_TURNS_H
