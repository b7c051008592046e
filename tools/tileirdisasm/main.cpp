//===- tools/tileirdisasm/main.cpp - the Tile IR disassembler ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program beside the assembler that clients start to show the code that
// they have made (docs/tileiras.md): bytecode in, the public printer's text
// out.
//
//===----------------------------------------------------------------------===//

#include "../tessera/OptionHelp.h"
#include "../tileiras/Diagnostics.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Driver/ModuleText.h"
#include "tessera/Driver/Session.h"
#include "tessera/Support/BuildIdentity.h"
#include "tessera/Support/CrashReport.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "Options.inc"
#include "../tessera/OptionTable.inc"

static int fail(const Twine &message) {
  errs() << "error: " << tileiras::sanitize(message.str()) << '\n';
  return 1;
}

static int fail(Error error) {
  handleAllErrors(
      std::move(error), [](const driver::DiagnosedError &) {},
      [](const ErrorInfoBase &other) { fail(other.message()); });
  return 1;
}

/// Clients parse the version, and compare it with the assembler's.
static void printVersion() {
  outs() << "tileirdisasm: Tile IR disassembler of Tessera\n"
         << "Cuda compilation tools, release 13.3, V13.3.0\n"
         << "Build tessera " << buildIdentity() << '\n';
}

static Error print(driver::LoadedModule module, const opt::InputArgList &args,
                   raw_ostream &os) {
  mlir::OpPrintingFlags flags;
  if (args.hasArg(OPT_print_debug_info))
    flags.enableDebugInfo();
  driver::printDefinitions(std::move(module), flags, os);
  return Error::success();
}

static Error disassemble(StringRef input, const opt::InputArgList &args) {
  driver::Session session;
  mlir::ScopedDiagnosticHandler printer(
      &session.context(), [](mlir::Diagnostic &diagnostic) {
        errs() << tileiras::render(diagnostic);
      });
  Expected<std::unique_ptr<MemoryBuffer>> file =
      driver::Session::openFile(input);
  if (!file)
    return file.takeError();
  if (!bytecode::isBytecode((*file)->getBuffer()))
    return makeError("cannot read '" + input + "': expected Tile IR bytecode");
  Expected<driver::LoadedModule> module = session.loadBuffer(std::move(*file));
  if (!module)
    return module.takeError();
  StringRef output = args.getLastArgValue(OPT_output, "-");
  if (output == "-")
    return print(std::move(*module), args, outs());
  Expected<PendingFile> result = PendingFile::create(output);
  if (!result)
    return result.takeError();
  if (Error error = print(std::move(*module), args, result->os()))
    return error;
  return result->commit();
}

int main(int argc, char **argv) {
  crash::install("tileirdisasm");
  CommandOptions table;
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList args = table.ParseArgs(
      ArrayRef<const char *>(argv + 1, argv + std::max(argc, 1)), missingIndex,
      missingCount);
  if (missingCount != 0)
    return fail("option '" + Twine(args.getArgString(missingIndex)) +
                "' needs a value");
  if (args.hasArg(OPT_help)) {
    tool::printOptionHelp(outs(), "tileirdisasm [options] FILE",
                          "Prints Tile IR bytecode as text",
                          tool::listOptions(table));
    return 0;
  }
  if (args.hasArg(OPT_version)) {
    printVersion();
    return 0;
  }
  for (const opt::Arg *unknown : args.filtered(OPT_UNKNOWN))
    return fail(tool::unknownOption(table, unknown->getAsString(args)));
  if (const opt::Arg *preview = args.getLastArg(OPT_preview))
    return fail("--preview: '" + StringRef(preview->getValue()) +
                "' is not supported: no operation in preview is read");
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return fail("expected one input file, got " + Twine(inputs.size()));
  Error error = disassemble(inputs.front(), args);
  return error ? fail(std::move(error)) : 0;
}
