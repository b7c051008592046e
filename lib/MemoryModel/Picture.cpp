//===- MemoryModel/Picture.cpp - the witness as a graph ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The edges worth drawing, and two drawings of them: for Graphviz, and an SVG
// with a column per agent that needs no other tool.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

using Kind = DrawnEdge::Kind;

const char *memmodel::colourOf(Kind kind) {
  switch (kind) {
  case Kind::Order:
  case Kind::Update:
    return "black";
  case Kind::ReadsFrom:
    return "darkgreen";
  case Kind::Coherence:
    return "darkorange";
  case Kind::FromRead:
    return "purple";
  case Kind::Synchronises:
    return "blue";
  case Kind::Race:
  case Kind::Cycle:
    return "red";
  }
  llvm_unreachable("expected a known kind");
}

std::vector<DrawnEdge> memmodel::drawnEdges(const Result &result) {
  std::vector<DrawnEdge> edges;
  const EventGraph &graph = *result.graph;
  const Execution &execution = *result.execution;
  for (unsigned a = graph.numInitial; a < graph.size(); ++a) {
    graph.order.forEach(a, [&](unsigned b) {
      // Only edges that no other edges imply.
      for (unsigned c = graph.numInitial; c < graph.size(); ++c)
        if (graph.order.test(a, c) && graph.order.test(c, b))
          return;
      bool isUpdate = graph.update.test(a, b);
      edges.push_back({a, b, isUpdate ? Kind::Update : Kind::Order,
                       graph.orderLabel(a, b)});
    });
    execution.sw.forEach(a, [&](unsigned b) {
      edges.push_back({a, b, Kind::Synchronises, "sw"});
    });
  }
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const ReadsFrom &source : execution.readsFrom)
    if (seen.insert({source.write, source.read}).second)
      edges.push_back({source.write, source.read, Kind::ReadsFrom, "rf"});
  for (const auto &total : execution.coherence)
    for (size_t i = 0; i + 1 < total.size(); ++i)
      if (seen.insert({total[i], total[i + 1]}).second)
        edges.push_back({total[i], total[i + 1], Kind::Coherence, "co"});
  if (result.race)
    edges.push_back(
        {result.race->first, result.race->second, Kind::Race, "race"});
  if (result.violation)
    for (const CycleEdge &step : result.violation->cycle)
      edges.push_back({step.from, step.to, Kind::Cycle, step.label});
  return edges;
}

static bool isRacing(const Result &result, unsigned event) {
  return result.race &&
         (result.race->first == event || result.race->second == event);
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
  for (unsigned i = 0; i < graph.size(); ++i) {
    os << "  e" << i << " [label=\"";
    os.write_escaped(describeEvent(graph, i));
    os << '"' << (isRacing(result, i) ? ", color=red" : "") << "];\n";
  }
  for (const DrawnEdge &edge : drawnEdges(result)) {
    os << "  e" << edge.from << " -> e" << edge.to << " [label=\"" << edge.label
       << "\", color=\"" << colourOf(edge.kind) << '"';
    if (edge.kind == Kind::Race)
      os << ", dir=none, style=bold";
    if (edge.kind == Kind::Cycle)
      os << ", style=dashed";
    os << "];\n";
  }
  os << "}\n";
}

//===----------------------------------------------------------------------===//
// SVG
//===----------------------------------------------------------------------===//

static constexpr int boxWidth = 230, boxHeight = 26, columnGap = 110,
                     rowGap = 34, margin = 20, top = 64;

namespace {
struct Place {
  int x = 0, y = 0;
  int centre() const { return x + boxWidth / 2; }
  int middle() const { return y + boxHeight / 2; }
};
} // namespace

static void writeEscaped(raw_ostream &os, StringRef text) {
  for (char c : text) {
    if (c == '<')
      os << "&lt;";
    else if (c == '>')
      os << "&gt;";
    else if (c == '&')
      os << "&amp;";
    else if (c == '"')
      os << "&quot;";
    else
      os << c;
  }
}

