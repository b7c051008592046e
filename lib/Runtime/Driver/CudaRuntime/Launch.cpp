//===- Runtime/Driver/CudaRuntime/Launch.cpp - kernels by host functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch `kernel<<<grid, block>>>(...)` is compiled to a call that stores the
// configuration, and a call of a host function that takes it back and launches.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <vector>

using namespace tessera::sim;

namespace {
struct Configuration {
  Extents grid, block;
  size_t dynamicSharedBytes;
  StreamHandle stream;
};
} // namespace

static std::vector<Configuration> &configurations() {
  static thread_local std::vector<Configuration> stack;
  return stack;
}

unsigned tessera::sim::__cudaPushCallConfiguration(Extents grid, Extents block,
                                                   size_t dynamicSharedBytes,
                                                   StreamHandle stream) {
  configurations().push_back({grid, block, dynamicSharedBytes, stream});
  return 0;
}

int tessera::sim::__cudaPopCallConfiguration(Extents *grid, Extents *block,
                                             size_t *dynamicSharedBytes,
                                             StreamHandle *stream) {
  if (configurations().empty())
    return remember(Result::InvalidValue);
  Configuration last = configurations().back();
  configurations().pop_back();
  *grid = last.grid;
  *block = last.block;
  *dynamicSharedBytes = last.dynamicSharedBytes;
  *stream = last.stream;
  return 0;
}

int tessera::sim::__cudaGetKernel(KernelHandle *kernel, const void *function) {
  // A failure is the error of the launch that follows.
  return findKernel(function, *kernel);
}

static int launch(KernelHandle kernel, const RuntimeLaunchConfig &given,
                  void **arguments) {
  LaunchConfig config{{given.grid.x, given.grid.y, given.grid.z},
                      {given.block.x, given.block.y, given.block.z},
                      unsigned(given.dynamicSharedBytes),
                      given.stream,
                      given.attributes,
                      given.numAttributes};
  Result result = cuLaunchKernelEx(&config, kernel, arguments, nullptr);
  return remember(result == Result::InvalidHandle && !kernel
                      ? invalidDeviceFunction
                      : int(result));
}

int tessera::sim::__cudaLaunchKernel(KernelHandle kernel, Extents grid,
                                     Extents block, void **arguments,
                                     size_t dynamicSharedBytes,
                                     StreamHandle stream) {
  if (int failure = startRuntime())
    return remember(failure);
  return launch(kernel, {grid, block, dynamicSharedBytes, stream, nullptr, 0},
                arguments);
}

int tessera::sim::cudaLaunchKernelExC(const RuntimeLaunchConfig *config,
                                      const void *function, void **arguments) {
  KernelHandle kernel = nullptr;
  if (!config)
    return remember(Result::InvalidValue);
  if (int failure = findKernel(function, kernel))
    return remember(failure);
  return launch(kernel, *config, arguments);
}

int tessera::sim::cudaLaunchKernel(const void *function, Extents grid,
                                   Extents block, void **arguments,
                                   size_t dynamicSharedBytes,
                                   StreamHandle stream) {
  RuntimeLaunchConfig config{grid,   block,   dynamicSharedBytes,
                             stream, nullptr, 0};
  return cudaLaunchKernelExC(&config, function, arguments);
}

int tessera::sim::cudaLaunchCooperativeKernel(const void *function,
                                              Extents grid, Extents block,
                                              void **arguments,
                                              size_t dynamicSharedBytes,
                                              StreamHandle stream) {
  LaunchAttribute cooperative{attributeCooperative, {}, {}};
  cooperative.value.flag = 1;
  RuntimeLaunchConfig config{grid,   block,        dynamicSharedBytes,
                             stream, &cooperative, 1};
  return cudaLaunchKernelExC(&config, function, arguments);
}

int tessera::sim::cudaFuncSetAttribute(const void *function, int attribute,
                                       int value) {
  KernelHandle kernel = nullptr;
  if (int failure = findKernel(function, kernel))
    return remember(failure);
  return remember(cuFuncSetAttribute(kernel, attribute, value));
}

int tessera::sim::cudaFuncGetAttributes(RuntimeFunctionAttributes *attributes,
                                        const void *function) {
  KernelHandle kernel = nullptr;
  if (!attributes)
    return remember(Result::InvalidValue);
  if (int failure = findKernel(function, kernel))
    return remember(failure);
  *attributes = {};
  // In the order of the driver's attributes.
  int values[9] = {};
  for (int i = 0; i < 9; ++i)
    cuFuncGetAttribute(&values[i], i, kernel);
  attributes->maxThreads = values[0];
  attributes->sharedBytes = size_t(values[1]);
  attributes->constBytes = size_t(values[2]);
  attributes->localBytes = size_t(values[3]);
  attributes->registers = values[4];
  attributes->ptxVersion = values[5];
  attributes->binaryVersion = values[6];
  attributes->maxDynamicShared = values[8];
  return 0;
}

int tessera::sim::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, const void *function, int threads, size_t dynamicSharedBytes) {
  KernelHandle kernel = nullptr;
  if (int failure = findKernel(function, kernel))
    return remember(failure);
  return remember(cuOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, kernel, threads, dynamicSharedBytes));
}
