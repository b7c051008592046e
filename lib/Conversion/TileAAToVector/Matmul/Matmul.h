//===- TileAAToVector/Matmul/Matmul.h - the arithmetic of matrix products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product has three parts: MatmulOperands.cpp brings the tiles into scratch
// in the order in which a micro-kernel reads them, MicroKernel.cpp walks over
// the accumulator in blocks that stay in registers while k runs, and one file
// per element type knows its instructions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MATMUL_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MATMUL_H

#include "Conversion/TileAAToVector/Core/Emitter.h"

namespace tessera::cpu {

/// acc[b, i, j] += sum over k of lhs[b, i, k] * rhs[b, k, j].
struct MatmulShape {
  explicit MatmulShape(tileaa::DotOp op);
  int64_t batches, rows, columns, depth;
  /// The accumulator is zero and not in its buffer.
  bool isFromZero = false;
  /// An i1: at this run of the product the accumulator is zero and not in its
  /// buffer; null: never.
  mlir::Value isFirst;
  /// The memory of factors, one per row, by which the accumulator is multiplied
  /// before anything is added; null if there are none.
  mlir::Value rowFactors;
  /// Tiles of k that lie side by side in the operands' buffers.
  int64_t tiles = 1;
  /// How much of k is there, an i64; null: everything. What a kernel reads
  /// beyond, to make it a multiple of its steps, is padding.
  mlir::Value liveDepth;
  /// How many rows and columns of the result anybody sees, i64s; null: all.
  mlir::Value liveRows, liveColumns;

  /// The extent of k of the operands' buffers.
  int64_t bufferDepth() const { return depth * tiles; }
};

/// How a micro-kernel wants to read the right operand: in panels of `width`
/// columns, in which `kStep` rows of k are interleaved: element (k, c) of
/// [columns / width, depth / kStep, width, kStep].
struct PanelLayout {
  int64_t width, kStep = 1;
  /// Groups of kStep rows that a turn of the innermost loop multiplies.
  int64_t unroll = 1;

