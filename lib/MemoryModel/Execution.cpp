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

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

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
    if (graph.isPtx(event) && !graph.samePtxThread(event, j))
      continue;
    // `red` forms no acquire pattern (PTX 8.11.1).
    if (kind == EventKind::Read && graph.isPtx(event) &&
        graph.instruction(j).op == MemoryOp::Reduce)
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
  base = graph.order | sw;
  for (auto [a, b] : fenceOrder)
    base.set(a, b);
  base = base.transitiveClosure();
  hb = base;
  if (graph.hasProxies) {
    hb = Relation(n);
    for (unsigned a = 0; a < n; ++a)
      base.forEach(a, [&](unsigned b) {
        if (survivesProxies(a, b))
          hb.set(a, b);
      });
  }
  cause = hb;
  if (graph.options.isDefault(ChoiceId::G7))
    cause |= Relation::compose(obs, hb);
}

/// Causality reaches an access of the async proxy only through a proxy fence,
/// unless the same proxy and block is at the other end. An asynchronous
/// operation that has completed is visible to all: completion holds a fence.
bool Execution::survivesProxies(unsigned a, unsigned b) const {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (!x.isMemory() || !y.isMemory() || a < graph.numInitial ||
      y.proxy == Proxy::Generic)
    return true;
  const Agent &first = *graph.agent(a), &second = *graph.agent(b);
  if (first.kernel != second.kernel ||
      (x.proxy == y.proxy && first.block == second.block))
    return true;
  auto isBetween = [&](unsigned f) {
    return base.test(a, f) && base.test(f, b);
  };
  if (graph.options.isDefault(ChoiceId::PX))
    return any_of(graph.proxyFences, isBetween);
  auto isInThread = [&](int agent) {
    return any_of(graph.proxyFences, [&](unsigned f) {
      return graph.events[f].agent == agent && isBetween(f);
    });
  };
  return isInThread(x.agent) && isInThread(y.agent);
}

void Execution::deriveCoherence() {
  unsigned n = graph.size();
  co = fr = Relation(n);
  bool isTotal = !graph.options.isDefault(ChoiceId::G8);
  for (unsigned cell = 0; cell < coherence.size(); ++cell) {
    const std::vector<unsigned> &total = coherence[cell];
    Relation inCell(n);
    for (size_t i = 0; i < total.size(); ++i)
      for (size_t j = i + 1; j < total.size(); ++j) {
        unsigned a = total[i], b = total[j];
        if (isTotal || graph.strong.test(a, b) || cause.test(a, b) ||
            cause.test(b, a))
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
