//===- CAPI/Request.cpp - options as the compiler takes them *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing of the program is looked at here: what fails is the caller's call.
//
//===----------------------------------------------------------------------===//

#include "Request.h"

#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

static Error readCpu(const tessera_compile_options &given, Request &request) {
  Expected<cpu::CpuTarget> target =
      cpu::parseCpuTarget(given.target ? given.target : "cpu");
  if (!target)
    return target.takeError();
  if (given.cubin || given.ptxas || given.strategy || given.grid_launch)
    return makeError("expected a GPU as target for cubin, ptxas, strategy and "
                     "grid_launch, got '" +
                     StringRef(given.target ? given.target : "cpu") + "'");
  driver::CpuCompileOptions &options = request.cpu.emplace();
  options.codegen.target = std::move(*target);
  options.codegen.optLevel = static_cast<unsigned>(given.opt_level);
  return Error::success();
}

static Error readGpu(const tessera_compile_options &given, Request &request) {
  Expected<gpu::GpuTarget> target = gpu::findGpuTarget(given.target);
  if (!target)
    return target.takeError();
  driver::GpuCompileOptions &options = request.gpu.emplace();
  options.codegen.target = std::move(*target);
  options.codegen.optLevel = static_cast<unsigned>(given.opt_level);
  options.codegen.lineInfo = !given.no_line_info;
  options.codegen.gridLaunch = given.grid_launch;
  options.assembler.optLevel = options.codegen.optLevel;
  options.assembler.lineInfo = options.codegen.lineInfo;
  if (given.strategy) {
    options.strategy = given.strategy;
    if (!is_contained(gpuStrategyNames(), options.strategy))
      return makeError("expected one of " + join(gpuStrategyNames(), ", ") +
                       " as strategy, got '" + options.strategy + "'");
  }
  request.isAssembled = given.cubin;
  if (given.ptxas)
    options.ptxas = given.ptxas;
  else if (given.cubin)
    options.ptxas = gpu::findPtxas();
  return Error::success();
}

Expected<Request> capi::readRequest(StringRef source,
                                    const tessera_compile_options &given) {
  Request request;
  request.source = source;
  request.sourceName = given.source_name ? given.source_name : "<source>";
  request.provisionalRules = given.provisional_rules;
  request.isLinked = !given.no_link;
  if (given.opt_level < 0 || given.opt_level > 3)
    return makeError("expected a level from 0 to 3, got " +
                     Twine(given.opt_level));
  StringRef target = given.target ? given.target : "cpu";
  if (target != "interpreter") {
    bool isGpu = gpu::isGpuTargetName(target);
    if (Error error = isGpu ? readGpu(given, request) : readCpu(given, request))
      return std::move(error);
  }
  if (given.remarks) {
    std::string problem;
    if (!Regex(given.remarks).isValid(problem))
      return makeError("expected a regular expression as remarks, got '" +
                       StringRef(given.remarks) + "': " + problem);
    request.remarks = given.remarks;
  }
  if (given.cache_directory) {
    Expected<driver::CompileCache> opened =
        driver::CompileCache::openLocation(given.cache_directory);
    if (!opened)
      return opened.takeError();
    request.cache.emplace(std::move(*opened));
  }
  return request;
}
