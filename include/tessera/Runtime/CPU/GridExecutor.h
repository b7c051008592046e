//===- Runtime/CPU/GridExecutor.h - run bound grids natively ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge from driver::runEntry to compiled code: the same arguments, files
// and comparisons as with the interpreter, another executor of the grid.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CPU_GRIDEXECUTOR_H
#define TESSERA_RUNTIME_CPU_GRIDEXECUTOR_H

#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Driver/Run.h"
#include "tessera/Runtime/CPU/Profile.h"
#include "tessera/Target/CpuKernel.h"

namespace tessera::cpu {

struct ExecutorOptions {
  /// The kernels were compiled with checks (driver::CpuCompileOptions).
  bool checkMemory = false;
  bool trackInitialisation = false;
  /// Set, with checkMemory: compiles the same kernels with
  /// driver::CpuCompileOptions::unspecifiedAsOnes. Asked when a launch has
  /// found nothing but had such elements; results that are others there are
  /// findings.
  std::function<llvm::Expected<CompiledObject>()> compileWithOnes;
  LinkOptions link;
  /// Not null: filled by each execution of a grid. The grid runs until half a
  /// second was sampled, each time on the original arrays; the arrays are then
  /// as the first run left them. Wants code with debug information.
  KernelProfile *profile = nullptr;
};

/// Links `object` into this process and returns what executes its kernels,
/// found by the entry's name, on `options.threads` threads. A failed assert
/// becomes a finding and an error diagnostic at the entry, a failed check one
/// at its op, in the words of the interpreter; print output goes to
/// `options.printStream`.
llvm::Expected<driver::GridExecutor>
makeGridExecutor(CompiledObject object, ExecutorOptions options = {});

} // namespace tessera::cpu

#endif // TESSERA_RUNTIME_CPU_GRIDEXECUTOR_H
