//===- Interpreter/Kernel.cpp - runs kernels for the engine's tests -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Kernel.h.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include <thread>

namespace tessera::interp::test {

Kernel::Kernel(const std::string &moduleText)
    : context(mlir::MLIRContext::Threading::DISABLED) {
  context.loadDialect<cuda_tile::CudaTileDialect>();
  context.allowUnregisteredDialects();
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    diagnostics += diagnostic.str() + "\n";
    for (const mlir::Diagnostic &note : diagnostic.getNotes())
      diagnostics += "note: " + note.str() + "\n";
    return mlir::success();
  });
  module = mlir::parseSourceString<mlir::ModuleOp>(
      moduleText, mlir::ParserConfig(&context));
}

mlir::FailureOr<std::unique_ptr<Program>> Kernel::prepare() {
  if (!module)
    return mlir::failure();
  auto kernels = module->getOps<cuda_tile::ModuleOp>();
  if (kernels.empty())
    return mlir::failure();
  return Program::create(*kernels.begin());
}

bool Kernel::run() {
  auto program = prepare();
  if (mlir::failed(program))
    return false;
  printed.clear();
  llvm::raw_string_ostream os(printed);
  options.printStream = &os;
  auto result = (*program)->run(memory, arguments, options);
  if (mlir::failed(result))
    return false;
  summary = std::move(*result);
  return true;
}

bool Kernel::runTwiceAtOnce(std::vector<int32_t> &first,
                            std::vector<int32_t> &second) {
  auto program = prepare();
  if (mlir::failed(program))
    return false;
  bool done[2] = {false, false};
  auto runOn = [&](std::vector<int32_t> &data, bool &ok) {
    Memory own;
    Argument argument = Argument::pointer(
        own.addHostBuffer("data", data.data(), data.size() * sizeof(int32_t)));
    auto result = (*program)->run(own, argument, RunOptions());
    ok = mlir::succeeded(result) && result->clean();
  };
  std::thread other([&] { runOn(second, done[1]); });
  runOn(first, done[0]);
  other.join();
  return done[0] && done[1];
}

} // namespace tessera::interp::test
