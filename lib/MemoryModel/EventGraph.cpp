//===- MemoryModel/EventGraph.cpp - what the traces fix ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Events and the relations that depend on neither rf nor co: restricted program
// order, barriers, kernel boundaries, locations, moral strength. A lowered tile
// block is several PTX threads that own its elements; barriers between its
// instructions are placed as the mapping says.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Execution.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

bool EventGraph::scopesInclude(unsigned a, unsigned b) const {
  const Event &x = events[a], &y = events[b];
  if (x.agent < 0 || y.agent < 0 || x.isWeak() || y.isWeak())
    return false;
  return scopeIncludes(x.scope, *agent(a), *agent(b)) &&
         scopeIncludes(y.scope, *agent(b), *agent(a));
}

const char *EventGraph::orderLabel(unsigned a, unsigned b) const {
  if (update.test(a, b))
    return "rmw";
  const Agent *first = agent(a), *second = agent(b);
  if (first && second && events[a].agent != events[b].agent)
    return first->kernel != second->kernel ? "kernel" : "bar";
  if (!isPtx(b))
    return "tok";
  return samePtxThread(a, b) || events[a].isAsync || events[b].isAsync ? "po"
                                                                       : "bar";
}

/// The event as the mapping spells it.
static void lowerEvent(Event &event, const Instruction &instruction,
                       const PtxMapping &mapping) {
  const MappingRow *row = mapping.find(instruction.op, instruction.order);
  if (!row)
    return;
  bool isAtomic = instruction.op == MemoryOp::Rmw ||
                  instruction.op == MemoryOp::Cas ||
                  instruction.op == MemoryOp::Reduce;
  event.order = !isAtomic        ? row->ptxOrder
                : event.isRead() ? readHalf(row->ptxOrder)
                                 : writeHalf(row->ptxOrder);
  event.scope =
      event.order == Order::Weak ? Scope::None : mapping.scope(event.scope);
  if (!mapping.keepsAtomics)
    event.updateWrite = -1;
}

void EventGraph::addEvents(const Lowering *lowering) {
  for (const Footprint &cell : cells) {
    Event initial;
    initial.location = cell;
    initial.value = image->initialValue(cell);
    events.push_back(initial);
  }
  numInitial = events.size();
  owners.resize(numInitial);
  for (auto [index, trace] : enumerate(traces)) {
    int base = events.size();
    bool lower = lowering && program->threads[index].agent.isTile;
    for (Event event : trace->events) {
      if (event.updateWrite >= 0)
        event.updateWrite += base;
      const Instruction &instruction = trace->instructions[event.instruction];
      unsigned owner = 0;
      if (lower) {
        lowerEvent(event, instruction, *lowering->mapping);
        auto found =
            (*lowering->owners)[index].find({instruction.key, event.lane});
        if (found != (*lowering->owners)[index].end())
          owner = found->second;
      }
      if (event.sync == SyncKind::ProxyFence)
        proxyFences.push_back(events.size());
      hasProxies |= event.proxy != Proxy::Generic;
      events.push_back(event);
      owners.push_back(owner);
    }
  }
}

/// Whether a precedes b directly by token, program order or as an atomic.
static bool ordersDirectly(const EventGraph &graph, unsigned a, unsigned b) {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (x.agent != y.agent || a == b)
    return false;
  if (x.updateWrite == static_cast<int>(b))
    return true;
  bool isPtx = graph.isPtx(a);
  // Within one PTX instruction (a copy, a barrier) events are in order.
  if (isPtx && x.instruction == y.instruction && x.lane == y.lane && a < b)
    return true;
  bool inverted = !isPtx && !graph.options.isDefault(ChoiceId::G1);
  const Token &past = graph.instruction(inverted ? a : b).past;
  if (std::binary_search(past.begin(), past.end(),
                         inverted ? y.instruction : x.instruction))
    return true;
  return !isPtx && programOrder(graph.options) == ProgramOrder::SameLocation &&
         x.instruction < y.instruction && x.isMemory() &&
         x.location == y.location;
}

void EventGraph::addTokenOrder() {
  for (unsigned a = numInitial; a < size(); ++a)
    for (unsigned b = numInitial; b < size(); ++b)
      if ((!isLowered || !agent(a)->isTile) && ordersDirectly(*this, a, b))
        order.set(a, b);
}

/// The barrier level of each instruction of a lowered block: those of different
/// levels are apart.
static std::vector<unsigned>
barrierLevels(const EventGraph &graph, unsigned agent,
              const std::vector<std::vector<unsigned>> &eventsOf,
              const PtxMapping &mapping) {
  const Trace &trace = *graph.traces[agent];
  std::vector<unsigned> levels(trace.instructions.size());
  unsigned current = 0;
  for (unsigned i = 0; i < levels.size(); ++i) {
    const Instruction &second = trace.instructions[i];
    bool needed = any_of(second.past, [&](unsigned earlier) {
      if (levels[earlier] != current)
        return false;
      const Instruction &first = trace.instructions[earlier];
      return any_of(eventsOf[earlier], [&](unsigned a) {
        return any_of(eventsOf[i], [&](unsigned b) {
          return graph.owners[a] != graph.owners[b] &&
                 mapping.needsBarrier(first, graph.events[a].location, second,
                                      graph.events[b].location);
        });
      });
    });
    current += needed;
    levels[i] = current;
  }
  return levels;
}

