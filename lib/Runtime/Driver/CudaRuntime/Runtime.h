//===- Runtime/Driver/CudaRuntime/Runtime.h - the CUDA runtime over the driver -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of nvcc do not call the driver but a library above it, which knows
// kernels by the addresses of host functions and makes contexts by itself. This
// is that library, over our driver. Its statuses are the driver's numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_CUDARUNTIME_RUNTIME_H
#define TESSERA_LIB_RUNTIME_DRIVER_CUDARUNTIME_RUNTIME_H

#include "Runtime/Driver/Functions/EntryPoints.h"
#include "Runtime/Driver/Types.h"

namespace tessera::sim {

/// dim3.
struct Extents {
  unsigned x, y, z;
};

/// cudaLaunchConfig_t.
struct RuntimeLaunchConfig {
  Extents grid, block;
  size_t dynamicSharedBytes;
  StreamHandle stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

/// cudaFuncAttributes of CUDA 13, as far as it is filled in.
struct RuntimeFunctionAttributes {
  size_t sharedBytes, constBytes, localBytes;
  int maxThreads, registers, ptxVersion, binaryVersion, cacheMode,
      maxDynamicShared;
  char rest[96];
};

/// Statuses that only the runtime has.
constexpr int invalidSymbol = 13, invalidDeviceFunction = 98;

/// Keeps a failure as the thread's last error, and passes it on.
int remember(int code);
inline int remember(Result code) { return remember(int(code)); }

/// Starts the driver and makes the primary context current, where that has not
/// happened on this thread.
int startRuntime();

/// Calls the driver and keeps its failure. The call may be a thread's first.
template <typename Body> int inRuntime(Body body) {
  if (int failure = startRuntime())
    return remember(failure);
  return remember(body());
}

/// The kernel that stands for a host function; its code is loaded when it is
/// first asked for.
int findKernel(const void *function, KernelHandle &kernel);
/// The memory of a variable of the device.
int findVariable(const void *variable, DevicePointer &address, size_t &bytes);

} // namespace tessera::sim

extern "C" {
namespace tessera::sim {
#define TESSERA_CUDART_FUNCTION(SYMBOL, PARAMETERS) int SYMBOL PARAMETERS;
#define TESSERA_CUDART_OTHER(SYMBOL, RESULT, PARAMETERS)                       \
  RESULT SYMBOL PARAMETERS;
#include "Functions.def"
} // namespace tessera::sim
}

#endif // TESSERA_LIB_RUNTIME_DRIVER_CUDARUNTIME_RUNTIME_H
