//===- tools/tessera/main.cpp - the tessera command -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatches to the subcommands. Clients start one process per kernel: nothing
// here registers passes, dialects or targets.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"

#include "tessera/Support/CrashReport.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

static constexpr tool::Command commands[] = {
    {"run", "execute a kernel on real arrays", tool::runCommand},
    {"compile", "compile a Tile IR module, or show it on the way",
     tool::compileCommand},
    {"debug", "step through a kernel in the interpreter", tool::debugCommand},
    {"check", "parse and verify Tile IR files", tool::checkCommand},
    {"asm", "write Tile IR bytecode", tool::asmCommand},
    {"disasm", "print Tile IR bytecode as text, or show its bytes",
     tool::disasmCommand},
    {"explain", "show a layout as a table or a picture", tool::explainCommand},
    {"litmus", "judge memory-model litmus tests", tool::litmusCommand},
    {"ptx", "parse, verify and print PTX", tool::ptxCommand},
    {"emulate", "execute a PTX kernel on real arrays", tool::emulateCommand},
    {"sim", "run a program that wants a GPU without one", tool::simCommand},
    {"time", "say how long a kernel takes on a GPU, without one",
     tool::timeCommand},
    {"tune", "find the fastest of many versions of a kernel",
     tool::tuneCommand},
    {"cache", "look after a compile cache", tool::cacheCommand},
    {"completion", "print a script that completes commands and options",
     tool::completionCommand},
    {"man", "print a manual page", tool::manualCommand},
    {"version", "print the version", tool::versionCommand},
};

ArrayRef<tool::Command> tool::allCommands() { return commands; }

static void printHelp(raw_ostream &os) {
  os << "usage: tessera <command> [options]\n\ncommands:\n";
  for (const tool::Command &command : commands)
    os << format("  %-12s", command.name) << command.summary << '\n';
  os << "\n'tessera <command> --help' tells more. Every command takes\n"
        "--diagnostics-format=json|sarif (docs/diagnostics.md) and\n"
        "--crash-reproducer FILE, which keeps the input if it crashes.\n"
        "\nFor example:\n"
        "  tessera check kernel.mlir\n"
        "  tessera run kernel.mlir --grid 4 x.npy 'zeros(512,f32)=>y.npy'\n"
        "  tessera compile kernel.mlir --target sm_90a -o kernel.ptx\n";
}

static int dispatch(ArrayRef<const char *> arguments) {
  if (arguments.empty()) {
    printHelp(errs());
    return 1;
  }
  StringRef name = arguments.front();
  if (name == "help" && arguments.size() == 2) {
    // `tessera help run` is `tessera run --help`.
    const char *other[] = {arguments[1], "--help"};
    return dispatch(other);
  }
  if (name == "--help" || name == "help") {
    printHelp(outs());
    return 0;
  }
  if (name == "--version")
    name = "version";
  for (const tool::Command &command : commands)
    if (name == command.name)
      return command.run(arguments.drop_front());
  SmallVector<StringRef> known;
  for (const tool::Command &command : commands)
    known.push_back(command.name);
  return tool::fail("unknown command '" + name + "': expected one of " +
                    join(known, ", ") + didYouMean(name, known));
}

namespace {
/// What every command takes.
struct CommonOptions {
  StringRef diagnosticFormat = "text", diagnosticFile, reproducer;
};
} // namespace

/// The command line without the options that every command takes.
static SmallVector<const char *, 16>
takeCommonOptions(ArrayRef<const char *> arguments, CommonOptions &common) {
  std::pair<StringRef, StringRef *> options[] = {
      {"--diagnostics-format", &common.diagnosticFormat},
      {"--diagnostics-file", &common.diagnosticFile},
      {"--crash-reproducer", &common.reproducer}};
  SmallVector<const char *, 16> others;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "--") {
      // The rest is another program's (`tessera sim`).
      others.append(arguments.begin() + i, arguments.end());
      break;
    }
    bool isCommon = false;
    for (auto [name, value] : options) {
      StringRef rest = argument;
      if (!rest.consume_front(name))
        continue;
      if ((isCommon = rest.consume_front("=")))
        *value = rest;
      else if ((isCommon = rest.empty() && i + 1 < arguments.size()))
        *value = arguments[++i];
      if (isCommon)
        break;
    }
    // Every command knows the long form of -h.
    if (!isCommon)
      others.push_back(argument == "-h" ? "--help" : arguments[i]);
  }
  return others;
}

int main(int argc, char **argv) {
  llvm_shutdown_obj shutdown;
  crash::install("tessera");
  CommonOptions common;
  auto arguments = takeCommonOptions(
      ArrayRef<const char *>(argv, argc).drop_front(), common);
  if (!common.reproducer.empty())
    crash::setReproducer(common.reproducer);
  crash::Activity activity(crash::Activity::Kind::Ours,
                           "executing 'tessera " + join(arguments, " ") + "'");
  if (Error error = tool::setDiagnosticFormat(
          common.diagnosticFormat, common.diagnosticFile,
          arguments.empty() ? "" : arguments.front()))
    return tool::fail(std::move(error));
  int status = tool::finishDiagnostics(dispatch(arguments));
  outs().flush();
  if (outs().has_error()) {
    // Left alone, the stream's destructor would abort.
    std::error_code code = outs().error();
    outs().clear_error();
    return tool::fail("cannot write standard output: " +
                      StringRef(code.message()).lower());
  }
  return status;
}
