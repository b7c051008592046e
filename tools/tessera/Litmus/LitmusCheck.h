//===- tools/tessera/Litmus/LitmusCheck.h - the parts of tessera litmus -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the command line asks for, and the reports that answer it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_LITMUS_LITMUSCHECK_H
#define TESSERA_TOOLS_TESSERA_LITMUS_LITMUSCHECK_H

#include "tessera/Driver/Session.h"
#include "tessera/Litmus/LitmusTest.h"

namespace tessera::tool {

struct LitmusCommandLine {
  std::vector<std::string> files;
  std::string folder;
  memmodel::Options options;
  /// --options explore.
  bool explore = false;
  bool witness = false, dot = false, svg = false;
  bool map = false, repair = false;
  /// The mistake to plant in the mapping or in the PTX; empty: none.
  std::string mistake;
  /// --device: tests are executed, compiled for `target`.
  bool device = false;
  std::string target = "sm_80";
  unsigned schedules = 100, warps = 0;
};

/// Reads a test; the time that takes is added to `seconds`.
llvm::Expected<litmus::LitmusTest> readLitmusFile(llvm::StringRef path,
                                                  driver::Session &session,
                                                  double &seconds,
                                                  bool keepReads = false);
/// Checks a test; adds the time.
llvm::Expected<memmodel::Result> checkLitmus(llvm::StringRef path,
                                             const litmus::LitmusTest &test,
                                             const memmodel::Options &options,
                                             double &seconds);

/// The .tlit files of a folder, sorted.
llvm::Expected<std::vector<std::string>> litmusFiles(llvm::StringRef folder);

// Reports; each returns the exit status.
int reportTable(llvm::ArrayRef<std::string> paths,
                const LitmusCommandLine &line);
int reportReadings(llvm::ArrayRef<std::string> paths,
                   const LitmusCommandLine &line);
int reportMapping(llvm::ArrayRef<std::string> paths,
                  const LitmusCommandLine &line);
int reportDevice(llvm::ArrayRef<std::string> paths,
                 const LitmusCommandLine &line);
int reportRepair(llvm::StringRef path, const LitmusCommandLine &line);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_LITMUS_LITMUSCHECK_H
