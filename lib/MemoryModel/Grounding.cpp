//===- MemoryModel/Grounding.cpp - no values out of thin air ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A write is justified once its agent performs it whatever its unjustified
// reads return; every write read from must become justified.
//
//===----------------------------------------------------------------------===//

#include "Grounding.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

namespace {
using LaneKey = std::pair<uint64_t, unsigned>;
using WriteKey = std::tuple<Footprint, uint64_t, Order, Scope>;
} // namespace

static WriteKey writeKey(const Event &event) {
  return {event.location, event.value, event.order, event.scope};
}

bool memmodel::isGrounded(const Execution &execution, const TraceSet &traces) {
  // A write does not change with reads that it does not depend on, so without a
  // cycle writes are justified in the order of dependencies.
  if (hasNoDependencyCycle(execution, /*withTokens=*/false))
    return true;
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
      unsigned base = graph.numInitial;
      for (size_t other = 0; other < agent; ++other)
        base += graph.traces[other]->events.size();
      for (unsigned i = base; common && i < graph.size(); ++i) {
        if (graph.events[i].agent != static_cast<int>(agent))
          break;
        // As the trace has it: a lowering may have changed its order.
        const Event &event = graph.traces[agent]->events[i - base];
        if (event.isWrite() && !justified[i] && common->count(writeKey(event)))
          grew = justified[i] = true;
      }
    }
  }
  return all_of(execution.readsFrom,
                [&](const ReadsFrom &edge) { return justified[edge.write]; });
}

bool memmodel::hasNoDependencyCycle(const Execution &execution,
                                    bool withTokens) {
  const EventGraph &graph = execution.graph;
  Relation edges = execution.rf;
  if (withTokens)
    for (unsigned i = graph.numInitial; i < graph.size(); ++i)
      graph.order.forEach(i, [&](unsigned j) { edges.set(i, j); });
  for (unsigned i = graph.numInitial, base = i; i < graph.size(); ++i) {
    if (i > graph.numInitial &&
        graph.events[i].agent != graph.events[i - 1].agent)
      base = i;
    const Trace &trace = *graph.traces[graph.events[i].agent];
    for (unsigned read : trace.dependencies[i - base])
      edges.set(base + read, i);
  }
  return edges.acyclic();
}
