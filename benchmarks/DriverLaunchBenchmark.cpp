//===- benchmarks/DriverLaunchBenchmark.cpp - launches by the driver -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch of a small kernel costs a client of libcuda.so.1, above the
// kernel: one that waits in the launch, one that goes on, and one that waits
// for the stream after each.
//
//===----------------------------------------------------------------------===//

#include "../unittests/Codegen/KernelSource.h"

#include "tessera/Codegen/CPU/Emit.h"
#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/CpuTarget.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <dlfcn.h>

using namespace tessera::cpu;

namespace {
/// A client, with a kernel of one block and three parameters.
class Client {
public:
  Client();
  bool isReady() const { return ready; }
  bool launch() {
    uint64_t a = reinterpret_cast<uint64_t>(data), b = a, out = a + 64;
    void *parameters[] = {&a, &b, &out};
    return launchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters,
                        nullptr) == 0;
  }
  bool synchronize() { return waitForStream(stream) == 0; }
  void setBlocking(bool isBlocking) { setLaunchBlocking(isBlocking); }

private:
  template <typename Type> Type *find(const char *name) {
    return reinterpret_cast<Type *>(dlsym(library, name));
  }
  using Launch = int(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                     unsigned, unsigned, void *, void **, void **);

  void *library, *kernel = nullptr, *stream = nullptr;
  Launch *launchKernel = nullptr;
  int (*waitForStream)(void *) = nullptr;
  int (*setLaunchBlocking)(int) = nullptr;
  bool ready = false;
  alignas(64) float data[32] = {};
};
} // namespace

Client::Client() {
  setenv("TESSERA_SIM_ENGINE", "cpu", /*overwrite=*/1);
  library = dlopen(TESSERA_CUDA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return;
  launchKernel = find<Launch>("cuLaunchKernel");
  waitForStream = find<int(void *)>("cuStreamSynchronize");
  setLaunchBlocking = find<int(int)>("cuTesseraSetLaunchBlocking");
  auto *init = find<int(unsigned)>("cuInit");
  auto *retain = find<int(void **, int)>("cuDevicePrimaryCtxRetain");
  auto *set = find<int(void *)>("cuCtxSetCurrent");
  auto *load = find<int(void **, const void *)>("cuModuleLoadData");
  auto *get = find<int(void **, void *, const char *)>("cuModuleGetFunction");
  auto *make = find<int(void **, unsigned)>("cuStreamCreate");
  test::Source source(test::vectorAdd);
  CpuTarget target = llvm::cantFail(parseCpuTarget("cpu"));
  std::string image =
      serializeImage({target.name, target.identity(),
                      *compileToObject(source.get(), CodegenOptions())});
  void *context = nullptr, *module = nullptr;
  ready = init(0) == 0 && retain(&context, 0) == 0 && set(context) == 0 &&
          load(&module, image.data()) == 0 &&
          get(&kernel, module, "vector_add") == 0 && make(&stream, 1) == 0;
}

/// The library is one per process.
static Client *client(benchmark::State &state) {
  static Client only;
  if (only.isReady())
    return &only;
  state.SkipWithError("the driver cannot be used");
  return nullptr;
}

/// The launch returns when the kernel has ended.
static void BM_DriverLaunchBlocking(benchmark::State &state) {
  Client *made = client(state);
  if (!made)
    return;
  made->setBlocking(true);
  for (auto _ : state)
    if (!made->launch())
      return state.SkipWithError("the launch failed");
  made->setBlocking(false);
}
BENCHMARK(BM_DriverLaunchBlocking)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

/// A hundred launches, and then one wait for all of them; the figure is that of
/// one launch.
static void BM_DriverLaunch(benchmark::State &state) {
  Client *made = client(state);
  if (!made)
    return;
  constexpr int64_t together = 100;
  while (state.KeepRunningBatch(together)) {
    for (int64_t i = 0; i < together; ++i)
      if (!made->launch())
        return state.SkipWithError("the launch failed");
    if (!made->synchronize())
      return state.SkipWithError("the kernel failed");
  }
}
BENCHMARK(BM_DriverLaunch)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// A wait for the stream after each launch.
static void BM_DriverLaunchAndWait(benchmark::State &state) {
  Client *made = client(state);
  if (!made)
    return;
  for (auto _ : state)
    if (!made->launch() || !made->synchronize())
      return state.SkipWithError("the launch failed");
}
BENCHMARK(BM_DriverLaunchAndWait)->UseRealTime()->Unit(benchmark::kMicrosecond);
