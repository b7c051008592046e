//===- TileAAToVector/Matmul/OperandSources.h - where operands come from -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand of a product may be in memory already, be a load, or be one of
// these in another shape.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_OPERANDSOURCES_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_OPERANDSOURCES_H

#include "Conversion/TileAAToVector/Core/Emitter.h"

namespace tessera::cpu {

/// What `value` is in another shape, through all views.
mlir::Value sourceOfViews(mlir::Value value);

/// The load through a view that `operand` is, but for unit dimensions; or null.
tileaa::TiledLoadOp viewLoadOf(mlir::Value operand);

/// The same, if the operand is all that needs the load and is not in memory of
/// its own.
tileaa::TiledLoadOp onlyLoadOf(Emitter &e, mlir::Value operand);

/// The elements of `value` in memory: in its buffer, in that of what it is a
/// view of, or made for it.
mlir::FailureOr<Buffer> inMemory(Emitter &e, mlir::Value value);

/// The buffer of `value`, or of what it is a view of, with the shape of
/// `value`; none if there is none yet.
std::optional<Buffer> bufferOfView(Emitter &e, mlir::Value value);

/// Whether `operand` is a load whose rows are runs of memory that nobody else
/// needs.
bool isLoadOfRows(Emitter &e, mlir::Value operand);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_OPERANDSOURCES_H
