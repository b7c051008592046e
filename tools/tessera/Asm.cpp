//===- tools/tessera/Asm.cpp - tessera asm -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes bytecode. The input may be bytecode too: that changes its version.
//
//===----------------------------------------------------------------------===//

#include "BytecodeOptions.h"
#include "Command.h"
#include "Diagnostics.h"
#include "tessera/Bytecode/Writer.h"
#include "tessera/Driver/Session.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"

using namespace llvm;
using namespace tessera;

/// The one Tile IR module of a file; nothing else in it could be written.
static Expected<cuda_tile::ModuleOp>
findModule(const driver::LoadedModule &loaded) {
  cuda_tile::ModuleOp found;
  for (mlir::Operation &op : *loaded.root().getBody()) {
    auto module = dyn_cast<cuda_tile::ModuleOp>(op);
    if (!module || found)
      return makeError("cannot write '" + loaded.name() +
                       "': expected one cuda_tile.module and nothing else");
    found = module;
  }
  if (!found)
    return makeError("cannot write '" + loaded.name() +
                     "': expected a cuda_tile.module, got an empty file");
  return found;
}

int tool::asmCommand(ArrayRef<const char *> arguments) {
  Expected<BytecodeOptions> options =
      parseBytecodeOptions(BytecodeCommand::Asm, arguments);
  if (!options)
    return fail(options.takeError());
  if (options->done)
    return 0;
  bytecode::Version version =
      options->version.value_or(bytecode::kDefaultVersion);
  driver::Session session;
  if (version >= bytecode::kVersion13_4)
    session.allowProvisionalRules();
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<driver::LoadedModule> loaded = session.load(options->input);
  if (!loaded)
    return fail(loaded.takeError());
  Expected<cuda_tile::ModuleOp> module = findModule(*loaded);
  if (!module)
    return fail(module.takeError());
  if (options->output.empty())
    return fail("expected an output file: -o OUT.tileirbc");
  Error error = writeOutput(options->output, [&](raw_ostream &os) -> Error {
    if (failed(bytecode::writeBytecode(*module, os, version)))
      return make_error<driver::DiagnosedError>();
    return Error::success();
  });
  return error ? fail(std::move(error)) : 0;
}
