//===- tessera-lsp-server.cpp - Tile IR for editors -----------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A language server for Tile IR text and for the levels below it that Tessera
// prints (docs/editors.md).
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "tessera/Support/BuildIdentity.h"
#include "tessera/Support/CrashReport.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

int main(int argc, char **argv) {
  tessera::crash::install("tessera-lsp-server");
  if (argc == 1)
    return tessera::editor::serve();
  StringRef argument = argv[1];
  if (argument == "--version") {
    outs() << "tessera-lsp-server " << tessera::versionNumber() << '\n';
    return 0;
  }
  // Some clients pass it to every server.
  if (argument == "--stdio")
    return tessera::editor::serve();
  bool asksForHelp = argument == "--help" || argument == "-h";
  (asksForHelp ? outs() : errs())
      << "usage: tessera-lsp-server\n\nAnswers an editor's messages of the "
         "Language Server Protocol on standard\ninput and output "
         "(docs/editors.md).\n";
  return asksForHelp ? 0 : 1;
}
