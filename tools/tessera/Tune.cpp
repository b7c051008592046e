//===- tools/tessera/Tune.cpp - tessera tune ------------------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tessera tune` is written in Python (docs/tuning.md): this command finds the
// package beside the program and becomes it.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace tessera;

/// Puts `folder` in front of a search path.
static void prepend(const char *variable, StringRef folder) {
  const char *old = std::getenv(variable);
  std::string value = folder.str();
  if (old && *old)
    value += std::string(":") + old;
  ::setenv(variable, value.c_str(), 1);
}

int tool::tuneCommand(ArrayRef<const char *> arguments) {
  std::string program = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(tool::tuneCommand));
  StringRef folder = sys::path::parent_path(program);
  SmallString<128> package(sys::path::parent_path(folder));
  sys::path::append(package, "lib", "tessera", "python");
  SmallString<128> module(package);
  sys::path::append(module, "tessera_tune", "__main__.py");
  if (!sys::fs::exists(module))
    return fail("expected the Python part of tune as '" + module + "'");
  prepend("PYTHONPATH", package);
  prepend("PATH", folder);
  SmallVector<char *> words;
  for (const char *word : {"python3", "-m", "tessera_tune"})
    words.push_back(const_cast<char *>(word));
  for (const char *word : arguments)
    words.push_back(const_cast<char *>(word));
  words.push_back(nullptr);
  outs().flush();
  ::execvp(words.front(), words.data());
  return fail("cannot run python3: " +
              Twine(std::error_code(errno, std::generic_category()).message()));
}
