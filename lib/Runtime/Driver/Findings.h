//===- Runtime/Driver/Findings.h - what went wrong in kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects what launches report: the emulator's findings, failed assertions,
// time-outs. Each is written at once, so that a program that dies later has
// told it; at the end of the process a summary follows.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_FINDINGS_H
#define TESSERA_LIB_RUNTIME_DRIVER_FINDINGS_H

#include "Configuration.h"
#include "Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <mutex>
#include <string>
#include <vector>

namespace tessera::sim {

/// One thing that went wrong in a launch.
struct LaunchFinding {
  /// What the driver's functions answer from then on.
  Result code = Result::LaunchFailed;
  std::string text;
};

class Findings {
public:
  explicit Findings(const Configuration &configuration);
  ~Findings();

  /// Writes findings of a launch of `kernel` to standard error and to the
  /// report.
  void add(llvm::StringRef kernel, llvm::ArrayRef<LaunchFinding> found);
  /// How many there were.
  size_t count() const;
  /// Writes a line to the log, once.
  void log(const llvm::Twine &text);

private:
  mutable std::mutex mutex;
  size_t total = 0;
  llvm::StringSet<> logged;
  int reportFile = -1, logFile = -1;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_FINDINGS_H
