//===- Runtime/Driver/Functions/ContextFunctions.cpp - cuCtx* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contexts share the device's memory and differ in their streams and errors.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

using namespace tessera::sim;

//===----------------------------------------------------------------------===//
// The primary context
//===----------------------------------------------------------------------===//

template <typename Body>
static Result onPrimary(DeviceOrdinal device, Body body) {
  return inProcess([&](Process &process) {
    return device == 0 ? body(process) : Result::InvalidDevice;
  });
}

Result tessera::sim::cuDevicePrimaryCtxRetain(ContextHandle *context,
                                              DeviceOrdinal device) {
  return onPrimary(device, [&](Process &process) {
    if (!context)
      return Result::InvalidValue;
    *context = process.primary().get();
    std::lock_guard guard(process.primaryMutex);
    ++process.primaryReferences;
    return Result::Success;
  });
}

Result tessera::sim::cuDevicePrimaryCtxRelease_v2(DeviceOrdinal device) {
  return onPrimary(device, [](Process &process) {
    std::lock_guard guard(process.primaryMutex);
    if (process.primaryReferences == 0)
      return Result::InvalidContext;
    // The context stays: its memory is the process's.
    --process.primaryReferences;
    return Result::Success;
  });
}

Result tessera::sim::cuDevicePrimaryCtxSetFlags_v2(DeviceOrdinal device,
                                                   unsigned flags) {
  return onPrimary(device, [&](Process &process) {
    std::lock_guard guard(process.primaryMutex);
    process.primaryFlags = flags;
    return Result::Success;
  });
}

Result tessera::sim::cuDevicePrimaryCtxGetState(DeviceOrdinal device,
                                                unsigned *flags,
                                                int *isActive) {
  return onPrimary(device, [&](Process &process) {
    if (!flags || !isActive)
      return Result::InvalidValue;
    std::lock_guard guard(process.primaryMutex);
    *flags = process.primaryFlags;
    *isActive = process.primaryReferences != 0;
    return Result::Success;
  });
}

Result tessera::sim::cuDevicePrimaryCtxReset_v2(DeviceOrdinal device) {
  return onPrimary(device, [](Process &process) {
    std::shared_ptr<Context> context = process.primary();
    context->synchronize();
    context->clear();
    return Result::Success;
  });
}

//===----------------------------------------------------------------------===//
// Other contexts
//===----------------------------------------------------------------------===//

Result tessera::sim::cuCtxCreate_v2(ContextHandle *context, unsigned flags,
                                    DeviceOrdinal device) {
  return inProcess([&](Process &process) {
    if (!context)
      return Result::InvalidValue;
    if (device != 0)
      return Result::InvalidDevice;
    std::shared_ptr<Context> made = process.makeContext(flags);
    Process::push(made.get());
    *context = made.get();
    return Result::Success;
  });
}

Result tessera::sim::cuCtxCreate_v3(ContextHandle *context, void *, int,
                                    unsigned flags, DeviceOrdinal device) {
  return cuCtxCreate_v2(context, flags, device);
}

Result tessera::sim::cuCtxCreate_v4(ContextHandle *context, void *,
                                    unsigned flags, DeviceOrdinal device) {
  return cuCtxCreate_v2(context, flags, device);
}

Result tessera::sim::cuCtxDestroy_v2(ContextHandle handle) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Context> context = process.contexts.find(handle);
    if (!context || context == process.primaryContext)
      return Result::InvalidContext;
    context->synchronize();
    process.contexts.remove(handle);
    if (Process::current() == context.get())
      Process::pop();
    return Result::Success;
  });
}

//===----------------------------------------------------------------------===//
// The current context
//===----------------------------------------------------------------------===//

Result tessera::sim::cuCtxPushCurrent_v2(ContextHandle handle) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Context> context = process.contexts.find(handle);
    if (!context)
      return Result::InvalidContext;
    Process::push(context.get());
    return Result::Success;
  });
}

Result tessera::sim::cuCtxPopCurrent_v2(ContextHandle *context) {
  return inProcess([&](Process &) {
    Context *popped = Process::pop();
    if (!popped)
      return Result::InvalidContext;
    if (context)
      *context = popped;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxSetCurrent(ContextHandle handle) {
  return inProcess([&](Process &process) {
    if (handle && !process.contexts.find(handle))
      return Result::InvalidContext;
    Process::setCurrent(static_cast<Context *>(handle));
    return Result::Success;
  });
}

Result tessera::sim::cuCtxGetCurrent(ContextHandle *context) {
  return inProcess([&](Process &) {
    if (!context)
      return Result::InvalidValue;
    *context = Process::current();
    return Result::Success;
  });
}

/// The context of a handle, or the current one for null.
template <typename Body>
static Result onContext(ContextHandle handle, Body body) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Context> context =
        process.contexts.find(handle ? handle : Process::current());
    return context ? body(*context) : Result::InvalidContext;
  });
}

Result tessera::sim::cuCtxGetDevice_v2(DeviceOrdinal *device,
                                       ContextHandle context) {
  return onContext(context, [&](Context &) {
    if (!device)
      return Result::InvalidValue;
    *device = 0;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxGetDevice(DeviceOrdinal *device) {
  return cuCtxGetDevice_v2(device, nullptr);
}

Result tessera::sim::cuCtxGetFlags(unsigned *flags) {
  return onContext(nullptr, [&](Context &context) {
    if (!flags)
      return Result::InvalidValue;
    *flags = context.flags;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxGetId(ContextHandle handle, uint64_t *id) {
  return onContext(handle, [&](Context &context) {
    if (!id)
      return Result::InvalidValue;
    *id = context.id;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxGetApiVersion(ContextHandle handle,
                                        unsigned *version) {
  return onContext(handle, [&](Context &) {
    if (!version)
      return Result::InvalidValue;
    *version = 3020;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxSynchronize_v2(ContextHandle handle) {
  return onContext(handle, [](Context &context) {
    context.synchronize();
    return context.status();
  });
}

Result tessera::sim::cuCtxSynchronize() { return cuCtxSynchronize_v2(nullptr); }

//===----------------------------------------------------------------------===//
// Settings that change nothing here
//===----------------------------------------------------------------------===//

Result tessera::sim::cuCtxGetLimit(size_t *value, int limit) {
  // Stack, text of printf, heap of malloc: CUDA's defaults.
  constexpr size_t defaults[] = {1024, 1 << 20, 8 << 20};
  return onContext(nullptr, [&](Context &) {
    if (!value || limit < 0)
      return Result::InvalidValue;
    *value = size_t(limit) < std::size(defaults) ? defaults[limit] : 0;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxSetLimit(int limit, size_t) {
  return onContext(nullptr, [&](Context &) {
    return limit < 0 ? Result::InvalidValue : Result::Success;
  });
}

Result tessera::sim::cuCtxGetCacheConfig(int *preference) {
  return onContext(nullptr, [&](Context &) {
    if (!preference)
      return Result::InvalidValue;
    *preference = 0;
    return Result::Success;
  });
}

Result tessera::sim::cuCtxSetCacheConfig(int) {
  return onContext(nullptr, [](Context &) { return Result::Success; });
}

Result tessera::sim::cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return onContext(nullptr, [&](Context &) {
    if (least)
      *least = 0;
    if (greatest)
      *greatest = -5;
    return Result::Success;
  });
}
