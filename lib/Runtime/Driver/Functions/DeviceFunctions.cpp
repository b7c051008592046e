//===- Runtime/Driver/Functions/DeviceFunctions.cpp - cuDevice* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one device, with the ordinal 0.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include <cstring>

using namespace tessera::sim;

template <typename Body>
static Result onDevice(DeviceOrdinal device, const void *out, Body body) {
  return inProcess([&](Process &process) {
    if (!out)
      return Result::InvalidValue;
    if (device != 0)
      return Result::InvalidDevice;
    return body(process.device);
  });
}

/// Copies text with its end; what does not fit is cut.
static Result putText(char *to, int bytes, const std::string &text) {
  if (bytes <= 0)
    return Result::InvalidValue;
  size_t length = std::min(text.size(), size_t(bytes) - 1);
  std::memcpy(to, text.data(), length);
  to[length] = 0;
  return Result::Success;
}

Result tessera::sim::cuDeviceGet(DeviceOrdinal *device, int ordinal) {
  return onDevice(ordinal, device, [&](const Device &) {
    *device = ordinal;
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceGetCount(int *count) {
  return onDevice(0, count, [&](const Device &) {
    *count = 1;
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceGetName(char *name, int bytes,
                                     DeviceOrdinal device) {
  return onDevice(device, name, [&](const Device &facts) {
    return putText(name, bytes, facts.name);
  });
}

Result tessera::sim::cuDeviceGetUuid(Uuid *uuid, DeviceOrdinal device) {
  return onDevice(device, uuid, [&](const Device &facts) {
    std::memset(uuid->bytes, 0, sizeof(uuid->bytes));
    std::string text = "tessera-" + facts.target.name;
    std::memcpy(uuid->bytes, text.data(),
                std::min(text.size(), sizeof(uuid->bytes)));
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceGetUuid_v2(Uuid *uuid, DeviceOrdinal device) {
  return cuDeviceGetUuid(uuid, device);
}

Result tessera::sim::cuDeviceTotalMem_v2(size_t *bytes, DeviceOrdinal device) {
  return onDevice(device, bytes, [&](const Device &facts) {
    *bytes = facts.memoryBytes;
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceGetAttribute(int *value, int attribute,
                                          DeviceOrdinal device) {
  return onDevice(device, value, [&](const Device &facts) {
    std::optional<int> found = deviceAttribute(facts, attribute);
    if (!found)
      return Result::InvalidValue;
    *value = *found;
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceComputeCapability(int *major, int *minor,
                                               DeviceOrdinal device) {
  return onDevice(device, major, [&](const Device &facts) {
    if (!minor)
      return Result::InvalidValue;
    *major = facts.capabilityMajor;
    *minor = facts.capabilityMinor;
    return Result::Success;
  });
}

Result tessera::sim::cuDeviceGetPCIBusId(char *text, int bytes,
                                         DeviceOrdinal device) {
  return onDevice(device, text, [&](const Device &) {
    return putText(text, bytes, "0000:01:00.0");
  });
}

Result tessera::sim::cuDeviceCanAccessPeer(int *can, DeviceOrdinal device,
                                           DeviceOrdinal peer) {
  return onDevice(device, can, [&](const Device &) {
    if (peer != 0)
      return Result::InvalidDevice;
    *can = 0;
    return Result::Success;
  });
}
