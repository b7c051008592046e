//===- CudaTile/Transforms/ExtensionRewriter.h - steps of the rewrite -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of legalize-extensions share. They run in this order: control
// flow (afterwards every function is one block), memory in program order,
// everything that is a value.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_EXTENSIONREWRITER_H
#define TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_EXTENSIONREWRITER_H

#include "tessera/Dialect/CudaTile/IR/Extensions.h"
#include "tessera/Dialect/CudaTile/Transforms/LegalizeExtensions.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tessera::cuda_tile {

class ExtensionRewriter {
public:
  explicit ExtensionRewriter(ReplacedValueFn onReplaced)
      : onReplaced(onReplaced) {}

  /// The module or function `root` and all below.
  llvm::LogicalResult rewrite(mlir::Operation *root);

private:
  llvm::LogicalResult rewriteFunction(mlir::Operation *function);

  // --- ExtensionControl.cpp ---
  /// Turns the blocks of an `unstructured` op into ifs and loops.
  llvm::LogicalResult liftControlFlow(UnstructuredOp op);

  // --- ExtensionMemory.cpp ---
  /// Gives older allocas the life that they promise.
  llvm::LogicalResult placeAllocas(mlir::Operation *function);
  /// Rewrites the older memory ops of a function and threads a token through
  /// all its memory ops; nothing to do if none is older.
  void orderMemory(mlir::Operation *function);

  // --- ExtensionValues.cpp ---
  void rewriteValue(mlir::Operation *op);

  // --- ExtensionAccess.cpp ---
  /// The variable of the module around `user` that orders seq_cst accesses.
  mlir::StringAttr getFenceVariable(mlir::Operation *user);

  ReplacedValueFn onReplaced;
  llvm::DenseMap<mlir::Operation *, mlir::StringAttr> fenceVariables;
  friend class ProgramOrder;

  /// Replaces `op`'s results and erases it.
  void replace(mlir::Operation *op, mlir::ValueRange values);
};

/// `value` in every element of a tile of integers, floats or pointers.
mlir::Value createSplat(mlir::ImplicitLocOpBuilder &builder, TileType type,
                        int64_t value);
/// As one value where the type already fits.
mlir::Value createReshape(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value value, llvm::ArrayRef<int64_t> shape);
/// The format of a core print for an older one.
std::string makePrintFormat(PrintOp op);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_EXTENSIONREWRITER_H
