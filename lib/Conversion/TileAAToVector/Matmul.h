//===- TileAAToVector/Matmul.h - the arithmetic of matrix products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hook for matrix micro-kernels: all tiles are in scratch, dense and of the
// accumulator's type.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_H

#include "Emitter.h"

namespace tessera::cpu {

/// acc[b, i, j] += sum over k of lhs[b, i, k] * rhs[b, k, j].
struct MatmulShape {
  explicit MatmulShape(tileaa::DotOp op);
  int64_t batches, rows, columns, depth;
  /// The accumulator is zero and not in its buffer.
  bool isFromZero = false;
};

/// A tile that the next iteration of the loop around a product will load.
struct NextTile {
  mlir::Value start, rowBytes;
  int64_t rows, linesPerRow;
};

/// The next operands of `op` as far as it is known where they are, at the
/// current point (MatmulPrefetch.cpp).
llvm::SmallVector<NextTile, 2> nextTiles(Emitter &e, tileaa::DotOp op);

/// A register block among those of the accumulator, at a multiple of its size.
struct BlockPosition {
  mlir::Value row, column;
  int64_t rows, columns, rowStep, columnStep;
};

/// Emits the block's share of the prefetches of `tiles`.
void prefetchInBlock(Emitter &e, llvm::ArrayRef<NextTile> tiles,
                     const BlockPosition &at);

/// Emits the product of f32, f64 or i32 tiles: every step of the sum over k in
/// ascending order, fused for floats, wrapping for integers.
mlir::LogicalResult emitMatmul(Emitter &e, const MatmulShape &shape,
                               const Buffer &lhs, const Buffer &rhs,
                               const Buffer &acc,
                               llvm::ArrayRef<NextTile> next);

/// Whether x86's sums of four byte products (vpdpbusd) suit a product of i8
/// tiles with those signs; if not, emitMatmul() on i32 does it.
bool suitsInt8Dot(const Emitter &e, const MatmulShape &shape, bool lhsSigned,
                  bool rhsSigned);

/// acc += lhs * rhs of bytes (Int8Matmul.cpp). `lhs` and `rhs` are i8 tiles in
/// scratch; of two signed ones, every byte of `lhs` is 128 more than it was.
mlir::LogicalResult emitInt8Matmul(Emitter &e, const MatmulShape &shape,
                                   const Buffer &lhs, const Buffer &rhs,
                                   const Buffer &acc, bool lhsSigned,
                                   bool rhsSigned,
                                   llvm::ArrayRef<NextTile> next);

/// Whether x86's sums of two bf16 products (vdpbf16ps) suit a product of bf16
/// tiles; if not, emitMatmul() on f32 does it.
bool suitsBf16Dot(const Emitter &e, const MatmulShape &shape);

/// acc += lhs * rhs of bf16 tiles in scratch (Bf16Matmul.cpp).
mlir::LogicalResult emitBf16Matmul(Emitter &e, const MatmulShape &shape,
                                   const Buffer &lhs, const Buffer &rhs,
                                   const Buffer &acc,
                                   llvm::ArrayRef<NextTile> next);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_H
