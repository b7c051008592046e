//===- Runtime/Driver/Device.cpp - the device that is pretended -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of multiprocessors are public figures of the GPU that the timing
// tables know; for others there is a small round number.
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "tessera/Support/Error.h"
#include "tessera/Target/GpuTiming.h"

#include "llvm/ADT/StringExtras.h"

#include <unistd.h>

using namespace llvm;
using namespace tessera;
using namespace tessera::sim;

/// Larger than every attribute that is known in 2026.
static constexpr int mostAttributes = 256;

/// Where no figure is public.
static constexpr int someMultiprocessors = 16;
static constexpr int someCacheBytes = 32 << 20;

Expected<Device> sim::makeDevice(const Configuration &configuration) {
  Device device;
  Expected<gpu::GpuTarget> target =
      gpu::findGpuTargetOfDevice(configuration.gpu);
  if (!target)
    return prefixError("TESSERA_SIM_GPU: ", target.takeError());
  device.target = std::move(*target);
  StringRef digits = StringRef(configuration.gpu).drop_front(3);
  unsigned number = 0;
  digits.take_while(isDigit).getAsInteger(10, number);
  device.capabilityMajor = int(number / 10);
  device.capabilityMinor = int(number % 10);
  device.name =
      "Tessera " + configuration.gpu +
      (configuration.engine == EngineKind::Cpu ? " (CPU)" : " (emulator)");
  device.multiprocessors = someMultiprocessors;
  device.clockKHz = 1'000'000;
  device.cacheBytes = someCacheBytes;
  Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(configuration.gpu);
  if (timing) {
    device.multiprocessors = int(timing->multiprocessors);
    device.clockKHz = int(timing->clockMHz * 1000);
  } else {
    consumeError(timing.takeError());
  }
  if (configuration.multiprocessors)
    device.multiprocessors = int(configuration.multiprocessors);
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGE_SIZE);
  device.memoryBytes = pages > 0 && pageSize > 0
                           ? uint64_t(pages) * uint64_t(pageSize)
                           : uint64_t(16) << 30;
  return device;
}

std::optional<int> sim::deviceAttribute(const Device &d, int attribute) {
  switch (attribute) {
#define TESSERA_DEVICE_ATTRIBUTE(NUMBER, VALUE, MEANING)                       \
  case NUMBER:                                                                 \
    return VALUE;
#include "DeviceAttributes.def"
  default:
    if (attribute > 0 && attribute < mostAttributes)
      return 0;
    return std::nullopt;
  }
}
