//===- MemoryModel/Enumerator.cpp - all candidate executions ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces are chosen thread by thread: a set of them is left as soon as a value
// that one reads is written by none of the others. Writes hidden by the order
// alone are no sources; the saturated causality order leaves few orders of the
// writes.
//
//===----------------------------------------------------------------------===//

#include "Enumerator.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static constexpr uint64_t maxSteps = 20000000;

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
                       const Options &options, bool prune, Visitor visit,
                       const Lowering *lowering)
    : program(program), traces(traces), options(options), prune(prune),
      visit(visit), lowering(lowering), cells(makeCells(traces.footprints)),
      usesCoherence(prune && options.isDefault(ChoiceId::A1)),
      usesAtomicity(prune && options.isDefault(ChoiceId::A2)),
      usesCausality(prune && options.isDefault(ChoiceId::A4)),
      usesHb(prune && options.isDefault(ChoiceId::HB)) {}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

/// Numbers the values of cells that occur, and notes for each trace which ones
/// it reads and writes.
void Enumerator::collectValues() {
  std::map<std::pair<unsigned, uint64_t>, unsigned> numbers;
  auto forEachValue = [&](const Trace &trace, auto visitValue) {
    for (const Event &event : trace.events)
      if (event.isMemory())
        for (unsigned cell = 0; cell < cells.size(); ++cell)
          if (event.location.covers(cells[cell]))
            visitValue(event,
                       std::pair(cell, sliceValue(event.value, event.location,
                                                  cells[cell])));
  };
  for (const auto &list : traces.traces)
    for (const Trace &trace : list)
      forEachValue(trace, [&](const Event &, auto value) {
        numbers.try_emplace(value, numbers.size());
      });
  Values none(numbers.size() / 64 + 1);
  Values initial = none;
  auto add = [](Values &set, unsigned number) {
    set[number / 64] |= uint64_t(1) << (number % 64);
  };
  for (auto [value, number] : numbers)
    if (program.image.initialValue(cells[value.first]) == value.second)
      add(initial, number);
  laterSupplies.assign(traces.traces.size() + 1, initial);
  for (size_t thread = traces.traces.size(); thread-- > 0;) {
    laterSupplies[thread] = laterSupplies[thread + 1];
    needs.insert(needs.begin(), std::vector<Values>());
    supplies.insert(supplies.begin(), std::vector<Values>());
    for (const Trace &trace : traces.traces[thread]) {
      Values needed = none, supplied = none;
      forEachValue(trace, [&](const Event &event, auto value) {
        add(event.isRead() ? needed : supplied, numbers[value]);
        if (event.isWrite())
          add(laterSupplies[thread], numbers[value]);
      });
      needs.front().push_back(std::move(needed));
      supplies.front().push_back(std::move(supplied));
    }
  }
}

/// Whether nobody waits for ever: barriers that one thread of a CTA leaves, all
/// of its threads that use that barrier reach; kernels that a host thread
/// starts somewhere are started.
bool Enumerator::isComplete(ArrayRef<const Trace *> chosen) const {
  auto has = [](const Trace &trace, SyncKind kind, uint64_t key) {
    return any_of(trace.events, [&](const Event &event) {
      return event.sync == kind && event.syncKey == key;
    });
  };
  for (auto [self, trace] : enumerate(chosen)) {
    const Agent &agent = program.threads[self].agent;
    for (const Event &event : trace->events) {
      if (event.sync != SyncKind::Depart)
        continue;
      bool isMbarrier = isMbarrierKey(event.syncKey), arrived = false;
      for (auto [other, otherTrace] : enumerate(chosen)) {
        const Thread &thread = program.threads[other];
        if (thread.agent.block != agent.block)
          continue;
        bool arrives = has(*otherTrace, SyncKind::Arrive, event.syncKey);
        arrived |= arrives;
        if (!isMbarrier && !arrives &&
            is_contained(thread.body->barriers(), barrierOf(event.syncKey)))
          return false;
      }
      if (!arrived)
        return false;
    }
    if (agent.kernel.empty() || trace->events.empty())
      continue;
    uint64_t key = kernelKey(agent.kernel);
    auto launches = [&](const Trace &t) {
      return has(t, SyncKind::Launch, key);
    };
    bool isLaunchedByHost = any_of(traces.traces, [&](const auto &list) {
      return any_of(list, launches);
    });
    if (isLaunchedByHost &&
        none_of(chosen, [&](const Trace *t) { return launches(*t); }))
      return false;
  }
  return true;
}

