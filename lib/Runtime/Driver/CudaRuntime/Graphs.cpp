//===- Runtime/Driver/CudaRuntime/Graphs.cpp - graphs and captured streams -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is the driver's of the same meaning; nodes name kernels by
// their host functions.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace tessera::sim;

int tessera::sim::cudaStreamBeginCapture(StreamHandle stream, int mode) {
  return inRuntime([&] { return cuStreamBeginCapture_v2(stream, mode); });
}
int tessera::sim::cudaStreamEndCapture(StreamHandle stream,
                                       GraphHandle *graph) {
  return inRuntime([&] { return cuStreamEndCapture(stream, graph); });
}
int tessera::sim::cudaStreamIsCapturing(StreamHandle stream, int *status) {
  return inRuntime([&] { return cuStreamIsCapturing(stream, status); });
}
int tessera::sim::cudaThreadExchangeStreamCaptureMode(int *mode) {
  return inRuntime([&] { return cuThreadExchangeStreamCaptureMode(mode); });
}

int tessera::sim::cudaGraphCreate(GraphHandle *graph, unsigned flags) {
  return inRuntime([&] { return cuGraphCreate(graph, flags); });
}
int tessera::sim::cudaGraphDestroy(GraphHandle graph) {
  return inRuntime([&] { return cuGraphDestroy(graph); });
}

int tessera::sim::cudaGraphAddKernelNode(GraphNodeHandle *node,
                                         GraphHandle graph,
                                         const GraphNodeHandle *dependencies,
                                         size_t count,
                                         const KernelNodeParameters *given) {
  if (!given)
    return remember(Result::InvalidValue);
  KernelNodeParameters parameters = *given;
  if (int failure = findKernel(given->function, parameters.function))
    return remember(failure);
  return remember(
      cuGraphAddKernelNode(node, graph, dependencies, count, &parameters));
}

int tessera::sim::cudaGraphInstantiateWithFlags(GraphExecHandle *made,
                                                GraphHandle graph,
                                                unsigned long long flags) {
  return inRuntime(
      [&] { return cuGraphInstantiateWithFlags(made, graph, flags); });
}
int tessera::sim::cudaGraphInstantiate(GraphExecHandle *made, GraphHandle graph,
                                       unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(made, graph, flags);
}
/// There is nothing to prepare.
int tessera::sim::cudaGraphUpload(GraphExecHandle, StreamHandle stream) {
  int status = 0;
  return inRuntime([&] { return cuStreamIsCapturing(stream, &status); });
}
int tessera::sim::cudaGraphLaunch(GraphExecHandle graph, StreamHandle stream) {
  return inRuntime([&] { return cuGraphLaunch(graph, stream); });
}
int tessera::sim::cudaGraphExecDestroy(GraphExecHandle graph) {
  return inRuntime([&] { return cuGraphExecDestroy(graph); });
}

int tessera::sim::cudaLaunchHostFunc(StreamHandle stream, HostFunction function,
                                     void *argument) {
  return inRuntime(
      [&] { return cuLaunchHostFunc(stream, function, argument); });
}
