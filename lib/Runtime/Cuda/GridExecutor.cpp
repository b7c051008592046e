//===- Runtime/Cuda/GridExecutor.cpp - run bound grids on a GPU ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every grid gets fresh device memory: simple, and a kernel that writes outside
// an array is more likely to be noticed.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Cuda/GridExecutor.h"
#include "Driver.h"
#include "tessera/Support/Error.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::cuda;

namespace {
// Numbers of the driver API.
constexpr int capabilityMajor = 75, capabilityMinor = 76;
constexpr int maxDynamicSharedSize = 8;
constexpr int jitErrorLog = 5, jitErrorLogSize = 6;
constexpr int programmaticSerialization = 6;

/// The device, its context and the module in it.
class Loaded {
public:
  static Expected<std::shared_ptr<Loaded>> create(gpu::CompiledModule compiled);
  ~Loaded() {
    if (module)
      driver.moduleUnload(module);
    if (context)
      driver.contextRelease(device);
  }

  Driver driver;
  gpu::CompiledModule compiled;
  Device device = 0;
  Handle context = nullptr, module = nullptr;
};

/// Device copies of a grid's arrays.
class DeviceArrays {
public:
  explicit DeviceArrays(const Driver &driver) : driver(driver) {}
  ~DeviceArrays() {
    for (Copy &copy : copies)
      driver.release(copy.device);
  }

  /// The device address of an argument.
  Expected<uint64_t> add(const interp::Allocation &allocation,
                         interp::ProvenanceId id) {
    auto [place, isNew] = known.try_emplace(id, copies.size());
    if (!isNew)
      return copies[place->second].device;
    Copy copy{0, allocation.host, allocation.size};
    if (Error error = driver.check(
            driver.allocate(&copy.device, std::max<size_t>(copy.size, 1)),
            "cannot allocate device memory"))
      return std::move(error);
    copies.push_back(copy);
    if (Error error =
            driver.check(driver.copyToDevice(copy.device, copy.host, copy.size),
                         "cannot copy to the device"))
      return std::move(error);
    return copy.device;
  }

  Error copyBack() {
    for (Copy &copy : copies)
      if (Error error =
              driver.check(driver.copyToHost(copy.host, copy.device, copy.size),
                           "cannot copy from the device"))
        return error;
    return Error::success();
  }

private:
  struct Copy {
    DevicePointer device;
    void *host;
    size_t size;
  };
  const Driver &driver;
  std::vector<Copy> copies;
  DenseMap<interp::ProvenanceId, size_t> known;
};
} // namespace

Expected<std::shared_ptr<Loaded>> Loaded::create(gpu::CompiledModule compiled) {
  Expected<Driver> opened = Driver::open();
  if (!opened)
    return opened.takeError();
  auto loaded = std::make_shared<Loaded>();
  loaded->driver = *opened;
  loaded->compiled = std::move(compiled);
  const Driver &driver = loaded->driver;
  if (Error error = driver.check(driver.deviceGet(&loaded->device, 0),
                                 "there is no CUDA device"))
    return std::move(error);
  if (Error error =
          driver.check(driver.contextRetain(&loaded->context, loaded->device),
                       "cannot make a CUDA context"))
    return std::move(error);
  if (Error error = driver.check(driver.contextSetCurrent(loaded->context),
                                 "cannot use the CUDA context"))
    return std::move(error);
  const std::string &image = loaded->compiled.cubin.empty()
                                 ? loaded->compiled.ptx
                                 : loaded->compiled.cubin;
  char log[4096] = {};
  int options[] = {jitErrorLog, jitErrorLogSize};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  int status =
      driver.moduleLoad(&loaded->module, image.c_str(), 2, options, values);
  if (status != 0) {
    loaded->module = nullptr;
    int major = 0, minor = 0;
    driver.deviceAttribute(&major, capabilityMajor, loaded->device);
    driver.deviceAttribute(&minor, capabilityMinor, loaded->device);
    return driver.check(status, "the device, sm_" + Twine(major * 10 + minor) +
                                    ", does not take the code for '" +
                                    loaded->compiled.target + "'" +
                                    (log[0] ? ": " + Twine(log) : Twine()));
  }
  return loaded;
}

