//===- tessera/Dialect/CudaTile/IR/Limits.h - what can be provided -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits that the language does not have and every road does. A module beyond
// them is valid, can be printed and written as bytecode, but not executed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_LIMITS_H
#define TESSERA_DIALECT_CUDATILE_IR_LIMITS_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera::cuda_tile {

/// Largest alignment of a global or an alloca, in bytes: a page. An object file
/// is as large as the largest alignment in it.
inline constexpr int64_t kMaxAlignment = 4096;

/// Whether all alignments that `root` asks for can be provided; reports the
/// first global or alloca that asks for more.
llvm::LogicalResult verifyLimits(mlir::Operation *root);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_LIMITS_H
