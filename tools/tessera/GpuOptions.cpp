//===- tools/tessera/GpuOptions.cpp - options of the GPU road -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the options and refuses values that mean nothing.
//
//===----------------------------------------------------------------------===//

#include "GpuOptions.h"
#include "tessera/Pipelines/GpuPhases.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;

bool tool::isGpuTarget(const opt::Arg *target) {
  return target && gpu::isGpuTargetName(target->getValue());
}

Expected<driver::GpuCompileOptions>
tool::parseGpuOptions(const opt::Arg &target, const opt::Arg *optLevel,
                      const opt::Arg *strategy) {
  driver::GpuCompileOptions options;
  Expected<gpu::GpuTarget> found = gpu::findGpuTarget(target.getValue());
  if (!found)
    return prefixError("--target: ", found.takeError());
  options.codegen.target = std::move(*found);
  if (optLevel) {
    StringRef level = optLevel->getValue();
    if (level.getAsInteger(10, options.codegen.optLevel) ||
        options.codegen.optLevel > 3)
      return makeError(optLevel->getSpelling() +
                       ": expected a level from 0 to 3, got '" + level + "'");
    options.assembler.optLevel = options.codegen.optLevel;
  }
  if (strategy) {
    options.strategy = strategy->getValue();
    if (!is_contained(gpuStrategyNames(), options.strategy))
      return makeError("--strategy: expected one of " +
                       join(gpuStrategyNames(), ", ") + ", got '" +
                       options.strategy + "'" +
                       didYouMean(options.strategy, gpuStrategyNames()));
  }
  options.ptxas = gpu::findPtxas();
  return options;
}
