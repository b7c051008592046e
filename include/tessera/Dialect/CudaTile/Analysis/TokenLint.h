//===- CudaTile/Analysis/TokenLint.h - suspicious memory order --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings about tokens, orders and scopes that need no execution
// (docs/race-detection.md). A finding is a warning: the program verifies, but
// is undefined or does not mean what it says.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_ANALYSIS_TOKENLINT_H
#define TESSERA_DIALECT_CUDATILE_ANALYSIS_TOKENLINT_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera::cuda_tile {

/// Emits a warning per finding in `entry` and returns how many there were.
unsigned lintTokens(EntryOp entry);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_ANALYSIS_TOKENLINT_H
