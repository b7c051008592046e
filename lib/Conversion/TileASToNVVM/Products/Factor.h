//===- TileASToNVVM/Products/Factor.h - a factor of a product and where it is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor comes in registers or stays in shared memory. One in shared memory
// is read whole or a part of the depth at a time, in a loop whose turns choose
// the part: then neither registers nor code grow with the depth.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_FACTOR_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_FACTOR_H

#include "Conversion/TileASToNVVM/Access/SharedImage.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// A factor and where it is.
class Factor {
public:
  /// `isLhs`: the left one. A factor of multiply-add is read by loads and, for
  /// sums of i32, widened; one of mma.sync comes as fragments.
  Factor(Emitter &e, tileas::DotOp op, bool isLhs);

  bool isInMemory() const { return memory != nullptr; }
  /// Where the tile is in shared memory. Before the loop.
  void open();
  /// Its registers for the whole depth.
  Registers whole();
  /// Splits the depth into parts of 2^`bits`; false if threads do not hold all
  /// of it in registers. One that comes in registers has parts whose beginnings
  /// are constants.
  bool split(unsigned bits);
  /// Registers of `partLayout` for the part that begins at `first`, an i32 or,
  /// where that is null, `constant`.
  Registers part(mlir::Value first, uint64_t constant);
  const layout::LinearLayout &partLayout() const { return *small; }

private:
  Registers finish(Registers registers);
  /// Of a factor in registers, those of a part.
  Registers chosen(uint64_t constant);
  Registers read(const layout::LinearLayout &places, const SharedShift &shift);

  Emitter &e;
  tileas::DotOp op;
  mlir::Value operand;
  /// The tile that is multiplied; and what lies in shared memory, null for a
  /// factor in registers.
  mlir::RankedTensorType tile, memory;
  layout::LinearLayout layout;
  layout::Dim depthDim;
  bool asSigned, asFragments, toInteger;
  std::optional<SharedImage> image;
  /// Of the part: of the factor, and of what lies in shared memory.
  std::optional<layout::LinearLayout> small, smallMemory;
  /// Bits of the depth that choose the part, and the byte offsets they add, or
  /// the bits of the numbers of registers.
  llvm::SmallVector<std::pair<unsigned, uint64_t>> moves;
  /// The bits of the numbers of registers that choose the part.
  uint64_t dropped = 0;
};

/// The body of a loop over a product's depth: what it makes of the values that
/// the loop carries, in the part that begins at `first` (or, where that is
/// null, at `constant`).
using DepthTurn = llvm::function_ref<mlir::LogicalResult(
    mlir::Value first, uint64_t constant, Registers &carried)>;

/// A loop over `depth` in parts of `step`.
mlir::LogicalResult emitDepthLoop(Emitter &e, int64_t depth, int64_t step,
                                  Registers &carried, DepthTurn turn);
/// The same turns one after the other.
mlir::LogicalResult emitDepthTurns(int64_t depth, int64_t step,
                                   Registers &carried, DepthTurn turn);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_FACTOR_H
