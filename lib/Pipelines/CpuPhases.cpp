//===- Pipelines/CpuPhases.cpp - the CPU road as a table ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first two phases are the same on every road; the vector and llvm phases
// are buildTileAAToVectorPipeline and buildVectorToLLVMPipeline.
//
//===----------------------------------------------------------------------===//

#include "tessera/Pipelines/CpuPhases.h"

#include "tessera/Conversion/CudaTileToTileAA/Passes.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"

#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;

static void buildCudaTile(OpPassManager &pm, const CpuPipelineOptions &) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

static void buildTileAA(OpPassManager &pm, const CpuPipelineOptions &) {
  pm.addPass(createConvertCudaTileToTileAAPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(tileaa::createVerifyTileAAStagePass());
}

static constexpr CpuPhase phases[] = {
    {"cuda-tile", "the input, folded", buildCudaTile},
    {"tileaa", "tensors, explicit pointers and memory order", buildTileAA},
    {"vector", "loops over native vectors", buildTileAAToVectorPipeline},
    {"llvm", "the LLVM dialect, one function per kernel",
     buildVectorToLLVMPipeline},
};

llvm::ArrayRef<CpuPhase> tessera::cpuPhases() { return phases; }

const CpuPhase *tessera::findCpuPhase(llvm::StringRef name) {
  const CpuPhase *found = llvm::find_if(
      phases, [&](const CpuPhase &phase) { return phase.name == name; });
  return found == std::end(phases) ? nullptr : found;
}
