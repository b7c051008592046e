//===- tools/tessera/Shell/OptionLists.cpp - all options as data ----------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes each command's table once more, beside the file that parses with it.
//
//===----------------------------------------------------------------------===//

#include "Shell/OptionLists.h"
#include "Command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

#include <memory>

using namespace llvm;
using namespace tessera;

namespace run {
#define TESSERA_OPTIONS "RunOptions.inc"
#include "OptionTable.inc"
} // namespace run
namespace compile {
#define TESSERA_OPTIONS "CompileOptions.inc"
#include "OptionTable.inc"
} // namespace compile
namespace debugging {
#define TESSERA_OPTIONS "DebugOptions.inc"
#include "OptionTable.inc"
} // namespace debugging
namespace cache {
#define TESSERA_OPTIONS "CacheOptions.inc"
#include "OptionTable.inc"
} // namespace cache
namespace bytecode {
#define TESSERA_OPTIONS "BytecodeOptions.inc"
#include "OptionTable.inc"
} // namespace bytecode
namespace ptx {
#define TESSERA_OPTIONS "PTXOptions.inc"
#include "OptionTable.inc"
} // namespace ptx
namespace emulate {
#define TESSERA_OPTIONS "EmulateOptions.inc"
#include "OptionTable.inc"
} // namespace emulate
namespace timing {
#define TESSERA_OPTIONS "TimeOptions.inc"
#include "OptionTable.inc"
} // namespace timing
namespace check {
#define TESSERA_OPTIONS "CheckOptions.inc"
#include "OptionTable.inc"
} // namespace check
namespace explain {
#define TESSERA_OPTIONS "ExplainOptions.inc"
#include "OptionTable.inc"
} // namespace explain
namespace litmus {
#define TESSERA_OPTIONS "LitmusOptions.inc"
#include "OptionTable.inc"
} // namespace litmus
namespace sim {
#define TESSERA_OPTIONS "SimOptions.inc"
#include "OptionTable.inc"
} // namespace sim

static std::unique_ptr<opt::OptTable> tableOf(StringRef command) {
  if (command == "run")
    return std::make_unique<run::CommandOptions>();
  if (command == "compile")
    return std::make_unique<compile::CommandOptions>();
  if (command == "debug")
    return std::make_unique<debugging::CommandOptions>();
  if (command == "cache")
    return std::make_unique<cache::CommandOptions>();
  if (command == "asm" || command == "disasm")
    return std::make_unique<bytecode::CommandOptions>();
  if (command == "ptx")
    return std::make_unique<ptx::CommandOptions>();
  if (command == "emulate")
    return std::make_unique<emulate::CommandOptions>();
  if (command == "time")
    return std::make_unique<timing::CommandOptions>();
  if (command == "check")
    return std::make_unique<check::CommandOptions>();
  if (command == "explain")
    return std::make_unique<explain::CommandOptions>();
  if (command == "litmus")
    return std::make_unique<litmus::CommandOptions>();
  if (command == "sim")
    return std::make_unique<sim::CommandOptions>();
  return nullptr;
}

std::vector<tool::ListedOption> tool::optionsOf(StringRef command) {
  std::vector<ListedOption> options;
  if (std::unique_ptr<opt::OptTable> table = tableOf(command))
    options = listOptions(*table);
  constexpr const char *everywhere = "Every command";
  std::string example =
      ("tessera " + command + " ... --diagnostics-format=sarif").str();
  // Every table has it, and some commands have no table.
  erase_if(options, [](const ListedOption &o) { return o.name == "--help"; });
  options.push_back({"--help", "Print this text", "", everywhere, example});
  options.push_back(
      {"--diagnostics-format",
       "How errors, warnings, findings and remarks are reported: text "
       "(default), or one document on standard error when the command ends, "
       "of JSON or SARIF 2.1.0 (docs/diagnostics.md)",
       "<text|json|sarif>", everywhere, example});
  options.push_back({"--diagnostics-file", "Write that document here instead",
                     "<file>", everywhere, example});
  options.push_back({"--crash-reproducer",
                     "Keep the input here if the command crashes", "<file>",
                     everywhere, example});
  return options;
}

void tool::printCommandHelp(StringRef command, StringRef usage,
                            StringRef sentence, StringRef footer) {
  printOptionHelp(outs(), usage, sentence, optionsOf(command), footer);
}
