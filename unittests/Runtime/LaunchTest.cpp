//===- Runtime/LaunchTest.cpp - running a grid ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block coverage, order of output, failures, local memory, the C interface.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/Launch.h"

#include "Services.h"

#include "tessera/Numerics/ElementKind.h"

#include "gtest/gtest.h"

#include <cstring>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::cpu;
using namespace tessera::cpu::services;

/// Parameter `i` as a pointer.
template <typename T>
static T *pointerParam(const TesseraLaunch *launch, unsigned i) {
  return reinterpret_cast<T *>(launch->params[i]);
}

static LaunchRequest request(KernelEntry entry, const uint64_t *params,
                             uint32_t x, uint32_t y = 1, uint32_t z = 1) {
  LaunchRequest request;
  request.entry = entry;
  request.params = params;
  request.grid[0] = x;
  request.grid[1] = y;
  request.grid[2] = z;
  return request;
}

/// A sink that collects, and the calls it got.
struct Sink {
  std::string text;
  unsigned calls = 0;
  static void write(void *self, const char *text, size_t bytes) {
    static_cast<Sink *>(self)->text.append(text, bytes);
    ++static_cast<Sink *>(self)->calls;
  }
};

//===----------------------------------------------------------------------===//
// Blocks and scratch
//===----------------------------------------------------------------------===//

static void countBlock(const TesseraLaunch *launch, uint32_t x, uint32_t y,
                       uint32_t z, void *scratch) {
  auto *counts = pointerParam<std::atomic<uint32_t>>(launch, 0);
  const uint32_t *grid = launch->grid;
  counts[(uint64_t(z) * grid[1] + y) * grid[0] + x].fetch_add(1);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(scratch) % scratchAlignment, 0u);
  std::memset(scratch, static_cast<int>(x), 1000);
}

TEST(Launch, EveryBlockRunsOnce) {
  for (unsigned threads : {1u, 2u, 7u}) {
    ThreadPool pool(threads);
    for (auto [x, y, z] : {std::array{1u, 1u, 1u}, std::array{1000u, 1u, 1u},
                           std::array{7u, 5u, 3u}, std::array{1u, 1u, 513u},
                           std::array{300u, 300u, 1u}}) {
      std::vector<std::atomic<uint32_t>> counts(x * y * z);
      uint64_t params[] = {reinterpret_cast<uint64_t>(counts.data())};
      LaunchRequest r = request(countBlock, params, x, y, z);
      r.scratchBytes = 1000;
      EXPECT_TRUE(launch(pool, r).ok());
      for (auto &count : counts)
        ASSERT_EQ(count.load(), 1u);
    }
  }
}

TEST(Launch, RefusesEmptyAndUncountableGrids) {
  ThreadPool pool(2);
  EXPECT_EQ(launch(pool, request(countBlock, nullptr, 0)).status,
            TESSERA_RT_BAD_GRID);
  LaunchResult result = launch(
      pool, request(countBlock, nullptr, UINT32_MAX, UINT32_MAX, UINT32_MAX));
  EXPECT_EQ(result.status, TESSERA_RT_BAD_GRID);
  EXPECT_NE(result.message.find("4294967295"), std::string::npos);
}

TEST(Launch, TooMuchScratchIsAResult) {
  for (unsigned threads : {1u, 3u}) {
    ThreadPool pool(threads);
    LaunchRequest r = request(countBlock, nullptr, 10);
    r.scratchBytes = uint64_t(1) << 62;
    LaunchResult result = launch(pool, r);
    EXPECT_EQ(result.status, TESSERA_RT_OUT_OF_MEMORY);
    EXPECT_EQ(result.message, "no memory for scratch tiles");
  }
}

TEST(Launch, SeveralHostThreads) {
  ThreadPool pool(2);
  std::vector<std::thread> hosts;
  for (int host = 0; host < 4; ++host)
    hosts.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        std::vector<std::atomic<uint32_t>> counts(500);
        uint64_t params[] = {reinterpret_cast<uint64_t>(counts.data())};
        LaunchRequest r = request(countBlock, params, 500);
        r.scratchBytes = 1000;
        ASSERT_TRUE(launch(pool, r).ok());
        for (auto &count : counts)
          ASSERT_EQ(count.load(), 1u);
      }
    });
  for (std::thread &host : hosts)
    host.join();
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

