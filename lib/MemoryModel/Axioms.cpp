//===- MemoryModel/Axioms.cpp - consistency and races -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The axioms of memory-model.md 1.3 as a table, each with the cycle that breaks
// it, and the data-race test of 1.4.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Execution.h"

#include <iterator>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

//===----------------------------------------------------------------------===//
// Cycles in terms of the basic relations
//===----------------------------------------------------------------------===//

static const char *labelOfStep(const Execution &x, unsigned a, unsigned b) {
  if (a < x.graph.numInitial)
    return "init";
  if (x.sw.test(a, b))
    return "sw";
  if (x.graph.order.test(a, b))
    return x.graph.orderLabel(a, b);
  return "sc";
}

/// Appends a happens-before path in basic steps.
static void appendHb(const Execution &x, unsigned from, unsigned to,
                     std::vector<CycleEdge> &cycle) {
  Relation steps = x.graph.order | x.sw;
  for (auto [a, b] : x.fenceOrder)
    steps.set(a, b);
  std::vector<unsigned> path = steps.shortestPath(from, to);
  for (size_t i = 0; i + 1 < path.size(); ++i)
    cycle.push_back(
        {path[i], path[i + 1], labelOfStep(x, path[i], path[i + 1])});
}

/// Appends a causality path: hb, or one observation and then hb.
static void appendCause(const Execution &x, unsigned from, unsigned to,
                        std::vector<CycleEdge> &cycle) {
  if (x.hb.test(from, to))
    return appendHb(x, from, to, cycle);
  bool done = false;
  x.obs.forEach(from, [&](unsigned via) {
    if (done || !x.hb.test(via, to))
      return;
    done = true;
    cycle.push_back({from, via, "obs"});
    appendHb(x, via, to, cycle);
  });
}

//===----------------------------------------------------------------------===//
// The axioms
//===----------------------------------------------------------------------===//

static std::optional<Violation> checkHb(const Execution &x) {
  for (unsigned i = 0; i < x.graph.size(); ++i)
    if (x.base.test(i, i)) {
      Violation violation{"HB", {}};
      appendHb(x, i, i, violation.cycle);
      return violation;
    }
  return std::nullopt;
}

static std::optional<Violation> checkCoherence(const Execution &x) {
  std::optional<Violation> violation;
  for (unsigned a = 0; a < x.graph.size() && !violation; ++a) {
    if (!x.graph.events[a].isWrite())
      continue;
    (x.cause & x.graph.overlap).forEach(a, [&](unsigned b) {
      if (violation || !x.graph.events[b].isWrite())
        return;
      // With partial overlap, co may run both ways in different cells.
      if (x.co.test(a, b) && !x.co.test(b, a))
        return;
      violation = Violation{"A1", {}};
      appendCause(x, a, b, violation->cycle);
      violation->cycle.push_back({b, a, "co"});
    });
  }
  return violation;
}

static std::optional<Violation> checkAtomicity(const Execution &x) {
  std::optional<Violation> violation;
  for (unsigned read = 0; read < x.graph.size() && !violation; ++read) {
    if (x.graph.events[read].updateWrite < 0)
      continue;
    unsigned write = x.graph.events[read].updateWrite;
    x.fr.forEach(read, [&](unsigned other) {
      if (violation || other == write || !x.co.test(other, write) ||
          !x.graph.strong.test(other, read) ||
          !x.graph.strong.test(other, write))
        return;
      violation = Violation{"A2", {{read, other, "fr"}, {other, write, "co"}}};
    });
  }
  return violation;
}

static std::optional<Violation> checkScPerLocation(const Execution &x) {
  Relation communication = (x.rf | x.co | x.fr) & x.graph.strong;
  Relation order = x.graph.order & x.graph.sameLocation;
  Relation all = communication;
  for (unsigned a = x.graph.numInitial; a < x.graph.size(); ++a)
    order.forEach(a, [&](unsigned b) {
      // Barriers and kernel boundaries are no program order.
      if (x.graph.isPtx(a) ? x.graph.samePtxThread(a, b)
                           : x.graph.events[a].agent == x.graph.events[b].agent)
        all.set(a, b);
    });
  if (all.acyclic())
    return std::nullopt;
  Violation violation{"A3", {}};
  std::vector<unsigned> cycle = all.shortestCycle();
  for (size_t i = 0; i < cycle.size(); ++i) {
    unsigned a = cycle[i], b = cycle[(i + 1) % cycle.size()];
    const char *label = !communication.test(a, b) ? labelOfStep(x, a, b)
                        : x.rf.test(a, b)         ? "rf"
                        : x.co.test(a, b)         ? "co"
                                                  : "fr";
    violation.cycle.push_back({a, b, label});
  }
  return violation;
}

