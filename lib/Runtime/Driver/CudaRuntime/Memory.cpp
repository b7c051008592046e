//===- Runtime/Driver/CudaRuntime/Memory.cpp - memory of programs of nvcc -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of copies are not looked at: all memory is the process's.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace tessera::sim;

static DevicePointer addressOf(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// The same for what gives an address; no bytes are no memory and no failure.
template <typename Body>
static int allocate(void **address, size_t bytes, Body body) {
  return inRuntime([&] {
    if (!address)
      return Result::InvalidValue;
    DevicePointer made = 0;
    Result result = bytes ? body(&made) : Result::Success;
    *address = reinterpret_cast<void *>(made);
    return result;
  });
}

int tessera::sim::cudaMalloc(void **address, size_t bytes) {
  return allocate(address, bytes, [&](DevicePointer *made) {
    return cuMemAlloc_v2(made, bytes);
  });
}

int tessera::sim::cudaMallocManaged(void **address, size_t bytes,
                                    unsigned flags) {
  return allocate(address, bytes, [&](DevicePointer *made) {
    return cuMemAllocManaged(made, bytes, flags);
  });
}

int tessera::sim::cudaMallocAsync(void **address, size_t bytes,
                                  StreamHandle stream) {
  return allocate(address, bytes, [&](DevicePointer *made) {
    return cuMemAllocAsync(made, bytes, stream);
  });
}

int tessera::sim::cudaHostAlloc(void **address, size_t bytes, unsigned flags) {
  return inRuntime([&] { return cuMemHostAlloc(address, bytes, flags); });
}

int tessera::sim::cudaMallocHost(void **address, size_t bytes) {
  return cudaHostAlloc(address, bytes, 0);
}

int tessera::sim::cudaFree(void *address) {
  return inRuntime([&] { return cuMemFree_v2(addressOf(address)); });
}

int tessera::sim::cudaFreeHost(void *address) {
  return inRuntime(
      [&] { return address ? cuMemFreeHost(address) : Result::Success; });
}

int tessera::sim::cudaFreeAsync(void *address, StreamHandle stream) {
  return inRuntime([&] { return cuMemFreeAsync(addressOf(address), stream); });
}

int tessera::sim::cudaMemcpy(void *to, const void *from, size_t bytes, int) {
  return inRuntime(
      [&] { return cuMemcpy(addressOf(to), addressOf(from), bytes); });
}

int tessera::sim::cudaMemcpyAsync(void *to, const void *from, size_t bytes, int,
                                  StreamHandle stream) {
  // As the driver does for the direction that is known to need it.
  return inRuntime(
      [&] { return cuMemcpyHtoDAsync_v2(addressOf(to), from, bytes, stream); });
}

int tessera::sim::cudaMemset(void *to, int value, size_t bytes) {
  return inRuntime([&] {
    return cuMemsetD8_v2(addressOf(to), static_cast<unsigned char>(value),
                         bytes);
  });
}

int tessera::sim::cudaMemsetAsync(void *to, int value, size_t bytes,
                                  StreamHandle stream) {
  return inRuntime([&] {
    return cuMemsetD8Async(addressOf(to), static_cast<unsigned char>(value),
                           bytes, stream);
  });
}

int tessera::sim::cudaMemGetInfo(size_t *free, size_t *total) {
  return inRuntime([&] { return cuMemGetInfo_v2(free, total); });
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The place of `bytes` bytes of a variable.
static int findPart(const void *symbol, size_t offset, size_t bytes,
                    DevicePointer &address) {
  size_t size = 0;
  if (int failure = findVariable(symbol, address, size))
    return failure;
  if (offset > size || bytes > size - offset)
    return int(Result::InvalidValue);
  address += offset;
  return 0;
}

int tessera::sim::cudaMemcpyToSymbol(const void *symbol, const void *from,
                                     size_t bytes, size_t offset, int kind) {
  DevicePointer address = 0;
  if (int failure = findPart(symbol, offset, bytes, address))
    return remember(failure);
  return cudaMemcpy(reinterpret_cast<void *>(address), from, bytes, kind);
}

int tessera::sim::cudaMemcpyFromSymbol(void *to, const void *symbol,
                                       size_t bytes, size_t offset, int kind) {
  DevicePointer address = 0;
  if (int failure = findPart(symbol, offset, bytes, address))
    return remember(failure);
  return cudaMemcpy(to, reinterpret_cast<void *>(address), bytes, kind);
}

int tessera::sim::cudaGetSymbolAddress(void **address, const void *symbol) {
  DevicePointer found = 0;
  size_t bytes = 0;
  if (int failure = findVariable(symbol, found, bytes))
    return remember(failure);
  *address = reinterpret_cast<void *>(found);
  return 0;
}

int tessera::sim::cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  DevicePointer found = 0;
  return remember(findVariable(symbol, found, *bytes));
}