/// A kernel that waits for the kernel before it may be launched while that
/// still runs.
static bool mayStartEarly(const gpu::CompiledModule &module,
                          const gpu::KernelInfo &kernel) {
  StringRef text = StringRef(module.ptx)
                       .split((".entry " + kernel.symbol() + "(").c_str())
                       .second;
  return text.split(".entry ").first.contains("griddepcontrol.wait");
}

static Error launch(const Loaded &loaded, const driver::BoundGrid &grid) {
  const Driver &driver = loaded.driver;
  StringRef name = driver::entryName(grid.entry);
  const gpu::KernelInfo *kernel = loaded.compiled.find(name.str());
  if (!kernel)
    return makeError("compiled code has no kernel '" + name + "'");
  if (kernel->parameters.size() != grid.values.size())
    return makeError("expected " + Twine(kernel->parameters.size()) +
                     " kernel parameters, got " + Twine(grid.values.size()));
  if (Error error = driver.check(driver.contextSetCurrent(loaded.context),
                                 "cannot use the CUDA context"))
    return error;
  Handle function = nullptr;
  if (Error error =
          driver.check(driver.moduleFunction(&function, loaded.module,
                                             kernel->symbol().c_str()),
                       "cannot find '" + name + "' in the module"))
    return error;
  if (kernel->dynamicSharedBytes != 0)
    if (Error error = driver.check(
            driver.functionAttribute(function, maxDynamicSharedSize,
                                     int(kernel->dynamicSharedBytes)),
            "cannot have so much shared memory"))
      return error;

  DeviceArrays arrays(driver);
  SmallVector<uint64_t> slots;
  for (const interp::Argument &value : grid.values) {
    slots.push_back(value.bits);
    const interp::Allocation *allocation =
        value.isPointer ? grid.memory.find(value.allocation) : nullptr;
    if (!allocation)
      continue;
    Expected<uint64_t> address = arrays.add(*allocation, value.allocation);
    if (!address)
      return address.takeError();
    slots.back() += *address;
  }
  SmallVector<void *> parameters;
  for (uint64_t &slot : slots)
    parameters.push_back(&slot);
  const interp::Dim3 &size = grid.options.grid;
  LaunchAttribute early{programmaticSerialization, {}, {}};
  early.value.flag = 1;
  // A launch of clusters as tile blocks has its threads from .reqntid.
  const bool isOfClusters = kernel->cluster[0] > 1;
  LaunchConfig config{{size.x, size.y, size.z},
                      {isOfClusters ? 1 : kernel->block[0],
                       isOfClusters ? 1 : kernel->block[1],
                       isOfClusters ? 1 : kernel->block[2]},
                      unsigned(kernel->dynamicSharedBytes),
                      /*stream=*/nullptr,
                      &early,
                      mayStartEarly(loaded.compiled, *kernel) ? 1u : 0u};
  if (Error error = driver.check(
          driver.launch(&config, function, parameters.data(), nullptr),
          "cannot launch '" + name + "'"))
    return error;
  if (Error error = driver.check(driver.synchronize(), "'" + name + "' failed"))
    return error;
  return arrays.copyBack();
}

Expected<driver::GridExecutor>
cuda::makeGridExecutor(gpu::CompiledModule module) {
  Expected<std::shared_ptr<Loaded>> loaded = Loaded::create(std::move(module));
  if (!loaded)
    return loaded.takeError();
  return [loaded = *loaded](
             const driver::BoundGrid &grid) -> Expected<interp::RunSummary> {
    if (Error error = launch(*loaded, grid))
      return std::move(error);
    interp::RunSummary summary;
    summary.blocksRun = uint64_t(grid.options.grid.x) * grid.options.grid.y *
                        grid.options.grid.z;
    return summary;
  };
}
