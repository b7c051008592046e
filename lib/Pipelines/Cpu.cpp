//===- Pipelines/Cpu.cpp - from nv_tileaa to the LLVM dialect -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After convert-tileaa-to-vector: upstream's clean-ups while the loops are
// still structured, then one conversion with upstream's patterns.
//
//===----------------------------------------------------------------------===//

#include "tessera/Pipelines/Cpu.h"

#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tessera {

static bool isX86(const cpu::CpuTarget &target) {
  return llvm::StringRef(target.triple).starts_with("x86_64");
}

CpuPipelineOptions::CpuPipelineOptions(const cpu::CpuTarget &target)
    : vectorBits(target.vectorBytes * 8),
      vectorRegisters(target.vectorRegisters),
      int8Dot(target.has(target.vectorBytes == 64
                             ? cpu::CpuCapability::Avx512Vnni
                             : cpu::CpuCapability::AvxVnni)),
      int16Dot(isX86(target)),
      bf16Dot(target.has(cpu::CpuCapability::Avx512Bf16)),
      streamingStores(isX86(target) && target.vectorBytes >= 32) {}

void buildTileAAToVectorPipeline(OpPassManager &pm,
                                 const CpuPipelineOptions &options) {
  cpu::ConvertTileAAToVectorPassOptions lowering;
  lowering.vectorBits = options.vectorBits;
  lowering.vectorRegisters = options.vectorRegisters;
  lowering.mathSuffix128 = options.mathSuffix128;
  lowering.int8Dot = options.int8Dot;
  lowering.int16Dot = options.int16Dot;
  lowering.bf16Dot = options.bf16Dot;
  lowering.streamingStores = options.streamingStores;
  lowering.streamingBytes = options.streamingBytes;
  pm.addPass(cpu::createConvertTileAAToVectorPass(lowering));
  // Half of the ops are equal ones. What canonicalization would find here LLVM
  // finds sooner.
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
}

void buildVectorToLLVMPipeline(OpPassManager &pm, const CpuPipelineOptions &) {
  pm.addPass(cpu::createConvertToBranchesPass());
  pm.addPass(cpu::createLowerKernelExitsPass());
  pm.addPass(cpu::createConvertCpuToLLVMPass());
  pm.addPass(createCSEPass());
}

void buildTileAAToLLVMPipeline(OpPassManager &pm,
                               const CpuPipelineOptions &options) {
  buildTileAAToVectorPipeline(pm, options);
  buildVectorToLLVMPipeline(pm, options);
}

namespace {
struct TextualOptions : PassPipelineOptions<TextualOptions> {
  Option<unsigned> vectorBits{*this, "vector-bits",
                              llvm::cl::desc("Width of a vector register"),
                              llvm::cl::init(512)};
};
} // namespace

void registerCpuPipelines() {
  PassPipelineRegistration<TextualOptions>(
      "tileaa-to-llvm", "Lower nv_tileaa kernels to the LLVM dialect",
      [](OpPassManager &pm, const TextualOptions &options) {
        CpuPipelineOptions own;
        own.vectorBits = options.vectorBits;
        buildTileAAToLLVMPipeline(pm, own);
      });
}

} // namespace tessera
