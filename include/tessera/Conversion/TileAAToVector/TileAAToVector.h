//===- Conversion/TileAAToVector/TileAAToVector.h - passes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileaa programs to loops over native vectors (docs/cpu-lowering.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOVECTOR_TILEAATOVECTOR_H
#define TESSERA_CONVERSION_TILEAATOVECTOR_TILEAATOVECTOR_H

#include "mlir/Pass/Pass.h"

namespace tessera::cpu {

/// create<Name>Pass() for every pass, with an options struct where it has some.
#define GEN_PASS_DECL
#include "tessera/Conversion/TileAAToVector/Passes.h.inc"

/// registerTileAAToVectorPasses() makes all of them known to textual pipelines.
#define GEN_PASS_REGISTRATION
#include "tessera/Conversion/TileAAToVector/Passes.h.inc"

} // namespace tessera::cpu

#endif // TESSERA_CONVERSION_TILEAATOVECTOR_TILEAATOVECTOR_H
