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
#include "tessera/Dialect/CudaTile/Analysis/TokenLint.h"
#include "tessera/Driver/Session.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

static constexpr StringRef helpText =
    R"(usage: tessera check [options] FILE.mlir...

Parses and verifies files; '-' is standard input.

  --lint        Also warn about tokens, memory orders and scopes that cannot be
                meant (docs/race-detection.md)
  --lint=error  The same, and a warning makes the exit status 1
)";

namespace {
enum class LintMode { Off, Warn, Error };
} // namespace

int tool::checkCommand(ArrayRef<const char *> arguments) {
  int status = 0;
  LintMode lint = LintMode::Off;
  std::vector<StringRef> paths;
  for (StringRef argument : arguments) {
    if (argument == "--help") {
      outs() << helpText;
      return 0;
    }
    if (argument == "--lint")
      lint = LintMode::Warn;
    else if (argument == "--lint=error")
      lint = LintMode::Error;
    else if (argument.starts_with("--"))
      return fail("unknown option '" + argument + "'");
    else
      paths.push_back(argument);
  }
  if (paths.empty())
    return fail("expected a file to check");
  for (StringRef path : paths) {
    // A session per file: one bad file cannot influence the next.
    driver::Session session;
    mlir::SourceMgrDiagnosticHandler printer(session.sources(),
                                             &session.context());
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
