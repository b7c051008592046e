//===- Conversion/TileASToNVVM/TileASToNVVM.h - passes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileas kernels to the llvm and nvvm dialects (docs/gpu-road.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEASTONVVM_TILEASTONVVM_H
#define TESSERA_CONVERSION_TILEASTONVVM_TILEASTONVVM_H

#include "mlir/Pass/Pass.h"

namespace tessera::gpu {

/// create<Name>Pass() for every pass, with an options struct where it has some.
#define GEN_PASS_DECL
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

/// registerTileASToNVVMPasses() makes all of them known to textual pipelines.
#define GEN_PASS_REGISTRATION
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

} // namespace tessera::gpu

#endif // TESSERA_CONVERSION_TILEASTONVVM_TILEASTONVVM_H
