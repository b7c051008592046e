//===- Driver/GpuCompile.cpp - Tile IR to PTX ---------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass pipeline comes from the table of Pipelines/GpuPhases.h, the code
// generator from Codegen/NVPTX. A cache entry is keyed by everything that goes
// in: source bytes, options, target, and the version of this compiler.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/GpuCompile.h"
#include "RoadCompile.h"
#include "UserWords.h"
#include "tessera/Support/BuildIdentity.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

static constexpr StringRef codegenKinds[] = {"llvm-ir", "ptx", "cubin"};

/// A copy of the module after the phases up to `last`.
static Expected<mlir::OwningOpRef<mlir::ModuleOp>>
lower(Session &session, const LoadedModule &module, const GpuPhase &last,
      const GpuCompileOptions &options) {
  mlir::DialectRegistry registry;
  gpu::registerGpuCodegen(registry);
  return lowerCopy(session, module, registry, [&](mlir::ModuleOp copy) {
    if (options.sanitize && mlir::failed(insertSanitizerChecks(copy)))
      return mlir::LogicalResult(mlir::failure());
    GpuPipelineOptions pipeline;
    pipeline.target = options.codegen.target.name;
    pipeline.from = options.from;
    pipeline.strategy = options.strategy;
    return runGpuPipeline(copy, last, pipeline, options.codegen.times);
  });
}

void driver::acceptGpuPhase(Session &session, const GpuPhase &from) {
  mlir::DialectRegistry registry;
  registerGpuPhaseDialects(registry, from);
  session.context().appendDialectRegistry(registry);
}

/// Whether somebody wants to know what the assembler says.
static bool wantsSpillRemarks(mlir::MLIRContext &context) {
  // One without a text is dropped by who collects them (Remarks.cpp).
  return context.getRemarkEngine() &&
         mlir::remark::missed(
             mlir::UnknownLoc::get(&context),
             mlir::remark::RemarkOpts::name("entry").category("kernel"));
}

/// Remarks about kernels whose values do not fit in the registers.
static void remarkSpills(const LoadedModule &module,
                         const gpu::CompiledModule &assembled) {
  for (const gpu::KernelInfo &kernel : assembled.kernels) {
    const gpu::AssemblerFigures *figures =
        kernel.figures ? &*kernel.figures : nullptr;
    if (!figures || figures->spillStoreBytes + figures->spillLoadBytes == 0)
      continue;
    for (cuda_tile::EntryOp entry : module.entries())
      if (entryName(entry) == kernel.name)
        mlir::remark::missed(
            entry.getLoc(),
            mlir::remark::RemarkOpts::name("entry").category("kernel").function(
                kernel.name))
            << "the " + std::to_string(figures->registers) +
                   " registers of a thread are too few: ptxas stores " +
                   std::to_string(figures->spillStoreBytes) +
                   " bytes to local memory and loads " +
                   std::to_string(figures->spillLoadBytes) +
                   "; write a smaller tile, a larger hint "
                   "num_worker_warps_per_cta, or a smaller hint occupancy";
  }
}

std::vector<std::string> driver::gpuEmitKinds() {
  return emitKinds(gpuPhases(), codegenKinds);
}

Expected<mlir::OwningOpRef<mlir::ModuleOp>>
driver::lowerForGpu(Session &session, const LoadedModule &module,
                    const GpuCompileOptions &options, StringRef phase) {
  const GpuPhase *last = findGpuPhase(phase);
  if (!last)
    return unknownKind(phase, gpuEmitKinds());
  UserWords words(module.root());
  return lower(session, module, *last, options);
}

