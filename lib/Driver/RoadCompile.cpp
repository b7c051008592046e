//===- Driver/RoadCompile.cpp - what compiling means on any road --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loaded module stays as it is: it may be compiled again, for another
// target, or interpreted.
//
//===----------------------------------------------------------------------===//

#include "RoadCompile.h"

#include "tessera/Dialect/CudaTile/IR/Limits.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"

#include "mlir/Pass/PassManager.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// One module, whose entries become one object with one set of symbols.
static Error checkOneModule(mlir::ModuleOp root) {
  auto modules = root.getOps<cuda_tile::ModuleOp>();
  if (modules.empty())
    return Error::success();
  cuda_tile::ModuleOp first = *modules.begin();
  for (cuda_tile::ModuleOp module : drop_begin(modules)) {
    mlir::InFlightDiagnostic diagnostic = module.emitError(
        "expected one module in a file that is compiled, got another one");
    diagnostic.attachNote(first.getLoc()) << "the first module is here";
    diagnostic.report();
    return make_error<DiagnosedError>();
  }
  return Error::success();
}

Expected<mlir::OwningOpRef<mlir::ModuleOp>>
driver::lowerCopy(Session &session, const LoadedModule &module,
                  const mlir::DialectRegistry &codegen,
                  function_ref<mlir::LogicalResult(mlir::ModuleOp)> run) {
  session.context().appendDialectRegistry(codegen);
  if (Error error = checkOneModule(module.root()))
    return std::move(error);
  if (mlir::failed(cuda_tile::verifyLimits(module.root())))
    return make_error<DiagnosedError>();
  mlir::OwningOpRef<mlir::ModuleOp> copy(module.root().clone());
  if (mlir::failed(run(*copy)))
    return make_error<DiagnosedError>();
  return copy;
}

mlir::LogicalResult driver::insertSanitizerChecks(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext(), module.getOperationName());
  cuda_tile::InsertMemoryChecksPassOptions checks;
  checks.takesSizes = false;
  passes.addPass(cuda_tile::createInsertMemoryChecksPass(checks));
  return passes.run(module);
}

std::string driver::printed(mlir::ModuleOp module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os);
  os << '\n';
  return text;
}
