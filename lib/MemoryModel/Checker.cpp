//===- MemoryModel/Checker.cpp - verdicts over all executions ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at all consistent executions for a race and for the outcome; if there
// is neither, at those out of thin air, then for the cycle that forbids it.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Checker.h"
#include "Enumerator.h"
#include "Grounding.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static constexpr uint64_t maxCandidates = 2000000;
static constexpr uint64_t maxExplained = 20000;

StringRef memmodel::verdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Allowed:
    return "allowed";
  case Verdict::Forbidden:
    return "forbidden";
  case Verdict::Racy:
    return "racy";
  case Verdict::ThinAir:
    return "thin-air";
  case Verdict::NeedsProgress:
    return "needs-progress";
  }
  llvm_unreachable("expected a known verdict");
}

std::optional<Verdict> memmodel::parseVerdict(StringRef name) {
  for (Verdict verdict : {Verdict::Allowed, Verdict::Forbidden, Verdict::Racy,
                          Verdict::ThinAir, Verdict::NeedsProgress})
    if (name == verdictName(verdict))
      return verdict;
  return std::nullopt;
}

/// Keeps a copy of an execution as the evidence of a result.
static void keep(Result &result, const Execution &execution) {
  result.graph = std::make_unique<EventGraph>(execution.graph);
  result.execution = std::make_unique<Execution>(*result.graph);
  result.execution->readsFrom = execution.readsFrom;
  result.execution->fenceOrder = execution.fenceOrder;
  result.execution->coherence = execution.coherence;
  result.execution->deriveCausality();
  result.execution->deriveCoherence();
}

static Error tooLarge() {
  return makeError("too many candidate executions: the limit is " +
                   Twine(maxCandidates));
}

/// Looks at every consistent execution. Returns whether the verdict is known.
static Expected<bool> searchConsistent(const Program &program,
                                       const Options &options, Result &result) {
  bool decided = false, gaveUp = false, hasThin = false;
  NoThinAir thinAir = noThinAir(options);
  auto isReal = [&](const Execution &execution) {
    return thinAir == NoThinAir::Off ||
           (thinAir == NoThinAir::Grounded
                ? isGrounded(execution, *result.traces)
                : hasNoDependencyCycle(execution,
                                       thinAir == NoThinAir::WithTokens));
  };
  Enumerator *self = nullptr;
  auto visit = [&](Execution &execution) {
    if (self->candidates > maxCandidates) {
      gaveUp = true;
      return Visit::Stop;
    }
    execution.deriveCoherence();
    if (findViolation(execution))
      return Visit::Continue;
    ++result.counts.consistent;
    bool holds = program.condition.holds(execution);
    if (!isReal(execution)) {
      if (holds && !decided && !hasThin) {
        hasThin = true;
        result.verdict = Verdict::ThinAir;
        keep(result, execution);
      }
      return Visit::Continue;
    }
    ++result.counts.grounded;
    if (std::optional<Race> race = findRace(execution)) {
      decided = true;
      result.verdict = Verdict::Racy;
      result.race = race;
      keep(result, execution);
      return Visit::Stop;
    }
    if (holds && !decided) {
      decided = true;
      result.verdict = Verdict::Allowed;
      keep(result, execution);
    }
    return Visit::Continue;
  };
  Enumerator enumerator(program, *result.traces, options, /*prune=*/true,
                        visit);
  self = &enumerator;
  if (Error error = enumerator.run())
    return std::move(error);
  result.counts.candidates += enumerator.candidates;
  result.counts.incomplete += enumerator.incomplete;
  if (gaveUp)
    return tooLarge();
  return decided || hasThin;
}

/// Looks for an execution with the outcome in which values come out of thin
/// air: reads may return the constants of the condition, too.
static Expected<bool> searchThinAir(const Program &program,
                                    const Options &options, Result &result,
                                    const std::vector<uint64_t> &constants) {
  Expected<TraceSet> traces =
      enumerateTraces(program.threads, program.image, options, constants);
  if (!traces)
    return traces.takeError();
  auto wider = std::make_unique<TraceSet>(std::move(*traces));
  bool found = false, gaveUp = false;
  Enumerator *self = nullptr;
  auto visit = [&](Execution &execution) {
    if (self->candidates > maxCandidates) {
      gaveUp = true;
      return Visit::Stop;
    }
    if (!program.condition.holds(execution))
      return Visit::Continue;
    execution.deriveCoherence();
    if (findViolation(execution))
      return Visit::Continue;
    found = true;
    result.verdict = Verdict::ThinAir;
    keep(result, execution);
    return Visit::Stop;
  };
  Enumerator enumerator(program, *wider, options, /*prune=*/true, visit);
  self = &enumerator;
  if (Error error = enumerator.run())
    return std::move(error);
  if (gaveUp)
    return tooLarge();
  if (found)
    result.traces = std::move(wider);
  return found;
}

/// Finds the shortest cycle that forbids the outcome.
static Error explainForbidden(const Program &program, const Options &options,
                              Result &result) {
  uint64_t seen = 0;
  auto visit = [&](Execution &execution) {
    if (++seen > maxExplained)
      return Visit::Stop;
    if (!program.condition.holds(execution))
      return Visit::Continue;
    execution.deriveCausality();
    execution.deriveCoherence();
    std::optional<Violation> violation = findViolation(execution);
    if (violation &&
        (!result.violation ||
         violation->cycle.size() < result.violation->cycle.size())) {
      result.violation = violation;
      keep(result, execution);
    }
    return Visit::Continue;
  };
  Enumerator enumerator(program, *result.traces, options, /*prune=*/false,
                        visit);
  return enumerator.run();
}

Expected<Result> memmodel::check(const Program &program,
                                 const Options &options) {
  Result result;
  std::vector<uint64_t> constants;
  program.condition.collectConstants(constants);
  bool thinAirAllowed = noThinAir(options) == NoThinAir::Off;
  Expected<TraceSet> traces =
      enumerateTraces(program.threads, program.image, options,
                      thinAirAllowed ? constants : std::vector<uint64_t>());
  if (!traces)
    return traces.takeError();
  result.bounded = traces->bounded;
  result.isForall = program.isForall;
  result.traces = std::make_unique<TraceSet>(std::move(*traces));
  for (const auto &list : result.traces->traces)
    result.counts.traces += list.size();

  Expected<bool> decided = searchConsistent(program, options, result);
  if (!decided)
    return decided.takeError();
  if (*decided)
    return result;
  bool waits =
      result.bounded || result.traces->spins || result.counts.incomplete != 0;
  if (result.counts.consistent == 0 && waits &&
      options.isDefault(ChoiceId::G16)) {
    result.verdict = Verdict::NeedsProgress;
    return result;
  }
  if (!thinAirAllowed) {
    decided = searchThinAir(program, options, result, constants);
    if (!decided)
      return decided.takeError();
    if (*decided)
      return result;
  }
  if (Error error = explainForbidden(program, options, result))
    return std::move(error);
  return result;
}
