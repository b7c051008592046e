//===- TileAS/Transforms/Pairs/CorrectedLoop.h - a loop in three roles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of attention, parted over the teams of a consumer, an issuer and a
// correction role.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_CORRECTEDLOOP_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_CORRECTEDLOOP_H

#include "Dialect/TileAS/Transforms/Pipelining/KernelRoles.h"

namespace tessera::tileas {

/// Gives the products of the consumer's `loop` over `stages` to the issuer, and
/// what the sums of the second one are multiplied by to the correction role.
/// False: it is no such loop, and is left as it was.
bool correctInRole(mlir::scf::ForOp loop, CreatePipelineOp stages,
                   KernelRoles &roles);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_CORRECTEDLOOP_H