static char message[] = "value out of range", location[] = "a.mlir:3:5";

/// Fails in every block whose number is in the list of parameter 0 and counts
/// the others in parameter 1.
static void failInList(const TesseraLaunch *launch, uint32_t x, uint32_t,
                       uint32_t, void *) {
  const auto &list = *pointerParam<std::vector<uint32_t>>(launch, 0);
  uint8_t holds[4] = {1, 1, 1, 1};
  for (uint32_t failing : list)
    if (x == failing)
      holds[2] = 0;
  if (tessera_rt_assert(launch->context, holds, 4, message, sizeof(message) - 1,
                        location, sizeof(location) - 1))
    return;
  pointerParam<std::atomic<uint32_t>>(launch, 1)[x].fetch_add(1);
}

TEST(Launch, FirstFailingBlockIsReported) {
  for (unsigned threads : {1u, 2u, 5u}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 30; ++round) {
      std::vector<uint32_t> list = {9999, 4321, 1234, 5000, 1235};
      std::vector<std::atomic<uint32_t>> ran(10000);
      uint64_t params[] = {reinterpret_cast<uint64_t>(&list),
                           reinterpret_cast<uint64_t>(ran.data())};
      LaunchResult result = launch(pool, request(failInList, params, 10000));
      ASSERT_EQ(result.status, TESSERA_RT_ASSERT_FAILED);
      EXPECT_EQ(result.block[0], 1234u);
      EXPECT_EQ(result.element, 2);
      EXPECT_EQ(result.message, message);
      EXPECT_EQ(result.location, location);
      // Everything before it ran; with one thread nothing after it.
      for (uint32_t i = 0; i < 10000; ++i)
        if (i < 1234)
          ASSERT_EQ(ran[i].load(), 1u) << i;
        else if (i == 1234 || threads == 1)
          ASSERT_EQ(ran[i].load(), 0u) << i;
    }
  }
}

/// Block 0 fails, all others wait for it in a loop.
static void waitForever(const TesseraLaunch *launch, uint32_t x, uint32_t,
                        uint32_t, void *) {
  if (x == 0) {
    tessera_rt_fail(launch->context, message, 5, location, 0, ~uint64_t(0));
    return;
  }
  while (!tessera_rt_should_stop(launch->context))
    std::this_thread::yield();
}

TEST(Launch, LoopsOfLaterBlocksEnd) {
  ThreadPool pool(3);
  LaunchResult result = launch(pool, request(waitForever, nullptr, 3));
  EXPECT_EQ(result.status, TESSERA_RT_ASSERT_FAILED);
  EXPECT_EQ(result.element, -1);
  EXPECT_EQ(result.message, "value");
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Prints two lines per block, one op each, for every third block.
static void printLines(const TesseraLaunch *launch, uint32_t x, uint32_t,
                       uint32_t, void *) {
  if (x % 3 == 2)
    return;
  int32_t value = static_cast<int32_t>(x);
  int64_t shapes[] = {int64_t(numerics::ElementKind::I32), 0};
  void *tiles[] = {&value};
  char first[] = "%d a\n", second[] = "%d b\n";
  tessera_rt_print(launch->context, first, 5, 1, shapes, tiles);
  tessera_rt_print(launch->context, second, 5, 1, shapes, tiles);
}

TEST(Launch, OutputIsInBlockOrder) {
  constexpr uint32_t blocks = 3000;
  std::string expected;
  for (uint32_t x = 0; x < blocks; ++x)
    if (x % 3 != 2)
      expected += std::to_string(x) + " a\n" + std::to_string(x) + " b\n";
  for (unsigned threads : {1u, 2u, 5u}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 10; ++round) {
      Sink sink;
      LaunchRequest r = request(printLines, nullptr, blocks);
      r.write = Sink::write;
      r.stream = &sink;
      ASSERT_TRUE(launch(pool, r).ok());
      ASSERT_EQ(sink.text, expected);
      if (threads == 1) {
        EXPECT_EQ(sink.calls, 4000u);
      }
    }
  }
}

