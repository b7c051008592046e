//===- MemoryModel/MapCheck.cpp - is a lowering to PTX sound ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An outcome is the trace of every thread (that is: all values read) and the
// final value of every byte range. Both levels run on the same traces, so a
// number per trace stands for it.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/MapCheck.h"
#include "Enumerator.h"
#include "Grounding.h"
#include "tessera/MemoryModel/Explain.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

#include <random>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static constexpr uint64_t maxAssignments = 4096;
static constexpr uint64_t sampledAssignments = 512;
static constexpr uint64_t maxCandidates = 2000000;

namespace {
using Outcome = std::vector<uint64_t>;

/// One element of one tile block, over all its traces.
struct Slot {
  unsigned agent;
  std::pair<uint64_t, unsigned> element;
};
} // namespace

static Outcome outcomeOf(const Enumerator &enumerator,
                         const Execution &execution) {
  Outcome outcome(enumerator.chosenTraces.begin(),
                  enumerator.chosenTraces.end());
  for (const Footprint &cell : execution.graph.cells)
    outcome.push_back(execution.finalValue(cell));
  return outcome;
}

static Error tooLarge() {
  return makeError("too many candidate executions: the limit is " +
                   Twine(maxCandidates));
}

/// The outcomes of the program at Tile IR level. `isRacy` ends the search.
static Expected<std::set<Outcome>> tileOutcomes(const Program &program,
                                                const TraceSet &traces,
                                                const Options &options,
                                                bool &isRacy) {
  std::set<Outcome> outcomes;
  Enumerator *self = nullptr;
  auto visit = [&](Execution &execution) {
    if (self->candidates > maxCandidates)
      return Visit::Stop;
    execution.deriveCoherence();
    if (findViolation(execution) || !isGrounded(execution, traces))
      return Visit::Continue;
    if (findRace(execution)) {
      isRacy = true;
      return Visit::Stop;
    }
    outcomes.insert(outcomeOf(*self, execution));
    return Visit::Continue;
  };
  Enumerator enumerator(program, traces, options, /*prune=*/true, visit);
  self = &enumerator;
  if (Error error = enumerator.run())
    return std::move(error);
  if (enumerator.candidates > maxCandidates)
    return tooLarge();
  return outcomes;
}

static std::vector<Slot> slotsOf(const Program &program,
                                 const TraceSet &traces) {
  std::vector<Slot> slots;
  for (auto [agent, list] : enumerate(traces.traces)) {
    if (!program.threads[agent].agent.isTile)
      continue;
    std::set<std::pair<uint64_t, unsigned>> seen;
    for (const Trace &trace : list)
      for (const Event &event : trace.events) {
        std::pair element(trace.instructions[event.instruction].key,
                          event.lane);
        if (event.isMemory() && seen.insert(element).second)
          slots.push_back({static_cast<unsigned>(agent), element});
      }
  }
  return slots;
}

/// Looks for an outcome of the lowered program that Tile IR forbids.
static Error checkAssignment(const Program &program, const Options &options,
                             const PtxMapping &mapping, const Owners &owners,
                             const std::set<Outcome> &allowed,
                             MapResult &result) {
  Lowering lowering{&mapping, &owners};
  Enumerator *self = nullptr;
  auto visit = [&](Execution &execution) {
    if (self->candidates > maxCandidates)
      return Visit::Stop;
    execution.deriveCoherence();
    if (findViolation(execution) || !isGrounded(execution, *result.traces) ||
        allowed.count(outcomeOf(*self, execution)))
      return Visit::Continue;
    result.isSound = false;
    result.owners = owners;
    result.graph = std::make_unique<EventGraph>(execution.graph);
    result.execution = std::make_unique<Execution>(*result.graph);
    result.execution->readsFrom = execution.readsFrom;
    result.execution->fenceOrder = execution.fenceOrder;
    result.execution->coherence = execution.coherence;
    result.execution->deriveCausality();
    result.execution->deriveCoherence();
    return Visit::Stop;
  };
  Enumerator enumerator(program, *result.traces, options, /*prune=*/true, visit,
                        &lowering);
  self = &enumerator;
  if (Error error = enumerator.run())
    return error;
  if (enumerator.candidates > maxCandidates)
    return tooLarge();
  return Error::success();
}

/// "B0: W.weak x=1 by thread 0, ..." of an execution that shows a mistake.
static std::string describeOwners(const MapResult &result) {
  const EventGraph &graph = *result.graph;
  std::string text;
  for (unsigned i = graph.numInitial; i < graph.size(); ++i) {
    if (!graph.events[i].isMemory())
      continue;
    text += (text.empty() ? "" : ", ") + describeEvent(graph, i);
    if (graph.agent(i)->isTile)
      text += " by thread " + std::to_string(graph.owners[i]);
  }
  return text;
}

static std::string whyUnsuitable(const Program &program,
                                 const TraceSet &traces) {
  if (none_of(program.threads, [](const Thread &t) { return t.agent.isTile; }))
    return "no tile block";
  for (auto [agent, list] : enumerate(traces.traces))
    if (program.threads[agent].agent.isTile)
      for (const Trace &trace : list)
        for (const Event &event : trace.events)
          if (event.kind == EventKind::Sync)
            return "gdc_wait_tko is not in the mapping table";
  return "";
}

Expected<MapResult> memmodel::checkMapping(const Program &program,
                                           const Options &options,
                                           const PtxMapping &mapping,
                                           unsigned threadsPerBlock) {
  MapResult result;
  Expected<TraceSet> traces =
      enumerateTraces(program.threads, program.image, options, {});
  if (!traces)
    return traces.takeError();
  result.traces = std::make_unique<TraceSet>(std::move(*traces));
  result.whySkipped = whyUnsuitable(program, *result.traces);
  bool isRacy = false;
  Expected<std::set<Outcome>> allowed =
      tileOutcomes(program, *result.traces, options, isRacy);
  if (!allowed)
    return allowed.takeError();
  if (isRacy)
    result.whySkipped = "racy";
  result.isSkipped = !result.whySkipped.empty();
  if (result.isSkipped)
    return result;
  result.outcomes = allowed->size();

  std::vector<Slot> slots = slotsOf(program, *result.traces);
  auto isFirst = [&](size_t i) {
    return i == 0 || slots[i].agent != slots[i - 1].agent;
  };
  // Threads are alike, so the first element of a block belongs to thread 0.
  result.assignments = 1;
  for (size_t i = 0; i < slots.size(); ++i)
    if (!isFirst(i) && result.assignments <= uint64_t(1) << 40)
      result.assignments *= threadsPerBlock;
  bool sampled = result.assignments > maxAssignments;
  std::mt19937_64 random(1);
  uint64_t count = sampled ? sampledAssignments : result.assignments;
  for (uint64_t number = 0; number < count && result.isSound; ++number) {
    Owners owners(program.threads.size());
    uint64_t rest = number;
    for (size_t i = 0; i < slots.size(); ++i) {
      unsigned owner = 0;
      if (!isFirst(i)) {
        owner = (sampled ? random() : rest) % threadsPerBlock;
        rest /= threadsPerBlock;
      }
      owners[slots[i].agent][slots[i].element] = owner;
    }
    ++result.checked;
    if (Error error = checkAssignment(program, options, mapping, owners,
                                      *allowed, result))
      return std::move(error);
  }
  if (!result.isSound)
    result.description = describeOwners(result);
  return result;
}
