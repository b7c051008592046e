//===- tools/tessera/Run/RunReport.h - what a run tells --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of `tessera run` as lines of text. Standard output gets the
// comparisons that passed; everything else goes to standard error.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_RUNREPORT_H
#define TESSERA_TOOLS_TESSERA_RUN_RUNREPORT_H

#include "RunCommandLine.h"
#include "tessera/Driver/Session.h"

namespace tessera::tool {

/// Prints findings and comparisons; the exit status.
int reportResult(const RunCommandLine &line, const driver::RunResult &result);

/// Prints how long the parts of a run took that was loaded in `loadSeconds`,
/// and its repetitions, as far as `line` asks for that.
void reportTimes(const RunCommandLine &line, const driver::RunResult &result,
                 double loadSeconds);

/// Prints what can be run of a module; the exit status.
int listEntries(const driver::LoadedModule &module);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_RUN_RUNREPORT_H
