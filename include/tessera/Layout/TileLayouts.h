//===- tessera/Layout/TileLayouts.h - layouts of whole tiles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure functions from what is known of a tile to a layout of registers, lanes
// and warps. No register of a layout made here is a copy of another; lanes and
// warps may hold copies. docs/gpu-road.md says when which is used.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_TILELAYOUTS_H
#define TESSERA_LAYOUT_TILELAYOUTS_H

#include "tessera/Layout/Fragments.h"
#include "tessera/Layout/LinearLayout.h"

#include <optional>

namespace tessera::layout {

/// The extents of the tile that a layout is of.
llvm::SmallVector<int64_t> shapeOf(const LinearLayout &layout);

/// Coalesced: `vector` neighbours along order[0] per thread, then lanes along
/// the order, warps along the slowest index that has room.
LinearLayout blockedLayout(llvm::ArrayRef<int64_t> shape,
                           llvm::ArrayRef<unsigned> order, int64_t vector,
                           unsigned numWarps);
/// The same for row-major tiles, one to four neighbours per thread.
LinearLayout defaultLayout(llvm::ArrayRef<int64_t> shape, unsigned numWarps);

/// Without register bits that change nothing.
LinearLayout withoutCopies(const LinearLayout &layout);

/// What is left of a layout when dimension `dim` is reduced away.
LinearLayout sliceLayout(const LinearLayout &layout, unsigned dim);
/// The layout of an operand of `shape` that a broadcast spreads to `layout`:
/// coordinates along extents of 1 do not count.
LinearLayout unitLayout(const LinearLayout &layout,
                        llvm::ArrayRef<int64_t> shape);
/// Only dimension `dim`.
LinearLayout axisLayout(const LinearLayout &layout, unsigned dim);
/// The same elements, in row-major order, of another shape.
LinearLayout viewLayout(const LinearLayout &layout,
                        llvm::ArrayRef<int64_t> shape);
/// The source's layout of a permute with result layout `layout`, where result
/// dimension d is source dimension permutation[d]; and the other way round.
LinearLayout permutedSource(const LinearLayout &layout,
                            llvm::ArrayRef<int32_t> permutation);
LinearLayout permutedResult(const LinearLayout &layout,
                            llvm::ArrayRef<int32_t> permutation);

/// The same elements with the last two indices exchanged.
LinearLayout transposedLayout(const LinearLayout &layout);

/// Of one index: of elements of which two are in an element of `bytes`, with
/// both in the thread that has it.
LinearLayout pairLayout(const LinearLayout &bytes);

/// For a scan along `dim`: the dimension in one warp, position bits upwards in
/// registers, lanes, registers.
LinearLayout scanLayout(llvm::ArrayRef<int64_t> shape, unsigned dim,
                        unsigned numWarps);

/// The three layouts of a product.
struct DotLayouts {
  LinearLayout lhs, rhs, acc;
};
/// Fragments of mma.sync of `shape` with operands of `elementBits` bits, warps
/// along the longer sides. `rowsOnly`: warps along m as long as there are rows.
/// `inPairs`: with columns in pairs, of which the tile must have 16 or more.
/// Tiles may have a batch dimension in front.
DotLayouts mmaLayouts(const MmaShape &shape, unsigned elementBits,
                      llvm::ArrayRef<int64_t> accShape, int64_t depth,
                      unsigned numWarps, bool rowsOnly, bool inPairs = false);
/// Columns in pairs: of 16 columns one instruction of mma.sync has the even
/// ones, another the odd ones, for the right factor and the sums alike. Threads
/// then have neighbours of a right factor of bytes whose rows are rows in
/// memory, and ldmatrix moves them as elements of 16 bits.
/// The layout with the columns of 16 in this order, or from it.
LinearLayout withColumnsInPairs(const LinearLayout &layout);
LinearLayout withoutColumnsInPairs(const LinearLayout &layout);
/// The scales beside `factor`, which is in fragments of mma.sync with a scale
/// for each block: as its tile, but with `blocks` scales along the depth. These
/// are the lowest registers of a thread. Four lanes share the scales of a row
/// (or column); those beyond the instruction's, which it can name by their
/// number, hold the scales of further rows.
LinearLayout blockScaleLayout(const LinearLayout &factor, bool isLhs,
                              int64_t blocks);
/// Fragments of wgmma: warpgroups along batches, rows and, in steps of `n`
/// columns, columns; those beyond hold copies. `lhs` is for a left factor in
/// registers; where it may not be in registers (64-bit elements, or a depth
/// below the instruction's), it is empty.
struct WarpgroupLayouts {
  LinearLayout acc;
  std::optional<LinearLayout> lhs;
};
WarpgroupLayouts wgmmaLayouts(unsigned n, unsigned elementBits,
                              llvm::ArrayRef<int64_t> accShape, int64_t depth,
                              unsigned numWarps);
/// Whether the lowest registers, the lanes and the first two bits of the warps
/// of `tile` are those of `fragment` in the last two dimensions.
bool startsWithWarpgroupFragment(const LinearLayout &tile,
                                 const LinearLayout &fragment);

/// Operands of a product by multiply-add whose accumulator has layout `acc`:
/// every thread holds the rows and columns of its results.
DotLayouts fmaLayouts(const LinearLayout &acc, int64_t depth);

/// Whether the lowest registers and the lanes of `tile` are those of `fragment`
/// in the last two dimensions: then a warp can give them to the fragment's
/// instruction as they are.
bool startsWithFragment(const LinearLayout &tile, const LinearLayout &fragment);

/// Whether every thread holds all elements of `operand` that its elements of
/// `acc` are products of: the same coordinates but for dimension `depthDim`, of
/// which it holds everything.
bool holdsFactorsOf(const LinearLayout &operand, const LinearLayout &acc,
                    unsigned depthDim);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_TILELAYOUTS_H
