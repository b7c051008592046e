//===- tessera/Layout/MemoryRows.h - what accesses touch of memory --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory is moved in lines and sectors. Along one dimension of a tile
// neighbours are neighbours in memory; of the others only that much is known
// that another index is another line. How many of these the accesses of a warp
// touch is then a rank: the elements of one access are a span over GF(2), and
// those that share a piece differ by its low bits alone.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_MEMORYROWS_H
#define TESSERA_LAYOUT_MEMORYROWS_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera::layout {

/// How many neighbours along dimension `dim` a thread holds in registers, at
/// most `most`; a power of two.
uint64_t neighboursInRegisters(const LinearLayout &registers, unsigned dim,
                               uint64_t most);

/// Pieces of memory that all warps touch when they move the whole tile: for
/// each access of a warp, which moves `vector` neighbours of every lane, the
/// different pieces of `pieceElements` neighbours along `dim`. Both are powers
/// of two, and pieces are aligned. Elements that several threads hold are moved
/// by one.
uint64_t countPieces(const LinearLayout &registers, unsigned dim,
                     uint64_t vector, uint64_t pieceElements);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_MEMORYROWS_H
