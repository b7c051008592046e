//===- MemoryModel/Execution.h - one candidate execution --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One candidate execution: a trace per agent, where each read gets its value
// (rf), the order of the writes of each byte range (co) and of sc fences, and
// every relation derived from them (memory-model.md 1.2). A cell is a byte
// range that no footprint of the program splits; rf and co are per cell, which
// is what makes accesses of mixed sizes exact.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_EXECUTION_H
#define TESSERA_MEMORYMODEL_EXECUTION_H

#include "tessera/MemoryModel/Program.h"
#include "tessera/MemoryModel/PtxMapping.h"
#include "tessera/MemoryModel/Relation.h"

#include <optional>

namespace tessera::memmodel {

/// What a choice of traces fixes: the events and the relations that depend on
/// neither rf nor co.
struct EventGraph {
  /// With a lowering, every tile block is several PTX threads.
  EventGraph(const Program &program, const std::vector<const Trace *> &traces,
             const std::vector<Footprint> &cells, const Options &options,
             const Lowering *lowering = nullptr);

  unsigned size() const { return events.size(); }
  const Agent *agent(unsigned event) const {
    return events[event].agent < 0
               ? nullptr
               : &program->threads[events[event].agent].agent;
  }
  const Instruction &instruction(unsigned event) const {
    const Event &e = events[event];
    return traces[e.agent]->instructions[e.instruction];
  }
  bool isPtx(unsigned event) const {
    return agent(event) && (isLowered || !agent(event)->isTile);
  }
  /// Same agent, and it is ordered by program order. A copy engine is another
  /// one.
  bool samePtxThread(unsigned a, unsigned b) const {
    return isPtx(a) && events[a].agent == events[b].agent &&
           owners[a] == owners[b] && !events[a].isAsync && !events[b].isAsync;
  }
  /// "tok", "po", "rmw", "bar" or "kernel": why a directly precedes b.
  const char *orderLabel(unsigned a, unsigned b) const;
  /// Both are scoped and each scope reaches the other's agent.
  bool scopesInclude(unsigned a, unsigned b) const;

  const Program *program;
  std::vector<const Trace *> traces;
  std::vector<Footprint> cells;
  const MemoryImage *image;
  Options options;
  /// Initial writes, one per cell and in the order of `cells`, then the traces.
  std::vector<Event> events;
  unsigned numInitial = 0;
  bool isLowered = false;
  /// Of each event: the PTX thread of its tile block that performs it.
  std::vector<unsigned> owners;
  /// Some access goes through another proxy than the generic one.
  bool hasProxies = false;
  /// Events of kind ProxyFence.
  std::vector<unsigned> proxyFences;

  /// Restricted program order (program order for PTX threads), transitive, with
  /// the initial writes before everything.
  Relation order;
  /// Read half to write half of an atomic.
  Relation update;
  /// Pairs with exactly / at all common bytes.
  Relation sameLocation, overlap;
  /// Morally strong.
  Relation strong;

private:
  void addEvents(const Lowering *lowering);
  void addTokenOrder();
  void addLoweredOrder(const Lowering &lowering);
  void addSynchronisation();
  void addLocations();
};

struct ReadsFrom {
  unsigned read, cell, write;
};

class Execution {
public:
  Execution(const EventGraph &graph) : graph(graph) {}

  /// Derives everything that needs no coherence order from readsFrom and
  /// fenceOrder.
  void deriveCausality();
  /// Derives co and fr from coherence (a total order of the writes per cell).
  void deriveCoherence();

  const EventGraph &graph;
  std::vector<ReadsFrom> readsFrom;
  /// Pairs of sc fences.
  std::vector<std::pair<unsigned, unsigned>> fenceOrder;
  std::vector<std::vector<unsigned>> coherence;

  /// `base`: all that order, synchronisation and fence.sc give, transitive.
  /// `hb` is what proxies leave of it between accesses.
  Relation rf, obs, sw, base, hb, cause, co, fr;

  /// The value of a location when everything has ended.
  uint64_t finalValue(Footprint location) const;

private:
  bool survivesProxies(unsigned a, unsigned b) const;
};

struct CycleEdge {
  unsigned from, to;
  const char *label;
};

/// Why an execution is not consistent.
struct Violation {
  const char *axiom;
  std::vector<CycleEdge> cycle;
};

struct Axiom {
  const char *id;
  const char *statement;
  std::optional<Violation> (*check)(const Execution &);
};

/// The axioms, the cheapest first.
llvm::ArrayRef<Axiom> axioms();
/// The first axiom that is switched on and does not hold.
std::optional<Violation> findViolation(const Execution &execution);

struct Race {
  unsigned first, second;
};
/// The first data race with a Tile IR access (memory-model.md 1.4).
std::optional<Race> findRace(const Execution &execution);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_EXECUTION_H
