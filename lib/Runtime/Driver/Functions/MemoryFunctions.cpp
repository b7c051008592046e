//===- Runtime/Driver/Functions/MemoryFunctions.cpp - cuMemAlloc* and cuMemHost* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocations of every kind are blocks of the memory table. What frees one
// waits for the work that may use it.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::sim;

static Result allocate(Process &process, BlockKind kind, DevicePointer *address,
                       size_t bytes, unsigned flags = 0) {
  if (!address || bytes == 0)
    return Result::InvalidValue;
  *address = process.memory.allocate(kind, bytes, flags);
  return *address ? Result::Success : Result::OutOfMemory;
}

static constexpr BlockKind deviceKinds[] = {BlockKind::Device,
                                            BlockKind::Managed};

//===----------------------------------------------------------------------===//
// Device memory
//===----------------------------------------------------------------------===//

Result tessera::sim::cuMemAlloc_v2(DevicePointer *address, size_t bytes) {
  return inContext([&](Process &process, Context &) {
    return allocate(process, BlockKind::Device, address, bytes);
  });
}

Result tessera::sim::cuMemAllocPitch_v2(DevicePointer *address, size_t *pitch,
                                        size_t width, size_t height, unsigned) {
  return inContext([&](Process &process, Context &) {
    uint64_t row, bytes;
    if (!pitch || __builtin_add_overflow(width, uint64_t(511), &row) ||
        __builtin_mul_overflow(alignDown(row, 512), uint64_t(height), &bytes))
      return Result::InvalidValue;
    *pitch = alignDown(row, 512);
    return allocate(process, BlockKind::Device, address, bytes);
  });
}

Result tessera::sim::cuMemAllocManaged(DevicePointer *address, size_t bytes,
                                       unsigned flags) {
  return inContext([&](Process &process, Context &) {
    return allocate(process, BlockKind::Managed, address, bytes, flags);
  });
}

Result tessera::sim::cuMemAllocAsync(DevicePointer *address, size_t bytes,
                                     StreamHandle stream) {
  // The memory is there at once, which is earlier than the stream's order asks.
  return onStream(stream, [&](Process &process, Context &, Stream &) {
    return allocate(process, BlockKind::Device, address, bytes);
  });
}

Result tessera::sim::cuMemAllocFromPoolAsync(DevicePointer *address,
                                             size_t bytes, PoolHandle,
                                             StreamHandle stream) {
  return cuMemAllocAsync(address, bytes, stream);
}

Result tessera::sim::cuMemFree_v2(DevicePointer address) {
  return inContext([&](Process &process, Context &context) {
    if (address == 0)
      return Result::Success;
    context.synchronize();
    return process.memory.remove(address, deviceKinds) ? Result::Success
                                                       : Result::InvalidValue;
  });
}

Result tessera::sim::cuMemFreeAsync(DevicePointer address,
                                    StreamHandle handle) {
  return onStream(handle, [&](Process &process, Context &context,
                              Stream &stream) {
    std::optional<MemoryBlock> block = process.memory.find(address);
    if (!block || block->base != address || block->kind != BlockKind::Device)
      return Result::InvalidValue;
    context.enqueue(stream, [&process, address] {
      process.memory.remove(address, deviceKinds);
    });
    return Result::Success;
  });
}

Result tessera::sim::cuMemGetInfo_v2(size_t *free, size_t *total) {
  return inContext([&](Process &process, Context &) {
    if (!free || !total)
      return Result::InvalidValue;
    *total = process.memory.limit();
    *free = *total - process.memory.used();
    return Result::Success;
  });
}

//===----------------------------------------------------------------------===//
// Host memory
//===----------------------------------------------------------------------===//

Result tessera::sim::cuMemHostAlloc(void **address, size_t bytes,
                                    unsigned flags) {
  return inContext([&](Process &process, Context &) {
    if (!address)
      return Result::InvalidValue;
    DevicePointer made = 0;
    Result result = allocate(process, BlockKind::Host, &made, bytes, flags);
    *address = reinterpret_cast<void *>(made);
    return result;
  });
}

