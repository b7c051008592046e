//===- Runtime/Driver/Functions/KernelFunctions.cpp - cuKernel*, cuFunc* and cuOccupancy* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUkernel and its CUfunction are the same handle.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

using namespace tessera::sim;

template <typename Body>
static Result onKernel(KernelHandle handle, Body body) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Kernel> kernel = process.kernels.find(handle);
    return kernel ? body(process, *kernel) : Result::InvalidHandle;
  });
}

/// Stores `value` where `to` allows it.
template <typename Value> static Result give(Value *to, Value value) {
  if (!to)
    return Result::InvalidValue;
  *to = value;
  return Result::Success;
}

Result tessera::sim::cuKernelGetFunction(KernelHandle *function,
                                         KernelHandle kernel) {
  return onKernel(kernel,
                  [&](Process &, Kernel &) { return give(function, kernel); });
}

Result tessera::sim::cuKernelGetLibrary(LibraryHandle *library,
                                        KernelHandle kernel) {
  return onKernel(kernel, [&](Process &, Kernel &found) {
    return give(library, found.library);
  });
}

Result tessera::sim::cuFuncGetModule(ModuleHandle *module,
                                     KernelHandle kernel) {
  return cuKernelGetLibrary(module, kernel);
}

Result tessera::sim::cuKernelGetName(const char **name, KernelHandle kernel) {
  return onKernel(kernel, [&](Process &, Kernel &found) {
    return give(name, found.facts().name.c_str());
  });
}

Result tessera::sim::cuFuncGetName(const char **name, KernelHandle kernel) {
  return cuKernelGetName(name, kernel);
}

Result tessera::sim::cuKernelGetParamInfo(KernelHandle kernel, size_t index,
                                          size_t *offset, size_t *bytes) {
  return onKernel(kernel, [&](Process &, Kernel &found) {
    const std::vector<KernelParameter> &parameters = found.facts().parameters;
    if (!offset || index >= parameters.size())
      return Result::InvalidValue;
    *offset = parameters[index].offset;
    if (bytes)
      *bytes = parameters[index].size;
    return Result::Success;
  });
}

Result tessera::sim::cuFuncGetParamInfo(KernelHandle kernel, size_t index,
                                        size_t *offset, size_t *bytes) {
  return cuKernelGetParamInfo(kernel, index, offset, bytes);
}

Result tessera::sim::cuFuncIsLoaded(int *state, KernelHandle kernel) {
  return onKernel(kernel, [&](Process &, Kernel &) { return give(state, 1); });
}

Result tessera::sim::cuFuncLoad(KernelHandle kernel) {
  return onKernel(kernel, [](Process &, Kernel &) { return Result::Success; });
}

//===----------------------------------------------------------------------===//
// Attributes: the numbers are those of CUfunction_attribute
//===----------------------------------------------------------------------===//

static constexpr int maxDynamicSharedAttribute = 8, numAttributes = 16;

static Result getAttribute(const Kernel &kernel, int attribute, int *value) {
  const KernelFacts &facts = kernel.facts();
  switch (attribute) {
  case 0:
    return give(value, int(facts.maxThreads));
  case 1:
    return give(value, int(facts.staticSharedBytes));
  case 3:
    return give(value, int(facts.localBytes));
  case 4:
    return give(value, int(facts.registers));
  case 5:
    return give(value, facts.ptxVersion);
  case 6:
    return give(value, facts.binaryVersion);
  case maxDynamicSharedAttribute:
    return give(value, kernel.maxDynamicShared.load());
  case 11:
  case 12:
  case 13:
    return give(value, int(facts.requiredCluster[size_t(attribute) - 11]));
  default:
    return attribute >= 0 && attribute < numAttributes ? give(value, 0)
                                                       : Result::InvalidValue;
  }
}

Result tessera::sim::cuFuncGetAttribute(int *value, int attribute,
                                        KernelHandle kernel) {
  return onKernel(kernel, [&](Process &, Kernel &found) {
    return getAttribute(found, attribute, value);
  });
}

Result tessera::sim::cuKernelGetAttribute(int *value, int attribute,
                                          KernelHandle kernel,
                                          DeviceOrdinal device) {
  return device == 0 ? cuFuncGetAttribute(value, attribute, kernel)
                     : Result::InvalidDevice;
}

Result tessera::sim::cuFuncSetAttribute(KernelHandle kernel, int attribute,
                                        int value) {
  return onKernel(kernel, [&](Process &process, Kernel &found) {
    if (attribute < 0 || attribute >= numAttributes)
      return Result::InvalidValue;
    if (attribute == maxDynamicSharedAttribute) {
      uint64_t most = process.device.target.sharedBytes;
      if (value < 0 || uint64_t(value) + found.facts().staticSharedBytes > most)
        return Result::InvalidValue;
      found.maxDynamicShared = value;
    }
    return Result::Success;
  });
}

Result tessera::sim::cuKernelSetAttribute(int attribute, int value,
                                          KernelHandle kernel,
                                          DeviceOrdinal device) {
  return device == 0 ? cuFuncSetAttribute(kernel, attribute, value)
                     : Result::InvalidDevice;
}

Result tessera::sim::cuFuncSetCacheConfig(KernelHandle kernel, int) {
  return onKernel(kernel, [](Process &, Kernel &) { return Result::Success; });
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

Result tessera::sim::cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, KernelHandle kernel, int threads, size_t dynamicSharedBytes) {
  return onKernel(kernel, [&](Process &process, Kernel &found) {
    const gpu::GpuTarget &target = process.device.target;
    if (threads <= 0)
      return Result::InvalidValue;
    uint64_t warps = (uint64_t(threads) + 31) / 32;
    uint64_t shared = found.facts().staticSharedBytes + dynamicSharedBytes;
    uint64_t most = std::min<uint64_t>(target.blocksPerMultiprocessor,
                                       target.warpsPerMultiprocessor / warps);
    if (shared)
      most = std::min<uint64_t>(most, target.sharedBytes / shared);
    uint64_t registers = uint64_t(found.facts().registers) * warps * 32;
    if (registers)
      most = std::min<uint64_t>(most,
                                target.registersPerMultiprocessor / registers);
    return give(blocks, int(most));
  });
}

Result tessera::sim::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, KernelHandle kernel, int threads, size_t dynamicSharedBytes,
    unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads,
                                                     dynamicSharedBytes);
}
