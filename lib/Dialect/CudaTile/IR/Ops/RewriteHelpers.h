//===- CudaTile/IR/Ops/RewriteHelpers.h - what rewrites build -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small pieces of IR that more than one canonicalisation of cuda_tile makes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_REWRITEHELPERS_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_REWRITEHELPERS_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/PatternMatch.h"

namespace tessera::cuda_tile {

/// `xori value, true`; `value` is a tile of i1.
mlir::Value createNot(mlir::PatternRewriter &rewriter, mlir::Location loc,
                      mlir::Value value);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_REWRITEHELPERS_H
