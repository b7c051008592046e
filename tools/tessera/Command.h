//===- tools/tessera/Command.h - what the subcommands share -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subcommands of the tool, one file each, and the few things they have in
// common. The tool adds printing and exit statuses to the Driver library and
// decides nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_COMMAND_H
#define TESSERA_TOOLS_TESSERA_COMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"

namespace tessera::tool {

/// One subcommand: `run` gets the arguments after its name and returns the exit
/// status.
struct Command {
  const char *name;
  const char *summary;
  int (*run)(llvm::ArrayRef<const char *> arguments);
};

int runCommand(llvm::ArrayRef<const char *> arguments);
int compileCommand(llvm::ArrayRef<const char *> arguments);
int cacheCommand(llvm::ArrayRef<const char *> arguments);
int checkCommand(llvm::ArrayRef<const char *> arguments);
int asmCommand(llvm::ArrayRef<const char *> arguments);
int disasmCommand(llvm::ArrayRef<const char *> arguments);
int debugCommand(llvm::ArrayRef<const char *> arguments);
int emulateCommand(llvm::ArrayRef<const char *> arguments);
int explainCommand(llvm::ArrayRef<const char *> arguments);
/// `explain --html`: a whole kernel.
int explainKernel(const llvm::opt::InputArgList &options);
int litmusCommand(llvm::ArrayRef<const char *> arguments);
int ptxCommand(llvm::ArrayRef<const char *> arguments);
int simCommand(llvm::ArrayRef<const char *> arguments);
int timeCommand(llvm::ArrayRef<const char *> arguments);
int tuneCommand(llvm::ArrayRef<const char *> arguments);
int versionCommand(llvm::ArrayRef<const char *> arguments);
int completionCommand(llvm::ArrayRef<const char *> arguments);
int manualCommand(llvm::ArrayRef<const char *> arguments);

/// All subcommands, in the order of the help.
llvm::ArrayRef<Command> allCommands();

/// Prints "tessera: error: MESSAGE" and returns the exit status 1.
int fail(const llvm::Twine &message);

/// The same for an error; one whose cause is a diagnostic prints nothing more.
int fail(llvm::Error error);

/// What `--help` prints for a command: its usage, a sentence about it without a
/// full stop, its options in groups, and `footer`.
void printCommandHelp(llvm::StringRef command, llvm::StringRef usage,
                      llvm::StringRef sentence, llvm::StringRef footer = "");

/// Parses options; fails on unknown ones (naming the nearest that exists) and
/// on missing values. `numbersAreInputs`: `-1` is no option but an input; such
/// inputs have `unknownId`.
llvm::Expected<llvm::opt::InputArgList>
parseOptions(const llvm::opt::OptTable &table,
             llvm::ArrayRef<const char *> arguments, unsigned unknownId,
             bool numbersAreInputs = false);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_COMMAND_H
