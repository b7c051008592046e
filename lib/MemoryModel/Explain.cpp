//===- MemoryModel/Explain.cpp - verdicts for people ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-line reasons, the witness as text, the witness as a Graphviz graph.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Checker.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

std::string memmodel::describeEvent(const EventGraph &graph, unsigned event) {
  const Event &e = graph.events[event];
  std::string text = e.agent < 0 ? "init" : graph.agent(event)->name;
  text += e.kind == EventKind::Fence ? ":F" : e.isRead() ? ":R" : ":W";
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
  case Verdict::Allowed:
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

void memmodel::printDot(raw_ostream &os, const Result &result,
                        StringRef title) {
  os << "digraph \"";
  os.write_escaped(title);
  os << "\" {\n  node [shape=box, fontname=monospace];\n";
  if (!result.execution) {
    os << "}\n";
    return;
  }
  const EventGraph &graph = *result.graph;
  const Execution &execution = *result.execution;
  for (unsigned i = 0; i < graph.size(); ++i) {
    os << "  e" << i << " [label=\"";
    os.write_escaped(describeEvent(graph, i));
    os << '"';
    if (result.race && (result.race->first == i || result.race->second == i))
      os << ", color=red";
    os << "];\n";
  }
  auto edge = [&](unsigned a, unsigned b, StringRef label, StringRef colour) {
    os << "  e" << a << " -> e" << b << " [label=\"" << label << "\", color=\""
       << colour << "\"];\n";
  };
  for (unsigned a = graph.numInitial; a < graph.size(); ++a) {
    graph.order.forEach(a, [&](unsigned b) {
      // Only edges that no other edges imply.
      for (unsigned c = graph.numInitial; c < graph.size(); ++c)
        if (graph.order.test(a, c) && graph.order.test(c, b))
          return;
      edge(a, b, graph.update.test(a, b) ? "rmw" : "tok", "black");
    });
    execution.sw.forEach(a, [&](unsigned b) { edge(a, b, "sw", "blue"); });
  }
  std::set<std::pair<unsigned, unsigned>> readsFrom;
  for (const ReadsFrom &source : execution.readsFrom)
    if (readsFrom.insert({source.write, source.read}).second)
      edge(source.write, source.read, "rf", "darkgreen");
  for (const auto &total : execution.coherence)
    for (size_t i = 0; i + 1 < total.size(); ++i)
      edge(total[i], total[i + 1], "co", "orange");
  if (result.race)
    os << "  e" << result.race->first << " -> e" << result.race->second
       << " [label=\"race\", dir=none, color=red, style=bold];\n";
  if (result.violation)
    for (const CycleEdge &step : result.violation->cycle)
      os << "  e" << step.from << " -> e" << step.to << " [label=\""
         << step.label << "\", color=red, style=dashed];\n";
  os << "}\n";
}
