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
};

/// Emits the product of f32, f64 or i32 tiles: every step of the sum over k in
/// ascending order, fused for floats, wrapping for integers.
mlir::LogicalResult emitMatmul(Emitter &e, const MatmulShape &shape,
                               const Buffer &lhs, const Buffer &rhs,
                               const Buffer &acc);

/// Whether x86's sums of four byte products (vpdpbusd) suit a product of i8
/// tiles with those signs; if not, emitMatmul() on i32 does it.
bool suitsInt8Dot(const Emitter &e, const MatmulShape &shape, bool lhsSigned,
                  bool rhsSigned);

/// acc += lhs * rhs of bytes (Int8Matmul.cpp). `lhs` and `rhs` are i8 tiles in
/// scratch; of two signed ones, every byte of `lhs` is 128 more than it was.
mlir::LogicalResult emitInt8Matmul(Emitter &e, const MatmulShape &shape,
                                   const Buffer &lhs, const Buffer &rhs,
                                   const Buffer &acc, bool lhsSigned,
                                   bool rhsSigned);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_H
