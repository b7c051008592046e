//===- TileAS/IR/TileAS.h - the whole dialect -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dialect, enums, attributes, types and the op classes of every family.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEAS_H
#define TESSERA_DIALECT_TILEAS_IR_TILEAS_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileASDialect.h"
#include "tessera/Dialect/TileAS/IR/TileASTypes.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/LayoutOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/MemoryOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/ComputeOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/SliceOps.h.inc"

#endif // TESSERA_DIALECT_TILEAS_IR_TILEAS_H
