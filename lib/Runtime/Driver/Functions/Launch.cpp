//===- Runtime/Driver/Functions/Launch.cpp - cuLaunchKernel* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments are copied before a launch returns: clients reuse their memory.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "EntryPoints.h"

#include <algorithm>
#include <cstring>

using namespace tessera::sim;

/// The buffer of parameters that `extra` names; null without one.
static const uint8_t *findBuffer(void **extra, size_t &bytes) {
  const uint8_t *buffer = nullptr;
  for (; extra && reinterpret_cast<uintptr_t>(extra[0]) != extraEnd;
       extra += 2) {
    auto key = reinterpret_cast<uintptr_t>(extra[0]);
    if (key == extraBuffer)
      buffer = static_cast<const uint8_t *>(extra[1]);
    else if (key == extraBufferSize)
      bytes = *static_cast<const size_t *>(extra[1]);
  }
  return buffer;
}

static Result gather(const KernelFacts &kernel, void **parameters, void **extra,
                     std::vector<uint8_t> &bytes) {
  bytes.assign(kernel.parameterBytes, 0);
  size_t given = 0;
  if (const uint8_t *buffer = findBuffer(extra, given)) {
    if (given < kernel.parameterBytes)
      return Result::InvalidValue;
    std::memcpy(bytes.data(), buffer, kernel.parameterBytes);
    return Result::Success;
  }
  if (!parameters)
    return kernel.parameters.empty() ? Result::Success : Result::InvalidValue;
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (!parameters[i])
      return Result::InvalidValue;
    std::memcpy(bytes.data() + kernel.parameters[i].offset, parameters[i],
                kernel.parameters[i].size);
  }
  return Result::Success;
}

static Result checkShape(const Device &device, const Kernel &kernel,
                         const LaunchShape &shape) {
  for (unsigned i = 0; i < 3; ++i) {
    // Attributes 2 to 4 are the block's limits, 5 to 7 the grid's.
    int mostThreads = *deviceAttribute(device, 2 + int(i));
    int mostBlocks = *deviceAttribute(device, 5 + int(i));
    if (shape.block[i] == 0 || shape.block[i] > unsigned(mostThreads) ||
        shape.grid[i] == 0 || shape.grid[i] > unsigned(mostBlocks))
      return Result::InvalidValue;
  }
  return kernel.program->check(kernel.index, shape);
}

Result tessera::sim::prepareLaunch(Process &process, KernelHandle handle,
                                   const LaunchShape &shape, void **parameters,
                                   void **extra, PreparedLaunch &launch) {
  launch.kernel = process.kernels.find(handle);
  if (!launch.kernel)
    return Result::InvalidHandle;
  launch.shape = shape;
  if (Result result = checkShape(process.device, *launch.kernel, shape);
      result != Result::Success)
    return result;
  return gather(launch.kernel->facts(), parameters, extra, launch.parameters);
}

static Result launch(KernelHandle handle, const LaunchShape &shape,
                     StreamHandle stream, void **parameters, void **extra) {
  return onStream(stream, [&](Process &process, Context &context,
                              Stream &stream) {
    PreparedLaunch prepared;
    if (Result result =
            prepareLaunch(process, handle, shape, parameters, extra, prepared);
        result != Result::Success)
      return result;
    auto work = [&process, &context, prepared = std::move(prepared)] {
      process.execute(context, *prepared.kernel, prepared.shape,
                      prepared.parameters);
    };
    if (!process.launchesBlock) {
      context.enqueue(stream, std::move(work));
      return Result::Success;
    }
    context.perform(stream, std::move(work));
    return context.status();
  });
}

Result tessera::sim::cuTesseraSetLaunchBlocking(int isBlocking) {
  return inProcess([&](Process &process) {
    process.launchesBlock = isBlocking != 0;
    return Result::Success;
  });
}

Result tessera::sim::cuLaunchKernel(KernelHandle kernel, unsigned gridX,
                                    unsigned gridY, unsigned gridZ,
                                    unsigned blockX, unsigned blockY,
                                    unsigned blockZ,
                                    unsigned dynamicSharedBytes,
                                    StreamHandle stream, void **parameters,
                                    void **extra) {
  LaunchShape shape;
  shape.grid = {gridX, gridY, gridZ};
  shape.block = {blockX, blockY, blockZ};
  shape.dynamicSharedBytes = dynamicSharedBytes;
  return launch(kernel, shape, stream, parameters, extra);
}

Result tessera::sim::cuLaunchCooperativeKernel(
    KernelHandle kernel, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ,
    unsigned dynamicSharedBytes, StreamHandle stream, void **parameters) {
  LaunchShape shape;
  shape.grid = {gridX, gridY, gridZ};
  shape.block = {blockX, blockY, blockZ};
  shape.dynamicSharedBytes = dynamicSharedBytes;
  shape.isCooperative = true;
  return launch(kernel, shape, stream, parameters, nullptr);
}

Result tessera::sim::cuLaunchKernelEx(const LaunchConfig *config,
                                      KernelHandle kernel, void **parameters,
                                      void **extra) {
  if (!config || (config->numAttributes && !config->attributes))
    return Result::InvalidValue;
  LaunchShape shape;
  std::copy_n(config->grid, 3, shape.grid.begin());
  std::copy_n(config->block, 3, shape.block.begin());
  shape.dynamicSharedBytes = config->dynamicSharedBytes;
  // Other attributes tell how fast, not what.
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == attributeCooperative)
      shape.isCooperative = attribute.value.flag != 0;
    else if (attribute.id == attributeClusterExtents)
      std::copy_n(attribute.value.extents, 3, shape.cluster.begin());
  }
  return launch(kernel, shape, config->stream, parameters, extra);
}
