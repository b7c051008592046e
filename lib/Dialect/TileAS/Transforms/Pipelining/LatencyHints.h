//===- TileAS/Transforms/Pipelining/LatencyHints.h - stages that loads want ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hint `latency`: how many iterations ahead a load may be made.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LATENCYHINTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LATENCYHINTS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// The stages that a load of `loop` wants; nothing without a hint for `target`.
std::optional<unsigned> stagesOf(mlir::scf::ForOp loop, llvm::StringRef target);

/// Says which hints had no effect: those of loads that are not copied ahead.
void reportLatencyHints(tileaa::FuncOp function, llvm::StringRef target);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LATENCYHINTS_H
