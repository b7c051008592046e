//===- Runtime/Driver/Device.h - the device that is pretended -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one device. Its properties are those of the GPU that the
// configuration names, its memory is the machine's.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_DEVICE_H
#define TESSERA_LIB_RUNTIME_DRIVER_DEVICE_H

#include "Configuration.h"
#include "tessera/Target/GpuTarget.h"

#include <optional>

namespace tessera::sim {

struct Device {
  gpu::GpuTarget target;
  std::string name;
  int capabilityMajor = 0, capabilityMinor = 0;
  int multiprocessors = 1;
  int clockKHz = 1, cacheBytes = 0;
  uint64_t memoryBytes = 0;
};

/// Fails for a GPU that nobody knows.
llvm::Expected<Device> makeDevice(const Configuration &configuration);

/// The value of a CU_DEVICE_ATTRIBUTE_*; nothing for numbers that are none.
std::optional<int> deviceAttribute(const Device &device, int attribute);

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_DEVICE_H
