//===- tools/tessera/Run/RunCommandLine.h - what the user wants -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options and arguments of `tessera run`, read and checked.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_RUNCOMMANDLINE_H
#define TESSERA_TOOLS_TESSERA_RUN_RUNCOMMANDLINE_H

#include "tessera/Driver/CpuCompile.h"
#include "tessera/Driver/GpuCompile.h"
#include "tessera/Driver/Run.h"
#include "tessera/Runtime/CPU/GridExecutor.h"
#include "tessera/Runtime/Emulator/GridExecutor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tessera::tool {

/// Everything the command line says.
struct RunCommandLine {
  std::string path;
  driver::RunRequest request;
  bool showTime = false, listEntries = false;
  /// Else compiled code executes the grid.
  bool interpret = false;
  driver::CpuCompileOptions compile;
  /// Set: the grid runs on a GPU, emulated or real.
  std::optional<driver::GpuCompileOptions> gpu;
  bool onCuda = false;
  emulator::ExecutorOptions emulation;
  std::string cacheDirectory;
  cpu::LinkOptions link;
  bool profile = false;
  /// Compiled code that checks its accesses.
  bool checkMemory = false;
};

/// What `arguments`, those behind `run`, ask for. Nothing if they ask for help,
/// which has been printed.
llvm::Expected<std::optional<RunCommandLine>>
parseRunCommandLine(llvm::ArrayRef<const char *> arguments);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_RUN_RUNCOMMANDLINE_H
