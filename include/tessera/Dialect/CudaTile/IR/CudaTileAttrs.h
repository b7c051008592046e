//===- CudaTile/IR/CudaTileAttrs.h - attributes ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enum attributes, assume predicates, optimisation hints and debug information
// (core.md 3.1, 3.3, 3.4 and 4).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEATTRS_H
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEATTRS_H

#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEATTRS_H
