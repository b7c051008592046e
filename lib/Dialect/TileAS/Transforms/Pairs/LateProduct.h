//===- TileAS/Transforms/Pairs/LateProduct.h - a product beside other work -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two products of an iteration, the second of which is computed from the first,
// in two iterations.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_LATEPRODUCT_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_LATEPRODUCT_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// Rewrites the consumer's `loop` of `warps` warps with so many registers of a
/// thread, if it has two such products and the registers hold what lives
/// together then. False: it is left as it was.
bool makeProductLate(mlir::scf::ForOp loop, unsigned warps, unsigned registers);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_LATEPRODUCT_H
