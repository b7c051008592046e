//===- tools/tessera/Compile.cpp - tessera compile ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile IR in, any form on the way to native code out (docs/cpu-road.md).
//
//===----------------------------------------------------------------------===//

#include "BytecodeOptions.h"
#include "Command.h"
#include "CpuOptions.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "CompileOptions.inc"
#include "OptionTable.inc"

/// The bytes to write for `--emit KIND`. `name` is where they go.
static Expected<std::string> emit(driver::Session &session,
                                  const driver::LoadedModule &module,
                                  const driver::CpuCompileOptions &options,
                                  StringRef kind, StringRef name) {
  if (kind != "header")
    return driver::emitForCpu(session, module, options, kind);
  Expected<cpu::CompiledObject> object =
      driver::compileForCpu(session, module, options);
  if (!object)
    return object.takeError();
  return cpu::emitCHeader(object->kernels, name);
}

int tool::compileCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> args =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!args)
    return fail(args.takeError());
  if (args->hasArg(OPT_help)) {
    table.printHelp(outs(), "tessera compile [options] FILE [-o OUT]",
                    "Compiles Tile IR, or shows it on the way");
    return 0;
  }
  std::vector<std::string> inputs = args->getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return fail("expected one input file, got " + Twine(inputs.size()));
  Expected<driver::CpuCompileOptions> options = parseCpuOptions(
      args->getLastArg(OPT_target), args->getLastArg(OPT_opt_level));
  if (!options)
    return fail(options.takeError());
  StringRef kind = args->getLastArgValue(OPT_emit, "obj");
  std::vector<std::string> kinds = driver::cpuEmitKinds();
  kinds.push_back("header");
  if (!is_contained(kinds, kind))
    return fail("--emit: expected one of " + join(kinds, ", ") + ", got '" +
                kind + "'");
  StringRef output =
      args->getLastArgValue(OPT_output, kind == "obj" ? "" : "-");
  if (output.empty())
    return fail("expected -o: where to write the object file");

  driver::Session session;
  mlir::SourceMgrDiagnosticHandler printer(session.sources(),
                                           &session.context());
  Expected<driver::LoadedModule> module = session.load(inputs.front());
  if (!module)
    return fail(module.takeError());
  Expected<std::string> bytes = emit(session, *module, *options, kind, output);
  if (!bytes)
    return fail(bytes.takeError());
  if (Error error = writeOutput(output, [&](raw_ostream &os) {
        os << *bytes;
        return Error::success();
      }))
    return fail(std::move(error));
  return 0;
}
