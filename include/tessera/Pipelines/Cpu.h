//===- Pipelines/Cpu.h - from nv_tileaa to the LLVM dialect ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU road's pass pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PIPELINES_CPU_H
#define TESSERA_PIPELINES_CPU_H

#include "tessera/Target/CpuTarget.h"

#include "mlir/Pass/PassManager.h"

namespace tessera {

struct CpuPipelineOptions {
  /// Width of a vector register.
  unsigned vectorBits = 512;
  /// Number of those registers.
  unsigned vectorRegisters = 32;
  /// Suffix of the vector maths library's functions on 128-bit vectors.
  std::string mathSuffix128 = "sse4";
  /// x86's vpdpbusd on such registers.
  bool int8Dot = false;
  /// x86's pmaddwd.
  bool int16Dot = false;
  /// x86's vdpbf16ps on 512-bit registers.
  bool bf16Dot = false;
  /// Non-temporal vector stores; who runs the kernel orders them at its end.
  bool streamingStores = false;
  /// How many bytes a launch must write for that; tests take few.
  int64_t streamingBytes = 16 << 20;

  CpuPipelineOptions() = default;
  /// What a processor asks for.
  explicit CpuPipelineOptions(const cpu::CpuTarget &target);
};

/// nv_tileaa (after its stage verifier) to loops over native vectors.
void buildTileAAToVectorPipeline(mlir::OpPassManager &pm,
                                 const CpuPipelineOptions &options = {});

/// From those loops to the LLVM dialect.
void buildVectorToLLVMPipeline(mlir::OpPassManager &pm,
                               const CpuPipelineOptions &options = {});

/// Both, one after the other: one `llvm.func` of the kernel ABI per
/// kernel.
void buildTileAAToLLVMPipeline(mlir::OpPassManager &pm,
                               const CpuPipelineOptions &options = {});

/// Makes the second pipeline known to textual pipelines as `tileaa-to-llvm`.
void registerCpuPipelines();

} // namespace tessera

#endif // TESSERA_PIPELINES_CPU_H
