//===- tools/tessera/Shell/OptionLists.h - all options as data ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of every command, from the tables that parse them, for shell
// completion and manual pages.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_SHELL_OPTIONLISTS_H
#define TESSERA_TOOLS_TESSERA_SHELL_OPTIONLISTS_H

#include "OptionHelp.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace tessera::tool {

/// The options of a command, in the order of its table, and behind them those
/// that every command has.
std::vector<ListedOption> optionsOf(llvm::StringRef command);

/// A command by name and summary.
struct ListedCommand {
  llvm::StringRef name, summary;
};

/// A completion script for `shell`, bash, zsh or fish.
std::string completionScript(llvm::StringRef shell,
                             llvm::ArrayRef<ListedCommand> commands);

/// A page for `man`, of the command or, with an empty name, of the whole tool.
std::string manualPage(llvm::StringRef command,
                       llvm::ArrayRef<ListedCommand> commands);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_SHELL_OPTIONLISTS_H
