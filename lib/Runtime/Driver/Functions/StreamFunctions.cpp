//===- Runtime/Driver/Functions/StreamFunctions.cpp - cuStream* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream that is captured takes no work that needs its state at once. Streams
// that wait for an event of a capture join it; as the nodes of a graph are done
// in the order in which they were added, that is all there is to forks.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include <utility>

using namespace tessera::sim;

Result tessera::sim::cuStreamCreateWithPriority(StreamHandle *stream,
                                                unsigned flags, int priority) {
  return inContext([&](Process &process, Context &context) {
    if (!stream || flags > streamNonBlocking)
      return Result::InvalidValue;
    *stream = process.streams.add(context.makeStream(flags, priority));
    return Result::Success;
  });
}

Result tessera::sim::cuStreamCreate(StreamHandle *stream, unsigned flags) {
  return cuStreamCreateWithPriority(stream, flags, 0);
}

Result tessera::sim::cuStreamDestroy_v2(StreamHandle handle) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Stream> stream = process.streams.remove(handle);
    if (!stream)
      return Result::InvalidHandle;
    // Its work goes on; who synchronises the context no longer waits for it,
    // unless the legacy stream does.
    if (std::shared_ptr<Mark> last = stream->last())
      stream->context->enqueue(*stream->context->legacy, [] {}, last);
    stream->context->removeStream(stream.get());
    return Result::Success;
  });
}

Result tessera::sim::cuStreamQuery(StreamHandle handle) {
  return onStream(handle, [](Process &, Context &, Stream &stream) {
    if (stream.capture())
      return Result::CaptureUnsupported;
    return stream.isIdle() ? Result::Success : Result::NotReady;
  });
}

Result tessera::sim::cuStreamSynchronize(StreamHandle handle) {
  return onStream(handle, [](Process &, Context &context, Stream &stream) {
    if (stream.capture())
      return Result::CaptureUnsupported;
    stream.synchronize();
    return context.status();
  });
}

Result tessera::sim::cuStreamWaitEvent(StreamHandle handle, EventHandle event,
                                       unsigned) {
  return onStream(handle, [&](Process &process, Context &context,
                              Stream &stream) {
    std::shared_ptr<Event> found = process.events.find(event);
    if (!found)
      return Result::InvalidHandle;
    if (std::shared_ptr<Graph> capture = found->capture();
        capture && capture->origin) {
      stream.setCapture(std::move(capture));
      return Result::Success;
    }
    if (std::shared_ptr<Mark> mark = found->mark(); mark && !mark->isReached())
      context.enqueue(stream, [] {}, mark);
    return Result::Success;
  });
}

Result tessera::sim::cuStreamGetCtx(StreamHandle handle,
                                    ContextHandle *context) {
  return onStream(handle, [&](Process &, Context &found, Stream &) {
    if (!context)
      return Result::InvalidValue;
    *context = &found;
    return Result::Success;
  });
}

Result tessera::sim::cuStreamGetCtx_v2(StreamHandle handle,
                                       ContextHandle *context,
                                       void **greenContext) {
  if (greenContext)
    *greenContext = nullptr;
  return cuStreamGetCtx(handle, context);
}

Result tessera::sim::cuStreamGetFlags(StreamHandle handle, unsigned *flags) {
  return onStream(handle, [&](Process &, Context &, Stream &stream) {
    if (!flags)
      return Result::InvalidValue;
    *flags = stream.flags;
    return Result::Success;
  });
}

Result tessera::sim::cuStreamGetPriority(StreamHandle handle, int *priority) {
  return onStream(handle, [&](Process &, Context &, Stream &stream) {
    if (!priority)
      return Result::InvalidValue;
    *priority = stream.priority;
    return Result::Success;
  });
}

Result tessera::sim::cuStreamGetId(StreamHandle handle, uint64_t *id) {
  return onStream(handle, [&](Process &, Context &, Stream &stream) {
    if (!id)
      return Result::InvalidValue;
    *id = stream.id;
    return Result::Success;
  });
}

Result tessera::sim::cuStreamGetDevice(StreamHandle handle,
                                       DeviceOrdinal *device) {
  return onStream(handle, [&](Process &, Context &, Stream &) {
    if (!device)
      return Result::InvalidValue;
    *device = 0;
    return Result::Success;
  });
}

//===----------------------------------------------------------------------===//
// Captures
//===----------------------------------------------------------------------===//

/// CU_STREAM_CAPTURE_MODE_*, which say what other threads may do meanwhile.
static constexpr int captureModes = 3;

Result tessera::sim::cuStreamBeginCapture_v2(StreamHandle handle, int mode) {
  return onStream(handle, [&](Process &, Context &context, Stream &stream) {
    if (mode < 0 || mode >= captureModes || stream.capture())
      return Result::InvalidValue;
    if (&stream == context.legacy.get())
      return Result::CaptureUnsupported;
    auto graph = std::make_shared<Graph>();
    graph->origin = &stream;
    stream.setCapture(std::move(graph));
    return Result::Success;
  });
}

Result tessera::sim::cuStreamEndCapture(StreamHandle handle,
                                        GraphHandle *made) {
  return onStream(handle,
                  [&](Process &process, Context &context, Stream &stream) {
                    std::shared_ptr<Graph> graph = stream.capture();
                    if (!made || !graph || graph->origin != &stream)
                      return Result::InvalidValue;
                    context.endCapture(*graph);
                    graph->origin = nullptr;
                    *made = process.graphs.add(std::move(graph));
                    return Result::Success;
                  });
}

Result tessera::sim::cuThreadExchangeStreamCaptureMode(int *mode) {
  static thread_local int current = 0;
  if (!mode || *mode < 0 || *mode >= captureModes)
    return Result::InvalidValue;
  std::swap(*mode, current);
  return Result::Success;
}

Result tessera::sim::cuStreamIsCapturing(StreamHandle handle, int *status) {
  return onStream(handle, [&](Process &, Context &, Stream &stream) {
    if (!status)
      return Result::InvalidValue;
    *status = stream.capture() ? 1 : 0;
    return Result::Success;
  });
}

//===----------------------------------------------------------------------===//
// Functions of the host
//===----------------------------------------------------------------------===//

Result tessera::sim::cuStreamAddCallback(StreamHandle handle,
                                         StreamCallback callback,
                                         void *argument, unsigned) {
  return onStream(handle, [&](Process &, Context &context, Stream &stream) {
    if (!callback)
      return Result::InvalidValue;
    context.enqueue(stream, [&context, handle, callback, argument] {
      callback(handle, context.status(), argument);
    });
    return Result::Success;
  });
}

Result tessera::sim::cuLaunchHostFunc(StreamHandle handle,
                                      HostFunction function, void *argument) {
  return onStream(handle, [&](Process &, Context &context, Stream &stream) {
    if (!function)
      return Result::InvalidValue;
    context.enqueue(stream, [function, argument] { function(argument); });
    return Result::Success;
  });
}
