//===- MemoryModel/Explain.cpp - verdicts for people ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explains verdicts in one line each, and prints the witness as text.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Explain.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static StringRef syncName(SyncKind kind) {
  switch (kind) {
  case SyncKind::None:
    return "";
  case SyncKind::Arrive:
    return "arrive";
  case SyncKind::Depart:
    return "depart";
  case SyncKind::Launch:
    return "launch";
  case SyncKind::Join:
    return "wait";
  case SyncKind::Predecessors:
    return "gdc_wait";
  case SyncKind::ProxyFence:
    return "fence.proxy";
  }
  llvm_unreachable("expected a known kind");
}

std::string memmodel::describeEvent(const EventGraph &graph, unsigned event) {
  const Event &e = graph.events[event];
  std::string text = e.agent < 0 ? "init" : graph.agent(event)->name;
  if (e.kind == EventKind::Sync)
    return text + ":" + syncName(e.sync).str();
  text += e.kind == EventKind::Fence ? ":F" : e.isRead() ? ":R" : ":W";
  if (e.isAsync)
    text += e.proxy == Proxy::Async ? ".async-proxy" : ".async";
  if (e.agent >= 0)
    text += "." + orderName(e.order).str();
  if (e.scope != Scope::None)
    text += "." + scopeName(e.scope).str();
  if (!e.isMemory())
    return text;
  // Signed, as kernels mostly mean it.
  unsigned unused = 64 - 8 * e.location.size;
  int64_t value = static_cast<int64_t>(e.value << unused) >> unused;
  return text + " " + graph.image->describe(e.location) + "=" +
         std::to_string(value);
}

/// Why two conflicting accesses are not morally strong.
static std::string whyNotStrong(const EventGraph &graph, unsigned a,
                                unsigned b) {
  const Event &x = graph.events[a], &y = graph.events[b];
  if (!x.location.overlaps(y.location))
    return "weak tile accesses of one variable";
  if (x.isWeak() || y.isWeak())
    return x.isWeak() && y.isWeak() ? "both are weak" : "one is weak";
  if (x.location != y.location)
    return "they overlap in part";
  unsigned narrow =
      scopeIncludes(x.scope, *graph.agent(a), *graph.agent(b)) ? b : a;
  unsigned other = narrow == a ? b : a;
  if (graph.scopesInclude(a, b))
    return "a proxy is in between";
  return "scope " + scopeName(graph.events[narrow].scope).str() + " of " +
         graph.agent(narrow)->name + " does not reach " +
         graph.agent(other)->name;
}

static std::string describeCycle(const EventGraph &graph,
                                 const Violation &violation) {
  std::string text = describeEvent(graph, violation.cycle.front().from);
  for (const CycleEdge &edge : violation.cycle)
    text +=
        std::string(" -") + edge.label + "-> " + describeEvent(graph, edge.to);
  return text;
}

std::string memmodel::explain(const Result &result) {
  switch (result.verdict) {
  case Verdict::NeedsProgress:
    return result.bounded
               ? "no execution completes within the bound on loops"
               : "no execution completes: a thread waits for what no other "
                 "does";
  case Verdict::Allowed:
    if (result.isForall)
      return "a consistent execution breaks the condition";
    return "a consistent execution has the outcome";
  case Verdict::ThinAir:
    return "only executions whose values come out of thin air have the outcome";
  case Verdict::Racy: {
    unsigned a = result.race->first, b = result.race->second;
    return describeEvent(*result.graph, a) + " and " +
           describeEvent(*result.graph, b) + " race: unordered, and " +
           whyNotStrong(*result.graph, a, b);
  }
  case Verdict::Forbidden:
    if (!result.violation && result.isForall)
      return "all reads-from and all orders of the writes keep the condition";
    if (!result.violation)
      return "no reads-from and no order of the writes gives the outcome";
    return std::string(result.violation->axiom) + ": " +
           describeCycle(*result.graph, *result.violation);
  }
  llvm_unreachable("expected a known verdict");
}

void memmodel::printExecution(raw_ostream &os, const Result &result) {
  if (!result.execution)
    return;
  const EventGraph &graph = *result.graph;
  const Execution &execution = *result.execution;
  for (unsigned i = 0; i < graph.size(); ++i) {
    os << "  [" << i << "] " << describeEvent(graph, i);
    if (i >= graph.numInitial && !graph.instruction(i).label.empty())
      os << " (" << graph.instruction(i).label << ")";
    const char *separator = " reads from ";
    for (const ReadsFrom &edge : execution.readsFrom)
      if (edge.read == i) {
        os << separator << '[' << edge.write << ']';
        separator = ", ";
      }
    separator = ", after ";
    for (unsigned j = graph.numInitial; j < graph.size(); ++j)
      if (graph.order.test(j, i)) {
        os << separator << '[' << j << ']';
        separator = ", ";
      }
    execution.sw.forEach(
        i, [&](unsigned j) { os << ", synchronises with [" << j << ']'; });
    os << '\n';
  }
  for (size_t cell = 0; cell < execution.coherence.size(); ++cell) {
    if (execution.coherence[cell].size() < 2)
      continue;
    os << "  order of writes to " << graph.image->describe(graph.cells[cell])
       << ":";
    for (unsigned write : execution.coherence[cell])
      os << " [" << write << ']';
    os << '\n';
  }
}
