//===- Conversion/CudaTileToTileAA/Passes.h - the pass -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructor and registration of `convert-cuda-tile-to-tileaa`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_H
#define TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tessera {

/// createConvertCudaTileToTileAAPass().
#define GEN_PASS_DECL
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"

/// registerCudaTileToTileAAPasses() makes the pass known to textual pipelines.
#define GEN_PASS_REGISTRATION
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"

} // namespace tessera

#endif // TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_H
