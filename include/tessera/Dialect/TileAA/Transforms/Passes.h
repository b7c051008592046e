//===- TileAA/Transforms/Passes.h - passes on nv_tileaa ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_H
#define TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tessera::tileaa {

/// create<Name>Pass() for every pass.
#define GEN_PASS_DECL
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"

/// registerTileAAPasses() makes all of them known to textual pipelines.
#define GEN_PASS_REGISTRATION
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_H
