//===- MemoryModel/Checker.cpp - verdicts over all executions ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates candidates: a trace per thread, a write per byte range read, an
// order of the writes per byte range. Values prune the first two; the saturated
// causality order prunes the last. Grounding (memory-model.md 1.3 "no thin
// air") is tested on what is consistent.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Checker.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static constexpr uint64_t maxCandidates = 2000000;
static constexpr uint64_t maxCombinations = 20000000;
static constexpr uint64_t maxExplained = 20000;

//===----------------------------------------------------------------------===//
// Enumeration
//===----------------------------------------------------------------------===//

namespace {
enum class Visit : uint8_t { Continue, Stop };

/// Calls `visit` for candidates. Pruned: only for those that fail no axiom
/// for a reason that needs no coherence order. Not pruned: for all, and nothing
/// but the coherence order has been derived.
class Enumerator {
public:
  using Visitor = function_ref<Visit(Execution &)>;

  Enumerator(const Program &program, const TraceSet &traces,
             const Options &options, bool prune, Visitor visit);
  Error run();
  uint64_t candidates = 0;

private:
  struct Reader {
    unsigned read, cell;
    std::vector<unsigned> writes;
  };

  bool valuesExist(ArrayRef<const Trace *> chosen) const;
  bool collectReaders(const EventGraph &graph);
  bool isHidden(const EventGraph &graph, unsigned write,
                const Reader &reader) const;
  Visit chooseReads(Execution &execution, size_t index);
  Visit chooseFences(Execution &execution);
  Visit chooseCoherence(Execution &execution, size_t cell);
  Visit extendCoherence(Execution &execution, size_t cell,
                        std::vector<unsigned> &rest);

  const Program &program;
  const TraceSet &traces;
  const Options &options;
  bool prune;
  Visitor visit;
  std::vector<Footprint> cells;
  std::vector<Reader> readers;
  std::vector<std::vector<unsigned>> writesOfCell;
  bool usesCoherence, usesCausality, usesHb;
};
} // namespace

/// The byte ranges that no footprint splits.
static std::vector<Footprint> makeCells(ArrayRef<Footprint> footprints) {
  std::set<uint64_t> cuts;
  for (const Footprint &footprint : footprints) {
    cuts.insert(footprint.address);
    cuts.insert(footprint.end());
  }
  std::vector<Footprint> cells;
  for (auto cut = cuts.begin(); cut != cuts.end(); ++cut) {
    auto next = std::next(cut);
    if (next == cuts.end())
      break;
    // Ranges between variables are covered by nothing and may be long.
    bool covered = any_of(footprints, [&](const Footprint &footprint) {
      return footprint.address <= *cut && *next <= footprint.end();
    });
    if (covered)
      cells.push_back({*cut, static_cast<uint32_t>(*next - *cut)});
  }
  return cells;
}

Enumerator::Enumerator(const Program &program, const TraceSet &traces,
                       const Options &options, bool prune, Visitor visit)
    : program(program), traces(traces), options(options), prune(prune),
      visit(visit), cells(makeCells(traces.footprints)),
      usesCoherence(prune && options.isDefault(ChoiceId::A1)),
      usesCausality(prune && options.isDefault(ChoiceId::A4)),
      usesHb(prune && options.isDefault(ChoiceId::HB)) {}

/// Whether every read can get its value at all; cheap, before any graph.
bool Enumerator::valuesExist(ArrayRef<const Trace *> chosen) const {
  auto supplies = [](const Event &event, Footprint cell, uint64_t value) {
    return event.isWrite() && event.location.covers(cell) &&
           sliceValue(event.value, event.location, cell) == value;
  };
  for (const Trace *reader : chosen)
    for (const Event &read : reader->events) {
      if (!read.isRead())
        continue;
      for (const Footprint &cell : cells) {
        if (!read.location.covers(cell))
          continue;
        uint64_t value = sliceValue(read.value, read.location, cell);
        bool found = program.image.initialValue(cell) == value;
        for (const Trace *writer : chosen)
          found = found || any_of(writer->events, [&](const Event &event) {
                    return supplies(event, cell, value);
                  });
        if (!found)
          return false;
      }
    }
  return true;
}

/// Whether `write` is ordered after the read, or overwritten before it.
bool Enumerator::isHidden(const EventGraph &graph, unsigned write,
                          const Reader &reader) const {
  if (usesCausality && graph.order.test(reader.read, write))
    return true;
  if (!usesCausality || !usesCoherence)
    return false;
  return any_of(writesOfCell[reader.cell], [&](unsigned other) {
    return graph.order.test(write, other) &&
           graph.order.test(other, reader.read);
  });
}

