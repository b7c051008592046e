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

#include "llvm/ADT/StringExtras.h"
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
  if (command == "asm" || command == "disasm")
    return std::make_unique<bytecode::CommandOptions>();
  if (command == "ptx")
    return std::make_unique<ptx::CommandOptions>();
  if (command == "emulate")
    return std::make_unique<emulate::CommandOptions>();
  if (command == "time")
    return std::make_unique<timing::CommandOptions>();
  if (command == "sim")
    return std::make_unique<sim::CommandOptions>();
  return nullptr;
}

std::vector<tool::ListedOption> tool::optionsOf(StringRef command) {
  std::vector<ListedOption> options;
  std::unique_ptr<opt::OptTable> table = tableOf(command);
  if (command == "check")
    options = {{"--lint", "also warn about tokens, orders and scopes", ""},
               {"--lint=error", "the same, and a warning fails", ""}};
  if (table)
    for (unsigned id = 1; id <= table->getNumOptions(); ++id) {
      StringRef help = table->getOptionHelpText(id);
      if (help.empty())
        continue;
      opt::Option option = table->getOption(id);
      bool takesValue = option.getKind() != opt::Option::FlagClass;
      std::string value =
          table->getOptionMetaVar(id) ? table->getOptionMetaVar(id) : "";
      if (takesValue && value.empty())
        value = "<value>";
      options.push_back({option.getPrefixedName().str(), help.str(),
                         takesValue ? value : ""});
    }
  else
    options.push_back({"--help", "Print a summary", ""});
  options.push_back({"--crash-reproducer",
                     "Keep the input here if the command crashes", "<file>"});
  return options;
}

std::vector<std::string> tool::ListedOption::choices() const {
  StringRef inside = value;
  if (!inside.consume_front("<") || !inside.consume_back(">") ||
      !inside.contains('|'))
    return {};
  SmallVector<StringRef> words;
  inside.split(words, '|');
  // `cpu[:name]` is the word and what may follow it.
  std::vector<std::string> choices;
  for (StringRef word : words)
    if (!word.contains('_'))
      choices.push_back(word.split('[').first.str());
  return choices;
}
