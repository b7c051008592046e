//===- tools/tessera/Run/LoadedKernel.cpp - a file ready to run -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a file, and compiles it for the CPU or a GPU, with or without a cache.
//
//===----------------------------------------------------------------------===//

#include "LoadedKernel.h"
#include "Progress.h"
#include "tessera/Dialect/CudaTile/Transforms/MemoryChecks.h"
#include "tessera/Runtime/Cuda/GridExecutor.h"
#include "tessera/Support/Error.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

static Expected<LoadedKernel> loadOnly(driver::Session &session,
                                       const RunCommandLine &line) {
  Expected<driver::LoadedModule> module = session.load(line.path);
  if (!module)
    return module.takeError();
  return LoadedKernel{
      std::make_unique<driver::LoadedModule>(std::move(*module)), nullptr,
      nullptr};
}

/// Compiles the file with `compile`, which is given its bytes, a function that
/// loads it, and the cache (null without one).
template <typename Compiled>
static Expected<Compiled> loadAndCompile(
    driver::Session &session, const RunCommandLine &line, LoadedKernel &kernel,
    function_ref<Expected<Compiled>(
        StringRef, function_ref<Expected<const driver::LoadedModule *>()>,
        const driver::CompileCache *)>
        compile) {
  std::optional<driver::CompileCache> cache;
  if (!line.cacheDirectory.empty()) {
    Expected<driver::CompileCache> opened =
        driver::CompileCache::openLocation(line.cacheDirectory);
    if (!opened)
      return opened.takeError();
    cache.emplace(std::move(*opened));
  }
  Expected<std::unique_ptr<MemoryBuffer>> buffer =
      driver::Session::openFile(line.path);
  if (!buffer)
    return buffer.takeError();
  auto load = [&]() -> Expected<const driver::LoadedModule *> {
    Expected<driver::LoadedModule> module =
        session.loadBuffer(std::move(*buffer));
    if (!module)
      return module.takeError();
    kernel.module = std::make_unique<driver::LoadedModule>(std::move(*module));
    return kernel.module.get();
  };
  Expected<Compiled> compiled =
      compile((*buffer)->getBuffer(), load, cache ? &*cache : nullptr);
  if (!compiled)
    return compiled.takeError();
  // A cached compile did not look into the file.
  if (!kernel.module)
    if (Expected<const driver::LoadedModule *> module = load(); !module)
      return module.takeError();
  return compiled;
}

/// Compiles the kernel once more, as `--check=memory` wants it for what loads
/// leave unspecified; nothing if no load of it does.
static std::function<Expected<cpu::CompiledObject>()>
secondCompile(driver::Session &session, const RunCommandLine &line,
              const LoadedKernel &kernel, driver::CpuCompileOptions options) {
  if (!line.checkMemory)
    return nullptr;
  Expected<cuda_tile::EntryOp> entry =
      kernel.module->findEntry(line.request.entry);
  if (!entry) {
    consumeError(entry.takeError());
    return nullptr;
  }
  if (cuda_tile::unspecifiedLoads(*entry).empty())
    return nullptr;
  options.unspecifiedAsOnes = true;
  options.cache = nullptr;
  return [&session, &module = *kernel.module, options = std::move(options)] {
    return driver::compileForCpu(session, module, options);
  };
}

using ModuleLoader = function_ref<Expected<const driver::LoadedModule *>()>;

/// Whether an array could be read before it is written.
static bool tracksInitialisation(const RunCommandLine &line) {
  return line.checkMemory &&
         any_of(line.request.arguments, [](const driver::ArgumentSpec &spec) {
           return spec.source == driver::ArgumentSpec::Source::Uninit;
         });
}

static Expected<LoadedKernel> prepareForCpu(driver::Session &session,
                                            const RunCommandLine &line) {
  if (!cpu::runsOnHost(line.compile.codegen.target))
    return makeError("--target: code for '" + line.compile.codegen.target.name +
                     "' does not run on this machine");
  LoadedKernel kernel;
  driver::CpuCompileOptions options = line.compile;
  options.checkMemory = line.checkMemory;
  options.trackInitialisation = tracksInitialisation(line);
  Expected<cpu::CompiledObject> object = loadAndCompile<cpu::CompiledObject>(
      session, line, kernel,
      [&](StringRef bytes, ModuleLoader load,
          const driver::CompileCache *cache) {
        options.cache = cache;
        return driver::compileForCpu(session, bytes, load, options);
      });
  if (!object)
    return object.takeError();
  if (line.profile)
    kernel.profile = std::make_unique<cpu::KernelProfile>();
  Expected<driver::GridExecutor> executor = cpu::makeGridExecutor(
      std::move(*object), {line.checkMemory, options.trackInitialisation,
                           secondCompile(session, line, kernel, options),
                           line.link, kernel.profile.get()});
  if (!executor)
    return executor.takeError();
  kernel.executor = std::move(*executor);
  return kernel;
}

static Expected<LoadedKernel> prepareForGpu(driver::Session &session,
                                            const RunCommandLine &line) {
  LoadedKernel kernel;
  Expected<gpu::CompiledModule> compiled = loadAndCompile<gpu::CompiledModule>(
      session, line, kernel,
      [&](StringRef bytes, ModuleLoader load,
          const driver::CompileCache *cache) {
        driver::GpuCompileOptions options = *line.gpu;
        options.cache = cache;
        return driver::compileForGpu(session, bytes, load, options);
      });
  if (!compiled)
    return compiled.takeError();
  Expected<driver::GridExecutor> executor =
      line.onCuda
          ? cuda::makeGridExecutor(std::move(*compiled))
          : emulator::makeGridExecutor(std::move(*compiled), line.emulation);
  if (!executor)
    return prefixError(line.onCuda ? "--device cuda: " : "--device emulator: ",
                       executor.takeError());
  kernel.executor = std::move(*executor);
  return kernel;
}

Expected<LoadedKernel> tool::loadKernel(driver::Session &session,
                                        const RunCommandLine &line) {
  if (line.interpret || line.listEntries)
    return loadOnly(session, line);
  ProgressLine progress(
      "compiling '" + line.path + "' for " +
      (line.gpu ? line.gpu->codegen.target.name : "this processor"));
  return line.gpu ? prepareForGpu(session, line) : prepareForCpu(session, line);
}
