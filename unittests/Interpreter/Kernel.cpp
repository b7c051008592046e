//===- Interpreter/Kernel.cpp - runs kernels for the engine's tests -*- C++ -*-===//
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

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::interp::test {

Kernel::Kernel(const std::string &moduleText)
    : context(mlir::MLIRContext::Threading::DISABLED) {
  context.loadDialect<cuda_tile::CudaTileDialect>();
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    diagnostics += diagnostic.str() + "\n";
    for (const mlir::Diagnostic &note : diagnostic.getNotes())
      diagnostics += "note: " + note.str() + "\n";
    return mlir::success();
  });
  module = mlir::parseSourceString<cuda_tile::ModuleOp>(
      moduleText, mlir::ParserConfig(&context));
}

bool Kernel::run() {
  if (!module)
    return false;
  auto program = Program::create(*module);
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

} // namespace tessera::interp::test
