//===- CAPI/embed.cpp - a host in C++ -----------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   capi-embed-cxx MODULES
//
// Eight threads share what they compile: every module is launched and read by
// threads that did not make it, each an owner for as long as it needs it, while
// the maker gives its own share away. Two launches never end by themselves: one
// is cancelled, one runs out of time.
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Tessera.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

/// A module, or a share in one.
class Module {
public:
  Module() = default;
  /// Takes over one share.
  explicit Module(tessera_module *module) : module(module) {}
  Module(const Module &other) : module(tessera_module_retain(other.module)) {}
  Module(Module &&other) noexcept : module(other.module) {
    other.module = nullptr;
  }
  Module &operator=(Module other) noexcept {
    std::swap(module, other.module);
    return *this;
  }
  ~Module() { tessera_module_destroy(module); }
  tessera_module *get() const { return module; }

private:
  tessera_module *module = nullptr;
};

std::atomic<int> failures{0};

void expect(bool condition, int module, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "module %d: %s\n", module, what);
  ++failures;
}

Module compile(const std::string &source, const char *target) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = target;
  options.remarks = ".*";
  tessera_module *module = nullptr;
  tessera_diagnostics *diagnostics = nullptr;
  tessera_compile(source.data(), source.size(), &options, &module,
                  &diagnostics);
  for (size_t i = 0; i < tessera_diagnostics_count(diagnostics); ++i)
    std::fprintf(stderr, "%s\n",
                 tessera_diagnostics_get(diagnostics, i)->message);
  tessera_diagnostics_destroy(diagnostics);
  return Module(module);
}

std::string storing(int number) {
  return "cuda_tile.module @m {\n"
         "  entry @k(%p: tile<ptr<i32>>) {\n"
         "    %v = constant <i32: " +
         std::to_string(number) +
         "> : tile<i32>\n"
         "    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> "
         "token\n"
         "    return\n  }\n}\n";
}

/// What one thread made, for the others.
struct Exchange {
  std::mutex mutex;
  std::vector<std::pair<int, Module>> made;
};

/// Uses `module`, whose maker may be done with it.
void use(int number, const Module &module) {
  const tessera_kernel *kernel = tessera_module_find_kernel(module.get(), "k");
  expect(kernel, number, "no kernel");
  if (!kernel)
    return;
  if (!tessera_module_runs_here(module.get())) {
    tessera_kernel_resources resources = TESSERA_KERNEL_RESOURCES_INIT;
    expect(tessera_kernel_query_resources(kernel, &resources) == TESSERA_OK &&
               resources.block[0] >= 1,
           number, "no resources");
    expect(tessera_module_ptx(module.get(), nullptr), number, "no PTX");
    return;
  }
  int32_t result = -1;
  tessera_argument argument = tessera_pointer(&result);
  expect(tessera_launch(kernel, nullptr, &argument, 1, nullptr) == TESSERA_OK &&
             result == number,
         number, "wrong result");
}

void work(int thread, int numModules, Exchange &exchange) {
  static constexpr const char *targets[] = {"cpu", "sm_80", "sm_90a", "sm_100a",
                                            "sm_120a"};
  for (int i = thread; i < numModules; i += 8) {
    Module mine = compile(storing(i), targets[i % 5]);
    expect(mine.get(), i, "does not compile");
    if (!mine.get())
      continue;
    std::pair<int, Module> other{i, mine};
    {
      std::lock_guard lock(exchange.mutex);
      exchange.made.push_back({i, std::move(mine)});
      if (exchange.made.size() > 8) {
        std::swap(other, exchange.made[size_t(i) % 8]);
        exchange.made.pop_back();
      }
    }
    use(other.first, other.second);
  }
}

/// Launches that somebody has to end.
void endLaunches() {
  Module endless = compile(R"(cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %old, %t = atomic_rmw_tko relaxed device %p, or, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %never = cmpi less_than %old, %zero, signed : tile<i32> -> tile<i1>
      if %never {
        break
      }
      continue
    }
  }
}
)",
                           "cpu");
  const tessera_kernel *kernel = tessera_module_find_kernel(endless.get(), "k");
  expect(kernel, -1, "the endless kernel does not compile");
  if (!kernel)
    return;
  tessera_cancellation *cancellation = tessera_cancellation_create();
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.timeout_seconds = 0.05;
  int32_t started = 0;
  tessera_argument argument = tessera_pointer(&started);
  expect(tessera_launch(kernel, &options, &argument, 1, nullptr) ==
             TESSERA_TIMED_OUT,
         -1, "not timed out");
  started = 0;
  options.timeout_seconds = 0;
  options.cancellation = cancellation;
  std::thread launcher([&] {
    expect(tessera_launch(kernel, &options, &argument, 1, nullptr) ==
               TESSERA_CANCELLED,
           -1, "not cancelled");
  });
  // From here on the launch holds the module on its own.
  while (!__atomic_load_n(&started, __ATOMIC_RELAXED))
    std::this_thread::yield();
  endless = Module();
  tessera_cancellation_request(cancellation);
  launcher.join();
  tessera_cancellation_destroy(cancellation);
}

} // namespace

int main(int argc, char **argv) {
  int numModules = argc > 1 ? std::atoi(argv[1]) : 0;
  Exchange exchange;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back(work, t, numModules, std::ref(exchange));
  for (std::thread &thread : threads)
    thread.join();
  endLaunches();
  std::printf("%d modules, %d failures\n", numModules, failures.load());
  return failures != 0;
}
