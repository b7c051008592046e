//===- TileAA/IR/TileAAAttrs.h - attributes -------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute classes of TileAAAttrs.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAAATTRS_H
#define TESSERA_DIALECT_TILEAA_IR_TILEAAATTRS_H

#include "tessera/Dialect/TileAA/IR/TileAATypes.h"

#include "mlir/IR/BuiltinAttributes.h"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h.inc"

namespace tessera::tileaa {

/// Unit attribute of a pointer parameter: nothing that the kernel reaches
/// without it overlaps what it reaches through it.
constexpr llvm::StringLiteral kNoAliasAttrName = "nv_tileaa.no_alias";
/// String attribute of a module: the producer that the Tile IR module named.
constexpr llvm::StringLiteral kProducerAttrName = "nv_tileaa.producer";

/// Number of axes of the tile that `op` accesses memory with, a scalar counting
/// as one; 0 if it is no access.
unsigned getNumAccessAxes(mlir::Operation *op);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAAATTRS_H
