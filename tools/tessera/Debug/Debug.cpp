//===- tools/tessera/Debug/Debug.cpp - tessera debug ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options to a Launch, and the choice between the two front ends
// (docs/debugging.md).
//
//===----------------------------------------------------------------------===//

#include "Adapter.h"
#include "Command.h"
#include "Console.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Support/Error.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "DebugOptions.inc"
#include "OptionTable.inc"

static Expected<debug::Launch> parseLaunch(const opt::InputArgList &options) {
  debug::Launch launch;
  std::vector<std::string> inputs = options.getAllArgValues(OPT_INPUT);
  if (inputs.empty())
    return makeError("expected a Tile IR file to debug");
  if (inputs.front() == "-")
    return makeError("expected a file: commands come from standard input");
  launch.path = inputs.front();
  launch.arguments.assign(inputs.begin() + 1, inputs.end());
  launch.entry = options.getLastArgValue(OPT_entry).str();
  StringRef abi = options.getLastArgValue(OPT_abi, "flat");
  if (abi != "flat" && abi != "array")
    return makeError("--abi: expected flat or array, got '" + abi + "'");
  launch.abi = abi == "flat" ? driver::Abi::Flat : driver::Abi::Array;
  Expected<std::array<uint32_t, 3>> grid =
      driver::parseGrid(options.getLastArgValue(OPT_grid, "1"));
  if (!grid)
    return prefixError("--grid: ", grid.takeError());
  launch.grid = {(*grid)[0], (*grid)[1], (*grid)[2]};
  return launch;
}

int tool::debugCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    table.printHelp(outs(),
                    "tessera debug [options] FILE.mlir [ARG...]\n"
                    "       tessera debug --dap",
                    "Steps through a kernel in the interpreter");
    outs() << "ARGs are those of 'tessera run'. Commands come from standard "
              "input: 'help' lists them.\n"
              "docs/debugging.md is the manual.\n";
    return 0;
  }
  if (options->hasArg(OPT_dap)) {
    if (options->size() != 1)
      return fail("--dap: the editor says what to debug; expected no other "
                  "argument");
    return debug::Adapter(stdin, outs()).serve();
  }
  Expected<debug::Launch> launch = parseLaunch(*options);
  if (!launch)
    return fail(launch.takeError());
  return debug::Console().serve(*launch);
}
