//===- Runtime/Driver/Functions/GraphFunctions.cpp - cuGraph* ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs are built node by node, or by capturing streams (StreamFunctions.cpp).
// Everything that a node needs is copied when it is added.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Launch.h"

#include <algorithm>

using namespace tessera::sim;

GraphMemory::GraphMemory(Process &process, size_t bytes)
    : process(process),
      base(process.memory.allocate(BlockKind::Device, bytes)) {}

GraphMemory::~GraphMemory() {
  if (base)
    process.memory.remove(base, BlockKind::Device);
}

template <typename Body> static Result onGraph(GraphHandle handle, Body body) {
  return inContext([&](Process &process, Context &) {
    std::shared_ptr<Graph> graph = process.graphs.find(handle);
    return graph ? body(process, *graph) : Result::InvalidHandle;
  });
}

/// Adds a node. Its dependencies are nodes of the graph already.
static Result add(Graph &graph, GraphNodeHandle *handle, GraphNode node) {
  if (!handle)
    return Result::InvalidValue;
  auto added = std::make_shared<const GraphNode>(std::move(node));
  *handle = const_cast<GraphNode *>(added.get());
  graph.nodes.push_back(std::move(added));
  return Result::Success;
}

Result tessera::sim::cuGraphCreate(GraphHandle *graph, unsigned) {
  return inContext([&](Process &process, Context &) {
    if (!graph)
      return Result::InvalidValue;
    *graph = process.graphs.add(std::make_shared<Graph>());
    return Result::Success;
  });
}

