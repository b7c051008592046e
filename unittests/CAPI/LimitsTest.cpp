//===- CAPI/LimitsTest.cpp - packed launches, time-outs, cancellation -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

using namespace capi_test;

/// Never ends; sets its argument to 1 on the way.
static const char *const endless = R"(
cuda_tile.module @m {
  entry @endless(%p: tile<ptr<i32>>) {
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
)";

TEST(CApiPacked, ArgumentsAreAddresses) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  std::vector<float> a(64, 2), b(64, 3), out(64, 0);
  float *pa = a.data(), *pb = b.data(), *po = out.data();
  // What stands behind the four bytes of an i32 must not matter.
  int32_t n[2] = {60, -1};
  void *parameters[] = {&pa, &pb, &po, n};
  tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
  ASSERT_EQ(tessera_launch_packed(kernel, nullptr, parameters, &result),
            TESSERA_OK)
      << result.message;
  EXPECT_EQ(out[59], 5.0f);
  EXPECT_EQ(out[60], 0.0f);

  parameters[2] = nullptr;
  EXPECT_EQ(tessera_launch_packed(kernel, nullptr, parameters, &result),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_STREQ(result.message,
               "parameter 2: expected the address of its value, got NULL");
  EXPECT_EQ(tessera_launch_packed(kernel, nullptr, nullptr, &result),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(tessera_launch_packed(nullptr, nullptr, parameters, &result),
            TESSERA_INVALID_ARGUMENT);
}

TEST(CApiLimits, LaunchesRunOutOfTime) {
  Compiled compiled(endless);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  int32_t flag = 0;
  tessera_argument argument = tessera_pointer(&flag);
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.timeout_seconds = 0.05;
  for (tessera_pool *pool : {(tessera_pool *)nullptr, tessera_pool_create(2)}) {
    options.pool = pool;
    options.grid[0] = pool ? 4 : 1;
    tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
    EXPECT_EQ(tessera_launch(kernel, &options, &argument, 1, &result),
              TESSERA_TIMED_OUT);
    EXPECT_STREQ(result.message, "not finished after 0.050000 seconds");
    EXPECT_EQ(flag, 1);
    tessera_pool_destroy(pool);
  }
  options.pool = nullptr;
  for (double bad : {-1.0, double(NAN)}) {
    options.timeout_seconds = bad;
    EXPECT_EQ(tessera_launch(kernel, &options, &argument, 1, nullptr),
              TESSERA_INVALID_ARGUMENT);
  }
}

TEST(CApiLimits, LaunchesRunOutOfTurns) {
  Compiled compiled(endless);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  int32_t flag = 0;
  tessera_argument argument = tessera_pointer(&flag);
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.grid[0] = 3;
  options.max_turns_per_block = 1000;
  tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
  EXPECT_EQ(tessera_launch(kernel, &options, &argument, 1, &result),
            TESSERA_STEP_LIMIT);
  EXPECT_STREQ(result.message,
               "a block made more than 1000 turns of unbounded loops");
  EXPECT_EQ(result.block[0], 0u);
  EXPECT_EQ(flag, 1);
}

TEST(CApiLimits, LimitsDoNotDisturbWhatEndsInTime) {
  Compiled compiled(asserter);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  tessera_argument argument = tessera_i32(1);
  tessera_cancellation *cancellation = tessera_cancellation_create();
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.timeout_seconds = 1e12;
  options.cancellation = cancellation;
  options.write = [](void *, const char *, size_t) {};
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(tessera_launch(kernel, &options, &argument, 1, nullptr),
              TESSERA_OK);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  options.grid[0] = 2;
  EXPECT_EQ(tessera_launch(kernel, &options, &argument, 1, nullptr),
            TESSERA_ASSERT_FAILED);
  tessera_cancellation_destroy(cancellation);
}

TEST(CApiLimits, CancellationsEndAllTheirLaunches) {
  Compiled compiled(endless);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  tessera_cancellation *cancellation = tessera_cancellation_create();
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.cancellation = cancellation;
  // Limits that do not come into it.
  options.timeout_seconds = 1000;
  std::atomic<int> cancelled = 0;
  std::vector<int32_t> started(3, 0);
  std::vector<std::thread> threads;
  for (int32_t &flag : started)
    threads.emplace_back([&] {
      tessera_argument argument = tessera_pointer(&flag);
      tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
      cancelled += tessera_launch(kernel, &options, &argument, 1, &result) ==
                       TESSERA_CANCELLED &&
                   std::strcmp(result.message, "cancelled") == 0;
    });
  for (int32_t &flag : started)
    while (!__atomic_load_n(&flag, __ATOMIC_RELAXED))
      std::this_thread::yield();
  tessera_cancellation_request(cancellation);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cancelled, 3);
  // One that comes later does not even begin.
  int32_t late = 0;
  tessera_argument argument = tessera_pointer(&late);
  EXPECT_EQ(tessera_launch(kernel, &options, &argument, 1, nullptr),
            TESSERA_CANCELLED);
  EXPECT_EQ(late, 0);
  tessera_cancellation_destroy(cancellation);
  tessera_cancellation_request(nullptr);
  tessera_cancellation_destroy(nullptr);
}

TEST(CApiModules, CountTheirOwners) {
  tessera_module *module = nullptr;
  ASSERT_EQ(tessera_compile(vectorAdd, std::strlen(vectorAdd), nullptr, &module,
                            nullptr),
            TESSERA_OK);
  EXPECT_EQ(tessera_module_retain(module), module);
  tessera_module_destroy(module);
  EXPECT_TRUE(addsVectors(module, nullptr));
  tessera_module_destroy(module);
  EXPECT_EQ(tessera_module_retain(nullptr), nullptr);
}
