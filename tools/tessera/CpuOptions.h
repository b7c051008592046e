//===- tools/tessera/CpuOptions.h - options of the CPU road -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `compile` and `run` read the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_CPUOPTIONS_H
#define TESSERA_TOOLS_TESSERA_CPUOPTIONS_H

#include "tessera/Driver/CpuCompile.h"

#include "llvm/Option/Arg.h"

namespace tessera::tool {

/// `--target` and `-O`; null for one that was not given.
llvm::Expected<driver::CpuCompileOptions>
parseCpuOptions(const llvm::opt::Arg *target, const llvm::opt::Arg *optLevel);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_CPUOPTIONS_H
