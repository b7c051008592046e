//===- Runtime/Driver/Functions/PointerFunctions.cpp - what an address is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of the program that nobody has told us of is usable by kernels, so it
// has a context and a device address; it is neither device nor pinned memory.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include <cstring>

using namespace tessera::sim;

Result tessera::sim::cuMemGetAddressRange_v2(DevicePointer *base, size_t *bytes,
                                             DevicePointer address) {
  return inContext([&](Process &process, Context &) {
    std::optional<MemoryBlock> block = process.memory.find(address);
    if (!block)
      return Result::NotFound;
    if (base)
      *base = block->base;
    if (bytes)
      *bytes = block->size;
    return Result::Success;
  });
}

template <typename Value> static Result put(void *to, Value value) {
  std::memcpy(to, &value, sizeof(value));
  return Result::Success;
}

static Result getAttribute(Process &process, void *value,
                           PointerAttribute attribute, DevicePointer address) {
  std::optional<MemoryBlock> block = process.memory.find(address);
  if (!block && (process.memory.isReserved(address) ||
                 !process.memory.mayAccess(address, 1, false)))
    return Result::InvalidValue;
  using enum PointerAttribute;
  switch (attribute) {
  case Context:
    return put<void *>(value, process.primary().get());
  case DevicePointer:
    return put(value, address);
  case DeviceOrdinal:
    return put(value, int(0));
  default:
    break;
  }
  if (!block)
    return Result::InvalidValue;
  bool isHost =
      block->kind == BlockKind::Host || block->kind == BlockKind::Registered;
  switch (attribute) {
  case MemoryType:
    return put(value, isHost ? memoryTypeHost : memoryTypeDevice);
  case HostPointer:
    // Device memory is hidden from the host's code, though it could be read.
    if (block->kind == BlockKind::Device)
      return Result::InvalidValue;
    return put(value, address);
  case BufferId:
  case MemoryBlockId:
    return put(value, block->number);
  case IsManaged:
    return put(value, unsigned(block->kind == BlockKind::Managed));
  case RangeStart:
  case MappingBase:
    return put(value, block->base);
  case RangeSize:
  case MappingSize:
    return put(value, block->size);
  case Mapped:
    return put(value, unsigned(1));
  case AccessFlags:
    return put(value, unsigned(3));
  case SyncMemops:
  case IsLegacyIpcCapable:
  case IsGpuDirectCapable:
    return put(value, unsigned(0));
  case AllowedHandleTypes:
    return put(value, uint64_t(0));
  case MemoryPool:
    return put<void *>(value, nullptr);
  default:
    return Result::InvalidValue;
  }
}

Result tessera::sim::cuPointerGetAttribute(void *value,
                                           PointerAttribute attribute,
                                           DevicePointer address) {
  return inProcess([&](Process &process) {
    return value ? getAttribute(process, value, attribute, address)
                 : Result::InvalidValue;
  });
}

Result tessera::sim::cuPointerGetAttributes(unsigned count,
                                            PointerAttribute *attributes,
                                            void **values,
                                            DevicePointer address) {
  return inProcess([&](Process &process) {
    if (!attributes || !values)
      return Result::InvalidValue;
    // What an address does not have is 0, and no failure.
    for (unsigned i = 0; i < count; ++i)
      if (getAttribute(process, values[i], attributes[i], address) !=
          Result::Success)
        put(values[i], 0);
    return Result::Success;
  });
}

Result tessera::sim::cuPointerSetAttribute(const void *value,
                                           PointerAttribute attribute,
                                           DevicePointer address) {
  return inProcess([&](Process &process) {
    return value && attribute == PointerAttribute::SyncMemops &&
                   process.memory.find(address)
               ? Result::Success
               : Result::InvalidValue;
  });
}
