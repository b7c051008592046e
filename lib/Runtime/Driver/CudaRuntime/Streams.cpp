//===- Runtime/Driver/CudaRuntime/Streams.cpp - streams and events of programs of nvcc -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is the driver's of the same meaning.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace tessera::sim;

/// Work that is not done yet is no failure that stays.
template <typename Body> static int query(Body body) {
  if (int failure = startRuntime())
    return remember(failure);
  Result result = body();
  return result == Result::NotReady ? int(result) : remember(result);
}

int tessera::sim::cudaStreamCreateWithPriority(StreamHandle *stream,
                                               unsigned flags, int priority) {
  return inRuntime(
      [&] { return cuStreamCreateWithPriority(stream, flags, priority); });
}
int tessera::sim::cudaStreamCreateWithFlags(StreamHandle *stream,
                                            unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
int tessera::sim::cudaStreamCreate(StreamHandle *stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}
int tessera::sim::cudaStreamDestroy(StreamHandle stream) {
  return inRuntime([&] { return cuStreamDestroy_v2(stream); });
}
int tessera::sim::cudaStreamSynchronize(StreamHandle stream) {
  return inRuntime([&] { return cuStreamSynchronize(stream); });
}
int tessera::sim::cudaStreamQuery(StreamHandle stream) {
  return query([&] { return cuStreamQuery(stream); });
}
int tessera::sim::cudaStreamWaitEvent(StreamHandle stream, EventHandle event,
                                      unsigned flags) {
  return inRuntime([&] { return cuStreamWaitEvent(stream, event, flags); });
}

int tessera::sim::cudaEventCreateWithFlags(EventHandle *event, unsigned flags) {
  return inRuntime([&] { return cuEventCreate(event, flags); });
}
int tessera::sim::cudaEventCreate(EventHandle *event) {
  return cudaEventCreateWithFlags(event, 0);
}
int tessera::sim::cudaEventRecord(EventHandle event, StreamHandle stream) {
  return inRuntime([&] { return cuEventRecord(event, stream); });
}
int tessera::sim::cudaEventSynchronize(EventHandle event) {
  return inRuntime([&] { return cuEventSynchronize(event); });
}
int tessera::sim::cudaEventQuery(EventHandle event) {
  return query([&] { return cuEventQuery(event); });
}
int tessera::sim::cudaEventElapsedTime(float *milliseconds, EventHandle begin,
                                       EventHandle end) {
  return query([&] { return cuEventElapsedTime(milliseconds, begin, end); });
}
int tessera::sim::cudaEventDestroy(EventHandle event) {
  return inRuntime([&] { return cuEventDestroy_v2(event); });
}
