//===- tools/tessera/Command.cpp - what the subcommands share ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Error printing and option parsing for all subcommands.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Driver/Session.h"
#include "tessera/Support/Error.h"

#include "llvm/Option/Arg.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

int tool::fail(const Twine &message) {
  // Keep the order of what was printed so far and the error.
  outs().flush();
  errs() << "tessera: error: " << message << '\n';
  return 1;
}

int tool::fail(Error error) {
  int status = 1;
  handleAllErrors(
      std::move(error), [](const driver::DiagnosedError &) {},
      [&](const ErrorInfoBase &other) { status = fail(other.message()); });
  return status;
}

Expected<opt::InputArgList> tool::parseOptions(const opt::OptTable &table,
                                               ArrayRef<const char *> arguments,
                                               unsigned unknownId) {
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList parsed =
      table.ParseArgs(arguments, missingIndex, missingCount);
  if (missingCount != 0)
    return makeError("option '" + Twine(parsed.getArgString(missingIndex)) +
                     "' needs a value");
  for (const opt::Arg *unknown : parsed.filtered(unknownId)) {
    std::string text = unknown->getAsString(parsed), nearest;
    std::string hint;
    if (table.findNearest(text, nearest) <= 2)
      hint = ": did you mean '" + nearest + "'?";
    return makeError("unknown option '" + text + "'" + hint);
  }
  return parsed;
}