Result tessera::sim::cuMemAllocHost_v2(void **address, size_t bytes) {
  return cuMemHostAlloc(address, bytes, 0);
}

Result tessera::sim::cuMemFreeHost(void *address) {
  return inContext([&](Process &process, Context &context) {
    context.synchronize();
    return process.memory.remove(reinterpret_cast<uintptr_t>(address),
                                 BlockKind::Host)
               ? Result::Success
               : Result::InvalidValue;
  });
}

Result tessera::sim::cuMemHostGetDevicePointer_v2(DevicePointer *address,
                                                  void *host, unsigned) {
  return inContext([&](Process &process, Context &) {
    auto value = reinterpret_cast<uintptr_t>(host);
    if (!address || !process.memory.find(value))
      return Result::InvalidValue;
    *address = value;
    return Result::Success;
  });
}

Result tessera::sim::cuMemHostGetFlags(unsigned *flags, void *host) {
  return inContext([&](Process &process, Context &) {
    std::optional<MemoryBlock> block =
        process.memory.find(reinterpret_cast<uintptr_t>(host));
    if (!flags || !block)
      return Result::InvalidValue;
    *flags = block->flags;
    return Result::Success;
  });
}

Result tessera::sim::cuMemHostRegister_v2(void *address, size_t bytes,
                                          unsigned flags) {
  return inContext([&](Process &process, Context &) {
    MemoryBlock block;
    block.base = reinterpret_cast<uintptr_t>(address);
    block.size = bytes;
    block.kind = BlockKind::Registered;
    block.flags = flags;
    if (bytes == 0 || !process.memory.mayAccess(block.base, bytes, false))
      return Result::InvalidValue;
    return process.memory.add(std::move(block)) ? Result::Success
                                                : Result::AlreadyRegistered;
  });
}

Result tessera::sim::cuMemHostUnregister(void *address) {
  return inContext([&](Process &process, Context &context) {
    context.synchronize();
    return process.memory.remove(reinterpret_cast<uintptr_t>(address),
                                 BlockKind::Registered)
               ? Result::Success
               : Result::NotRegistered;
  });
}

Result tessera::sim::cuTesseraShareMemory(void *address, size_t bytes,
                                          const char *name) {
  return inProcess([&](Process &process) {
    MemoryBlock block;
    block.base = reinterpret_cast<uintptr_t>(address);
    block.size = bytes;
    block.kind = BlockKind::Registered;
    if (!name || bytes == 0)
      return Result::InvalidValue;
    block.name = name;
    process.memory.share(std::move(block));
    return Result::Success;
  });
}

Result tessera::sim::cuTesseraForgetMemory(void *address) {
  return inProcess([&](Process &process) {
    process.memory.remove(reinterpret_cast<uintptr_t>(address),
                          BlockKind::Registered);
    return Result::Success;
  });
}

//===----------------------------------------------------------------------===//
// Pools: there is one, which keeps nothing
//===----------------------------------------------------------------------===//

Result tessera::sim::cuDeviceGetDefaultMemPool(PoolHandle *pool,
                                               DeviceOrdinal device) {
  return inProcess([&](Process &process) {
    if (!pool)
      return Result::InvalidValue;
    if (device != 0)
      return Result::InvalidDevice;
    *pool = &process.memory;
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceGetMemPool(PoolHandle *pool,
                                        DeviceOrdinal device) {
  return cuDeviceGetDefaultMemPool(pool, device);
}

static Result checkPool(PoolHandle pool) {
  return inProcess([&](Process &process) {
    return pool == &process.memory ? Result::Success : Result::InvalidValue;
  });
}

Result tessera::sim::cuMemPoolTrimTo(PoolHandle pool, size_t) {
  return checkPool(pool);
}

Result tessera::sim::cuMemPoolSetAttribute(PoolHandle pool, int, void *) {
  return checkPool(pool);
}
