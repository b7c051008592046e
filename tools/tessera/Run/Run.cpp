//===- tools/tessera/Run/Run.cpp - tessera run -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Command line, kernel, run and report, one after the other
// (docs/tessera-run.md). What the kernel prints goes to standard output.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Run.h"
#include "Command.h"
#include "Diagnostics.h"
#include "Litmus/RunLitmus.h"
#include "LoadedKernel.h"
#include "ProfileTable.h"
#include "Progress.h"
#include "ProgressBar.h"
#include "RunReport.h"
#include "TimeLimit.h"
#include "tessera/Support/CrashReport.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

/// The run, with a limit of time, and a word for the kernel if it crashes.
static Expected<driver::RunResult>
runWatched(const driver::LoadedModule &module, const RunCommandLine &line) {
  using Kind = crash::Activity::Kind;
  // The interpreter looks at a clock between operations.
  TimeLimit limit(line.request.options.timeoutSeconds,
                  line.interpret ? 0.5 : 0);
  bool isNative = !line.interpret && !line.gpu;
  Expected<cuda_tile::EntryOp> entry = module.findEntry(line.request.entry);
  if (!entry)
    return entry.takeError();
  crash::Activity activity(isNative ? Kind::Kernel : Kind::Ours,
                           "running kernel '" + driver::entryName(*entry) +
                               "' of '" + line.path + "'");
  // The interpreter has a bar, which counts tile blocks.
  std::optional<ProgressLine> progress;
  if (!line.interpret)
    progress.emplace("running kernel '" + driver::entryName(*entry) + "'");
  return driver::runEntry(module, line.request);
}

static int execute(RunCommandLine &line) {
  auto start = std::chrono::steady_clock::now();
  driver::Session session(/*threaded=*/line.request.options.threads > 1);
  DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<LoadedKernel> kernel = loadKernel(session, line);
  if (!kernel)
    return fail(kernel.takeError());
  const driver::LoadedModule &module = *kernel->module;
  if (line.listEntries)
    return listEntries(module);
  line.request.executor = kernel->executor;
  double loadSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();

  ProgressBar bar;
  line.request.options.printStream = &outs();
  if (bar.isEnabled())
    line.request.options.progress = [&](uint64_t done, uint64_t total) {
      bar.update(done, total);
    };
  Expected<driver::RunResult> result = runWatched(module, line);
  bar.clear();
  if (!result)
    return fail(result.takeError());
  int status = reportResult(line, *result);
  if (kernel->profile && result->succeeded)
    printProfile(errs(), *kernel->profile,
                 cantFail(module.findEntry(line.request.entry)));
  reportTimes(line, *result, loadSeconds);
  return status;
}

/// A litmus test brings its own launch.
static bool isLitmusTest(StringRef path) { return path.ends_with(".tlit"); }

int tool::runCommand(ArrayRef<const char *> arguments) {
  Expected<std::optional<RunCommandLine>> line = parseRunCommandLine(arguments);
  if (!line)
    return fail(line.takeError());
  if (!*line)
    return 0;
  RunCommandLine &wanted = **line;
  if (isLitmusTest(wanted.path))
    return runLitmusTest(wanted.path, wanted.request.options,
                         wanted.request.seeds);
  return execute(wanted);
}
