//===- Pipelines/CpuPhases.h - the CPU road as a table ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels a Tile IR module passes through on its way to native code, in
// order. What `tessera compile --emit` accepts and what a compile runs both
// come from this table; nothing else decides the order of passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PIPELINES_CPUPHASES_H
#define TESSERA_PIPELINES_CPUPHASES_H

#include "tessera/Pipelines/Cpu.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tessera {

struct CpuPhase {
  /// What `--emit` calls the module after this phase.
  llvm::StringRef name;
  llvm::StringRef summary;
  /// Adds the passes from the phase before to this one.
  void (*build)(mlir::OpPassManager &pm, const CpuPipelineOptions &options);
};

/// cuda-tile, tileaa, vector, llvm.
llvm::ArrayRef<CpuPhase> cpuPhases();

/// The phase called `name`, or null.
const CpuPhase *findCpuPhase(llvm::StringRef name);

} // namespace tessera

#endif // TESSERA_PIPELINES_CPUPHASES_H
