//===- Runtime/Driver/CudaRuntime/Registration.cpp - code and names of a program -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before main, code that nvcc has put into a program registers its fat
// binaries, the host functions that stand for kernels, and variables. Nothing
// is loaded before it is used, as the program may never launch anything.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

using namespace tessera::sim;

namespace {
struct FatBinary {
  const void *image = nullptr;
  LibraryHandle library = nullptr;
  int failure = 0;
};
/// A host address that stands for something of the device.
struct Name {
  FatBinary *binary = nullptr;
  std::string name;
};
struct Registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<FatBinary>> binaries;
  std::unordered_map<const void *, Name> functions, variables;
};
} // namespace

/// Made before main and used after it, so never destroyed.
static Registry &registry() {
  static Registry *only = new Registry;
  return *only;
}

void **tessera::sim::__cudaRegisterFatBinary(const void *image) {
  Registry &known = registry();
  std::lock_guard guard(known.mutex);
  known.binaries.push_back(std::make_unique<FatBinary>());
  known.binaries.back()->image = image;
  return reinterpret_cast<void **>(known.binaries.back().get());
}

void tessera::sim::__cudaRegisterFatBinaryEnd(void **) {}

// The process ends, or a library that holds the code is unloaded. Kernels of it
// may still run; its memory goes with the process.
void tessera::sim::__cudaUnregisterFatBinary(void **) {}

char tessera::sim::__cudaInitModule(void **) { return 1; }

void tessera::sim::__cudaRegisterFunction(void **handle, const char *function,
                                          char *, const char *name, int, void *,
                                          void *, void *, void *, int *) {
  Registry &known = registry();
  std::lock_guard guard(known.mutex);
  known.functions[function] = {reinterpret_cast<FatBinary *>(handle), name};
}

void tessera::sim::__cudaRegisterVar(void **handle, char *variable, char *,
                                     const char *name, int, size_t, int, int) {
  Registry &known = registry();
  std::lock_guard guard(known.mutex);
  known.variables[variable] = {reinterpret_cast<FatBinary *>(handle), name};
}

/// Loads the code where that has not been tried. The registry is held.
static int load(FatBinary &binary) {
  if (binary.library || binary.failure)
    return binary.failure;
  binary.failure = int(cuLibraryLoadData(&binary.library, binary.image, nullptr,
                                         nullptr, 0, nullptr, nullptr, 0));
  return binary.failure;
}

int tessera::sim::findKernel(const void *function, KernelHandle &kernel) {
  if (int failure = startRuntime())
    return failure;
  Registry &known = registry();
  std::lock_guard guard(known.mutex);
  auto found = known.functions.find(function);
  if (found == known.functions.end())
    return invalidDeviceFunction;
  if (int failure = load(*found->second.binary))
    return failure;
  Result result = cuLibraryGetKernel(&kernel, found->second.binary->library,
                                     found->second.name.c_str());
  return result == Result::NotFound ? invalidDeviceFunction : int(result);
}

int tessera::sim::findVariable(const void *variable, DevicePointer &address,
                               size_t &bytes) {
  if (int failure = startRuntime())
    return failure;
  Registry &known = registry();
  std::lock_guard guard(known.mutex);
  auto found = known.variables.find(variable);
  if (found == known.variables.end())
    return invalidSymbol;
  if (int failure = load(*found->second.binary))
    return failure;
  Result result =
      cuLibraryGetGlobal(&address, &bytes, found->second.binary->library,
                         found->second.name.c_str());
  return result == Result::NotFound ? invalidSymbol : int(result);
}
