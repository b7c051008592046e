//===- CudaTile/Transforms/ProgramOrder.h - one token through a function -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every memory op takes the token of the one before it and gives its own to the
// next one, through ifs and loops; older memory ops become core ops on the way.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_PROGRAMORDER_H
#define TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_PROGRAMORDER_H

#include "ExtensionRewriter.h"

#include "llvm/ADT/DenseSet.h"

namespace tessera::cuda_tile {

/// The token of one function on its way from memory op to memory op.
class ProgramOrder {
public:
  explicit ProgramOrder(ExtensionRewriter &rewriter) : rewriter(rewriter) {}

  /// The token after the ops of `block`; null before the first memory op.
  mlir::Value run(mlir::Block &block, mlir::Value token);

private:
  // --- ExtensionMemory.cpp ---
  mlir::Value step(mlir::Operation *op, mlir::Value token);
  mlir::Value order(mlir::Operation *op, mlir::Value token);
  mlir::Value through(IfOp op, mlir::Value token);
  template <typename LoopT>
  mlir::Value throughLoop(LoopT op, mlir::Value token);
  void passOn(mlir::Operation *terminator, mlir::Value token);

  // --- ExtensionAccess.cpp ---
  /// An older memory op.
  mlir::Value rewrite(mlir::Operation *op, mlir::Value token);
  /// The addition in front of a seq_cst access.
  mlir::Value fence(mlir::ImplicitLocOpBuilder &builder, mlir::Value token);
  mlir::Value rewriteAccess(mlir::Operation *op, mlir::Value token);
  mlir::Value rewriteAtomic(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Operation *op, mlir::Value token);

  ExtensionRewriter &rewriter;
  /// Ifs and loops that carry the token as their last value.
  llvm::DenseSet<mlir::Operation *> carriers;
};

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_PROGRAMORDER_H
