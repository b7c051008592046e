//===- tools/tessera/Run/RunReport.cpp - what a run tells ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings, comparisons and times of a run as lines of text.
//
//===----------------------------------------------------------------------===//

#include "RunReport.h"
#include "Command.h"
#include "tessera/Driver/Literal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

/// "12 findings (8 out-of-bounds, 4 misaligned)".
static std::string describeFindings(const interp::RunSummary &summary) {
  uint64_t total = summary.totalFindings();
  std::string text =
      std::to_string(total) + (total == 1 ? " finding (" : " findings (");
  StringRef separator;
  for (unsigned i = 0; i < interp::numCheckKinds; ++i) {
    if (summary.counts[i] == 0)
      continue;
    text += (separator + Twine(summary.counts[i]) + " " +
             interp::checkKindName(static_cast<interp::CheckKind>(i)))
                .str();
    separator = ", ";
  }
  return text + ")";
}

static std::string describeIndex(ArrayRef<int64_t> index) {
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i)
    text += (i == 0 ? "" : ",") + std::to_string(index[i]);
  return text + "]";
}

/// Prints one comparison; false when it failed.
static bool reportComparison(const driver::RunResult::Checked &checked) {
  const driver::Comparison &comparison = checked.comparison;
  std::string worst = "at " + describeIndex(comparison.worstIndex) + ": got " +
                      comparison.worstGot + ", expected " +
                      comparison.worstExpected;
  if (comparison.passed()) {
    outs() << checked.name << ": " << comparison.numElements
           << " elements match '" << checked.reference << "'";
    if (comparison.numElements != 0)
      outs() << ", max error " << driver::formatDouble(comparison.maxError, 3);
    if (comparison.maxError != 0)
      outs() << ' ' << worst;
    outs() << '\n';
    return true;
  }
  tool::fail(checked.name + " differs from '" + checked.reference +
             "': " + Twine(comparison.numOutside) + " of " +
             Twine(comparison.numElements) +
             " elements are outside the tolerance, worst " + worst +
             " (error " + driver::formatDouble(comparison.worstError, 3) +
             ", allowed " + driver::formatDouble(comparison.worstAllowed, 3) +
             ")");
  return false;
}

int tool::reportResult(const RunCommandLine &line,
                       const driver::RunResult &result) {
  const interp::RunSummary &summary = result.summary;
  bool hasOutputs = any_of(line.request.arguments, [](const auto &spec) {
    return !spec.output.empty();
  });
  if (!result.succeeded) {
    std::string reason = summary.totalFindings() != 0
                             ? describeFindings(summary)
                             : "the run was not finished";
    if (line.request.seeds > 1)
      reason += " with --order-seed " + std::to_string(result.seed);
    return tool::fail(reason + (hasOutputs ? "; no output was written" : ""));
  }
  int status = 0;
  for (const driver::RunResult::Checked &checked : result.comparisons)
    if (!reportComparison(checked))
      status = 1;
  return status;
}

int tool::listEntries(const driver::LoadedModule &module) {
  for (cuda_tile::EntryOp entry : module.entries())
    outs() << driver::describeEntry(entry) << '\n';
  return 0;
}

void tool::reportTimes(const RunCommandLine &line,
                       const driver::RunResult &result, double loadSeconds) {
  if (line.showTime)
    errs() << format("time: load %.3f ms, prepare %.3f ms, run %.3f ms, finish "
                     "%.3f ms\n",
                     loadSeconds * 1e3, result.prepareSeconds * 1e3,
                     result.runSeconds * 1e3, result.finishSeconds * 1e3);
  if (std::vector<double> times = result.repeatSeconds; !times.empty()) {
    llvm::sort(times);
    errs() << format("repeat: fastest %.9f s, middle %.9f s; of processors, "
                     "the least %.9f s\n",
                     times.front(), times[times.size() / 2],
                     *llvm::min_element(result.repeatProcessorSeconds));
  }
}
