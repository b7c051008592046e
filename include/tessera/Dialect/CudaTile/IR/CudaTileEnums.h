//===- CudaTile/IR/CudaTileEnums.h - enumerations ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerations of core.md 3.1. The attributes that wrap them are in
// CudaTileAttrs.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEENUMS_H
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEENUMS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEENUMS_H
