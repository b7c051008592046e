//===- CudaTile/Transforms/LegalizeExtensions.h - older spellings -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite of the older spellings (docs/older-spellings.md) as a function,
// for who loads modules without a pass manager.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_LEGALIZEEXTENSIONS_H
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_LEGALIZEEXTENSIONS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::cuda_tile {

/// Called with each value that is replaced, while it still exists, and its
/// replacement: null for a value of code that is never executed.
using ReplacedValueFn = llvm::function_ref<void(mlir::Value, mlir::Value)>;

/// Whether `root` holds an older spelling.
bool hasOlderSpellings(mlir::Operation *root);

/// Rewrites the older spellings in `root` to the core language. Does not touch
/// a program without any. Fails, after a diagnostic at the op, for what has no
/// counterpart; the program is then no longer valid.
llvm::LogicalResult legalizeExtensions(mlir::Operation *root,
                                       ReplacedValueFn onReplaced = {});

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_LEGALIZEEXTENSIONS_H
