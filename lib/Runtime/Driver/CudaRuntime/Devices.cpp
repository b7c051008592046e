//===- Runtime/Driver/CudaRuntime/Devices.cpp - the device and errors, for programs of nvcc -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one device. The last error is the thread's.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstring>

using namespace tessera::sim;

/// The version that this library's functions are of.
static constexpr int runtimeVersion = 13000;
static constexpr size_t propertiesBytes = 1008, nameBytes = 256,
                        uuidOffset = 256, memoryOffset = 288;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static int &lastError() {
  static thread_local int code = 0;
  return code;
}

int tessera::sim::remember(int code) {
  if (code)
    lastError() = code;
  return code;
}

int tessera::sim::cudaPeekAtLastError() { return lastError(); }

int tessera::sim::cudaGetLastError() {
  int code = lastError();
  lastError() = 0;
  return code;
}

const char *tessera::sim::cudaGetErrorString(int code) {
  if (code == invalidSymbol)
    return "invalid device symbol";
  if (code == invalidDeviceFunction)
    return "invalid device function";
  const char *text = nullptr;
  cuGetErrorString(Result(code), &text);
  return text ? text : "unrecognized error code";
}

const char *tessera::sim::cudaGetErrorName(int code) {
  switch (code) {
  case 0:
    return "cudaSuccess";
  case invalidSymbol:
    return "cudaErrorInvalidSymbol";
  case invalidDeviceFunction:
    return "cudaErrorInvalidDeviceFunction";
  default:
    break;
  }
  // The driver's name: the runtime's own spelling differs.
  const char *name = nullptr;
  cuGetErrorName(Result(code), &name);
  return name ? name : "unrecognized error code";
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

int tessera::sim::startRuntime() {
  static thread_local bool isStarted = false;
  ContextHandle current = nullptr;
  if (isStarted)
    return 0;
  if (Result result = cuInit(0); result != Result::Success)
    return int(result);
  cuCtxGetCurrent(&current);
  if (!current) {
    if (Result result = cuDevicePrimaryCtxRetain(&current, 0);
        result != Result::Success)
      return int(result);
    cuCtxSetCurrent(current);
  }
  isStarted = true;
  return 0;
}

int tessera::sim::cudaGetDeviceCount(int *count) {
  return inRuntime([&] { return cuDeviceGetCount(count); });
}

int tessera::sim::cudaGetDevice(int *device) {
  return inRuntime([&] { return cuCtxGetDevice(device); });
}

int tessera::sim::cudaSetDevice(int device) {
  return inRuntime(
      [&] { return device == 0 ? Result::Success : Result::InvalidDevice; });
}

int tessera::sim::cudaDeviceGetAttribute(int *value, int attribute,
                                         int device) {
  return inRuntime(
      [&] { return cuDeviceGetAttribute(value, attribute, device); });
}

int tessera::sim::cudaGetDeviceProperties(void *properties, int device) {
  return inRuntime([&] {
    if (!properties)
      return Result::InvalidValue;
    auto *bytes = static_cast<char *>(properties);
    std::memset(bytes, 0, propertiesBytes);
    size_t memory = 0;
    if (Result result = cuDeviceGetName(bytes, nameBytes, device);
        result != Result::Success)
      return result;
    cuDeviceGetUuid_v2(reinterpret_cast<Uuid *>(bytes + uuidOffset), device);
    cuDeviceTotalMem_v2(&memory, device);
    std::memcpy(bytes + memoryOffset, &memory, sizeof(memory));
    // Both widths are little-endian: the low bytes of a wide value.
    auto put = [&](size_t offset, size_t width, int attribute) {
      int value = 0;
      cuDeviceGetAttribute(&value, attribute, device);
      uint64_t wide = uint64_t(value);
      std::memcpy(bytes + offset, &wide, width);
    };
#define TESSERA_PROPERTY(OFFSET, BYTES, ATTRIBUTE)                             \
  put(OFFSET, BYTES, ATTRIBUTE);
#include "Properties.def"
    return Result::Success;
  });
}

int tessera::sim::cudaDeviceSynchronize() {
  return inRuntime([] { return cuCtxSynchronize(); });
}

int tessera::sim::cudaDeviceReset() {
  return inRuntime([] { return cuDevicePrimaryCtxReset_v2(0); });
}

int tessera::sim::cudaDriverGetVersion(int *version) {
  return remember(cuDriverGetVersion(version));
}

int tessera::sim::cudaRuntimeGetVersion(int *version) {
  if (!version)
    return remember(Result::InvalidValue);
  *version = runtimeVersion;
  return 0;
}

int tessera::sim::cudaGetDriverEntryPointByVersion(const char *name,
                                                   void **function,
                                                   unsigned version,
                                                   unsigned long long flags,
                                                   int *status) {
  int answer = 0;
  Result result =
      cuGetProcAddress_v2(name, function, int(version), flags, &answer);
  if (status)
    *status = answer;
  // That there is none is an answer, not a failure.
  return result == Result::NotFound ? 0 : remember(result);
}

int tessera::sim::cudaGetDriverEntryPoint(const char *name, void **function,
                                          unsigned long long flags,
                                          int *status) {
  return cudaGetDriverEntryPointByVersion(name, function, runtimeVersion, flags,
                                          status);
}
