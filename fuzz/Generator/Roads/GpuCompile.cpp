//===- fuzz/Generator/Roads/GpuCompile.cpp - programs to PTX -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the compiler reports is a refusal with its text, unless it says that
// it made bad PTX.
//
//===----------------------------------------------------------------------===//

#include "GpuCompile.h"
#include "tessera/Pipelines/GpuPhases.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

gpu::CodegenOptions fuzz::gpuOptions(llvm::StringRef target) {
  gpu::CodegenOptions options;
  options.target = llvm::cantFail(gpu::findGpuTarget(target));
  options.lineInfo = false;
  return options;
}

static FailureOr<gpu::CompiledModule>
compile(cuda_tile::ModuleOp source, const gpu::CodegenOptions &options) {
  MLIRContext *context = source.getContext();
  DialectRegistry registry;
  gpu::registerGpuCodegen(registry);
  context->appendDialectRegistry(registry);
  OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(UnknownLoc::get(context));
  module->push_back(source->clone());
  PassManager passes(context, mlir::ModuleOp::getOperationName());
  GpuPipelineOptions pipeline;
  pipeline.target = options.target.name;
  buildGpuPipeline(passes, gpuPhases().back(), pipeline);
  if (failed(passes.run(*module)))
    return failure();
  return gpu::compileToPtx(*module, options);
}

FailureOr<gpu::CompiledModule>
fuzz::compileForGpu(const Program &program, const gpu::CodegenOptions &options,
                    Outcome &why) {
  FailureOr<gpu::CompiledModule> module = failure();
  std::string errors = collectErrors(program.module.get().getContext(), [&] {
    module = compile(program.module.get(), options);
  });
  if (succeeded(module))
    return module;
  bool isDefect = errors.empty() ||
                  llvm::StringRef(errors).contains("not well-formed") ||
                  llvm::StringRef(errors).contains("invalid LLVM IR");
  why = isDefect ? Outcome::failed("not compiled: " + errors)
                 : Outcome::refused(errors);
  return failure();
}
