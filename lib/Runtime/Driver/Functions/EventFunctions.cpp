//===- Runtime/Driver/Functions/EventFunctions.cpp - cuEvent* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An event is the mark of the work that it was recorded behind.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

using namespace tessera::sim;

template <typename Body> static Result onEvent(EventHandle handle, Body body) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Event> event = process.events.find(handle);
    return event ? body(process, *event) : Result::InvalidHandle;
  });
}

Result tessera::sim::cuEventCreate(EventHandle *event, unsigned flags) {
  return inContext([&](Process &process, Context &) {
    if (!event)
      return Result::InvalidValue;
    *event = process.events.add(std::make_shared<Event>(flags));
    return Result::Success;
  });
}

Result tessera::sim::cuEventDestroy_v2(EventHandle handle) {
  return inProcess([&](Process &process) {
    return process.events.remove(handle) ? Result::Success
                                         : Result::InvalidHandle;
  });
}

Result tessera::sim::cuEventRecord(EventHandle handle, StreamHandle stream) {
  return onEvent(handle, [&](Process &, Event &event) {
    return onStream(stream, [&](Process &, Context &context, Stream &stream) {
      std::shared_ptr<Graph> capture = stream.capture();
      event.record(context.enqueue(stream, [] {}), capture);
      return Result::Success;
    });
  });
}

Result tessera::sim::cuEventRecordWithFlags(EventHandle event,
                                            StreamHandle stream, unsigned) {
  return cuEventRecord(event, stream);
}

Result tessera::sim::cuEventQuery(EventHandle handle) {
  return onEvent(handle, [](Process &, Event &event) {
    std::shared_ptr<Mark> mark = event.mark();
    return !mark || mark->isReached() ? Result::Success : Result::NotReady;
  });
}

Result tessera::sim::cuEventSynchronize(EventHandle handle) {
  return onEvent(handle, [](Process &, Event &event) {
    if (std::shared_ptr<Mark> mark = event.mark())
      mark->wait();
    Context *context = Process::current();
    return context ? context->status() : Result::Success;
  });
}

Result tessera::sim::cuEventElapsedTime(float *milliseconds, EventHandle begin,
                                        EventHandle end) {
  return onEvent(begin, [&](Process &process, Event &first) {
    std::shared_ptr<Event> second = process.events.find(end);
    if (!milliseconds)
      return Result::InvalidValue;
    if (!second || ((first.flags | second->flags) & eventDisableTiming))
      return Result::InvalidHandle;
    std::shared_ptr<Mark> from = first.mark(), to = second->mark();
    if (!from || !to)
      return Result::InvalidHandle;
    if (!from->isReached() || !to->isReached())
      return Result::NotReady;
    // Who measures in graphs repeats until the times agree, in order to choose
    // what is fast on a GPU. Our times would neither agree nor tell that.
    std::optional<uint64_t> firstNode = first.node(),
                            secondNode = second->node();
    if (firstNode && secondNode && !process.configuration.realTimes) {
      *milliseconds = 1e-3f * (float(*secondNode) - float(*firstNode));
      return Result::Success;
    }
    *milliseconds =
        std::chrono::duration<float, std::milli>(to->time() - from->time())
            .count();
    return Result::Success;
  });
}

Result tessera::sim::cuEventElapsedTime_v2(float *milliseconds,
                                           EventHandle begin, EventHandle end) {
  return cuEventElapsedTime(milliseconds, begin, end);
}
