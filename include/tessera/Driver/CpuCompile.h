//===- Driver/CpuCompile.h - Tile IR to native code ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The in-process compiler of the CPU road: a loaded module in, any of its forms
// on the way to an object file out. The module is not changed. What the road
// cannot compile is refused with a diagnostic on the session's context.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_CPUCOMPILE_H
#define TESSERA_DRIVER_CPUCOMPILE_H

#include "tessera/Codegen/CPU/Emit.h"
#include "tessera/Driver/CompileCache.h"
#include "tessera/Driver/Session.h"
#include "tessera/Target/CpuKernel.h"

#include <functional>

namespace tessera::driver {

struct CpuCompileOptions {
  cpu::CodegenOptions codegen;
  /// Kernels assert what `insert-memory-checks` puts in, and take the
  /// parameters that it adds.
  bool checkMemory = false;
  /// Kernels assert what can be checked without sizes, and are launched like
  /// others. Not together with checkMemory.
  bool sanitize = false;
  /// With checkMemory: also that arrays are written before they are read.
  bool trackInitialisation = false;
  /// Elements that a load leaves unspecified have all bits set, not zero.
  bool unspecifiedAsOnes = false;
  /// Compile results are looked up and kept here; may be null.
  const CompileCache *cache = nullptr;
};

/// What emitForCpu() can show, in the order of the road: the phases of
/// Pipelines/CpuPhases.h, then llvm-ir, asm and obj.
std::vector<std::string> cpuEmitKinds();

/// The module in the form called `kind`: MLIR text, LLVM IR, assembly, or the
/// bytes of an object file. Fails for names that cpuEmitKinds() does not list.
llvm::Expected<std::string> emitForCpu(Session &session,
                                       const LoadedModule &module,
                                       const CpuCompileOptions &options,
                                       llvm::StringRef kind);

/// The module's kernels as an object file with their metadata.
llvm::Expected<cpu::CompiledObject>
compileForCpu(Session &session, const LoadedModule &module,
              const CpuCompileOptions &options);

/// The same from the bytes of a file: with a cache, an unchanged file is not
/// even parsed. `load` reads and verifies it when that is needed.
llvm::Expected<cpu::CompiledObject>
compileForCpu(Session &session, llvm::StringRef source,
              llvm::function_ref<llvm::Expected<const LoadedModule *>()> load,
              const CpuCompileOptions &options);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_CPUCOMPILE_H
