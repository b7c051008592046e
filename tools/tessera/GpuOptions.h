//===- tools/tessera/GpuOptions.h - options of the GPU road -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `compile` and `run` read the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_GPUOPTIONS_H
#define TESSERA_TOOLS_TESSERA_GPUOPTIONS_H

#include "tessera/Driver/GpuCompile.h"

#include "llvm/Option/Arg.h"

namespace tessera::tool {

/// Whether `--target` names a GPU; null: no.
bool isGpuTarget(const llvm::opt::Arg *target);

/// `--target`, `-O` and `--strategy`; the last two null when not given. ptxas
/// is looked for.
llvm::Expected<driver::GpuCompileOptions>
parseGpuOptions(const llvm::opt::Arg &target, const llvm::opt::Arg *optLevel,
                const llvm::opt::Arg *strategy);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_GPUOPTIONS_H
