//===- Driver/GpuCompile.h - Tile IR to PTX -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The in-process compiler of the GPU road: a loaded module in, any of its forms
// on the way to PTX or a cubin out. The module is not changed. What the road
// cannot compile is refused with a diagnostic on the session's context.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_GPUCOMPILE_H
#define TESSERA_DRIVER_GPUCOMPILE_H

#include "tessera/Codegen/NVPTX/Emit.h"
#include "tessera/Codegen/NVPTX/Ptxas.h"
#include "tessera/Driver/CompileCache.h"
#include "tessera/Driver/Session.h"
#include "tessera/Pipelines/GpuPhases.h"

namespace tessera::driver {

struct GpuCompileOptions {
  gpu::CodegenOptions codegen;
  /// The phase whose form the modules already have; null for Tile IR.
  const GpuPhase *from = nullptr;
  /// Makes the cubin; without one, asking for a cubin is an error.
  std::optional<std::string> ptxas;
  gpu::AssemblerOptions assembler;
  /// The strategy that every kernel must take (gpuStrategyNames()); empty: the
  /// first that applies.
  std::string strategy;
  /// Kernels check what they can of their accesses: `insert-memory-checks`
  /// without sizes, so that they are launched like others.
  bool sanitize = false;
  /// Compile results are looked up and kept here; may be null.
  const CompileCache *cache = nullptr;
};

/// Lets `session` load modules in the form that `from`, a phase of
/// Pipelines/GpuPhases.h, leaves.
void acceptGpuPhase(Session &session, const GpuPhase &from);

/// What emitForGpu() can show, in the order of the road: the phases of
/// Pipelines/GpuPhases.h, then llvm-ir, ptx and cubin.
std::vector<std::string> gpuEmitKinds();

/// The module in the form called `kind`: MLIR text, LLVM IR, PTX, or the bytes
/// of a cubin. Fails for names that gpuEmitKinds() does not list, and for forms
/// before the one that the module has (`options.from`).
llvm::Expected<std::string> emitForGpu(Session &session,
                                       const LoadedModule &module,
                                       const GpuCompileOptions &options,
                                       llvm::StringRef kind);

/// A copy of the module after the phase called `phase`.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
lowerForGpu(Session &session, const LoadedModule &module,
            const GpuCompileOptions &options, llvm::StringRef phase);

/// The module's kernels as PTX with their metadata; with `assembleToo` also as
/// a cubin.
llvm::Expected<gpu::CompiledModule>
compileForGpu(Session &session, const LoadedModule &module,
              const GpuCompileOptions &options, bool assembleToo = false);

/// The same (without a cubin) from the bytes of a file: with a cache, an
/// unchanged file is not even parsed. `load` reads and verifies it when that is
/// needed.
llvm::Expected<gpu::CompiledModule>
compileForGpu(Session &session, llvm::StringRef source,
              llvm::function_ref<llvm::Expected<const LoadedModule *>()> load,
              const GpuCompileOptions &options);

/// "kernel 'k': 32 registers, 1024 bytes of shared memory, no spills", one line
/// per kernel with figures.
std::vector<std::string> describeFigures(const gpu::CompiledModule &module);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_GPUCOMPILE_H
