//===- Pipelines/GpuPhases.h - the GPU road as a table ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels a Tile IR module passes through on its way to PTX, in order. What
// `tessera compile --emit` accepts for GPU targets and what a compile runs both
// come from this table; nothing else decides the order of passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PIPELINES_GPUPHASES_H
#define TESSERA_PIPELINES_GPUPHASES_H

#include "tessera/Support/PhaseTimes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tessera {

struct GpuPhase;

struct GpuPipelineOptions {
  /// A name of Target/GpuTarget.h.
  std::string target = "sm_80";
  /// The phase whose form the module already has; null for Tile IR. This phase
  /// and those before it are not run.
  const GpuPhase *from = nullptr;
  /// The strategy that every kernel must take, one of gpuStrategyNames();
  /// empty: the first that applies.
  std::string strategy;
};

struct GpuPhase {
  /// What `--emit` calls the module after this phase.
  llvm::StringRef name;
  llvm::StringRef summary;
  /// Adds the passes from the phase before to this one.
  void (*build)(mlir::OpPassManager &pm, const GpuPipelineOptions &options);
};

/// cuda-tile, tileaa, tileas, nvvm.
llvm::ArrayRef<GpuPhase> gpuPhases();

/// The phase called `name`, or null.
const GpuPhase *findGpuPhase(llvm::StringRef name);

/// The dialects that a module may contain after the phases up to `last`.
void registerGpuPhaseDialects(mlir::DialectRegistry &registry,
                              const GpuPhase &last);

/// All phases after `options.from`, up to and including `last`. Both must be of
/// the table.
void buildGpuPipeline(mlir::OpPassManager &pm, const GpuPhase &last,
                      const GpuPipelineOptions &options = {});

/// Runs them on `module`; `times` gets an entry per phase and pass, or is null.
mlir::LogicalResult runGpuPipeline(mlir::ModuleOp module, const GpuPhase &last,
                                   const GpuPipelineOptions &options,
                                   PhaseTimes *times = nullptr);

/// What `--strategy` accepts, the richest first.
std::vector<std::string> gpuStrategyNames();

/// Makes the road below nv_tileaa known to textual pipelines, as
/// `tileaa-to-tileas` and `tileaa-to-nvvm`, both with `target` and `strategy`.
void registerGpuPipelines();

} // namespace tessera

#endif // TESSERA_PIPELINES_GPUPHASES_H
