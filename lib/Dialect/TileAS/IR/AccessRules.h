//===- TileAS/IR/AccessRules.h - what accesses to memory share ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that several families of accesses share: orderings and scopes, tokens
// and their results, coordinates, flags, padding, atoms.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_IR_ACCESSRULES_H
#define TESSERA_LIB_DIALECT_TILEAS_IR_ACCESSRULES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

enum class AccessKind { Load, Store, Atomic };

/// A required operand: its segment and its name.
struct RequiredSegment {
  unsigned segment;
  llvm::StringRef name;
};

/// The generic form can give a single operand another number of values.
llvm::LogicalResult verifySegments(mlir::Operation *op,
                                   llvm::ArrayRef<int32_t> segments,
                                   llvm::ArrayRef<RequiredSegment> required);

/// The semantic fits the kind; a scope if and only if it is not weak.
llvm::LogicalResult verifyOrdering(mlir::Operation *op, AccessKind kind,
                                   std::optional<MemSemantic> semantic,
                                   std::optional<MemScope> scope);

/// Both or neither, of one type.
llvm::LogicalResult verifyTokenPair(mlir::Operation *op, mlir::Value token,
                                    mlir::Value result);

/// `atom` (null: fine) is one of `kinds`.
llvm::LogicalResult verifyAtomKind(mlir::Operation *op, AtomAttr atom,
                                   llvm::ArrayRef<AtomKind> kinds);

/// The tile's shape is the atom's box, if the atom has one.
llvm::LogicalResult verifyAtomBox(mlir::Operation *op, AtomAttr atom,
                                  mlir::Type tile);

/// The tile that an access moves is the view's, whatever its layout.
llvm::LogicalResult verifyViewTile(mlir::Operation *op, llvm::StringRef what,
                                   mlir::Type tile, mlir::Type view);

/// One coordinate per dimension, offsets none or as many, flags likewise.
llvm::LogicalResult
verifyPositions(mlir::Operation *op, int64_t rank, size_t numCoords,
                size_t numOffsets,
                std::optional<llvm::ArrayRef<bool>> inBounds);

/// A view with a sparse dimension.
bool isGatherScatter(mlir::Type view);

/// Kind of view, tile, positions and atom of an access to one tile.
template <typename OpTy>
llvm::LogicalResult verifyTiled(OpTy op, llvm::StringRef what, mlir::Type tile,
                                size_t numOffsets,
                                llvm::ArrayRef<AtomKind> kinds) {
  mlir::Type view = op.getView().getType();
  if (isGatherScatter(view))
    return op.emitOpError("expected a view without sparse_dim, got ") << view;
  if (failed(verifyViewTile(op, what, tile, view)) ||
      failed(verifyPositions(op, getViewTile(view).getRank(),
                             op.getCoords().size(), numOffsets,
                             op.getInBounds())) ||
      failed(verifyAtomKind(op, op.getAtom(), kinds)))
    return llvm::failure();
  return verifyAtomBox(op, op.getAtom(), tile);
}

/// A mask (if any) of the tile's shape and layout.
llvm::LogicalResult verifyMask(mlir::Operation *op, mlir::Value mask,
                               mlir::Type tile);

/// `type` (named `what`) is the tile that `pointers` point to.
llvm::LogicalResult verifyPointedTo(mlir::Operation *op, mlir::Type pointers,
                                    llvm::StringRef what, mlir::Type type);

/// Padding of the element's type, and only where something can be outside.
llvm::LogicalResult verifyPadding(mlir::Operation *op,
                                  std::optional<mlir::TypedAttr> padding,
                                  mlir::Type element,
                                  std::optional<llvm::ArrayRef<bool>> inBounds);

/// Global and shared memory with each other and themselves, tensor memory with
/// shared memory; registers are not addressable.
llvm::LogicalResult verifyCopyResidencies(mlir::Operation *op,
                                          tileaa::Residency from,
                                          tileaa::Residency to);

/// A consumer of the group: not negative.
llvm::LogicalResult verifyConsumerIndex(mlir::Operation *op, int32_t index);

/// `part` is a block of `whole` at `numOffsets` offsets.
llvm::LogicalResult verifySlice(mlir::Operation *op, mlir::Type whole,
                                mlir::Type part, size_t numOffsets);

/// Reads for loads, writes for stores, both for anything not weak.
void addAccessEffects(std::optional<MemSemantic> semantic, AccessKind kind,
                      llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<
                          mlir::MemoryEffects::Effect>> &effects);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_IR_ACCESSRULES_H
