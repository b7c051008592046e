//===- Runtime/ThreadPoolTest.cpp - workers of launches ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Participation, nesting by several callers, reuse, sleep and wake.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/ThreadPool.h"

#include "gtest/gtest.h"

#include <chrono>
#include <cstdint>
#include <cstring>
#include <sched.h>
#include <set>
#include <thread>

using namespace tessera::cpu;

/// Runs `function(worker, arena)` as a job.
template <typename Function>
static void runJob(ThreadPool &pool, unsigned threads, Function function) {
  pool.run(
      [](void *argument, unsigned worker, ScratchArena &arena) {
        (*static_cast<Function *>(argument))(worker, arena);
      },
      &function, threads);
}

TEST(ThreadPool, CallerAloneHasWorkerZero) {
  ThreadPool pool(1);
  EXPECT_EQ(pool.threads(), 1u);
  unsigned calls = 0;
  auto caller = std::this_thread::get_id();
  runJob(pool, 8, [&](unsigned worker, ScratchArena &) {
    EXPECT_EQ(worker, 0u);
    EXPECT_EQ(std::this_thread::get_id(), caller);
    ++calls;
  });
  EXPECT_EQ(calls, 1u);
}

TEST(ThreadPool, ZeroIsOnePerProcessor) {
  ThreadPool pool;
  EXPECT_GE(pool.threads(), 1u);
  EXPECT_LE(pool.threads(), 4096u);
}

TEST(ThreadPool, AllWorkIsDoneOnceByManyThreads) {
  ThreadPool pool(5);
  ASSERT_EQ(pool.threads(), 5u);
  for (int round = 0; round < 200; ++round) {
    std::atomic<unsigned> next{0};
    std::vector<std::atomic<unsigned>> done(100);
    std::atomic<unsigned> inside[5] = {};
    runJob(pool, 5, [&](unsigned worker, ScratchArena &) {
      EXPECT_EQ(inside[worker].fetch_add(1), 0u);
      for (unsigned i; (i = next.fetch_add(1)) < done.size();)
        done[i].fetch_add(1);
      inside[worker].fetch_sub(1);
    });
    for (auto &count : done)
      ASSERT_EQ(count.load(), 1u);
  }
}

/// A job that only ends when `wanted` threads are in it.
static void meet(ThreadPool &pool, unsigned wanted) {
  std::atomic<unsigned> arrived{0};
  runJob(pool, wanted, [&](unsigned, ScratchArena &) {
    arrived.fetch_add(1);
    while (arrived.load() < wanted)
      std::this_thread::yield();
  });
  EXPECT_GE(arrived.load(), wanted);
}

TEST(ThreadPool, HelpersWakeFromSleep) {
  ThreadPool pool(3);
  meet(pool, 3);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  meet(pool, 3);
}

/// The calling thread on one processor of those that it may use.
class OnProcessor {
public:
  explicit OnProcessor(int processor) {
    CPU_ZERO(&here);
    CPU_SET(processor, &here);
    EXPECT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
    EXPECT_EQ(sched_setaffinity(0, sizeof(here), &here), 0);
  }
  ~OnProcessor() {
    EXPECT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  }

  /// Whether a helper of `pool` that takes part in a launch may run here.
  bool sharesWithHelper(ThreadPool &pool) const {
    unsigned threads = pool.threads();
    std::atomic<unsigned> arrived{0}, sharing{0};
    runJob(pool, threads, [&](unsigned worker, ScratchArena &) {
      cpu_set_t mine;
      if (worker != 0 && sched_getaffinity(0, sizeof(mine), &mine) == 0) {
        CPU_AND(&mine, &mine, &here);
        sharing.fetch_add(CPU_COUNT(&mine));
      }
      for (arrived.fetch_add(1); arrived.load() < threads;)
        std::this_thread::yield();
    });
    return sharing.load() != 0;
  }

private:
  cpu_set_t before, here;
};

TEST(ThreadPool, HelpersKeepOffTheCallersProcessorWhereThereAreOthers) {
  using namespace std::chrono_literals;
  cpu_set_t usable;
  ASSERT_EQ(sched_getaffinity(0, sizeof(usable), &usable), 0);
  ThreadPool pool, crowded(pool.threads() + 1);
  EXPECT_TRUE(OnProcessor(sched_getcpu()).sharesWithHelper(crowded));
  for (int i = 0; i < CPU_SETSIZE && pool.threads() > 1; ++i) {
    if (!CPU_ISSET(i, &usable))
      continue;
    // By the launches before, helpers are awake or just asleep.
    OnProcessor here(i);
    EXPECT_FALSE(here.sharesWithHelper(pool)) << i;
    for (auto end = std::chrono::steady_clock::now() + 3ms;
         std::chrono::steady_clock::now() < end;)
      EXPECT_FALSE(here.sharesWithHelper(pool)) << i;
  }
}

TEST(ThreadPool, RespectsTheLimit) {
  ThreadPool pool(4);
  for (int round = 0; round < 50; ++round) {
    std::atomic<unsigned> most{0};
    runJob(pool, 2, [&](unsigned worker, ScratchArena &) {
      unsigned seen = most.load();
      while (worker > seen && !most.compare_exchange_weak(seen, worker)) {
      }
    });
    EXPECT_LT(most.load(), 2u);
  }
}

TEST(ThreadPool, CallersDoNotWaitForOneAnother) {
  ThreadPool pool(3);
  std::atomic<bool> firstIsIn{false}, secondIsDone{false};
  std::thread first([&] {
    runJob(pool, 3, [&](unsigned, ScratchArena &) {
      firstIsIn.store(true);
      while (!secondIsDone.load())
        std::this_thread::yield();
    });
  });
  while (!firstIsIn.load())
    std::this_thread::yield();
  unsigned calls = 0;
  runJob(pool, 3, [&](unsigned worker, ScratchArena &arena) {
    EXPECT_EQ(worker, 0u);
    EXPECT_NE(arena.reserve(100), nullptr);
    ++calls;
  });
  EXPECT_EQ(calls, 1u);
  secondIsDone.store(true);
  first.join();
}

TEST(ThreadPool, ManyCallersAtOnce) {
  ThreadPool pool(3);
  std::atomic<unsigned> total{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        std::atomic<unsigned> next{0};
        runJob(pool, 3, [&](unsigned, ScratchArena &) {
          while (next.fetch_add(1) < 10)
            total.fetch_add(1);
        });
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(total.load(), 4u * 100u * 10u);
}

TEST(ThreadPool, UnusedPoolsEnd) {
  for (int i = 0; i < 20; ++i)
    ThreadPool pool(4);
}

TEST(ScratchArena, AlignedReusedAndGrown) {
  ScratchArena arena;
  void *empty = arena.reserve(0);
  ASSERT_NE(empty, nullptr);
  void *first = arena.reserve(1000);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  EXPECT_EQ(arena.reserve(500), first);
  void *large = arena.reserve(1 << 20);
  ASSERT_NE(large, nullptr);
  // Where there may be a huge page.
  EXPECT_EQ(reinterpret_cast<uintptr_t>(large) % (2 << 20), 0u);
  std::memset(large, 1, 1 << 20);
  EXPECT_EQ(arena.reserve(UINT64_MAX), nullptr);
  EXPECT_EQ(arena.reserve(uint64_t(1) << 62), nullptr);
  EXPECT_NE(arena.reserve(10), nullptr);
}
