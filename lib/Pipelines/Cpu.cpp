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

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tessera {

static bool isX86(const cpu::CpuTarget &target) {
  return llvm::StringRef(target.triple).starts_with("x86_64");
}

CpuPipelineOptions cpuPipelineOptions(const cpu::CpuTarget &target) {
  CpuPipelineOptions options;
  options.vectorBits = target.vectorBytes * 8;
  options.vectorRegisters = target.vectorRegisters;
  options.int8Dot =
      target.has(target.vectorBytes == 64 ? cpu::CpuCapability::Avx512Vnni
                                          : cpu::CpuCapability::AvxVnni);
  options.int16Dot = isX86(target);
  options.bf16Dot = target.has(cpu::CpuCapability::Avx512Bf16);
  options.streamingStores = isX86(target) && target.vectorBytes >= 32;
  return options;
}

void buildTileAAToVectorPipeline(OpPassManager &pm,
                                 const CpuPipelineOptions &options) {
  pm.addPass(cpu::createConvertTileAAToVectorPass(options));
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