void EventGraph::addLoweredOrder(const Lowering &lowering) {
  for (unsigned agent = 0; agent < traces.size(); ++agent) {
    if (!program->threads[agent].agent.isTile)
      continue;
    std::vector<std::vector<unsigned>> eventsOf(
        traces[agent]->instructions.size());
    std::vector<unsigned> all;
    for (unsigned i = numInitial; i < size(); ++i)
      if (events[i].agent == static_cast<int>(agent)) {
        eventsOf[events[i].instruction].push_back(i);
        all.push_back(i);
      }
    std::vector<unsigned> levels =
        barrierLevels(*this, agent, eventsOf, *lowering.mapping);
    for (unsigned a : all)
      for (unsigned b : all) {
        unsigned first = events[a].instruction, second = events[b].instruction;
        bool isUpdate = events[a].updateWrite == static_cast<int>(b);
        if (owners[a] == owners[b] ? first < second || isUpdate
                                   : levels[first] < levels[second])
          order.set(a, b);
      }
  }
}

/// Barriers and kernel boundaries.
void EventGraph::addSynchronisation() {
  auto isBefore = [&](StringRef first, StringRef second, bool plainOnly) {
    return any_of(program->kernels, [&](const KernelOrder &k) {
      return k.first == first && k.second == second &&
             !(plainOnly && k.isProgrammatic);
    });
  };
  bool hasKernels = any_of(program->threads, [](const Thread &thread) {
    return !thread.agent.kernel.empty();
  });
  bool hasSync = any_of(
      events, [](const Event &event) { return event.kind == EventKind::Sync; });
  if (!hasKernels && !hasSync)
    return;
  for (unsigned a = numInitial; a < size(); ++a)
    for (unsigned b = numInitial; b < size(); ++b) {
      const Event &x = events[a], &y = events[b];
      const Agent &first = *agent(a), &second = *agent(b);
      bool arrives = x.sync == SyncKind::Arrive && y.sync == SyncKind::Depart &&
                     x.syncKey == y.syncKey && first.block == second.block;
      bool launches = x.sync == SyncKind::Launch && !second.kernel.empty() &&
                      x.syncKey == kernelKey(second.kernel);
      bool joins = y.sync == SyncKind::Join && !first.kernel.empty() &&
                   y.syncKey == kernelKey(first.kernel);
      bool follows =
          !first.kernel.empty() && !second.kernel.empty() &&
          (isBefore(first.kernel, second.kernel, /*plainOnly=*/true) ||
           (y.sync == SyncKind::Predecessors &&
            isBefore(first.kernel, second.kernel, /*plainOnly=*/false)));
      if (arrives || launches || joins || follows)
        order.set(a, b);
    }
}

/// The part of moral strength that is not scopes: ordered by the agent itself.
static bool orderedByAgent(const EventGraph &graph, unsigned a, unsigned b) {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (x.agent < 0 || y.agent < 0)
    return true;
  if (x.agent != y.agent)
    return false;
  if (graph.isPtx(a))
    return graph.samePtxThread(a, b);
  if (programOrder(graph.options) == ProgramOrder::SameInstruction &&
      x.instruction == y.instruction)
    return true;
  return graph.order.test(a, b) || graph.order.test(b, a);
}

void EventGraph::addLocations() {
  unsigned n = size();
  for (unsigned a = 0; a < n; ++a) {
    if (events[a].updateWrite >= 0)
      update.set(a, events[a].updateWrite);
    for (unsigned b = 0; b < n; ++b) {
      if (a == b || !events[a].isMemory() || !events[b].isMemory())
        continue;
      if (events[a].location == events[b].location)
        sameLocation.set(a, b);
      if (events[a].location.overlaps(events[b].location))
        overlap.set(a, b);
    }
  }
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

EventGraph::EventGraph(const Program &program,
                       const std::vector<const Trace *> &traces,
                       const std::vector<Footprint> &cells,
                       const Options &options, const Lowering *lowering)
    : program(&program), traces(traces), cells(cells), image(&program.image),
      options(options), isLowered(lowering != nullptr) {
  addEvents(lowering);
  unsigned n = size();
  order = update = sameLocation = overlap = strong = Relation(n);
  addTokenOrder();
  if (lowering)
    addLoweredOrder(*lowering);
  addSynchronisation();
  order = order.transitiveClosure();
  for (unsigned a = 0; a < numInitial; ++a)
    for (unsigned b = numInitial; b < n; ++b)
      order.set(a, b);
  addLocations();
}
