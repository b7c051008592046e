//===- tools/tessera/CpuOptions.cpp - options of the CPU road -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the options and refuses values that mean nothing.
//
//===----------------------------------------------------------------------===//

#include "CpuOptions.h"
#include "tessera/Support/Error.h"

using namespace llvm;
using namespace tessera;

Expected<driver::CpuCompileOptions>
tool::parseCpuOptions(const opt::Arg *target, const opt::Arg *optLevel) {
  driver::CpuCompileOptions options;
  if (target) {
    Expected<cpu::CpuTarget> found = cpu::parseCpuTarget(target->getValue());
    if (!found)
      return prefixError("--target: ", found.takeError());
    options.codegen.target = std::move(*found);
  }
  if (optLevel) {
    StringRef level = optLevel->getValue();
    if (level.getAsInteger(10, options.codegen.optLevel) ||
        options.codegen.optLevel > 3)
      return makeError(optLevel->getSpelling() +
                       ": expected a level from 0 to 3, got '" + level + "'");
  }
  return options;
}
