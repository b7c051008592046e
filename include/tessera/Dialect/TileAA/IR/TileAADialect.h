//===- TileAA/IR/TileAADialect.h - the dialect class ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect object of nv_tileaa.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAADIALECT_H
#define TESSERA_DIALECT_TILEAA_IR_TILEAADIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include "tessera/Dialect/TileAA/IR/TileAADialect.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAADIALECT_H
