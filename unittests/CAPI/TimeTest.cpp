//===- unittests/CAPI/TimeTest.cpp - how long kernels take on a GPU -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times of a kernel, what limits it, and calls that have none.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace capi_test;

namespace {
/// vector_add of 4096 elements, timed.
struct Timed {
  std::vector<float> a, b, out;
  tessera_status status;
  tessera_time_result result = TESSERA_TIME_RESULT_INIT;
  std::string message;

  explicit Timed(const char *target,
                 tessera_time_options options = TESSERA_TIME_OPTIONS_INIT,
                 size_t elements = 4096)
      : a(elements, 1.5f), b(elements, 2.0f), out(elements) {
    tessera_compile_options how = TESSERA_COMPILE_OPTIONS_INIT;
    how.target = target;
    Compiled compiled(vectorAdd, &how);
    EXPECT_EQ(compiled.status, TESSERA_OK) << compiled.text();
    options.grid[0] = 64;
    const size_t bytes = elements * sizeof(float);
    tessera_buffer buffers[] = {{a.data(), bytes, 1, 0, "a"},
                                {b.data(), bytes, 1, 0, "b"},
                                {out.data(), bytes, 0, 0, "out"}};
    tessera_argument arguments[] = {
        tessera_pointer(a.data()), tessera_pointer(b.data()),
        tessera_pointer(out.data()), tessera_i32(4096)};
    tessera_diagnostics *diagnostics = nullptr;
    status = tessera_time(tessera_module_kernel(compiled.module, 0), &options,
                          buffers, 3, arguments, 4, &result, &diagnostics);
    if (tessera_diagnostics_count(diagnostics))
      message = tessera_diagnostics_get(diagnostics, 0)->message;
    tessera_diagnostics_destroy(diagnostics);
  }
};
} // namespace

TEST(CApiTime, SaysHowLongAndWhatLimits) {
  Timed hopper("sm_90a"), ampere("sm_80");
  ASSERT_EQ(hopper.status, TESSERA_OK) << hopper.message;
  ASSERT_EQ(ampere.status, TESSERA_OK) << ampere.message;
  EXPECT_GT(hopper.result.cycles, 400);
  EXPECT_LT(hopper.result.cycles, 4000);
  EXPECT_DOUBLE_EQ(hopper.result.clock_mhz, 1755);
  EXPECT_DOUBLE_EQ(hopper.result.microseconds, hopper.result.cycles / 1755);
  EXPECT_EQ(hopper.result.blocks, 64u);
  EXPECT_EQ(hopper.result.waves, 1u);
  EXPECT_EQ(hopper.result.simulated_blocks, 1u);
  EXPECT_STREQ(hopper.result.stall, "global memory");
  EXPECT_GT(hopper.result.stall_fraction, 0.5);
  EXPECT_NE(std::string(hopper.result.limit), "");
  EXPECT_GT(hopper.result.device_bytes_per_second, 0);
  EXPECT_NE(hopper.result.cycles, ampere.result.cycles);
  // The block that was simulated has computed; the others have not.
  EXPECT_EQ(hopper.out[0], 3.5f);
  EXPECT_EQ(hopper.out[64], 0.0f);
}

TEST(CApiTime, TakesTheSameTimeAgain) {
  EXPECT_EQ(Timed("sm_90a").result.cycles, Timed("sm_90a").result.cycles);
}

TEST(CApiTime, FollowsItsOptions) {
  tessera_time_options options = TESSERA_TIME_OPTIONS_INIT;
  options.hot_l2 = 1;
  options.clock_mhz = 1000;
  options.multiprocessors = 4;
  Timed hot("sm_90a", options);
  ASSERT_EQ(hot.status, TESSERA_OK) << hot.message;
  EXPECT_LT(hot.result.cycles, Timed("sm_90a").result.cycles);
  EXPECT_DOUBLE_EQ(hot.result.microseconds, hot.result.cycles / 1000);
  EXPECT_EQ(hot.result.simulated_blocks, 4u);
  EXPECT_EQ(hot.result.device_bytes_per_second, 0);
}

TEST(CApiTime, RefusesWhatHasNoTime) {
  tessera_time_options options = TESSERA_TIME_OPTIONS_INIT;
  options.max_cycles = 50;
  Timed limited("sm_90a", options);
  EXPECT_EQ(limited.status, TESSERA_STEP_LIMIT);
  EXPECT_NE(limited.message.find("reached 50 cycles"), std::string::npos)
      << limited.message;
  Timed outside("sm_90a", TESSERA_TIME_OPTIONS_INIT, /*elements=*/16);
  EXPECT_EQ(outside.status, TESSERA_FINDINGS);
  EXPECT_NE(outside.message.find("out-of-bounds"), std::string::npos)
      << outside.message;
  Timed untimed("sm_89");
  EXPECT_EQ(untimed.status, TESSERA_NOT_RUNNABLE);
  EXPECT_NE(untimed.message.find("no timing constants"), std::string::npos)
      << untimed.message;
  options = TESSERA_TIME_OPTIONS_INIT;
  options.multiprocessors = 5000;
  Timed many("sm_90a", options);
  EXPECT_EQ(many.status, TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(many.message, "expected at most 4096 multiprocessors, got 5000");
}

TEST(CApiTime, RefusesBuffersThatOverlap) {
  tessera_compile_options how = TESSERA_COMPILE_OPTIONS_INIT;
  how.target = "sm_90a";
  Compiled compiled(vectorAdd, &how);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  std::vector<float> a(64);
  tessera_buffer buffers[] = {{a.data(), 256, 0, 0, "a"},
                              {a.data() + 1, 8, 0, 0, "b"}};
  tessera_argument arguments[] = {tessera_pointer(a.data()),
                                  tessera_pointer(a.data()),
                                  tessera_pointer(a.data()), tessera_i32(64)};
  tessera_time_options options = TESSERA_TIME_OPTIONS_INIT;
  tessera_time_result result = TESSERA_TIME_RESULT_INIT;
  tessera_diagnostics *diagnostics = nullptr;
  EXPECT_EQ(tessera_time(tessera_module_kernel(compiled.module, 0), &options,
                         buffers, 2, arguments, 4, &result, &diagnostics),
            TESSERA_INVALID_ARGUMENT);
  ASSERT_EQ(tessera_diagnostics_count(diagnostics), 1u);
  EXPECT_STREQ(tessera_diagnostics_get(diagnostics, 0)->message,
               "expected buffers that do not overlap, got 0 and 1");
  tessera_diagnostics_destroy(diagnostics);
}

TEST(CApiTime, WantsCodeForAGpu) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  float x[64] = {};
  tessera_buffer buffer = {x, sizeof x, 0, 0, nullptr};
  tessera_argument arguments[] = {tessera_pointer(x), tessera_pointer(x),
                                  tessera_pointer(x), tessera_i32(64)};
  EXPECT_EQ(tessera_time(tessera_module_kernel(compiled.module, 0), nullptr,
                         &buffer, 1, arguments, 4, nullptr, nullptr),
            TESSERA_NOT_RUNNABLE);
  EXPECT_EQ(
      tessera_time(nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr),
      TESSERA_INVALID_ARGUMENT);
}
