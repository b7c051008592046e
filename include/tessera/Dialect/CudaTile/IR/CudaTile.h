//===- CudaTile/IR/CudaTile.h - the whole dialect ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dialect, enums, attributes, types and the op classes of every group.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILE_H
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILE_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ModuleOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ReduceOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ControlFlowOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/CoreOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/FloatOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/MathOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/IntegerOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ConversionOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/MmaOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/MemoryOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/AtomicOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ViewOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/MiscOps.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILE_H
