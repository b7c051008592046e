//===- TileASToNVVM/Access/MatrixMoves.h - what ldmatrix can move -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix delivers 8 rows of 16 bytes as 4 bytes per lane, and stmatrix takes
// them. The columns of the map from registers to byte offsets tell whether
// given registers are what it moves, and to which row each lane points.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_MATRIXMOVES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_MATRIXMOVES_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace tessera::gpu {

/// How a tile is read by ldmatrix, or written by stmatrix.
struct MatrixMoves {
  bool transposed;
  /// Matrices per instruction: 1, 2 or 4.
  unsigned count;
  /// Register bits within a word of four bytes, those that select a matrix of
  /// an instruction, and the others.
  unsigned wordBits;
  llvm::SmallVector<unsigned, 4> matrixBits;
  llvm::SmallVector<unsigned, 4> otherBits;
  /// Of bytes in pairs: the register bit that is the lower bit of the address.
  /// A matrix of 16-bit elements then has two of the bytes of each of two
  /// words, and the first of `matrixBits` leads to the matrix with the others.
  std::optional<unsigned> pairBit;
  /// Byte offsets that the bits of the lane add to the row it points at.
  llvm::SmallVector<uint64_t, 8> rows;
};

/// The way to move a layout with these columns of byte offsets, or nothing.
/// `bytes`: of an element.
std::optional<MatrixMoves> planMatrixMoves(llvm::ArrayRef<uint64_t> registers,
                                           llvm::ArrayRef<uint64_t> lanes,
                                           llvm::ArrayRef<uint64_t> warps,
                                           unsigned bytes);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_MATRIXMOVES_H