static std::optional<Violation> checkCausality(const Execution &x) {
  std::optional<Violation> best;
  for (unsigned a = 0; a < x.graph.size(); ++a) {
    (x.rf | x.fr).forEach(a, [&](unsigned b) {
      if (!x.cause.test(b, a))
        return;
      Violation found{"A4", {{a, b, x.rf.test(a, b) ? "rf" : "fr"}}};
      appendCause(x, b, a, found.cycle);
      if (!best || found.cycle.size() < best->cycle.size())
        best = std::move(found);
    });
  }
  return best;
}

static std::optional<Violation> checkFenceOrder(const Execution &x) {
  auto isSc = [&](unsigned i) {
    return x.graph.events[i].kind == EventKind::Fence &&
           x.graph.events[i].order == Order::SeqCst;
  };
  for (unsigned a = x.graph.numInitial; a < x.graph.size(); ++a)
    for (unsigned b = x.graph.numInitial; b < x.graph.size(); ++b) {
      if (a == b || !isSc(a) || !isSc(b) || !x.graph.scopesInclude(a, b) ||
          !x.cause.test(a, b) || is_contained(x.fenceOrder, std::pair(a, b)))
        continue;
      Violation violation{"SC", {}};
      appendCause(x, a, b, violation.cycle);
      violation.cycle.push_back({b, a, "sc"});
      return violation;
    }
  return std::nullopt;
}

static constexpr Axiom table[] = {
    {"HB", "happens-before is irreflexive", checkHb},
    {"A1",
     "coherence: causality order between two writes of a location is in "
     "the coherence order",
     checkCoherence},
    {"A2",
     "atomicity: no morally strong write falls between the halves of an "
     "atomic",
     checkAtomicity},
    {"A4", "causality: no read-from or from-read goes against causality order",
     checkCausality},
    {"A3",
     "SC per location: no cycle of token order and morally strong "
     "communication at one location",
     checkScPerLocation},
    {"SC", "fence.sc order agrees with causality order", checkFenceOrder},
};

ArrayRef<Axiom> memmodel::axioms() { return table; }

std::optional<Violation> memmodel::findViolation(const Execution &execution) {
  const Options &options = execution.graph.options;
  for (const Axiom &axiom : table) {
    StringRef id = axiom.id;
    bool isOff = (id == "HB" && !options.isDefault(ChoiceId::HB)) ||
                 (id == "A1" && !options.isDefault(ChoiceId::A1)) ||
                 (id == "A2" && !options.isDefault(ChoiceId::A2)) ||
                 (id == "A3" && !options.isDefault(ChoiceId::A3)) ||
                 (id == "A4" && !options.isDefault(ChoiceId::A4));
    if (isOff)
      continue;
    if (std::optional<Violation> violation = axiom.check(execution))
      return violation;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

/// The rejected reading G11=tile: weak tile accesses of one variable conflict.
static bool tilesConflict(const EventGraph &graph, unsigned a, unsigned b) {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (graph.options.isDefault(ChoiceId::G11) || !x.ofTile || !y.ofTile ||
      !x.isWeak() || !y.isWeak())
    return false;
  if (x.agent == y.agent && x.instruction == y.instruction)
    return false;
  return graph.image->containing(x.location) ==
         graph.image->containing(y.location);
}

std::optional<Race> memmodel::findRace(const Execution &execution) {
  const EventGraph &graph = execution.graph;
  const Relation &order =
      graph.options.isDefault(ChoiceId::G6) ? execution.hb : execution.cause;
  for (unsigned a = graph.numInitial; a < graph.size(); ++a)
    for (unsigned b = a + 1; b < graph.size(); ++b) {
      const Event &x = graph.events[a], &y = graph.events[b];
      if (!x.isMemory() || !y.isMemory() || (!x.isWrite() && !y.isWrite()))
        continue;
      if (!graph.overlap.test(a, b) && !tilesConflict(graph, a, b))
        continue;
      // A race of two PTX threads is none of Tile IR's business (7.11).
      if (graph.isPtx(a) && graph.isPtx(b))
        continue;
      if (!graph.strong.test(a, b) && !order.test(a, b) && !order.test(b, a))
        return Race{a, b};
    }
  return std::nullopt;
}
