//===- tools/tessera/PTX/PTX.cpp - tessera ptx ------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses PTX files and, as asked, verifies, prints and round-trips them. Prints
// "FILE: ok" for each good one unless it prints modules; diagnostics go to
// standard error as FILE:LINE:COLUMN, and the exit status is 1.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "PtxLaunch.h"
#include "tessera/PTX/Emulator/Coverage.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Printer.h"
#include "tessera/PTX/RowExamples.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "PTXOptions.inc"
#include "OptionTable.inc"

static int report(StringRef path, const ptx::Diagnostics &diagnostics) {
  tool::report(path, diagnostics);
  return diagnostics.empty() ? 0 : 1;
}

static int processFile(StringRef path, const opt::InputArgList &options,
                       const ptx::InstructionSet &instructions) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return tool::fail(makeFileError("read", path, buffer.getError()));
  if (Error error = tool::checkIsPtx(path, (*buffer)->getBuffer()))
    return tool::fail(std::move(error));
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module =
      ptx::parse((*buffer)->getBuffer(), diagnostics);
  if (!module)
    return report(path, diagnostics);
  report(path, ptx::notesOn(*module));
  if (options.hasArg(OPT_verify) &&
      !ptx::verify(*module, instructions, diagnostics))
    return report(path, diagnostics);
  if (options.hasArg(OPT_round_trip)) {
    std::string text;
    raw_string_ostream os(text);
    ptx::print(*module, os);
    std::optional<ptx::Module> again = ptx::parse(text, diagnostics);
    if (!again || *again != *module)
      return tool::fail("'" + path + "' does not survive printing");
  }
  if (options.hasArg(OPT_print))
    ptx::print(*module, outs());
  else
    outs() << path << ": ok\n";
  return 0;
}

/// A line for each row: how many spellings are parsed, printed and verified.
static int rowExamples(const ptx::InstructionSet &instructions, bool prints) {
  int status = 0;
  for (const ptx::Form &form : instructions.forms()) {
    if (prints) {
      for (const std::string &text : ptx::examplesOf(form))
        outs() << "// " << ptx::emu::formKey(form) << "\n" << text;
      continue;
    }
    ptx::RowReport report = ptx::checkRow(form);
    outs() << ptx::emu::formKey(form) << " => " << report.spellings << " "
           << report.parsed << " " << report.printed << " " << report.verified
           << "\n";
    if (report.spellings == 0 || !report.problem.empty()) {
      status = tool::fail("row '" + Twine(ptx::emu::formKey(form)) +
                          "': " + report.problem);
    }
  }
  return status;
}

int tool::ptxCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp("ptx", "tessera ptx [options] FILE.ptx...",
                     "Parses PTX; '-' is standard input");
    return 0;
  }
  const ptx::InstructionSet &instructions = ptx::InstructionSet::builtin();
  if (options->hasArg(OPT_isa_table)) {
    ptx::emu::Registry registry = ptx::emu::Registry::create();
    ptx::printTable(instructions, outs(), [&](const ptx::Form &form) {
      return ptx::emu::describeCoverage(ptx::emu::coverageOf(form, registry));
    });
    return 0;
  }
  if (options->hasArg(OPT_row_examples))
    return rowExamples(instructions, options->hasArg(OPT_print));
  std::vector<std::string> paths = options->getAllArgValues(OPT_INPUT);
  if (paths.empty())
    return fail("expected a PTX file");
  int status = 0;
  for (const std::string &path : paths)
    status |= processFile(path, *options, instructions);
  return status;
}
