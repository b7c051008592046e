//===- CudaTile/Transforms/Passes.h - passes on Tile IR ----------*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors, options and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_H
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Pass/Pass.h"

namespace tessera::cuda_tile {

/// create<Name>Pass() for every pass, with an options struct where it has some.
#define GEN_PASS_DECL
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"

/// registerCudaTilePasses() makes all of them known to textual pipelines.
#define GEN_PASS_REGISTRATION
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_H
