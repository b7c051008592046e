//===- CAPI/embed.cpp - a host in C++ -----------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   capi-embed-cxx MODULES [--plant]
//
// Eight threads share what they compile: every module is launched and read by
// threads that did not make it, each an owner for as long as it needs it, while
// the maker gives its own share away. Some sources are wrong, and with --plant
// the compiler aborts in some compilations. Two launches never end by
// themselves: one is cancelled, one runs out of time. Afterwards the heap has
// to be what it was after a first round of a fifth of the modules.
//
//===----------------------------------------------------------------------===//

#include "plants.h"
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
bool plants = false;

void expect(bool condition, int module, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "module %d: %s\n", module, what);
  ++failures;
}

Module compile(int number, const std::string &source, const char *target,
               tessera_status expected = TESSERA_OK) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = target;
  options.remarks = ".*";
  tessera_module *module = nullptr;
  tessera_diagnostics *diagnostics = nullptr;
  tessera_status status = tessera_compile(source.data(), source.size(),
                                          &options, &module, &diagnostics);
  const tessera_diagnostic *first = tessera_diagnostics_get(diagnostics, 0);
  expect(status == expected && (status == TESSERA_OK) == (module != nullptr),
         number, first ? first->message : tessera_status_name(status));
  expect(status == TESSERA_OK || first, number, "failed without a diagnostic");
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
    const char *target = targets[i % 5];
    if (i % 10 == 4) {
      compile(i, "cuda_tile.module @m { entry @k() { oops } }", target,
              TESSERA_INVALID_PROGRAM);
      continue;
    }
    if (plants && i % 10 == 9) {
      plant_abort(true);
      compile(i, storing(i), target, TESSERA_INTERNAL_ERROR);
      plant_abort(false);
      continue;
    }
    Module mine = compile(i, storing(i), target);
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
  Module endless = compile(-1, R"(cuda_tile.module @m {
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

/// So many modules; bytes of the heap in use afterwards.
size_t roundTrip(int numModules) {
  {
    Exchange exchange;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back(work, t, numModules, std::ref(exchange));
    for (std::thread &thread : threads)
      thread.join();
    endLaunches();
  }
  return heap_in_use();
}

} // namespace

int main(int argc, char **argv) {
  int numModules = argc > 1 ? std::atoi(argv[1]) : 0;
  plants = argc > 2 && std::strcmp(argv[2], "--plant") == 0;
  if (plants && !can_plant()) {
    std::fprintf(stderr, "no shared MLIR, no planted abort\n");
    return 2;
  }
  size_t first = roundTrip(numModules / 5), second = roundTrip(numModules);
  std::printf("%d modules, %d failures\n", numModules, failures.load());
  bool isSteady = judge_memory(first, second, plants ? numModules / 10 : 0);
  return failures != 0 || !isSteady;
}
