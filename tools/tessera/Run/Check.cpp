//===- tools/tessera/Run/Check.cpp - tessera check ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and verifies files. Prints "FILE: ok" for each good one; diagnostics
// of the others go to standard error, and the exit status is 1. Lint warnings
// change the exit status only on request.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "tessera/Dialect/CudaTile/Analysis/TokenLint.h"
#include "tessera/Driver/Session.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "CheckOptions.inc"
#include "OptionTable.inc"

namespace {
enum class LintMode { Off, Warn, Error };
} // namespace

int tool::checkCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp("check", "tessera check [options] FILE.mlir...",
                     "Parses and verifies files; '-' is standard input");
    return 0;
  }
  LintMode lint = LintMode::Off;
  if (const opt::Arg *arg = options->getLastArg(OPT_lint, OPT_lint_joined)) {
    StringRef mode =
        arg->getOption().matches(OPT_lint) ? "warn" : arg->getValue();
    if (mode != "warn" && mode != "error")
      return fail("--lint: expected warn or error, got '" + mode + "'");
    lint = mode == "warn" ? LintMode::Warn : LintMode::Error;
  }
  std::vector<std::string> paths = options->getAllArgValues(OPT_INPUT);
  if (paths.empty())
    return fail("expected a file to check");
  int status = 0;
  for (const std::string &path : paths) {
    // A session per file: one bad file cannot influence the next.
    driver::Session session;
    tool::DiagnosticPrinter printer(session.sources(), &session.context());
    Expected<driver::LoadedModule> module = session.load(path);
    if (!module) {
      status = fail(module.takeError());
      continue;
    }
    unsigned warnings = 0;
    if (lint != LintMode::Off)
      for (cuda_tile::EntryOp entry : module->entries())
        warnings += cuda_tile::lintTokens(entry);
    outs() << path << ": ok";
    if (warnings)
      outs() << ", " << warnings << (warnings == 1 ? " warning" : " warnings");
    outs() << '\n';
    if (warnings && lint == LintMode::Error)
      status = 1;
  }
  return status;
}
