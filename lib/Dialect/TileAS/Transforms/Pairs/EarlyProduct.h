//===- TileAS/Transforms/Pairs/EarlyProduct.h - the next product early -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first of two products of an iteration, in the iteration before.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_EARLYPRODUCT_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_EARLYPRODUCT_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// Rewrites the consumer's `loop` over the stages of `pipeline`, if it has two
/// products of tcgen05 of which the second one needs the first one's result.
/// Products of each of the `teams` that run the loop then release the stages,
/// and have read them behind the op that is returned. Null: the loop is left as
/// it was.
mlir::Operation *makeProductEarly(mlir::scf::ForOp loop,
                                  CreatePipelineOp pipeline, unsigned teams);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_EARLYPRODUCT_H
