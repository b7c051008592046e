//===- Layout/Fragments.h - register layouts of instructions ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the matrix instructions and the load/store instructions around them want
// in registers, as functions that return a layout. Every map is restated from
// the public PTX ISA; unless said otherwise inputs are Register (elements, low
// first), Lane and, for warpgroup instructions, Warp.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_FRAGMENTS_H
#define TESSERA_LAYOUT_FRAGMENTS_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera::layout {

/// A distribution of a tile for coalesced global access. All lists have one
/// power of two per tile index; `order` lists the tile indices, fastest first.
struct BlockedParams {
  llvm::SmallVector<int64_t> shape;
  /// Consecutive elements of one thread, threads of a warp, warps of a block,
  /// blocks of a cluster along each tile index. `blocks` may be empty.
  llvm::SmallVector<int64_t> registers, lanes, warps, blocks;
  llvm::SmallVector<unsigned> order;
};

/// Registers, lanes and warps take the bits of each tile index upwards, blocks
/// take the topmost; bits that remain become further registers, and lanes,
/// warps or blocks that find no bit left hold copies. Fails on lists of
/// different lengths, on numbers that are not powers of two, on an order that
/// is no permutation, and when the lanes do not multiply to 32.
llvm::Expected<LinearLayout> blocked(const BlockedParams &params);

enum class MmaOperand { A, B, C };

/// A shape of mma.sync.
struct MmaShape {
  unsigned m, n, k;
};

/// The fragment of mma.sync: A as (m, k), B as (k, n), C and D as (m, n).
/// `elementBits` is the width of an element in its register container, which
/// selects the instruction: 1, 4, 8, 16, 32 or 64; it is ignored for C, whose
/// map is the same for every type. Fails when there is no such instruction.
llvm::Expected<LinearLayout> mmaFragment(MmaShape shape, MmaOperand operand,
                                         unsigned elementBits);

/// The accumulator of wgmma m64nN, four warps. Fails unless n is a power of two
/// from 8 to 256: other n are not linear and are held as several tiles.
llvm::Expected<LinearLayout> wgmmaAccumulator(unsigned n);

/// The A operand of wgmma in registers, (64, 256 / elementBits), four warps.
/// Fails unless `elementBits` is 8, 16 or 32.
llvm::Expected<LinearLayout> wgmmaA(unsigned elementBits);

enum class TmemShape { L32x32b, L16x64b, L16x128b, L16x256b, L16x32bx2 };

/// What tcgen05.ld and tcgen05.st .xREPEAT move: Register, Lane (and Warp with
/// `warpgroup`) to (TmemLane, TmemColumn) of the window of one warp, or of all
/// 128 lanes with `warpgroup`. Registers are 32 bits wide. `splitOffset` is the
/// column of the second half and only for L16x32bx2, where it must be a power
/// of two not below `repeat`. Fails on a repeat the instruction does not have.
llvm::Expected<LinearLayout> tcgen05Registers(TmemShape shape, unsigned repeat,
                                              bool warpgroup,
                                              unsigned splitOffset = 0);

/// The names of PTX's "data path layouts" of tcgen05.mma.
enum class DataPath { A, B, C, D, E, F, G };

/// Where an accumulator m x n lies in tensor memory: TmemLane, TmemColumn and,
/// for the layouts of a pair of blocks, Block, to the tile index (m, n). Fails
/// when the data path has no such m, or n is no power of two in its range.
llvm::Expected<LinearLayout> tmemAccumulator(DataPath path, unsigned m,
                                             unsigned n);

enum class MatrixMove {
  /// ldmatrix and stmatrix m8n8.b16, and the same .trans.
  M8N8,
  M8N8Trans,
  /// ldmatrix m16n16.trans.b8.
  M16N16Trans,
  /// ldmatrix m8n16 with 4- or 6-bit sources expanded to bytes.
  M8N16,
  /// stmatrix m16n8.trans.b8.
  M16N8Trans,
};

/// The registers of ldmatrix or stmatrix .xCOUNT: Register and Lane to (matrix,
/// row, column) of the stored matrices, whose rows are 16 bytes. Fails on a
/// count the instruction does not have.
llvm::Expected<LinearLayout> matrixRegisters(MatrixMove move, unsigned count);

/// Which row each lane gives the address of: Lane to (matrix, row). Lanes whose
/// address is not used hold copies.
llvm::Expected<LinearLayout> matrixAddresses(MatrixMove move, unsigned count);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_FRAGMENTS_H
