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
#include "RoadCompile.h"
#include "UserWords.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "tessera/Pipelines/CpuPhases.h"
#include "tessera/Support/BuildIdentity.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

static constexpr StringRef codegenKinds[] = {"llvm-ir", "asm", "obj"};

/// Runs the phases up to `last`. The IR is verified after each of them; after
/// each pass that would be a tenth of the compile time.
static mlir::LogicalResult runPhases(mlir::ModuleOp module,
                                     const CpuPhase &last,
                                     const CpuPipelineOptions &options) {
  for (const CpuPhase &phase : cpuPhases()) {
    mlir::PassManager passes(module.getContext(), module.getOperationName());
    passes.enableVerifier(false);
    phase.build(passes, options);
    if (failed(passes.run(module)) || failed(mlir::verify(module)))
      return mlir::failure();
    if (&phase == &last)
      break;
  }
  return mlir::success();
}

static mlir::LogicalResult insertChecks(mlir::ModuleOp module,
                                        const CpuCompileOptions &options) {
  mlir::PassManager passes(module.getContext(), module.getOperationName());
  cuda_tile::InsertMemoryChecksPassOptions checks;
  checks.trackInitialisation = options.trackInitialisation;
  checks.noteUnspecified = true;
  passes.addPass(cuda_tile::createInsertMemoryChecksPass(checks));
  return passes.run(module);
}

/// A copy of the module after the phases up to `last`.
static Expected<mlir::OwningOpRef<mlir::ModuleOp>>
lower(Session &session, const LoadedModule &module, const CpuPhase &last,
      const CpuCompileOptions &options) {
  mlir::DialectRegistry registry;
  cpu::registerCpuCodegen(registry);
  return lowerCopy(session, module, registry, [&](mlir::ModuleOp copy) {
    if (options.sanitize && failed(insertSanitizerChecks(copy)))
      return mlir::failure();
    if (options.checkMemory && failed(insertChecks(copy, options)))
      return mlir::failure();
    CpuPipelineOptions pipeline = cpuPipelineOptions(options.codegen.target);
    pipeline.unspecifiedAsOnes = options.unspecifiedAsOnes;
    return runPhases(copy, last, pipeline);
  });
}

std::vector<std::string> driver::cpuEmitKinds() {
  return emitKinds(cpuPhases(), codegenKinds);
}

Expected<std::string> driver::emitForCpu(Session &session,
                                         const LoadedModule &module,
                                         const CpuCompileOptions &options,
                                         StringRef kind) {
  const CpuPhase *phase = findCpuPhase(kind);
  if (!phase && !is_contained(codegenKinds, kind))
    return unknownKind(kind, cpuEmitKinds());
  UserWords words(module.root());
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      lower(session, module, phase ? *phase : cpuPhases().back(), options);
  if (!lowered)
    return lowered.takeError();
  if (phase)
    return printed(**lowered);
  auto emitKind = StringSwitch<cpu::EmitKind>(kind)
                      .Case("llvm-ir", cpu::EmitKind::LlvmIr)
                      .Case("asm", cpu::EmitKind::Assembly)
                      .Default(cpu::EmitKind::Object);
  return orDiagnosed(cpu::emitCode(**lowered, options.codegen, emitKind));
}

Expected<cpu::CompiledObject>
driver::compileForCpu(Session &session, const LoadedModule &module,
                      const CpuCompileOptions &options) {
  UserWords words(module.root());
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      lower(session, module, cpuPhases().back(), options);
  if (!lowered)
    return lowered.takeError();
  return orDiagnosed(cpu::compileToObject(**lowered, options.codegen));
}

Expected<cpu::CompiledObject>
driver::compileForCpu(Session &session, StringRef source,
                      function_ref<Expected<const LoadedModule *>()> load,
                      const CpuCompileOptions &options) {
  std::string codegen = options.codegen.identity(),
              target = options.codegen.target.identity(),
              compiler = buildIdentity();
  if (options.sanitize)
    codegen += " sanitize";
  if (options.checkMemory)
    codegen += options.trackInitialisation ? " checked+init" : " checked";
  if (options.unspecifiedAsOnes)
    codegen += " unspecified-as-ones";
  return compileThroughCache<cpu::CompiledObject>(
      options.cache, {source, codegen, target, compiler}, cpu::deserialize,
      load, [&](const LoadedModule &module) {
        return compileForCpu(session, module, options);
      });
}
