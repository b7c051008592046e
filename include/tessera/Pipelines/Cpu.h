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

#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"
#include "tessera/Target/CpuTarget.h"

#include "mlir/Pass/PassManager.h"

namespace tessera {

/// The options of the road are those of `convert-tileaa-to-vector`; its
/// Passes.td describes each of them.
using CpuPipelineOptions = cpu::ConvertTileAAToVectorPassOptions;

/// The options that suit a processor.
CpuPipelineOptions cpuPipelineOptions(const cpu::CpuTarget &target);

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
