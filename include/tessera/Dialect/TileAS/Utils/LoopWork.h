//===- TileAS/Utils/LoopWork.h - what a round of a loop asks for -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work of one round of a loop of nv_tileas, which gpu::priceOf puts a price
// on.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_LOOPWORK_H
#define TESSERA_DIALECT_TILEAS_UTILS_LOOPWORK_H

#include "tessera/Target/LoopEstimate.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// Products, copies and exponentials of one round; stages are the caller's to
/// say.
gpu::LoopWork workOf(mlir::scf::ForOp loop);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_LOOPWORK_H
