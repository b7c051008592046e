//===- TileAA/IR/TileAA.h - the whole dialect -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dialect, enums, types and the op classes of every family.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAA_H
#define TESSERA_DIALECT_TILEAA_IR_TILEAA_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/TileAA/IR/TileAADialect.h"
#include "tessera/Dialect/TileAA/IR/TileAATypes.h"
#include "tessera/Dialect/TileAA/IR/TileTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/TokenOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/ShapeOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/PointerOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/MemoryOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/ContractionOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/CollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/FunctionOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/GridOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/FactOps.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAA_H
