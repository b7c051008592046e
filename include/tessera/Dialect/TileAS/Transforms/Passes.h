//===- TileAS/Transforms/Passes.h - passes on nv_tileas ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_H
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tessera::tileas {

/// create<Name>Pass() for every pass.
#define GEN_PASS_DECL
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"

/// registerTileASPasses() makes all of them known to textual pipelines.
#define GEN_PASS_REGISTRATION
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_H
