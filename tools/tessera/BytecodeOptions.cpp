//===- tessera/BytecodeOptions.cpp - options of asm and disasm -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the options of the two commands and writes their output file.
//
//===----------------------------------------------------------------------===//

#include "BytecodeOptions.h"
#include "Command.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "BytecodeOptions.inc"
#include "OptionTable.inc"

static std::string listVersions(StringRef separator) {
  SmallVector<std::string> names;
  for (bytecode::Version version : bytecode::getSupportedVersions())
    names.push_back(version.str());
  return join(names, separator);
}

static void printHelp(tool::BytecodeCommand command) {
  if (command == tool::BytecodeCommand::Asm)
    tool::printCommandHelp("asm", "tessera asm [options] FILE -o OUT.tileirbc",
                           "Writes Tile IR bytecode from text or bytecode");
  else
    tool::printCommandHelp(
        "disasm", "tessera disasm [options] FILE [-o OUT.mlir]",
        "Prints Tile IR bytecode as text, or shows what is in it");
}

/// Fails on options that belong to the other command.
static Error checkOptions(const opt::InputArgList &args,
                          tool::BytecodeCommand command) {
  if (command == tool::BytecodeCommand::Asm) {
    for (unsigned id : {OPT_print_debug_info, OPT_stats, OPT_dump_bytes})
      if (const opt::Arg *arg = args.getLastArg(id))
        return makeError("option '" + arg->getAsString(args) +
                         "' belongs to tessera disasm");
    return Error::success();
  }
  if (args.hasArg(OPT_version))
    return makeError("option '--version' belongs to tessera asm");
  if (args.hasArg(OPT_stats) && args.hasArg(OPT_dump_bytes))
    return makeError("expected one of --stats and --dump, got both");
  return Error::success();
}

Expected<tool::BytecodeOptions>
tool::parseBytecodeOptions(BytecodeCommand command,
                           ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> args =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!args)
    return args.takeError();
  BytecodeOptions options;
  options.done = args->hasArg(OPT_help) || args->hasArg(OPT_list_versions);
  if (args->hasArg(OPT_help))
    printHelp(command);
  else if (options.done)
    outs() << listVersions("\n") << '\n';
  if (options.done)
    return options;
  if (Error error = checkOptions(*args, command))
    return std::move(error);

  std::vector<std::string> inputs = args->getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return makeError("expected one input file, got " + Twine(inputs.size()));
  options.input = inputs.front();
  options.output = args->getLastArgValue(OPT_output).str();
  if (const opt::Arg *arg = args->getLastArg(OPT_version)) {
    options.version = bytecode::parseVersion(arg->getValue());
    if (!options.version)
      return makeError("expected a bytecode version among " +
                       listVersions(", ") + ", got '" + arg->getValue() + "'");
  }
  options.printDebugInfo = args->hasArg(OPT_print_debug_info);
  options.stats = args->hasArg(OPT_stats);
  options.dump = args->hasArg(OPT_dump_bytes);
  return options;
}

Error tool::writeOutput(StringRef path,
                        function_ref<Error(raw_ostream &)> write) {
  if (path == "-")
    return write(outs());
  Expected<PendingFile> file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = write(file->os()))
    return error;
  return file->commit();
}
