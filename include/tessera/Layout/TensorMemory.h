//===- tessera/Layout/TensorMemory.h - tiles in tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor memory has 128 lanes of columns of 32 bits. Where the accumulator of a
// product lies there, in which registers threads like to have it, and which
// shape of tcgen05.ld and tcgen05.st moves it between the two.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_TENSORMEMORY_H
#define TESSERA_LAYOUT_TENSORMEMORY_H

#include "tessera/Layout/Fragments.h"

#include <optional>

namespace tessera::layout {

/// The place of an accumulator of `shape`, one element in a column, that
/// instructions of `m` rows (64 or 128) make: TmemLane, TmemColumn to the index
/// of the tile. Columns are those of a matrix, then further blocks of `m` rows,
/// then batches.
LinearLayout tensorPlace(unsigned m, llvm::ArrayRef<int64_t> shape);

/// The place of a left factor of `shape` that instructions of 128 rows read:
/// as that of an accumulator, but that a column holds as many neighbours in
/// depth, of `bits` each, as a word does (Offset).
LinearLayout tensorFactorPlace(llvm::ArrayRef<int64_t> shape, unsigned bits);

/// Columns that `place` takes.
unsigned columnsOfPlace(const LinearLayout &place);

/// Scales in shared memory as tcgen05.cp.32x128b.warpx4 copies them: 512 bytes
/// for 128 rows (columns, of the right factor) and four blocks along the depth.
/// Row r has its four bytes at 16 (r % 32) + 4 (r / 32). Further rows, then
/// further blocks, then batches follow. `shape` has 128 rows and four blocks,
/// or more.
LinearLayout blockScaleImage(llvm::ArrayRef<int64_t> shape, bool isLhs);
/// The columns of tensor memory that the scales of such a shape take.
unsigned blockScaleColumns(llvm::ArrayRef<int64_t> shape);

/// Registers of `numWarps` warps (whole warpgroups) for all of `place`. Warps
/// beyond the first four share batches, then rows, then columns; those beyond
/// that hold copies. `wholeRows`: a thread has rows of its own, where all lanes
/// are in use; else registers are fragments of mma.sync, and columns are shared
/// by 16, so that all warps have some of 32 neighbours.
LinearLayout tensorRegisters(const LinearLayout &place, unsigned numWarps,
                             bool wholeRows);

/// Where in tensor memory each register is: Register, Lane, Warp to TmemLane,
/// TmemColumn.
LinearLayout tensorCells(const LinearLayout &place,
                         const LinearLayout &registers);

/// Words of a thread that one instruction moves at most.
inline constexpr unsigned mostTensorWords = 128;
/// Columns of a lane that tcgen05.ld.red reduces at least.
inline constexpr unsigned leastReducedColumns = 2;

/// An instruction that moves the lowest registers of all threads of a
/// warpgroup; the others are moved by the same one at other addresses.
struct TensorMove {
  TmemShape shape;
  unsigned repeat;
  /// Columns to the second half, of L16x32bx2.
  unsigned split = 0;
  /// Registers of a thread that one instruction moves.
  unsigned registers;
  /// Two registers of 16 bits, of neighbouring columns, are one word.
  bool packed = false;
};

/// The widest instruction for these cells that moves at most `mostRegisters`;
/// nothing if there is none.
std::optional<TensorMove> findTensorMove(const LinearLayout &cells,
                                         unsigned mostRegisters);
/// The same for registers of 16 bits that each have a column: packed, where a
/// thread has neighbouring columns in neighbouring registers.
std::optional<TensorMove> findHalfMove(const LinearLayout &cells,
                                       unsigned mostRegisters);

/// The same for a place of which each column holds several elements: a thread
/// has those of one column in neighbouring registers, which are one word.
std::optional<TensorMove> findWordMove(const LinearLayout &cells,
                                       unsigned mostWords);

/// "32x32b", "16x256b".
llvm::StringRef tmemShapeName(TmemShape shape);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_TENSORMEMORY_H
