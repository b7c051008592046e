//===- Driver/Outputs.cpp - files that a run writes -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every file is written under a temporary name and renamed when all are
// complete.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Outputs.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

Error driver::checkOutputs(ArrayRef<ArgumentSpec> arguments) {
  StringSet<> seen;
  for (const ArgumentSpec &spec : arguments) {
    if (spec.output.empty())
      continue;
    if (!seen.insert(spec.output).second)
      return makeError("two arguments are written to '" + spec.output + "'");
    Expected<PendingFile> file = PendingFile::create(spec.output);
    if (!file)
      return file.takeError();
  }
  return Error::success();
}

Error driver::writeOutputs(ArrayRef<ArgumentSpec> arguments,
                           ArrayRef<std::optional<HostArray>> arrays) {
  std::vector<PendingFile> files;
  for (auto [index, spec] : enumerate(arguments)) {
    if (spec.output.empty())
      continue;
    Expected<PendingFile> file = PendingFile::create(spec.output);
    if (!file)
      return file.takeError();
    arrays[index]->write(*file);
    if (Error error = file->finish())
      return error;
    files.push_back(std::move(*file));
  }
  // Everything is on disk; what remains are renames.
  for (PendingFile &file : files)
    if (Error error = file.commit())
      return error;
  return Error::success();
}
