//===- tools/tessera/Check.cpp - tessera check ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and verifies files. Prints "FILE: ok" for each good one; diagnostics
// of the others go to standard error, and the exit status is 1.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Driver/Session.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

int tool::checkCommand(ArrayRef<const char *> arguments) {
  if (arguments.empty())
    return fail("expected a file to check");
  int status = 0;
  for (StringRef path : arguments) {
    if (path == "--help") {
      outs() << "usage: tessera check FILE.mlir...\n\nParses and verifies "
                "files; '-' is standard input.\n";
      return 0;
    }
    if (path.starts_with("--"))
      return fail("unknown option '" + path + "'");
  }
  for (StringRef path : arguments) {
    // A session per file: one bad file cannot influence the next.
    driver::Session session;
    mlir::SourceMgrDiagnosticHandler printer(session.sources(),
                                             &session.context());
    Expected<driver::LoadedModule> module = session.load(path);
    if (!module) {
      status = fail(module.takeError());
      continue;
    }
    outs() << path << ": ok\n";
  }
  return status;
}
