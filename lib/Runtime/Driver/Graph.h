//===- Runtime/Driver/Graph.h - work that is launched as a whole -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph is a list of nodes in the order in which they were added. A node may
// depend on earlier ones only, so doing them in that order is always right.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_GRAPH_H
#define TESSERA_LIB_RUNTIME_DRIVER_GRAPH_H

#include "Types.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace tessera::sim {

struct Process;
class Context;
class Stream;

/// Gives a stream the work of one node.
using GraphNode =
    std::function<void(Process &process, Context &context, Stream &stream)>;

/// Memory of a graph: there from the creation of its node, so that its address
/// can be passed on, to the end of the graph and all that was made of it.
class GraphMemory {
public:
  GraphMemory(Process &process, size_t bytes);
  ~GraphMemory();
  GraphMemory(const GraphMemory &) = delete;
  GraphMemory &operator=(const GraphMemory &) = delete;
  /// 0 when there was none.
  DevicePointer address() const { return base; }

private:
  Process &process;
  DevicePointer base;
};

struct Graph {
  std::vector<std::shared_ptr<const GraphNode>> nodes;
  std::vector<std::shared_ptr<GraphMemory>> memory;
  /// While streams are captured into it: the one with which that began.
  const Stream *origin = nullptr;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_GRAPH_H
