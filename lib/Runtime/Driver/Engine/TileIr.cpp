//===- Runtime/Driver/Engine/TileIr.cpp - Tile IR bytecode to code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each compilation has a context of its own, so several threads may load images
// at once.
//
//===----------------------------------------------------------------------===//

#include "TileIr.h"
#include "tessera/Driver/CpuCompile.h"
#include "tessera/Driver/GpuCompile.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

/// Reads the bytecode and calls `compile(session, module)`; diagnostics become
/// the error's text.
template <typename Compiled, typename Function>
static Expected<Compiled> compileBytecode(std::string bytecode,
                                          Function compile) {
  driver::Session session;
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(
      &session.context(), [&](mlir::Diagnostic &diagnostic) {
        raw_string_ostream os(diagnostics);
        os << (diagnostics.empty() ? "" : "\n") << diagnostic.getLocation()
           << ": " << diagnostic;
      });
  Expected<driver::LoadedModule> module =
      session.loadBuffer(MemoryBuffer::getMemBufferCopy(bytecode, "<image>"));
  Expected<Compiled> compiled = module ? compile(session, *module)
                                       : Expected<Compiled>(module.takeError());
  if (compiled)
    return compiled;
  std::string text = std::move(diagnostics);
  handleAllErrors(
      compiled.takeError(), [](const driver::DiagnosedError &) {},
      [&](const ErrorInfoBase &other) { text += other.message(); });
  return createStringError(text);
}

Expected<cpu::CompiledObject> sim::compileForThisCpu(std::string bytecode) {
  return compileBytecode<cpu::CompiledObject>(
      std::move(bytecode),
      [](driver::Session &session, const driver::LoadedModule &module) {
        return driver::compileForCpu(session, module, {});
      });
}

Expected<gpu::CompiledModule> sim::compileForDevice(std::string bytecode,
                                                    StringRef gpu) {
  driver::GpuCompileOptions options;
  Expected<gpu::GpuTarget> target = gpu::findGpuTargetOfDevice(gpu);
  if (!target)
    return target.takeError();
  options.codegen.target = std::move(*target);
  options.codegen.lineInfo = true;
  options.codegen.gridLaunch = true;
  return compileBytecode<gpu::CompiledModule>(
      std::move(bytecode),
      [&options](driver::Session &session, const driver::LoadedModule &module) {
        return driver::compileForGpu(session, module, options);
      });
}