/// Whether all of `a` is in `b`.
static bool isSubset(ArrayRef<uint64_t> a, ArrayRef<uint64_t> b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] & ~b[i])
      return false;
  return true;
}

Visit Enumerator::chooseTraces(std::vector<const Trace *> &chosen,
                               const Values &needed, const Values &supplied) {
  size_t thread = chosen.size();
  if (thread == traces.traces.size()) {
    if (++steps > maxSteps) {
      problem = "too many combinations of traces: the limit is ";
      return Visit::Stop;
    }
    if (!isComplete(chosen)) {
      ++incomplete;
      return Visit::Continue;
    }
    EventGraph graph(program, chosen, cells, options, lowering);
    if (!collectReaders(graph))
      return Visit::Continue;
    Execution execution(graph);
    return chooseReads(execution, 0);
  }
  for (size_t i = 0; i < traces.traces[thread].size(); ++i) {
    Values allNeeded = needed, allSupplied = supplied, reachable = supplied;
    for (size_t word = 0; word < needed.size(); ++word) {
      allNeeded[word] |= needs[thread][i][word];
      allSupplied[word] |= supplies[thread][i][word];
      reachable[word] = allSupplied[word] | laterSupplies[thread + 1][word];
    }
    if (!isSubset(allNeeded, reachable))
      continue;
    chosen.push_back(&traces.traces[thread][i]);
    chosenTraces[thread] = i;
    Visit result = chooseTraces(chosen, allNeeded, allSupplied);
    chosen.pop_back();
    if (result == Visit::Stop)
      return result;
  }
  return Visit::Continue;
}

//===----------------------------------------------------------------------===//
// Reads-from
//===----------------------------------------------------------------------===//

/// Whether `write` is ordered after the read, or overwritten before it.
bool Enumerator::isHidden(const EventGraph &graph, unsigned write,
                          const Reader &reader) const {
  // Proxies may take back what order gives.
  if (!usesCausality || graph.hasProxies)
    return false;
  if (graph.order.test(reader.read, write))
    return true;
  if (!usesCoherence)
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
  if (++steps > maxSteps) {
    problem = "too many ways to read: the limit is ";
    return Visit::Stop;
  }
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
      if (usesHb && !execution.base.irreflexive())
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

/// Whether `next` cannot follow the writes placed so far: it would fall behind
/// a write that its atomic must follow directly (axiom A2), or be one that a
/// read should have seen (axiom A4 of memory-model.md 1.3).
bool Enumerator::comesTooLate(const Execution &execution, size_t cell,
                              unsigned next) const {
  const EventGraph &graph = execution.graph;
  const std::vector<unsigned> &placed = execution.coherence[cell];
  // Coherence holds between these two for sure.
  auto isOrdered = [&](unsigned a, unsigned b) {
    return graph.strong.test(a, b) || execution.cause.test(a, b);
  };
  return any_of(execution.readsFrom, [&](const ReadsFrom &edge) {
    if (edge.cell != cell || edge.write == next)
      return false;
    auto source = find(placed, edge.write);
    if (source == placed.end())
      return false;
    if (usesCausality && isOrdered(edge.write, next) &&
        execution.cause.test(next, edge.read))
      return true;
    if (!usesAtomicity ||
        graph.events[edge.read].updateWrite != static_cast<int>(next))
      return false;
    return std::any_of(std::next(source), placed.end(), [&](unsigned between) {
      return isOrdered(edge.write, between) &&
             graph.strong.test(between, edge.read) &&
             graph.strong.test(between, next);
    });
  });
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
    if (tooEarly || comesTooLate(execution, cell, next))
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
  for (const auto &list : traces.traces)
    if (list.empty())
      return Error::success();
  collectValues();
  chosenTraces.assign(traces.traces.size(), 0);
  std::vector<const Trace *> chosen;
  Values none(needs.empty() ? 0 : laterSupplies.front().size());
  chooseTraces(chosen, none, none);
  if (!problem.empty())
    return makeError(problem + Twine(maxSteps));
  return Error::success();
}
