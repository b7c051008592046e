//===- Conversion/TileAAToTileAS/LayoutChoice.h - which layouts tiles get -*- C++ -*-===//
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

#ifndef TESSERA_CONVERSION_TILEAATOTILEAS_LAYOUTCHOICE_H
#define TESSERA_CONVERSION_TILEAATOTILEAS_LAYOUTCHOICE_H

#include "tessera/Layout/LinearLayout.h"
#include "tessera/Target/GpuTarget.h"

#include "mlir/IR/BuiltinTypes.h"

namespace tessera::gpu {

/// The extents of the tile that a layout is of.
llvm::SmallVector<int64_t> shapeOf(const layout::LinearLayout &layout);

/// Coalesced: `vector` neighbours along order[0] per thread, then lanes along
/// the order, warps along the slowest index that has room.
layout::LinearLayout blockedLayout(llvm::ArrayRef<int64_t> shape,
                                   llvm::ArrayRef<unsigned> order,
                                   int64_t vector, unsigned numWarps);
/// The same for row-major tiles, one to four neighbours per thread.
layout::LinearLayout defaultLayout(llvm::ArrayRef<int64_t> shape,
                                   unsigned numWarps);

/// Without register bits that change nothing.
layout::LinearLayout withoutCopies(const layout::LinearLayout &layout);

/// What is left of a layout when dimension `dim` is reduced away.
layout::LinearLayout sliceLayout(const layout::LinearLayout &layout,
                                 unsigned dim);
/// The layout of an operand of `shape` that a broadcast spreads to `layout`:
/// coordinates along extents of 1 do not count.
layout::LinearLayout unitLayout(const layout::LinearLayout &layout,
                                llvm::ArrayRef<int64_t> shape);
/// Only dimension `dim`.
layout::LinearLayout axisLayout(const layout::LinearLayout &layout,
                                unsigned dim);
/// The same elements, in row-major order, of another shape.
layout::LinearLayout viewLayout(const layout::LinearLayout &layout,
                                llvm::ArrayRef<int64_t> shape);
/// The source's layout of a permute with result layout `layout`, where result
/// dimension d is source dimension permutation[d]; and the other way round.
layout::LinearLayout permutedSource(const layout::LinearLayout &layout,
                                    llvm::ArrayRef<int32_t> permutation);
layout::LinearLayout permutedResult(const layout::LinearLayout &layout,
                                    llvm::ArrayRef<int32_t> permutation);

/// For a scan along `dim`: the dimension in one warp, position bits upwards in
/// registers, lanes, registers.
layout::LinearLayout scanLayout(llvm::ArrayRef<int64_t> shape, unsigned dim,
                                unsigned numWarps);

/// An instruction of mma.sync, by the intrinsic of LLVM.
struct MmaInstruction {
  unsigned m, n, k;
  /// Width of an operand's element and elements per operand register.
  unsigned bits, perRegister;
  /// "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
  std::string intrinsic;
};
/// The instruction for a product of tiles, or nothing when there is none on
/// `target` or the tile is smaller than it. Shapes may have a batch dimension.
std::optional<MmaInstruction> findMma(mlir::Type lhs, mlir::Type acc,
                                      llvm::ArrayRef<int64_t> accShape,
                                      int64_t depth, bool lhsSigned,
                                      bool rhsSigned, const GpuTarget &target);

/// The three layouts of a product.
struct DotLayouts {
  layout::LinearLayout lhs, rhs, acc;
};
/// Fragments of `instruction`, warps along the longer sides. `rowsOnly`: warps
/// along m as long as there are rows.
DotLayouts mmaLayouts(const MmaInstruction &instruction,
                      llvm::ArrayRef<int64_t> accShape, int64_t depth,
                      unsigned numWarps, bool rowsOnly);
/// Operands of a product by multiply-add whose accumulator has layout `acc`:
/// every thread holds the rows and columns of its results.
DotLayouts fmaLayouts(const layout::LinearLayout &acc, int64_t depth);

} // namespace tessera::gpu

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_LAYOUTCHOICE_H
