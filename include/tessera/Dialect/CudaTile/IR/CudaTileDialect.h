//===- CudaTile/IR/CudaTileDialect.h - the dialect class ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect object: registration, and the two options that belong to a
// context (treatment of unknown hints, rule relaxations of 13.4).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEDIALECT_H
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEDIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEDIALECT_H
