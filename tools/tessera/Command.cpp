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
#include "Diagnostics.h"
#include "OptionHelp.h"
#include "tessera/Driver/Session.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

int tool::fail(const Twine &message) {
  ReportedDiagnostic diagnostic;
  diagnostic.message = message.str();
  // Readers of some formats put the place into the message.
  SmallVector<StringRef> parts;
  if (Regex("^([^:]+):([0-9]+):([0-9]+): ").match(diagnostic.message, &parts)) {
    diagnostic.place.file = parts[1].str();
    parts[2].getAsInteger(10, diagnostic.place.line);
    parts[3].getAsInteger(10, diagnostic.place.column);
    diagnostic.message.erase(0, parts[0].size());
  }
  report(std::move(diagnostic), "tessera: error: " + message);
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
                                               unsigned unknownId,
                                               bool numbersAreInputs) {
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList parsed =
      table.ParseArgs(arguments, missingIndex, missingCount);
  if (missingCount != 0)
    return makeError("option '" + Twine(parsed.getArgString(missingIndex)) +
                     "' needs a value");
  for (const opt::Arg *unknown : parsed.filtered(unknownId)) {
    StringRef text = unknown->getValue();
    if (!numbersAreInputs || !text.consume_front("-") || text.empty() ||
        !llvm::isDigit(text.front()))
      return makeError(unknownOption(table, unknown->getAsString(parsed)));
  }
  return parsed;
}
