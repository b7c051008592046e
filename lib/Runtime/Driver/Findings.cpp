//===- Runtime/Driver/Findings.cpp - what went wrong in kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are opened for appending and written one line at a time, so several
// processes may share one.
//
//===----------------------------------------------------------------------===//

#include "Findings.h"

#include "llvm/ADT/Twine.h"

#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace tessera::sim;

static int openForAppending(const std::string &path) {
  if (path.empty())
    return -1;
  if (path == "-")
    return STDERR_FILENO;
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

/// The whole text in one call where the system takes it.
static void writeAll(int file, StringRef text) {
  while (file >= 0 && !text.empty()) {
    ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0)
      return;
    text = text.drop_front(size_t(written));
  }
}

Findings::Findings(const Configuration &configuration)
    : reportFile(openForAppending(configuration.report)),
      logFile(openForAppending(configuration.log)) {}

Findings::~Findings() {
  for (int file : {reportFile, logFile})
    if (file > STDERR_FILENO)
      ::close(file);
}

void Findings::add(StringRef kernel, ArrayRef<LaunchFinding> found) {
  std::lock_guard guard(mutex);
  for (const LaunchFinding &finding : found) {
    ++total;
    std::string line = (kernel + ": " + finding.text + "\n").str();
    writeAll(STDERR_FILENO, "tessera sim: " + line);
    if (reportFile != STDERR_FILENO)
      writeAll(reportFile, line);
  }
}

size_t Findings::count() const {
  std::lock_guard guard(mutex);
  return total;
}

void Findings::log(const Twine &text) {
  std::lock_guard guard(mutex);
  std::string line = text.str() + "\n";
  if (logFile >= 0 && logged.insert(line).second)
    writeAll(logFile, "tessera sim: " + line);
}
