//===- MemoryModel/Explain.h - verdicts for people --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reasons in one line, and the witness as text, as a Graphviz graph and as a
// drawing.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_EXPLAIN_H
#define TESSERA_MEMORYMODEL_EXPLAIN_H

#include "tessera/MemoryModel/Checker.h"

namespace tessera::memmodel {

/// "B1:R.acquire.device f=1".
std::string describeEvent(const EventGraph &graph, unsigned event);
/// Why the verdict is what it is, in one line.
std::string explain(const Result &result);
/// The execution, one event per line, with where its reads come from.
void printExecution(llvm::raw_ostream &os, const Result &result);

/// An edge that a picture of the execution shows.
struct DrawnEdge {
  enum class Kind : uint8_t {
    Order,
    Update,
    ReadsFrom,
    Coherence,
    FromRead,
    Synchronises,
    Race,
    Cycle
  };
  unsigned from, to;
  Kind kind;
  const char *label;
};
/// Those that no others imply, and the race or the cycle.
std::vector<DrawnEdge> drawnEdges(const Result &result);
const char *colourOf(DrawnEdge::Kind kind);

/// The execution as a graph for Graphviz.
void printDot(llvm::raw_ostream &os, const Result &result,
              llvm::StringRef title);
/// The same as an SVG drawing: a column per agent, time downwards.
void printSvg(llvm::raw_ostream &os, const Result &result,
              llvm::StringRef title);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_EXPLAIN_H