Result tessera::sim::cuGraphDestroy(GraphHandle handle) {
  return inProcess([&](Process &process) {
    return process.graphs.remove(handle) ? Result::Success
                                         : Result::InvalidHandle;
  });
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static Result addKernel(GraphNodeHandle *node, GraphHandle handle,
                        KernelHandle function,
                        const KernelNodeParameters &given) {
  return onGraph(handle, [&](Process &process, Graph &graph) {
    LaunchShape shape;
    std::copy_n(given.grid, 3, shape.grid.begin());
    std::copy_n(given.block, 3, shape.block.begin());
    shape.dynamicSharedBytes = given.dynamicSharedBytes;
    PreparedLaunch launch;
    if (Result result = prepareLaunch(process, function, shape,
                                      given.parameters, given.extra, launch);
        result != Result::Success)
      return result;
    return add(graph, node,
               [launch](Process &process, Context &context, Stream &stream) {
                 context.enqueue(stream, [&process, &context, launch] {
                   process.execute(context, *launch.kernel, launch.shape,
                                   launch.parameters);
                 });
               });
  });
}

Result tessera::sim::cuGraphAddKernelNode(GraphNodeHandle *node,
                                          GraphHandle graph,
                                          const GraphNodeHandle *, size_t,
                                          const KernelNodeParameters *given) {
  return given ? addKernel(node, graph, given->function, *given)
               : Result::InvalidValue;
}

Result
tessera::sim::cuGraphAddKernelNode_v2(GraphNodeHandle *node, GraphHandle graph,
                                      const GraphNodeHandle *, size_t,
                                      const KernelNodeParameters2 *given) {
  if (!given)
    return Result::InvalidValue;
  return addKernel(node, graph,
                   given->first.function ? given->first.function
                                         : given->kernel,
                   given->first);
}

static void setRows(Process &process, const MemsetNodeParameters &set) {
  for (size_t i = 0; i < set.height; ++i) {
    DevicePointer to = set.to + i * set.pitch;
    if (set.elementBytes == 1)
      std::fill_n(reinterpret_cast<uint8_t *>(to), set.width, set.value);
    else if (set.elementBytes == 2)
      std::fill_n(reinterpret_cast<uint16_t *>(to), set.width, set.value);
    else
      std::fill_n(reinterpret_cast<uint32_t *>(to), set.width, set.value);
    process.memory.noteWritten(to, set.width * set.elementBytes);
  }
}

Result tessera::sim::cuGraphAddMemsetNode(GraphNodeHandle *node,
                                          GraphHandle handle,
                                          const GraphNodeHandle *, size_t,
                                          const MemsetNodeParameters *given,
                                          ContextHandle) {
  return onGraph(handle, [&](Process &process, Graph &graph) {
    if (!given)
      return Result::InvalidValue;
    MemsetNodeParameters set = *given;
    uint64_t row;
    if ((set.elementBytes != 1 && set.elementBytes != 2 &&
         set.elementBytes != 4) ||
        __builtin_mul_overflow(set.width, uint64_t(set.elementBytes), &row))
      return Result::InvalidValue;
    for (size_t i = 0; i < set.height; ++i)
      if (!process.memory.mayAccess(set.to + i * set.pitch, row, true))
        return Result::InvalidValue;
    return add(graph, node,
               [set](Process &process, Context &context, Stream &stream) {
                 context.enqueue(stream, [&process, set] {
                   process.engine->access([&] { setRows(process, set); });
                 });
               });
  });
}

Result tessera::sim::cuGraphAddMemAllocNode(GraphNodeHandle *node,
                                            GraphHandle handle,
                                            const GraphNodeHandle *, size_t,
                                            MemAllocNodeParameters *given) {
  return onGraph(handle, [&](Process &process, Graph &graph) {
    if (!given)
      return Result::InvalidValue;
    auto memory = std::make_shared<GraphMemory>(process, given->bytes);
    if (!memory->address())
      return Result::OutOfMemory;
    given->address = memory->address();
    graph.memory.push_back(std::move(memory));
    return add(graph, node, [](Process &, Context &, Stream &) {});
  });
}

Result tessera::sim::cuGraphAddMemFreeNode(GraphNodeHandle *node,
                                           GraphHandle handle,
                                           const GraphNodeHandle *, size_t,
                                           DevicePointer address) {
  return onGraph(handle, [&](Process &, Graph &graph) {
    for (const std::shared_ptr<GraphMemory> &memory : graph.memory)
      if (memory->address() == address)
        return add(graph, node, [](Process &, Context &, Stream &) {});
    return Result::InvalidValue;
  });
}

Result tessera::sim::cuGraphAddEventRecordNode(GraphNodeHandle *node,
                                               GraphHandle handle,
                                               const GraphNodeHandle *, size_t,
                                               EventHandle event) {
  return onGraph(handle, [&](Process &process, Graph &graph) {
    std::shared_ptr<Event> found = process.events.find(event);
    if (!found)
      return Result::InvalidHandle;
    return add(graph, node,
               [found, number = graph.nodes.size()](Process &, Context &context,
                                                    Stream &stream) {
                 found->record(context.enqueue(stream, [] {}), nullptr, number);
               });
  });
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Result tessera::sim::cuGraphInstantiateWithFlags(GraphExecHandle *made,
                                                 GraphHandle handle, uint64_t) {
  return onGraph(handle, [&](Process &process, Graph &graph) {
    if (!made)
      return Result::InvalidValue;
    *made = process.graphExecs.add(std::make_shared<Graph>(graph));
    return Result::Success;
  });
}

Result tessera::sim::cuGraphLaunch(GraphExecHandle handle,
                                   StreamHandle stream) {
  return onStream(
      stream, [&](Process &process, Context &context, Stream &stream) {
        std::shared_ptr<Graph> graph = process.graphExecs.find(handle);
        if (!graph)
          return Result::InvalidHandle;
        for (const std::shared_ptr<const GraphNode> &node : graph->nodes)
          (*node)(process, context, stream);
        // Its memory stays until it has run.
        context.enqueue(stream, [graph] {});
        return Result::Success;
      });
}

Result tessera::sim::cuGraphExecDestroy(GraphExecHandle handle) {
  return inProcess([&](Process &process) {
    return process.graphExecs.remove(handle) ? Result::Success
                                             : Result::InvalidHandle;
  });
}
