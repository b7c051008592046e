//===- MemoryModel/Execution.cpp - one candidate execution ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definitions of memory-model.md 1.2, one function each.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Execution.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

//===----------------------------------------------------------------------===//
// What the traces fix
//===----------------------------------------------------------------------===//

bool EventGraph::scopesInclude(unsigned a, unsigned b) const {
  const Event &x = events[a], &y = events[b];
  if (x.agent < 0 || y.agent < 0 || x.isWeak() || y.isWeak())
    return false;
  return scopeIncludes(x.scope, *agent(a), *agent(b)) &&
         scopeIncludes(y.scope, *agent(b), *agent(a));
}

/// Whether a precedes b directly by token, program order or as an atomic.
static bool ordersDirectly(const EventGraph &graph, unsigned a, unsigned b) {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (x.agent != y.agent || a == b)
    return false;
  if (x.updateWrite == static_cast<int>(b))
    return true;
  const Token &past = graph.instruction(b).past;
  if (std::binary_search(past.begin(), past.end(), x.instruction))
    return true;
  return programOrder(graph.options) == ProgramOrder::SameLocation &&
         x.instruction < y.instruction && x.isMemory() &&
         x.location == y.location;
}

/// The part of moral strength that is not scopes: ordered by the agent itself.
static bool orderedByAgent(const EventGraph &graph, unsigned a, unsigned b) {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (x.agent < 0 || y.agent < 0)
    return true;
  if (x.agent != y.agent)
    return false;
  if (graph.isPtx(a))
    return true;
  if (programOrder(graph.options) == ProgramOrder::SameInstruction &&
      x.instruction == y.instruction)
    return true;
  return graph.order.test(a, b) || graph.order.test(b, a);
}

EventGraph::EventGraph(const std::vector<Thread> &threads,
                       const std::vector<const Trace *> &traces,
                       const std::vector<Footprint> &cells,
                       const MemoryImage &image, const Options &options)
    : threads(&threads), traces(traces), cells(cells), image(&image),
      options(options) {
  for (const Footprint &cell : cells) {
    Event initial;
    initial.location = cell;
    initial.value = image.initialValue(cell);
    events.push_back(initial);
  }
  numInitial = events.size();
  for (const Trace *trace : traces) {
    int base = events.size();
    for (Event event : trace->events) {
      if (event.updateWrite >= 0)
        event.updateWrite += base;
      events.push_back(event);
    }
  }
  unsigned n = size();
  order = update = sameLocation = overlap = strong = Relation(n);
  for (unsigned a = 0; a < n; ++a) {
    if (events[a].updateWrite >= 0)
      update.set(a, events[a].updateWrite);
    for (unsigned b = 0; b < n; ++b) {
      if (a >= numInitial && b >= numInitial && ordersDirectly(*this, a, b))
        order.set(a, b);
      if (a == b || !events[a].isMemory() || !events[b].isMemory())
        continue;
      if (events[a].location == events[b].location)
        sameLocation.set(a, b);
      if (events[a].location.overlaps(events[b].location))
        overlap.set(a, b);
    }
  }
  order = order.transitiveClosure();
  for (unsigned a = 0; a < numInitial; ++a)
    for (unsigned b = numInitial; b < n; ++b)
      order.set(a, b);
  bool identical = options.isDefault(ChoiceId::G12);
  for (unsigned a = 0; a < n; ++a)
    overlap.forEach(a, [&](unsigned b) {
      bool initial = a < numInitial || b < numInitial;
      if (identical && !initial && !sameLocation.test(a, b))
        return;
      if (orderedByAgent(*this, a, b) || scopesInclude(a, b))
        strong.set(a, b);
    });
}

//===----------------------------------------------------------------------===//
// Observation, synchronisation, causality
//===----------------------------------------------------------------------===//

namespace {
/// A release or acquire event with the accesses that carry it.
struct Pattern {
  unsigned event;
  std::vector<unsigned> carriers;
};
} // namespace

