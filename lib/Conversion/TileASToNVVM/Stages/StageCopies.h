//===- TileASToNVVM/Stages/StageCopies.h - copies by cp.async ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread copies into a stage of shared memory. Copies belong to the
// group that the thread commits next.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_STAGECOPIES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_STAGECOPIES_H

#include "Conversion/TileASToNVVM/Access/SharedImage.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// The tile that `load` would load, through its view or its pointers, into
/// `image`.
void copyThroughView(Emitter &e, tileas::TiledLoadOp load,
                     const SharedImage &image);
void copyThroughPointers(Emitter &e, tileas::LoadOp load,
                         const SharedImage &image);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_STAGECOPIES_H
