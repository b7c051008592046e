//===- CAPI/LaunchTest.cpp - kernels on host arrays ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments, results, output, and many threads at once.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <atomic>
#include <thread>

using namespace capi_test;

namespace {
/// Launches the only kernel of a module and keeps what is reported.
struct Launch {
  Launch(const tessera_module *module,
         const std::vector<tessera_argument> &arguments,
         tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT) {
    status = tessera_launch(tessera_module_kernel(module, 0), &options,
                            arguments.data(), arguments.size(), &result);
  }
  std::string message() const { return result.message; }
  tessera_status status;
  tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
};
} // namespace

TEST(CApiLaunch, AddsVectors) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  EXPECT_TRUE(addsVectors(compiled.module, nullptr));
  tessera_pool *pool = tessera_pool_create(3);
  EXPECT_GE(tessera_pool_threads(pool), 1u);
  EXPECT_TRUE(addsVectors(compiled.module, pool));
  tessera_pool_destroy(pool);
}

TEST(CApiLaunch, ScalarsAndArraysBecomeParameters) {
  Compiled compiled(scalars);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  int64_t out[6] = {};
  float data[6];
  const int64_t shape[] = {2, 3}, strides[] = {-7, int64_t(1) << 40};
  std::vector<tessera_argument> arguments = {
      tessera_pointer(out), tessera_i32(-5), tessera_i64(-6), tessera_i64(0),
      tessera_array(data, 2, shape, nullptr)};
  Launch dense(compiled.module, arguments);
  EXPECT_EQ(dense.status, TESSERA_OK) << dense.message();
  const int64_t expected[] = {-5, -6, 2, 3, 3, 1};
  EXPECT_EQ(std::memcmp(out, expected, sizeof(out)), 0);

  arguments[4] = tessera_array(data, 2, shape, strides);
  Launch strided(compiled.module, arguments);
  EXPECT_EQ(strided.status, TESSERA_OK) << strided.message();
  EXPECT_EQ(out[4], -7);
  EXPECT_EQ(out[5], int64_t(1) << 40);

  // A size that i32 cannot hold.
  const int64_t large[] = {int64_t(1) << 31, 3};
  arguments[4] = tessera_array(data, 2, large, strides);
  Launch wide(compiled.module, arguments);
  EXPECT_EQ(wide.status, TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(wide.message(),
            "parameter 5: expected an integer of 32 bits, got 2147483648");
}

TEST(CApiLaunch, WrongArgumentsAreRefused) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  float memory[64];
  tessera_argument p = tessera_pointer(memory);
  auto message = [&](const std::vector<tessera_argument> &arguments) {
    Launch launch(compiled.module, arguments);
    EXPECT_EQ(launch.status, TESSERA_INVALID_ARGUMENT);
    return launch.message();
  };
  EXPECT_EQ(message({p, p, p}), "expected 4 parameters, got 3");
  EXPECT_EQ(message({p, p, p, tessera_i32(1), p}),
            "expected 4 parameters, got more");
  EXPECT_EQ(message({p, p, p, tessera_f32(1)}),
            "parameter 3: expected i32, got f32");
  EXPECT_EQ(message({p, p, p, p}), "parameter 3: expected i32, got ptr");
  EXPECT_EQ(message({p, tessera_i64(8), p, tessera_i32(1)}),
            "parameter 1: expected ptr, got i64");
  EXPECT_EQ(message({p, p, p, tessera_scalar("f33", 0)}),
            "parameter 3: expected the name of an element type, got 'f33'");
  EXPECT_EQ(message({p, p, p, tessera_scalar("i32", uint64_t(1) << 32)}),
            "parameter 3: expected at most 32 bits, got more");
  EXPECT_EQ(message({tessera_array(memory, 1, nullptr, nullptr)}),
            "parameter 0: expected a shape, got NULL");

  std::vector<tessera_argument> good = {p, p, p, tessera_i32(0)};
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.grid[1] = 0;
  Launch empty(compiled.module, good, options);
  EXPECT_EQ(empty.status, TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(empty.message(), "expected grid extents from 1 to 16777215, got 0");
  options.grid[1] = 1 << 24;
  EXPECT_EQ(Launch(compiled.module, good, options).status,
            TESSERA_INVALID_ARGUMENT);
  options.struct_size = 0;
  EXPECT_EQ(Launch(compiled.module, good, options).status,
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(tessera_launch(nullptr, nullptr, nullptr, 0, nullptr),
            TESSERA_INVALID_ARGUMENT);
}

static void append(void *stream, const char *text, size_t bytes) {
  static_cast<std::string *>(stream)->append(text, bytes);
}

TEST(CApiLaunch, PrintsAndFailedAssertions) {
  Compiled compiled(asserter);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  std::string printed;
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.grid[0] = 3;
  options.write = append;
  options.stream = &printed;
  Launch good(compiled.module, {tessera_i32(3)}, options);
  EXPECT_EQ(good.status, TESSERA_OK);
  EXPECT_EQ(good.message(), "");
  EXPECT_EQ(printed, "block 0\nblock 1\nblock 2\n");

  Launch bad(compiled.module, {tessera_i32(1)}, options);
  EXPECT_EQ(bad.status, TESSERA_ASSERT_FAILED);
  EXPECT_EQ(bad.result.block[0], 1u);
  EXPECT_EQ(bad.message(), "block too large");
  EXPECT_NE(std::string(bad.result.location).find("<source>:7:"),
            std::string::npos)
      << bad.result.location;
}

TEST(CApiThreads, CompileAtOnce) {
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 3; ++round) {
        // Every other compilation fails: errors must not mix.
        bool fails = (t + round) % 2;
        Compiled compiled(fails ? "cuda_tile.module @m { entry @k( }"
                                : vectorAdd);
        good += fails ? compiled.status == TESSERA_INVALID_PROGRAM &&
                            tessera_diagnostics_count(compiled.diagnostics) == 1
                      : compiled.status == TESSERA_OK &&
                            addsVectors(compiled.module, nullptr);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 12);
}

TEST(CApiThreads, LaunchOneKernelOnOnePool) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  tessera_pool *pool = tessera_pool_create(2);
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round)
        good += addsVectors(compiled.module, pool);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 200);
  tessera_pool_destroy(pool);
}
