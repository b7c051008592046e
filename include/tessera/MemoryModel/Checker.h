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

/// A formula over final registers and final memory.
struct Condition {
  enum class Kind : uint8_t { True, Register, Memory, Not, And, Or };
  Kind kind = Kind::True;
  std::vector<Condition> children;
  /// Register: of agent `agent`, "r2" or "r2[1]".
  unsigned agent = 0;
  std::string name;
  Footprint location;
  /// Comparison with `value`: equal or not equal.
  bool isEqual = true;
  int64_t value = 0;

  /// A register that its agent never set differs from everything.
  bool holds(const Execution &execution) const;
  /// All constants that are compared with.
  void collectConstants(std::vector<uint64_t> &constants) const;
};

struct Program {
  MemoryImage image;
  std::vector<Thread> threads;
  Condition condition;
};

enum class Verdict : uint8_t { Allowed, Forbidden, Racy, ThinAir };
llvm::StringRef verdictName(Verdict verdict);
std::optional<Verdict> parseVerdict(llvm::StringRef name);

struct Counts {
  uint64_t traces = 0, candidates = 0, consistent = 0, grounded = 0;
};

/// The verdict with its evidence. Must not outlive the program.
struct Result {
  Verdict verdict = Verdict::Forbidden;
  Counts counts;
  /// Loops were cut at the bound: the verdict is for executions within it.
  bool bounded = false;
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

/// "B1:R.acquire.device f=1".
std::string describeEvent(const EventGraph &graph, unsigned event);
/// Why the verdict is what it is, in one line.
std::string explain(const Result &result);
/// The execution, one event per line, with where its reads come from.
void printExecution(llvm::raw_ostream &os, const Result &result);
/// The same as a graph for Graphviz.
void printDot(llvm::raw_ostream &os, const Result &result,
              llvm::StringRef title);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_CHECKER_H
