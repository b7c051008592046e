//===- TileAAToVector/Matmul/Dot.h - pieces of matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What plain and block-scaled products share.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_DOT_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_DOT_H

#include "Matmul.h"

namespace tessera::cpu {

/// `value` of elements `from` as `to`, exactly.
mlir::Value widenOperand(Emitter &e, mlir::Value value, mlir::Type from,
                         mlir::Type to, bool isSigned);

/// Where the result is accumulated, holding the accumulator's value unless that
/// is zero or multiplied by factors per row, and `shape`, if there, can be told
/// so. Not in one of `operands`.
mlir::FailureOr<Buffer> resultBuffer(Emitter &e, tileaa::DotOp op,
                                     llvm::ArrayRef<Buffer> operands,
                                     MatmulShape *shape = nullptr);

/// A product whose operands have a scale per block of k
/// (BlockScaledDot.cpp; ops.md 2.7).
mlir::LogicalResult emitBlockScaledDot(Emitter &e, tileaa::DotOp op);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_DOT_H