/// Block 0 waits until it sees its own print in the sink of parameter 0.
static void printAndWait(const TesseraLaunch *launch, uint32_t x, uint32_t,
                         uint32_t, void *) {
  if (x != 0)
    return;
  char text[] = "now\n";
  tessera_rt_print(launch->context, text, 4, 0, nullptr, nullptr);
  EXPECT_EQ(pointerParam<Sink>(launch, 0)->text, "now\n");
}

TEST(Launch, TheFirstBlocksOutputIsNotHeldBack) {
  ThreadPool pool(3);
  for (int round = 0; round < 20; ++round) {
    Sink sink;
    uint64_t params[] = {reinterpret_cast<uint64_t>(&sink)};
    LaunchRequest r = request(printAndWait, params, 1);
    r.write = Sink::write;
    r.stream = &sink;
    ASSERT_TRUE(launch(pool, r).ok());
  }
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

static void useLocals(const TesseraLaunch *launch, uint32_t x, uint32_t,
                      uint32_t, void *) {
  for (uint64_t bytes : {uint64_t(0), uint64_t(1), uint64_t(4096)}) {
    auto *memory =
        static_cast<char *>(tessera_rt_local_alloc(launch->context, bytes));
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % scratchAlignment, 0u);
    for (uint64_t i = 0; i < bytes; ++i)
      ASSERT_EQ(memory[i], 0);
    std::memset(memory, 1, bytes);
  }
}

TEST(Launch, LocalMemoryIsZeroedPerBlock) {
  ThreadPool pool(2);
  EXPECT_TRUE(launch(pool, request(useLocals, nullptr, 200)).ok());
}

static void useTooMuch(const TesseraLaunch *launch, uint32_t, uint32_t,
                       uint32_t, void *) {
  EXPECT_EQ(tessera_rt_local_alloc(launch->context, UINT64_MAX), nullptr);
}

TEST(Launch, LocalMemoryCanRunOut) {
  ThreadPool pool(1);
  LaunchResult result = launch(pool, request(useTooMuch, nullptr, 2));
  EXPECT_EQ(result.status, TESSERA_RT_OUT_OF_MEMORY);
}

//===----------------------------------------------------------------------===//
// C interface
//===----------------------------------------------------------------------===//

TEST(CInterface, LaunchesWithAndWithoutPool) {
  tessera_rt_pool *pools[] = {nullptr, tessera_rt_pool_create(3)};
  EXPECT_EQ(tessera_rt_pool_threads(pools[0]), 1u);
  EXPECT_EQ(tessera_rt_pool_threads(pools[1]), 3u);
  for (tessera_rt_pool *pool : pools) {
    std::vector<uint32_t> list = {77};
    std::vector<std::atomic<uint32_t>> ran(100);
    uint64_t params[] = {reinterpret_cast<uint64_t>(&list),
                         reinterpret_cast<uint64_t>(ran.data())};
    uint32_t grid[] = {100, 1, 1};
    tessera_rt_result result;
    int status =
        tessera_rt_launch(pool, reinterpret_cast<tessera_rt_kernel>(failInList),
                          0, params, 2, grid, nullptr, nullptr, &result);
    EXPECT_EQ(status, TESSERA_RT_ASSERT_FAILED);
    EXPECT_EQ(result.status, status);
    EXPECT_EQ(result.block[0], 77u);
    EXPECT_STREQ(result.message, message);
    EXPECT_STREQ(result.location, location);
    list[0] = 100;
    EXPECT_EQ(tessera_rt_launch(pool,
                                reinterpret_cast<tessera_rt_kernel>(failInList),
                                0, params, 2, grid, nullptr, nullptr, nullptr),
              TESSERA_RT_OK);
  }
  tessera_rt_pool_destroy(pools[0]);
  tessera_rt_pool_destroy(pools[1]);
}
