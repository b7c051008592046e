//===- CudaTile/IR/CudaTileTypes.h - types and view interface ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of core.md section 2 and the parser rule for bare type names.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILETYPES_H
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILETYPES_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"
#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace tessera::cuda_tile {
class TileType;
class TensorViewType;

/// Parses a type as custom assembly spells it (core.md 1.3): `token`, then
/// anything MLIR's own parser knows, then a bare dialect mnemonic.
mlir::ParseResult parseBareType(mlir::AsmParser &parser, mlir::Type &type);
/// Prints a dialect type without `!cuda_tile.`, any other type as usual.
void printBareType(mlir::AsmPrinter &printer, mlir::Type type);
} // namespace tessera::cuda_tile

#include "tessera/Dialect/CudaTile/IR/CudaTileTypeInterfaces.h.inc"
#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILETYPES_H
