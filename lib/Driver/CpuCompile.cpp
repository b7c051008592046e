//===- Driver/CpuCompile.cpp - Tile IR to native code -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass pipeline comes from the table of Pipelines/CpuPhases.h, the code
// generator from Codegen/CPU. A cache entry is keyed by everything that goes
// in: source bytes, options, target, and the version of this compiler.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CpuCompile.h"
#include "tessera/Pipelines/CpuPhases.h"
#include "tessera/Support/BuildIdentity.h"
#include "tessera/Support/Error.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

static constexpr StringRef codegenKinds[] = {"llvm-ir", "asm", "obj"};

/// A copy of the module after the phases up to `last`.
static Expected<mlir::OwningOpRef<mlir::ModuleOp>>
lower(Session &session, const LoadedModule &module, const CpuPhase &last,
      const CpuCompileOptions &options) {
  mlir::MLIRContext &context = session.context();
  mlir::DialectRegistry registry;
  cpu::registerCpuCodegen(registry);
  context.appendDialectRegistry(registry);

  mlir::OwningOpRef<mlir::ModuleOp> copy(module.root().clone());
  mlir::PassManager passes(&context, mlir::ModuleOp::getOperationName());
  buildCpuPipeline(passes, last, CpuPipelineOptions(options.codegen.target));
  if (mlir::failed(passes.run(*copy)))
    return make_error<DiagnosedError>();
  return copy;
}

std::vector<std::string> driver::cpuEmitKinds() {
  std::vector<std::string> kinds;
  for (const CpuPhase &phase : cpuPhases())
    kinds.push_back(phase.name.str());
  kinds.insert(kinds.end(), std::begin(codegenKinds), std::end(codegenKinds));
  return kinds;
}

Expected<std::string> driver::emitForCpu(Session &session,
                                         const LoadedModule &module,
                                         const CpuCompileOptions &options,
                                         StringRef kind) {
  const CpuPhase *phase = findCpuPhase(kind);
  if (!phase && !is_contained(codegenKinds, kind))
    return makeError("expected one of " + join(cpuEmitKinds(), ", ") +
                     ", got '" + kind + "'");
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      lower(session, module, phase ? *phase : cpuPhases().back(), options);
  if (!lowered)
    return lowered.takeError();
  if (phase) {
    std::string text;
    raw_string_ostream os(text);
    (*lowered)->print(os);
    os << '\n';
    return text;
  }
  auto emitKind = StringSwitch<cpu::EmitKind>(kind)
                      .Case("llvm-ir", cpu::EmitKind::LlvmIr)
                      .Case("asm", cpu::EmitKind::Assembly)
                      .Default(cpu::EmitKind::Object);
  mlir::FailureOr<std::string> code =
      cpu::emitCode(**lowered, options.codegen, emitKind);
  if (mlir::failed(code))
    return make_error<DiagnosedError>();
  return std::move(*code);
}

Expected<cpu::CompiledObject>
driver::compileForCpu(Session &session, const LoadedModule &module,
                      const CpuCompileOptions &options) {
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      lower(session, module, cpuPhases().back(), options);
  if (!lowered)
    return lowered.takeError();
  mlir::FailureOr<cpu::CompiledObject> object =
      cpu::compileToObject(**lowered, options.codegen);
  if (mlir::failed(object))
    return make_error<DiagnosedError>();
  return std::move(*object);
}

Expected<cpu::CompiledObject>
driver::compileForCpu(Session &session, StringRef source,
                      function_ref<Expected<const LoadedModule *>()> load,
                      const CpuCompileOptions &options) {
  std::string key;
  if (options.cache) {
    key =
        CompileCache::key({source, options.codegen.identity(),
                           options.codegen.target.identity(), buildIdentity()});
    if (std::optional<std::string> payload = options.cache->lookup(key))
      if (std::optional<cpu::CompiledObject> object =
              cpu::deserialize(*payload))
        return std::move(*object);
  }
  Expected<const LoadedModule *> module = load();
  if (!module)
    return module.takeError();
  Expected<cpu::CompiledObject> object =
      compileForCpu(session, **module, options);
  // A full disk slows the next compile down; it does not fail this one.
  if (object && options.cache)
    consumeError(options.cache->store(key, cpu::serialize(*object)));
  return object;
}
