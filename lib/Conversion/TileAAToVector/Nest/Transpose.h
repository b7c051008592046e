//===- TileAAToVector/Nest/Transpose.h - tiles read along another dimension -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the dimension along which the neighbours of a tile's elements lie in
// memory, and transposes square blocks in registers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_TRANSPOSE_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_TRANSPOSE_H

#include "Conversion/TileAAToVector/Core/Emitter.h"

namespace tessera::cpu {

/// The dimension of `value` along which the memory that it is read from has
/// stride 1, if there is one.
std::optional<unsigned> contiguousDim(Emitter &e, mlir::Value value);

/// The columns of the square matrix whose rows are `rows`: log2(n) rounds of
/// shuffles of two registers, each of which x86 has as one instruction.
llvm::SmallVector<mlir::Value, 16>
transposed(Emitter &e, llvm::SmallVector<mlir::Value, 16> rows);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_TRANSPOSE_H