  /// Rows of k of a turn; the depth of a product is a multiple of it.
  int64_t rowsPerTurn() const { return kStep * unroll; }
};
/// PanelLayout::unroll for groups of `kStep` rows.
int64_t groupsPerTurn(const Emitter &e, const MatmulShape &shape,
                      int64_t kStep);
PanelLayout matmulPanels(const Emitter &e, const MatmulShape &shape,
                         mlir::Type element);
/// Rows of the register blocks beside such panels.
int64_t matmulBlockRows(const Emitter &e, const MatmulShape &shape,
                        mlir::Type element);
PanelLayout bf16Panels(const MatmulShape &shape);
PanelLayout int8Panels(const Emitter &e, const MatmulShape &shape);
PanelLayout int16Panels(const Emitter &e, const MatmulShape &shape);

/// A tile that may be read where it is: rows or columns `stride` elements apart
/// from `start` on, if `isInPlace`.
struct InPlaceTile {
  mlir::Value isInPlace, start, stride;
};

/// `operand` as such a tile, if it is a load of rows of `element`s; in place
/// where it lies inside its memory object and `blockRows` of its rows, which
/// are read at once, do not share few sets of the caches.
std::optional<InPlaceTile> inPlaceTile(Emitter &e, mlir::Value operand,
                                       mlir::Type element, int64_t blockRows);

/// `operand` as such a tile of columns, if it is a load, perhaps with unit
/// dimensions in front, whose last dimension counts runs of `element`s.
std::optional<InPlaceTile> columnsInPlace(Emitter &e, mlir::Value operand,
                                          mlir::Type element);

/// Emits a branch for where `tile` is not in place, and moves the insertion
/// point into it.
void enterUnlessInPlace(Emitter &e, const InPlaceTile &tile);

/// The operands of a product where a micro-kernel reads them.
struct MatmulOperands {
  /// [batches, rows, buffer depth].
  Buffer lhs;
  /// As the PanelLayout says, or [batches, depth, columns].
  Buffer rhs;
  bool isPanelled = true;
  /// `rhs` has room for one panel, and is filled with each when its turn comes.
  bool isByPanel = false;
  /// The left operand in memory, if it has not been brought to `lhs`.
  std::optional<InPlaceTile> inPlaceLhs;
};

/// A tile in memory that the loop around a product will need.
struct NextTile {
  mlir::Value start, rowBytes;
  int64_t rows, linesPerRow;
};

/// The memory that the register blocks of a product prefetch.
struct Upcoming {
  /// The operands of the next iterations.
  llvm::SmallVector<NextTile, 2> operands;
  /// The memory to which the loop's result is stored, prefetched if `isLast`.
  std::optional<NextTile> result;
  mlir::Value isLast;
};

/// The product that is all that `argument`, which `loop` carries, is used for,
/// and whose result is carried in turn, if the first sum begins with zero; or
/// null. Such an accumulator is not initialised unless the loop does not run.
tileaa::DotOp productFromZero(mlir::BlockArgument argument);

/// Sets `shape.isFirst` of such a product.
void startFromZero(Emitter &e, tileaa::DotOp op, MatmulShape &shape);

/// The store that is all that is done with what the loop around `product` makes
/// of it, if it can be told now where it stores; or null.
tileaa::TiledStoreOp storeOfResult(Emitter &e, tileaa::DotOp product);

/// Sets the live rows and columns of `shape` where the result is only stored,
/// perhaps to a partial tile.
void limitToStored(Emitter &e, tileaa::DotOp op, MatmulShape &shape);

/// What follows `op` as far as it is known where that is, at the current point
/// (MatmulPrefetch.cpp): the operands of as many iterations as `shape.tiles`.
Upcoming upcomingTiles(Emitter &e, tileaa::DotOp op, const MatmulShape &shape);

/// A register block among those of the accumulator, at a multiple of its size.
struct BlockPosition {
  mlir::Value row, column;
  int64_t rows, columns, rowStep, columnStep;
};

/// Emits the block's share of the prefetches of `next`.
void prefetchInBlock(Emitter &e, const Upcoming &next, const BlockPosition &at);

/// Emits the loops that fill a panel with the columns of rhs from `column` on.
using FillPanel = llvm::function_ref<void(mlir::Value column)>;

/// Emits the product of f32, f64 or i32 tiles: every step of the sum over k in
/// ascending order, fused for floats, wrapping for integers. `fill` is called
/// for operands `isByPanel`.
void emitMatmul(Emitter &e, const MatmulShape &shape,
                const MatmulOperands &operands, const Buffer &acc,
                FillPanel fill, const Upcoming &next);

/// Whether x86's sums of four byte products (vpdpbusd) suit a product of i8
/// tiles with those signs; if not, emitMatmul() on i32 does it.
bool suitsInt8Dot(const Emitter &e, const MatmulShape &shape, bool lhsSigned,
                  bool rhsSigned);

/// acc += lhs * rhs of bytes (Int8Matmul.cpp); of two signed ones, every byte
/// of `lhs` is 128 more than it was.
void emitInt8Matmul(Emitter &e, const MatmulShape &shape,
                    const MatmulOperands &operands, const Buffer &acc,
                    bool lhsSigned, bool rhsSigned, const Upcoming &next);

/// Whether x86's sums of two products of i16 (pmaddwd) suit a product of i8
/// tiles with any signs; if not, emitMatmul() on i32 does it.
bool suitsInt16Dot(const Emitter &e, const MatmulShape &shape);

/// acc += lhs * rhs of bytes that have been brought into place as i16
/// (Int16Matmul.cpp).
void emitInt16Matmul(Emitter &e, const MatmulShape &shape,
                     const MatmulOperands &operands, const Buffer &acc,
                     const Upcoming &next);

/// Whether x86's sums of two bf16 products (vdpbf16ps) suit a product of bf16
/// tiles; if not, emitMatmul() on f32 does it.
bool suitsBf16Dot(const Emitter &e, const MatmulShape &shape);

/// Where the smallest magnitudes of both operands of a product of bf16 are
/// noted while they are brought into place.
Buffer newMagnitudes(Emitter &e);

/// What was noted of an operand before, unless `isFirst` is missing or true; as
/// a vector to which lesserMagnitude() adds vectors of up to 32 bf16 and which
/// storeMagnitude() notes.
mlir::Value leastMagnitude(Emitter &e, const Buffer &magnitudes, bool isRhs,
                           mlir::Value isFirst);
mlir::Value lesserMagnitude(Emitter &e, mlir::Value least, mlir::Value halves);
void storeMagnitude(Emitter &e, const Buffer &magnitudes, bool isRhs,
                    mlir::Value least);

/// Notes `runs` runs of `length` bf16 each, `distance` elements apart. What was
/// noted before is forgotten, unless `isFirst` is given and false.
void noteMagnitudes(Emitter &e, const Buffer &magnitudes, bool isRhs,
                    mlir::Value isFirst, mlir::Value from, int64_t runs,
                    int64_t distance, int64_t length);

/// acc += lhs * rhs of bf16 tiles (Bf16Matmul.cpp).
void emitBf16Matmul(Emitter &e, const MatmulShape &shape,
                    const MatmulOperands &operands, const Buffer &magnitudes,
                    const Buffer &acc, const Upcoming &next);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MATMUL_H