bool Enumerator::collectReaders(const EventGraph &graph) {
  readers.clear();
  writesOfCell.assign(cells.size(), {});
  for (unsigned cell = 0; cell < cells.size(); ++cell)
    for (unsigned i = 0; i < graph.size(); ++i)
      if (graph.events[i].isWrite() &&
          graph.events[i].location.covers(cells[cell]))
        writesOfCell[cell].push_back(i);
  for (unsigned i = graph.numInitial; i < graph.size(); ++i) {
    const Event &read = graph.events[i];
    if (!read.isRead())
      continue;
    for (unsigned cell = 0; cell < cells.size(); ++cell) {
      if (!read.location.covers(cells[cell]))
        continue;
      Reader reader{i, cell, {}};
      uint64_t value = sliceValue(read.value, read.location, cells[cell]);
      for (unsigned w : writesOfCell[cell]) {
        const Event &write = graph.events[w];
        if (sliceValue(write.value, write.location, cells[cell]) == value &&
            read.updateWrite != static_cast<int>(w) &&
            !isHidden(graph, w, reader))
          reader.writes.push_back(w);
      }
      if (reader.writes.empty())
        return false;
      readers.push_back(std::move(reader));
    }
  }
  return true;
}

Visit Enumerator::chooseReads(Execution &execution, size_t index) {
  if (index == readers.size())
    return chooseFences(execution);
  const Reader &reader = readers[index];
  for (unsigned write : reader.writes) {
    execution.readsFrom.push_back({reader.read, reader.cell, write});
    Visit result = chooseReads(execution, index + 1);
    execution.readsFrom.pop_back();
    if (result == Visit::Stop)
      return result;
  }
  return Visit::Continue;
}

Visit Enumerator::chooseFences(Execution &execution) {
  const EventGraph &graph = execution.graph;
  std::vector<unsigned> fences;
  for (unsigned i = graph.numInitial; i < graph.size(); ++i)
    if (graph.events[i].kind == EventKind::Fence &&
        graph.events[i].order == Order::SeqCst)
      fences.push_back(i);
  do {
    execution.fenceOrder.clear();
    for (size_t i = 0; i < fences.size(); ++i)
      for (size_t j = i + 1; j < fences.size(); ++j)
        if (graph.scopesInclude(fences[i], fences[j]))
          execution.fenceOrder.push_back({fences[i], fences[j]});
    if (prune) {
      execution.deriveCausality();
      if (usesHb && !execution.hb.irreflexive())
        continue;
      bool readsAgainstCause =
          usesCausality && any_of(execution.readsFrom, [&](ReadsFrom edge) {
            return execution.cause.test(edge.read, edge.write);
          });
      if (readsAgainstCause)
        continue;
    }
    execution.coherence.assign(cells.size(), {});
    if (chooseCoherence(execution, 0) == Visit::Stop)
      return Visit::Stop;
  } while (std::next_permutation(fences.begin(), fences.end()));
  return Visit::Continue;
}

Visit Enumerator::chooseCoherence(Execution &execution, size_t cell) {
  if (cell == cells.size()) {
    ++candidates;
    return visit(execution);
  }
  std::vector<unsigned> rest = writesOfCell[cell];
  // Its initial write precedes all others.
  auto initial = find(rest, static_cast<unsigned>(cell));
  rest.erase(initial);
  execution.coherence[cell] = {static_cast<unsigned>(cell)};
  return extendCoherence(execution, cell, rest);
}

Visit Enumerator::extendCoherence(Execution &execution, size_t cell,
                                  std::vector<unsigned> &rest) {
  if (rest.empty())
    return chooseCoherence(execution, cell + 1);
  for (size_t i = 0; i < rest.size(); ++i) {
    unsigned next = rest[i];
    bool tooEarly = usesCoherence && any_of(rest, [&](unsigned other) {
                      return other != next && execution.cause.test(other, next);
                    });
    if (tooEarly)
      continue;
    std::vector<unsigned> &total = execution.coherence[cell];
    total.push_back(next);
    rest.erase(rest.begin() + i);
    Visit result = extendCoherence(execution, cell, rest);
    rest.insert(rest.begin() + i, next);
    // Deeper cells may have replaced nothing of this cell: undo our step only.
    execution.coherence[cell].pop_back();
    if (result == Visit::Stop)
      return result;
  }
  return Visit::Continue;
}

