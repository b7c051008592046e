//===- Runtime/Driver/Types.h - what the driver API passes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and numbers of the public interface of the CUDA driver, written from
// its public documentation. Handles are addresses of our objects, which are
// only followed after a table of live ones has confirmed them (Handles.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_TYPES_H
#define TESSERA_LIB_RUNTIME_DRIVER_TYPES_H

#include <cstddef>
#include <cstdint>

namespace tessera::sim {

enum class Result : int {
#define TESSERA_CUDA_ERROR(NAME, CODE, TEXT, EXPLANATION) NAME = CODE,
#include "Errors.def"
};

using DevicePointer = uint64_t;
using DeviceOrdinal = int;
using ContextHandle = void *;
using StreamHandle = void *;
using EventHandle = void *;
using ModuleHandle = void *;
using LibraryHandle = void *;
/// A CUfunction or a CUkernel: clients cast one to the other.
using KernelHandle = void *;
using PoolHandle = void *;
using GraphHandle = void *;
using GraphNodeHandle = void *;
using GraphExecHandle = void *;
using HostFunction = void (*)(void *argument);
using StreamCallback = void (*)(StreamHandle stream, Result status,
                                void *argument);

/// The values of streams that are not handles.
constexpr uintptr_t legacyStreamValue = 1, threadStreamValue = 2;

/// CUuuid.
struct Uuid {
  unsigned char bytes[16];
};

/// CUlaunchAttribute.
struct LaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    unsigned extents[3];
    int flag;
  } value;
};
constexpr int attributeCooperative = 2, attributeClusterExtents = 4;

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3], block[3], dynamicSharedBytes;
  StreamHandle stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

/// CUDA_KERNEL_NODE_PARAMS, first version.
struct KernelNodeParameters {
  KernelHandle function;
  unsigned grid[3], block[3], dynamicSharedBytes;
  void **parameters, **extra;
};
/// The second version, which has a CUkernel where `first.function` is null.
struct KernelNodeParameters2 {
  KernelNodeParameters first;
  KernelHandle kernel;
  ContextHandle context;
};
/// CUDA_MEMSET_NODE_PARAMS.
struct MemsetNodeParameters {
  DevicePointer to;
  size_t pitch;
  unsigned value, elementBytes;
  size_t width, height;
};
/// CUDA_MEM_ALLOC_NODE_PARAMS.
struct MemAllocNodeParameters {
  char poolProperties[88];
  const void *access;
  size_t accessCount, bytes;
  DevicePointer address;
};

/// The keys of the parameter `extra` of launches.
constexpr uintptr_t extraEnd = 0, extraBuffer = 1, extraBufferSize = 2;

/// CU_POINTER_ATTRIBUTE_*.
enum class PointerAttribute : int {
  Context = 1,
  MemoryType = 2,
  DevicePointer = 3,
  HostPointer = 4,
  SyncMemops = 6,
  BufferId = 7,
  IsManaged = 8,
  DeviceOrdinal = 9,
  IsLegacyIpcCapable = 10,
  RangeStart = 11,
  RangeSize = 12,
  Mapped = 13,
  AllowedHandleTypes = 14,
  IsGpuDirectCapable = 15,
  AccessFlags = 16,
  MemoryPool = 17,
  MappingSize = 18,
  MappingBase = 19,
  MemoryBlockId = 20,
};
constexpr unsigned memoryTypeHost = 1, memoryTypeDevice = 2;

/// CU_EVENT_*.
constexpr unsigned eventDisableTiming = 2;
/// CU_STREAM_NON_BLOCKING.
constexpr unsigned streamNonBlocking = 1;

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_TYPES_H
