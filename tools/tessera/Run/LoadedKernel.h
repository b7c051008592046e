//===- tools/tessera/Run/LoadedKernel.h - a file ready to run --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module of Tile IR and, unless it is to be interpreted, what executes the
// code that was compiled from it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_LOADEDKERNEL_H
#define TESSERA_TOOLS_TESSERA_RUN_LOADEDKERNEL_H

#include "RunCommandLine.h"
#include "tessera/Driver/Session.h"
#include "tessera/Runtime/CPU/Profile.h"

#include <memory>

namespace tessera::tool {

/// A module that can be run.
struct LoadedKernel {
  std::unique_ptr<driver::LoadedModule> module;
  /// Null: to be interpreted.
  driver::GridExecutor executor;
  /// Set with --profile.
  std::unique_ptr<cpu::KernelProfile> profile;
};

/// Loads the file that `line` names, and compiles it for the target it names.
llvm::Expected<LoadedKernel> loadKernel(driver::Session &session,
                                        const RunCommandLine &line);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_RUN_LOADEDKERNEL_H