Error Enumerator::run() {
  std::vector<size_t> odometer(traces.traces.size(), 0);
  for (const auto &list : traces.traces)
    if (list.empty())
      return Error::success();
  for (uint64_t combination = 0;; ++combination) {
    if (combination > maxCombinations)
      return makeError("too many combinations of traces: the limit is " +
                       Twine(maxCombinations));
    std::vector<const Trace *> chosen;
    for (size_t i = 0; i < odometer.size(); ++i)
      chosen.push_back(&traces.traces[i][odometer[i]]);
    if (valuesExist(chosen)) {
      EventGraph graph(program.threads, chosen, cells, program.image, options);
      if (collectReaders(graph)) {
        Execution execution(graph);
        if (chooseReads(execution, 0) == Visit::Stop)
          return Error::success();
      }
    }
    size_t digit = 0;
    while (digit < odometer.size() &&
           ++odometer[digit] == traces.traces[digit].size())
      odometer[digit++] = 0;
    if (digit == odometer.size())
      return Error::success();
  }
}

//===----------------------------------------------------------------------===//
// Grounding
//===----------------------------------------------------------------------===//

namespace {
using LaneKey = std::pair<uint64_t, unsigned>;
using WriteKey = std::tuple<Footprint, uint64_t, Order, Scope>;
} // namespace

static WriteKey writeKey(const Event &event) {
  return {event.location, event.value, event.order, event.scope};
}

/// Whether every write read from follows from the initial values: the agent
/// performs it for every value of its reads that are not yet justified.
static bool isGrounded(const Execution &execution, const TraceSet &traces) {
  const EventGraph &graph = execution.graph;
  std::vector<bool> justified(graph.size());
  std::fill_n(justified.begin(), graph.numInitial, true);
  std::vector<std::map<LaneKey, std::pair<uint64_t, std::vector<unsigned>>>>
      sources(traces.traces.size());
  for (const ReadsFrom &edge : execution.readsFrom) {
    const Event &read = graph.events[edge.read];
    auto &source =
        sources[read.agent][{graph.instruction(edge.read).key, read.lane}];
    source.first = read.value;
    source.second.push_back(edge.write);
  }
  // A trace is possible if its reads with justified sources have their values.
  auto isPossible = [&](const Trace &trace, size_t agent) {
    return all_of(trace.events, [&](const Event &event) {
      if (!event.isRead())
        return true;
      auto it = sources[agent].find(
          {trace.instructions[event.instruction].key, event.lane});
      return it == sources[agent].end() || event.value == it->second.first ||
             !all_of(it->second.second,
                     [&](unsigned w) { return justified[w]; });
    });
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t agent = 0; agent < traces.traces.size(); ++agent) {
      std::optional<std::set<WriteKey>> common;
      for (const Trace &trace : traces.traces[agent]) {
        if (!isPossible(trace, agent))
          continue;
        std::set<WriteKey> writes;
        for (const Event &event : trace.events)
          if (event.isWrite() && (!common || common->count(writeKey(event))))
            writes.insert(writeKey(event));
        common = std::move(writes);
      }
      for (unsigned i = graph.numInitial; common && i < graph.size(); ++i) {
        const Event &event = graph.events[i];
        if (event.agent == static_cast<int>(agent) && event.isWrite() &&
            !justified[i] && common->count(writeKey(event)))
          grew = justified[i] = true;
      }
    }
  }
  return all_of(execution.readsFrom,
                [&](const ReadsFrom &edge) { return justified[edge.write]; });
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

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
  }
  llvm_unreachable("expected a known verdict");
}

std::optional<Verdict> memmodel::parseVerdict(StringRef name) {
  for (Verdict verdict :
       {Verdict::Allowed, Verdict::Forbidden, Verdict::Racy, Verdict::ThinAir})
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
  bool filters = options.isDefault(ChoiceId::G13);
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
    if (filters && !isGrounded(execution, *result.traces)) {
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
  bool thinAirAllowed = !options.isDefault(ChoiceId::G13);
  Expected<TraceSet> traces =
      enumerateTraces(program.threads, program.image, options,
                      thinAirAllowed ? constants : std::vector<uint64_t>());
  if (!traces)
    return traces.takeError();
  result.bounded = traces->bounded;
  result.traces = std::make_unique<TraceSet>(std::move(*traces));
  for (const auto &list : result.traces->traces)
    result.counts.traces += list.size();

  Expected<bool> decided = searchConsistent(program, options, result);
  if (!decided)
    return decided.takeError();
  if (*decided)
    return result;
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
