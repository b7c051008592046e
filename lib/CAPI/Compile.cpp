//===- CAPI/Compile.cpp - source to module ----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Session per call: nothing is shared between compilations but LLVM's
// tables of targets, so they may run at once.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "tessera/Driver/CpuCompile.h"
#include "tessera/Runtime/CPU/Launch.h"
#include "tessera/Runtime/CPU/VectorMathSymbols.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

/// The compiler's options; fails with a message.
static Expected<driver::CpuCompileOptions>
readOptions(const tessera_compile_options &given,
            std::optional<driver::CompileCache> &cache) {
  driver::CpuCompileOptions options;
  Expected<cpu::CpuTarget> target =
      cpu::parseCpuTarget(given.target ? given.target : "cpu");
  if (!target)
    return target.takeError();
  options.codegen.target = std::move(*target);
  if (given.opt_level < 0 || given.opt_level > 3)
    return createStringError("expected a level from 0 to 3, got " +
                             Twine(given.opt_level));
  options.codegen.optLevel = static_cast<unsigned>(given.opt_level);
  if (given.cache_directory) {
    Expected<driver::CompileCache> opened =
        driver::CompileCache::open(given.cache_directory);
    if (!opened)
      return opened.takeError();
    cache.emplace(std::move(*opened));
    options.cache = &*cache;
  }
  return options;
}

/// Links the object where it can run, and lists its kernels.
static Expected<std::unique_ptr<tessera_module>>
makeModule(cpu::CompiledObject object, const cpu::CpuTarget &target) {
  auto module = std::make_unique<tessera_module>();
  module->objectBytes = object.object;
  module->header = cpu::emitCHeader(object.kernels, "module");
  if (!cpu::runsOnHost(target)) {
    module->object = std::move(object);
    for (const cpu::KernelInfo &info : module->object.kernels)
      module->kernels.push_back({&info, nullptr});
    return module;
  }
  SmallVector<cpu::RuntimeSymbol, 0> symbols(cpu::runtimeSymbols().begin(),
                                             cpu::runtimeSymbols().end());
  append_range(symbols, cpu::vectorMathSymbols());
  auto library = cpu::CompiledLibrary::load(std::move(object), symbols);
  if (!library)
    return library.takeError();
  module->library = std::move(*library);
  for (const cpu::KernelInfo &info : module->library->kernels()) {
    Expected<cpu::CompiledKernel> kernel = module->library->kernel(info.name);
    if (!kernel)
      return kernel.takeError();
    module->kernels.push_back({kernel->info, kernel->entry});
  }
  return module;
}

static Expected<std::unique_ptr<tessera_module>>
compile(StringRef source, const tessera_compile_options &given,
        const driver::CpuCompileOptions &options, tessera_diagnostics &all) {
  driver::Session session;
  if (given.provisional_rules)
    session.allowProvisionalRules();
  mlir::ScopedDiagnosticHandler handler(&session.context(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          addDiagnostic(all, diagnostic);
                                          return mlir::success();
                                        });
  std::optional<driver::LoadedModule> loaded;
  // Rules decide what a source means, so they are part of the key.
  std::string keyed =
      (Twine(given.provisional_rules ? "13.4\n" : "13.3\n") + source).str();
  Expected<cpu::CompiledObject> object = driver::compileForCpu(
      session, keyed,
      [&]() -> Expected<const driver::LoadedModule *> {
        StringRef name = given.source_name ? given.source_name : "<source>";
        Expected<driver::LoadedModule> module =
            session.loadBuffer(MemoryBuffer::getMemBufferCopy(source, name));
        if (!module)
          return module.takeError();
        loaded.emplace(std::move(*module));
        return &*loaded;
      },
      options);
  if (!object)
    return object.takeError();
  return makeModule(std::move(*object), options.codegen.target);
}

tessera_status tessera_compile(const void *source, size_t bytes,
                               const tessera_compile_options *given,
                               tessera_module **module,
                               tessera_diagnostics **diagnostics) {
  auto all = std::make_unique<tessera_diagnostics>();
  auto finish = [&](tessera_status status) {
    if (diagnostics)
      *diagnostics = all->diagnostics.empty() ? nullptr : all.release();
    return status;
  };
  auto invalid = [&](std::string message) {
    addError(*all, std::move(message));
    return finish(TESSERA_INVALID_ARGUMENT);
  };
  if (module)
    *module = nullptr;
  tessera_compile_options known;
  if (!module || (!source && bytes))
    return invalid("expected a source and a place for the module, got NULL");
  if (!readStruct(given, TESSERA_COMPILE_OPTIONS_INIT, known))
    return invalid("expected the size of the options in struct_size");
  std::optional<driver::CompileCache> cache;
  Expected<driver::CpuCompileOptions> options = readOptions(known, cache);
  if (!options)
    return invalid(toString(options.takeError()));

  auto result = compile(StringRef(static_cast<const char *>(source), bytes),
                        known, *options, *all);
  if (result) {
    *module = result->release();
    return finish(TESSERA_OK);
  }
  handleAllErrors(
      result.takeError(), [](const driver::DiagnosedError &) {},
      [&](const ErrorInfoBase &error) { addError(*all, error.message()); });
  return finish(TESSERA_COMPILE_FAILED);
}

void tessera_module_destroy(tessera_module *module) { delete module; }
