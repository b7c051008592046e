//===- MemoryModel/Checker.h - verdicts over all executions -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exhaustive checker: is an outcome allowed, forbidden or the program
// undefined, and which execution, race or cycle shows it
// (memory-model.md 1.3, 1.4, 3.1).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_CHECKER_H
#define TESSERA_MEMORYMODEL_CHECKER_H

#include "tessera/MemoryModel/Execution.h"

namespace llvm {
class raw_ostream;
}

namespace tessera::memmodel {

/// NeedsProgress: no execution completes, since some thread waits for ever.
enum class Verdict : uint8_t {
  Allowed,
  Forbidden,
  Racy,
  ThinAir,
  NeedsProgress
};
llvm::StringRef verdictName(Verdict verdict);
std::optional<Verdict> parseVerdict(llvm::StringRef name);

struct Counts {
  uint64_t traces = 0, candidates = 0, consistent = 0, grounded = 0;
  /// Combinations of traces in which a thread waits for ever.
  uint64_t incomplete = 0;
};

/// The verdict with its evidence. Must not outlive the program.
struct Result {
  Verdict verdict = Verdict::Forbidden;
  Counts counts;
  /// Loops were cut at the bound: the verdict is for executions within it.
  bool bounded = false;
  bool isForall = false;
  std::unique_ptr<TraceSet> traces;
  std::unique_ptr<EventGraph> graph;
  /// Allowed, thin-air: an execution with the outcome. Racy: one with the race.
  /// Forbidden: one with the outcome that breaks an axiom; null if no values
  /// and orders give the outcome.
  std::unique_ptr<Execution> execution;
  std::optional<Race> race;
  std::optional<Violation> violation;
};

/// Fails when the program exceeds the checker's limits.
llvm::Expected<Result> check(const Program &program, const Options &options);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_CHECKER_H
