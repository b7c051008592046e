//===- Runtime/Cuda/Driver.h - libcuda, opened at run time ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few functions of the CUDA driver API that launching needs, declared by
// what they take (public documentation of the driver API).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CUDA_DRIVER_H
#define TESSERA_LIB_RUNTIME_CUDA_DRIVER_H

#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>

namespace tessera::cuda {

using Device = int;
using DevicePointer = uint64_t;
using Handle = void *;

/// What cuLaunchKernelEx takes.
struct LaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    int flag;
  } value;
};
struct LaunchConfig {
  unsigned grid[3], block[3], dynamicSharedBytes;
  Handle stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

/// Name in this struct, exported name, parameters.
#define TESSERA_CUDA_FUNCTIONS(F)                                              \
  F(init, "cuInit", (unsigned))                                                \
  F(errorString, "cuGetErrorString", (int, const char **))                     \
  F(deviceGet, "cuDeviceGet", (Device *, int))                                 \
  F(deviceAttribute, "cuDeviceGetAttribute", (int *, int, Device))             \
  F(contextRetain, "cuDevicePrimaryCtxRetain", (Handle *, Device))             \
  F(contextRelease, "cuDevicePrimaryCtxRelease_v2", (Device))                  \
  F(contextSetCurrent, "cuCtxSetCurrent", (Handle))                            \
  F(synchronize, "cuCtxSynchronize", ())                                       \
  F(moduleLoad, "cuModuleLoadDataEx",                                          \
    (Handle *, const void *, unsigned, int *, void **))                        \
  F(moduleUnload, "cuModuleUnload", (Handle))                                  \
  F(moduleFunction, "cuModuleGetFunction", (Handle *, Handle, const char *))   \
  F(functionAttribute, "cuFuncSetAttribute", (Handle, int, int))               \
  F(allocate, "cuMemAlloc_v2", (DevicePointer *, size_t))                      \
  F(release, "cuMemFree_v2", (DevicePointer))                                  \
  F(copyToDevice, "cuMemcpyHtoD_v2", (DevicePointer, const void *, size_t))    \
  F(copyToHost, "cuMemcpyDtoH_v2", (void *, DevicePointer, size_t))            \
  F(launch, "cuLaunchKernelEx",                                                \
    (const LaunchConfig *, Handle, void **, void **))

/// The loaded library. Never closed: the driver keeps threads of its own.
struct Driver {
#define TESSERA_CUDA_MEMBER(NAME, SYMBOL, PARAMETERS)                          \
  int(*NAME) PARAMETERS = nullptr;
  TESSERA_CUDA_FUNCTIONS(TESSERA_CUDA_MEMBER)
#undef TESSERA_CUDA_MEMBER

  /// Fails when there is no libcuda.so.1, when it lacks a function, and when
  /// it finds no device.
  static llvm::Expected<Driver> open();

  /// Success, or "WHAT: the driver's text".
  llvm::Error check(int status, const llvm::Twine &what) const;
};

} // namespace tessera::cuda

#endif // TESSERA_LIB_RUNTIME_CUDA_DRIVER_H
