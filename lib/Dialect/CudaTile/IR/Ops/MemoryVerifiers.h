//===- CudaTile/IR/Ops/MemoryVerifiers.h - rules shared by memory ops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the dialect library: the legal orderings, scopes, shapes and
// atomic modes of ops.md 6.1 and 7, and the memory effects they imply. Every
// check reports on `op` and says what was expected.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_MEMORYVERIFIERS_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_MEMORYVERIFIERS_H

#include "tessera/Dialect/CudaTile/IR/AtomicModes.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera::cuda_tile::detail {

enum class AccessKind { Load, Store };

using EffectList = llvm::SmallVectorImpl<
    mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>;

/// An operand that is neither optional nor variadic, and its segment.
struct SingleOperand {
  unsigned segment;
  llvm::StringRef name;
};

/// Each of `operands` is exactly one value. ODS trusts `operandSegmentSizes`
/// here, but the generic form can say anything as long as the sum is right, so
/// verifiers ask this before they use an accessor.
llvm::LogicalResult
verifySingleOperands(mlir::Operation *op, llvm::ArrayRef<int32_t> segmentSizes,
                     llvm::ArrayRef<SingleOperand> operands);

/// Loads are weak, relaxed or acquire; stores weak, relaxed or release; a scope
/// comes with every ordering but weak.
llvm::LogicalResult verifyAccessOrdering(mlir::Operation *op, AccessKind kind,
                                         MemoryOrderingSemantics ordering,
                                         std::optional<MemoryScope> scope);

/// Anything but weak.
llvm::LogicalResult verifyAtomicOrdering(mlir::Operation *op,
                                         MemoryOrderingSemantics ordering);

/// `value` (named `what` in the message) holds the pointee of `pointers`, in
/// the same shape.
llvm::LogicalResult verifyPointedTo(mlir::Operation *op, TileType pointers,
                                    llvm::StringRef what, TileType value);

/// `tile` (named `what`) has the shape of `pointers`.
llvm::LogicalResult verifyShapeOf(mlir::Operation *op, TileType pointers,
                                  llvm::StringRef what, TileType tile);

/// A weak access only reads or only writes. Any other also synchronises, which
/// no optimiser may drop or duplicate, so it counts as both.
void addAccessEffects(AccessKind kind, MemoryOrderingSemanticsAttr ordering,
                      EffectList &effects);
void addAtomicEffects(EffectList &effects);

} // namespace tessera::cuda_tile::detail

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_MEMORYVERIFIERS_H
