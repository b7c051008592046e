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

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_H