/// Accesses of `kind` by the same agent that extend the release (later writes)
/// or acquire (earlier reads) at `event`.
static void addPatternCarriers(const EventGraph &graph, Pattern &pattern,
                               EventKind kind) {
  unsigned event = pattern.event;
  bool isFence = graph.events[event].kind == EventKind::Fence;
  if (!graph.isPtx(event) && graph.options.isDefault(ChoiceId::G5))
    return;
  for (unsigned j = graph.numInitial; j < graph.size(); ++j) {
    const Event &other = graph.events[j];
    if (other.agent != graph.events[event].agent || other.kind != kind ||
        other.isWeak())
      continue;
    if (!isFence && !graph.sameLocation.test(event, j))
      continue;
    bool ordered = kind == EventKind::Write ? graph.order.test(event, j)
                                            : graph.order.test(j, event);
    if (ordered)
      pattern.carriers.push_back(j);
  }
}

static void collectPatterns(const EventGraph &graph,
                            std::vector<Pattern> &releases,
                            std::vector<Pattern> &acquires) {
  for (unsigned i = graph.numInitial; i < graph.size(); ++i) {
    const Event &event = graph.events[i];
    bool isFence = event.kind == EventKind::Fence;
    if (isFence || (event.isWrite() && event.order == Order::Release)) {
      releases.push_back({i, {}});
      if (!isFence)
        releases.back().carriers.push_back(i);
      addPatternCarriers(graph, releases.back(), EventKind::Write);
    }
    if (isFence || (event.isRead() && event.order == Order::Acquire)) {
      acquires.push_back({i, {}});
      if (!isFence)
        acquires.back().carriers.push_back(i);
      addPatternCarriers(graph, acquires.back(), EventKind::Read);
    }
  }
}

void Execution::deriveCausality() {
  unsigned n = graph.size();
  rf = Relation(n);
  for (const ReadsFrom &edge : readsFrom)
    rf.set(edge.write, edge.read);
  // obs: rf ; (rmw ; rf)* over morally strong edges.
  Relation strongRf = rf & graph.strong;
  obs = strongRf;
  if (graph.options.isDefault(ChoiceId::Chain)) {
    Relation steps =
        Relation::compose(graph.update, strongRf).transitiveClosure();
    obs |= Relation::compose(strongRf, steps);
  }
  std::vector<Pattern> releases, acquires;
  collectPatterns(graph, releases, acquires);
  sw = Relation(n);
  for (const Pattern &release : releases)
    for (const Pattern &acquire : acquires) {
      unsigned x = release.event, y = acquire.event;
      if (x == y || (!graph.scopesInclude(x, y) && !graph.samePtxThread(x, y)))
        continue;
      bool observed = any_of(release.carriers, [&](unsigned w) {
        return any_of(acquire.carriers,
                      [&](unsigned r) { return obs.test(w, r); });
      });
      if (observed)
        sw.set(x, y);
    }
  hb = graph.order | sw;
  for (auto [a, b] : fenceOrder)
    hb.set(a, b);
  hb = hb.transitiveClosure();
  cause = hb;
  if (graph.options.isDefault(ChoiceId::G7))
    cause |= Relation::compose(obs, hb);
}

void Execution::deriveCoherence() {
  unsigned n = graph.size();
  co = fr = Relation(n);
  for (unsigned cell = 0; cell < coherence.size(); ++cell) {
    const std::vector<unsigned> &total = coherence[cell];
    Relation inCell(n);
    for (size_t i = 0; i < total.size(); ++i)
      for (size_t j = i + 1; j < total.size(); ++j) {
        unsigned a = total[i], b = total[j];
        if (graph.strong.test(a, b) || cause.test(a, b) || cause.test(b, a))
          inCell.set(a, b);
      }
    inCell = inCell.transitiveClosure();
    for (const ReadsFrom &edge : readsFrom)
      if (edge.cell == cell)
        inCell.forEach(edge.write, [&](unsigned later) {
          if (later != edge.read)
            fr.set(edge.read, later);
        });
    co |= inCell;
  }
}

uint64_t Execution::finalValue(Footprint location) const {
  uint64_t value = graph.image->initialValue(location);
  for (unsigned cell = 0; cell < graph.cells.size(); ++cell) {
    Footprint part = graph.cells[cell];
    if (!location.overlaps(part) || coherence[cell].empty())
      continue;
    const Event &last = graph.events[coherence[cell].back()];
    for (uint64_t byte = std::max(part.address, location.address);
         byte < std::min(part.end(), location.end()); ++byte) {
      uint64_t bits = sliceValue(last.value, last.location, {byte, 1});
      unsigned shift = 8 * (byte - location.address);
      value = (value & ~(uint64_t(0xff) << shift)) | bits << shift;
    }
  }
  return value;
}