Expected<std::string> driver::emitForGpu(Session &session,
                                         const LoadedModule &module,
                                         const GpuCompileOptions &options,
                                         StringRef kind) {
  const GpuPhase *phase = findGpuPhase(kind);
  if (!phase && !is_contained(codegenKinds, kind))
    return unknownKind(kind, gpuEmitKinds());
  if (phase && options.from && phase < options.from)
    return makeError("expected a form from '" + options.from->name +
                     "' on, which the module already has, got '" + kind + "'");
  if (kind == "cubin") {
    Expected<gpu::CompiledModule> compiled =
        compileForGpu(session, module, options, /*assembleToo=*/true);
    if (!compiled)
      return compiled.takeError();
    return std::move(compiled->cubin);
  }
  UserWords words(module.root());
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      lower(session, module, phase ? *phase : gpuPhases().back(), options);
  if (!lowered)
    return lowered.takeError();
  if (phase)
    return printed(**lowered);
  // Assembled for the remarks only: the text is the result, whatever ptxas has
  // to say about it.
  if (kind == "ptx" && options.ptxas && options.codegen.target.canAssemble &&
      wantsSpillRemarks(session.context())) {
    mlir::FailureOr<gpu::CompiledModule> compiled =
        gpu::compileToPtx(**lowered, options.codegen);
    if (mlir::failed(compiled))
      return make_error<DiagnosedError>();
    if (Error error =
            gpu::assemble(*compiled, *options.ptxas, options.assembler))
      consumeError(std::move(error));
    remarkSpills(module, *compiled);
    return std::move(compiled->ptx);
  }
  return orDiagnosed(gpu::emitCode(**lowered, options.codegen,
                                   kind == "llvm-ir" ? gpu::EmitKind::LlvmIr
                                                     : gpu::EmitKind::Ptx));
}

Expected<gpu::CompiledModule>
driver::compileForGpu(Session &session, const LoadedModule &module,
                      const GpuCompileOptions &options, bool assembleToo) {
  if (assembleToo && !options.ptxas)
    return makeError(
        "expected ptxas in $CUDA_HOME/bin or PATH to make a cubin");
  UserWords words(module.root());
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      lower(session, module, gpuPhases().back(), options);
  if (!lowered)
    return lowered.takeError();
  mlir::FailureOr<gpu::CompiledModule> compiled =
      gpu::compileToPtx(**lowered, options.codegen);
  if (mlir::failed(compiled))
    return make_error<DiagnosedError>();
  if (assembleToo) {
    PhaseTimes::Scope timer(options.codegen.times, "ptxas");
    if (Error error =
            gpu::assemble(*compiled, *options.ptxas, options.assembler))
      return std::move(error);
    if (wantsSpillRemarks(session.context()))
      remarkSpills(module, *compiled);
  }
  return std::move(*compiled);
}

Expected<gpu::CompiledModule>
driver::compileForGpu(Session &session, StringRef source,
                      function_ref<Expected<const LoadedModule *>()> load,
                      const GpuCompileOptions &options) {
  std::string codegen = options.codegen.identity(), compiler = buildIdentity();
  return compileThroughCache<gpu::CompiledModule>(
      options.cache,
      {"ptx", options.from ? options.from->name : "", source, codegen,
       options.codegen.target.name, options.strategy,
       options.sanitize ? "sanitize" : "", compiler},
      gpu::deserialize, load, [&](const LoadedModule &module) {
        return compileForGpu(session, module, options);
      });
}

std::vector<std::string>
driver::describeFigures(const gpu::CompiledModule &module) {
  std::vector<std::string> lines;
  for (const gpu::KernelInfo &kernel : module.kernels) {
    if (!kernel.figures)
      continue;
    const gpu::AssemblerFigures &figures = *kernel.figures;
    std::string line = "kernel '" + kernel.name +
                       "': " + std::to_string(figures.registers) + " registers";
    if (figures.sharedBytes || kernel.dynamicSharedBytes)
      line += ", " +
              std::to_string(figures.sharedBytes + kernel.dynamicSharedBytes) +
              " bytes of shared memory";
    if (figures.stackBytes)
      line += ", " + std::to_string(figures.stackBytes) + " bytes of stack";
    if (figures.spillStoreBytes || figures.spillLoadBytes)
      line += ", spills: " + std::to_string(figures.spillStoreBytes) +
              " bytes stored, " + std::to_string(figures.spillLoadBytes) +
              " bytes loaded";
    else
      line += ", no spills";
    lines.push_back(std::move(line));
  }
  return lines;
}
