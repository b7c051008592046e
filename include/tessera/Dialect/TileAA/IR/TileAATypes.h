//===- TileAA/IR/TileAATypes.h - types and enumerations -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers, tokens, memory objects and tiled views; grid axes and residency.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAATYPES_H
#define TESSERA_DIALECT_TILEAA_IR_TILEAATYPES_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

#include "tessera/Dialect/TileAA/IR/TileAAEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/TileAATypes.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAATYPES_H
