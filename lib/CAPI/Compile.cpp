//===- CAPI/Compile.cpp - source to module *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Session per call: nothing is shared between compilations but LLVM's
// tables of targets, so they may run at once. A crash costs the caller the
// memory of the session and nothing else.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "Images.h"
#include "Request.h"

#include "tessera/Driver/Remarks.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Support/CrashScope.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

namespace {
/// One compilation: what it reports goes to `all`, its status is the result.
class Compilation {
public:
  Compilation(Request &request, tessera_diagnostics &all)
      : request(request), all(all) {}
  tessera_status run(std::unique_ptr<tessera_module> &result);

private:
  tessera_status load();
  Expected<std::unique_ptr<tessera_module>> compileForCpu();
  Expected<std::unique_ptr<tessera_module>> compileForGpu();
  std::unique_ptr<tessera_module> listKernels();
  void addPointees(tessera_module &module);
  void addRemarks(tessera_module &module);
  void report(Error error);

  Request &request;
  tessera_diagnostics &all;
  /// Before the session: they outlive its context.
  std::vector<driver::CompilerRemark> remarks;
  driver::Session session;
  std::optional<driver::LoadedModule> loaded;
};
} // namespace

void Compilation::report(Error error) {
  handleAllErrors(
      std::move(error), [](const driver::DiagnosedError &) {},
      [&](const ErrorInfoBase &other) { addError(all, other.message()); });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static tessera_status statusOf(driver::LoadProblem problem) {
  switch (problem) {
  case driver::LoadProblem::None:
    return TESSERA_OK;
  case driver::LoadProblem::Unreadable:
    return TESSERA_UNREADABLE;
  case driver::LoadProblem::NewerVersion:
    return TESSERA_NEWER_VERSION;
  case driver::LoadProblem::Invalid:
    return TESSERA_INVALID_PROGRAM;
  }
  llvm_unreachable("unknown problem");
}

tessera_status Compilation::load() {
  Expected<driver::LoadedModule> module = session.loadBuffer(
      MemoryBuffer::getMemBufferCopy(request.source, request.sourceName));
  if (!module) {
    report(module.takeError());
    return statusOf(session.loadProblem());
  }
  loaded.emplace(std::move(*module));
  return TESSERA_OK;
}

//===----------------------------------------------------------------------===//
// CPUs
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<tessera_module>> Compilation::compileForCpu() {
  driver::CpuCompileOptions options = *request.cpu;
  options.cache = request.usedCache();
  // Rules decide what a source means, so they are part of the key.
  std::string keyed =
      (Twine(request.provisionalRules ? "13.4\n" : "13.3\n") + request.source)
          .str();
  Expected<cpu::CompiledObject> object = driver::compileForCpu(
      session, keyed,
      [&]() -> Expected<const driver::LoadedModule *> { return &*loaded; },
      options);
  if (!object)
    return object.takeError();
  const cpu::CpuTarget &target = options.codegen.target;
  return makeCpuModule({target.name, target.identity(), std::move(*object)},
                       request.isLinked && cpu::runsOnHost(target));
}

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<tessera_module>> Compilation::compileForGpu() {
  driver::GpuCompileOptions options = *request.gpu;
  options.cache = request.usedCache();
  if (request.isAssembled && !options.ptxas)
    return createStringError(
        "expected ptxas in $CUDA_HOME/bin or PATH to make a cubin");
  std::string keyed =
      (Twine(request.provisionalRules ? "13.4\n" : "13.3\n") + request.source)
          .str();
  Expected<gpu::CompiledModule> compiled = driver::compileForGpu(
      session, keyed,
      [&]() -> Expected<const driver::LoadedModule *> { return &*loaded; },
      options);
  if (!compiled)
    return compiled.takeError();
  if (request.isAssembled)
    if (Error error =
            gpu::assemble(*compiled, *options.ptxas, options.assembler))
      return std::move(error);
  return makeGpuModule(std::move(*compiled));
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// A module for the interpreter: kernels without code.
std::unique_ptr<tessera_module> Compilation::listKernels() {
  auto module = std::make_unique<tessera_module>();
  module->target = "interpreter";
  for (cuda_tile::EntryOp entry : loaded->entries()) {
    mlir::FailureOr<std::vector<interp::Parameter>> parameters =
        interp::describeParameters(entry);
    if (failed(parameters))
      continue;
    tessera_kernel &kernel = module->kernels.emplace_back();
    kernel.name = driver::entryName(entry).str();
    for (const interp::Parameter &parameter : *parameters)
      kernel.parameters.push_back(
          {parameter.isPointer ? numerics::ElementKind::Ptr : parameter.element,
           {}});
  }
  return module;
}

/// What pointers point to is known to the source, not to compiled code.
void Compilation::addPointees(tessera_module &module) {
  for (cuda_tile::EntryOp entry : loaded->entries()) {
    mlir::FailureOr<std::vector<interp::Parameter>> parameters =
        interp::describeParameters(entry);
    if (failed(parameters))
      continue;
    for (tessera_kernel &kernel : module.kernels)
      if (kernel.name == driver::entryName(entry) &&
          kernel.parameters.size() == parameters->size())
        for (auto [known, parameter] : zip(kernel.parameters, *parameters))
          if (parameter.isPointer)
            known.pointee = parameter.element;
  }
}

void Compilation::addRemarks(tessera_module &module) {
  for (const driver::CompilerRemark &remark : remarks) {
    tessera_remark made = {};
    made.kind = module.keep(remark.kind);
    made.category = module.keep(remark.category);
    made.name = module.keep(remark.name);
    made.function = module.keep(remark.function);
    made.message = module.keep(remark.message);
    Position position = positionOf(remark.location);
    made.file = module.keep(std::move(position.file));
    made.line = position.line;
    made.column = position.column;
    module.remarks.push_back(made);
  }
  module.remarksYaml = driver::yamlRemarks(remarks);
}

tessera_status Compilation::run(std::unique_ptr<tessera_module> &result) {
  if (request.provisionalRules)
    session.allowProvisionalRules();
  mlir::ScopedDiagnosticHandler handler(&session.context(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          addDiagnostic(all, diagnostic);
                                          return mlir::success();
                                        });
  if (request.remarks)
    if (Error error = driver::collectRemarks(session.context(),
                                             *request.remarks, remarks)) {
      report(std::move(error));
      return TESSERA_INVALID_ARGUMENT;
    }
  if (tessera_status status = load())
    return status;
  Expected<std::unique_ptr<tessera_module>> module =
      request.cpu   ? compileForCpu()
      : request.gpu ? compileForGpu()
                    : listKernels();
  if (!module) {
    report(module.takeError());
    return TESSERA_UNSUPPORTED;
  }
  addPointees(**module);
  addRemarks(**module);
  for (tessera_kernel &kernel : (*module)->kernels)
    kernel.owner = module->get();
  (*module)->source = request.source.str();
  (*module)->sourceName = request.sourceName;
  (*module)->provisionalRules = request.provisionalRules;
  result = std::move(*module);
  return TESSERA_OK;
}

/// The compilation in a crash scope: whatever it does, there is a status.
static tessera_status compileGuarded(Request &request, tessera_diagnostics &all,
                                     std::unique_ptr<tessera_module> &result) {
  tessera_status status = TESSERA_INTERNAL_ERROR;
  if (int signal = crash::runGuarded([&] {
        // Leaves this frame, and the heap, only when nothing crashed.
        auto compilation = std::make_unique<Compilation>(request, all);
        status = compilation->run(result);
      })) {
    addError(all, "the compiler crashed (signal " + std::to_string(signal) +
                      "): a defect of Tessera " + tessera_version());
    return TESSERA_INTERNAL_ERROR;
  }
  return status;
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
  Expected<Request> request =
      readRequest(StringRef(static_cast<const char *>(source), bytes), known);
  if (!request)
    return invalid(toString(request.takeError()));
  std::unique_ptr<tessera_module> result;
  tessera_status status = compileGuarded(*request, *all, result);
  *module = result.release();
  return finish(status);
}
