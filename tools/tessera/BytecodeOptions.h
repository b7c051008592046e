//===- tessera/BytecodeOptions.h - options of asm and disasm -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the commands that convert between text and bytecode have in common:
// their options and the file they write.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_BYTECODEOPTIONS_H
#define TESSERA_TOOLS_TESSERA_BYTECODEOPTIONS_H

#include "tessera/Bytecode/Version.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace tessera::tool {

struct BytecodeOptions {
  std::string input;
  /// Empty if not given.
  std::string output;
  std::optional<bytecode::Version> version;
  bool printDebugInfo = false, stats = false, dump = false;
  /// --help or --list-versions was given and answered.
  bool done = false;
};

enum class BytecodeCommand { Asm, Disasm };

llvm::Expected<BytecodeOptions>
parseBytecodeOptions(BytecodeCommand command,
                     llvm::ArrayRef<const char *> arguments);

/// Has `write` fill the file at `path`, which appears complete or not at all
/// ("-" is standard output).
llvm::Error
writeOutput(llvm::StringRef path,
            llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_BYTECODEOPTIONS_H