/// Initial writes in the first column, then a column per agent; the events of
/// an agent from top to bottom.
static std::vector<Place> placeEvents(const EventGraph &graph) {
  std::vector<int> next(graph.traces.size() + 1);
  std::vector<Place> places;
  for (const Event &event : graph.events) {
    int column = event.agent + 1;
    places.push_back({margin + column * (boxWidth + columnGap),
                      top + next[column]++ * (boxHeight + rowGap)});
  }
  return places;
}

static void drawEdge(raw_ostream &os, const DrawnEdge &edge, Place from,
                     Place to, int bend) {
  const char *colour = colourOf(edge.kind);
  int x1 = from.centre(), y1 = from.middle(), x2 = to.centre(),
      y2 = to.middle();
  int cx = (x1 + x2) / 2 + bend, cy = (y1 + y2) / 2 + (x1 == x2 ? 0 : bend / 2);
  if (x1 == x2) {
    // Beside the column, so that edges over others stay apart.
    x1 = x2 = bend < 0 ? from.x : from.x + boxWidth;
    cx = x1 + bend;
  } else {
    x1 = x1 < x2 ? from.x + boxWidth : from.x;
    x2 = x1 < x2 ? to.x : to.x + boxWidth;
  }
  os << "  <path d=\"M" << x1 << ' ' << y1 << " Q" << cx << ' ' << cy << ' '
     << x2 << ' ' << y2 << "\" fill=\"none\" stroke=\"" << colour
     << "\" stroke-width=\""
     << (edge.kind == Kind::Race || edge.kind == Kind::Cycle ? "2.5" : "1.2")
     << '"';
  if (edge.kind == Kind::Cycle)
    os << " stroke-dasharray=\"6 3\"";
  if (edge.kind != Kind::Race)
    os << " marker-end=\"url(#arrow)\"";
  os << "/>\n  <text x=\"" << (x1 + 2 * cx + x2) / 4 << "\" y=\""
     << (y1 + 2 * cy + y2) / 4 << "\" fill=\"" << colour << "\">" << edge.label
     << "</text>\n";
}

void memmodel::printSvg(raw_ostream &os, const Result &result,
                        StringRef title) {
  std::vector<Place> places;
  int width = 600, height = top;
  if (result.execution)
    places = placeEvents(*result.graph);
  for (Place place : places) {
    width = std::max(width, place.x + boxWidth + 90);
    height = std::max(height, place.y + boxHeight + margin);
  }
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width
     << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << ' '
     << height << "\" font-family=\"monospace\" font-size=\"11\">\n"
     << "  <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" "
        "refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
        "<path d=\"M0 0 L8 4 L0 8 z\"/></marker></defs>\n"
     << "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
     << "  <text x=\"" << margin << "\" y=\"20\" font-size=\"14\">";
  writeEscaped(os, (title + ": " + verdictName(result.verdict)).str());
  os << "</text>\n  <text x=\"" << margin << "\" y=\"38\">";
  writeEscaped(os, explain(result));
  os << "</text>\n";
  if (!result.execution) {
    os << "</svg>\n";
    return;
  }
  std::map<std::pair<unsigned, unsigned>, int> drawn;
  int beside = 0;
  for (const DrawnEdge &edge : drawnEdges(result)) {
    // Edges between the same two events, and beside one column, fan out.
    auto ends = std::minmax(edge.from, edge.to);
    int repeat = drawn[ends]++;
    bool inColumn = places[edge.from].x == places[edge.to].x;
    int bend = inColumn ? 24 + 14 * (beside++ % 5) : 26 * repeat - 13;
    if (inColumn && edge.kind == Kind::Order)
      bend = -bend;
    drawEdge(os, edge, places[edge.from], places[edge.to], bend);
  }
  for (unsigned i = 0; i < places.size(); ++i) {
    os << "  <rect x=\"" << places[i].x << "\" y=\"" << places[i].y
       << "\" width=\"" << boxWidth << "\" height=\"" << boxHeight
       << "\" rx=\"4\" fill=\"" << (isRacing(result, i) ? "#ffe0e0" : "#f4f4ff")
       << "\" stroke=\"#555\"/>\n  <text x=\"" << places[i].x + 6 << "\" y=\""
       << places[i].y + 17 << "\">";
    writeEscaped(os, describeEvent(*result.graph, i));
    os << "</text>\n";
  }
  os << "</svg>\n";
}
