//===- Runtime/Driver/Functions/StreamFunctions.cpp - cuStream* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams are never captured into graphs.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

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
    return stream.isIdle() ? Result::Success : Result::NotReady;
  });
}

Result tessera::sim::cuStreamSynchronize(StreamHandle handle) {
  return onStream(handle, [](Process &, Context &context, Stream &stream) {
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

Result tessera::sim::cuStreamIsCapturing(StreamHandle handle, int *status) {
  return onStream(handle, [&](Process &, Context &, Stream &) {
    if (!status)
      return Result::InvalidValue;
    *status = 0;
    return Result::Success;
  });
}

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
