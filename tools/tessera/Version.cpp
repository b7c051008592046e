//===- tools/tessera/Version.cpp - tessera version --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what this binary is: project version and the LLVM it was built with.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Support/BuildIdentity.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

int tool::versionCommand(ArrayRef<const char *> arguments) {
  if (arguments.size() == 1 && StringRef(arguments.front()) == "--help") {
    outs()
        << "usage: tessera version\n\nPrints the versions of Tessera, of the "
           "newest Tile IR that it reads, and of LLVM.\n";
    return 0;
  }
  if (!arguments.empty())
    return fail("version takes no arguments");
  outs() << "tessera " << versionNumber() << " (Tile IR 13.4, LLVM "
         << LLVM_VERSION_STRING << ")\n";
  return 0;
}
