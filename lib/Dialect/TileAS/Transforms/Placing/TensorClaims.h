//===- TileAS/Transforms/Placing/TensorClaims.h - where columns are claimed -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel claims its columns of tensor memory where its threads meet anyway.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORCLAIMS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORCLAIMS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Moves a claim that only the bodies of a kernel use into these, pipelines in
/// front of it, and leaves out the barrier that these then do not need.
void settleClaim(ClaimTensorMemoryOp claim);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORCLAIMS_H
