//===- TileAS/Transforms/Pipelining/ResultStores.h - stores by TMA -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles whose registers are fragments of products, and so parts of many short
// rows of memory, go through shared memory and are stored by TMA.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RESULTSTORES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RESULTSTORES_H

#include "TmaCopies.h"

#include "tessera/Target/GpuTarget.h"

namespace tessera::tileas {

/// Rewrites such stores of a kernel, where tensor maps can describe their
/// views. Loops have not been given stages yet: storage that lives beside these
/// is there before.
void storeResultsByTma(tileaa::FuncOp function, const gpu::GpuTarget &target,
                       TensorMaps &maps);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RESULTSTORES_H
