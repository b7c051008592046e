//===- tessera/Runtime/CPU/ThreadPool.h - workers of launches ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that help the calling thread with one job at a time. A job is a
// function that every participant calls once and that hands out the work
// itself. The caller never waits for a helper to begin: a helper that wakes up
// after the work is gone finds the job closed. So a short job costs what the
// caller alone needs plus one wake-up call.
//
// Helpers spin for half a millisecond after a job, where every thread can have
// a processor, and then sleep: waking a sleeping thread takes about 40 us, a
// spinning one below 1 us. The caller waits for the last helper likewise.
// Schedulers like to wake a thread on the processor of its waker, where it
// would wait for the caller's share to end or for the next balancing, some
// milliseconds: where there are enough processors, helpers may use all but the
// caller's.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CPU_THREADPOOL_H
#define TESSERA_RUNTIME_CPU_THREADPOOL_H

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <vector>

namespace tessera::cpu {

/// Memory that one worker lends to the blocks it runs, one after the other.
class ScratchArena {
public:
  ScratchArena() = default;
  ~ScratchArena();
  ScratchArena(const ScratchArena &) = delete;
  ScratchArena &operator=(const ScratchArena &) = delete;

  /// At least `bytes` bytes, 64-byte aligned; kept until a larger request. From
  /// 64 KiB on in huge pages of 2 MiB, where the system has them.
  /// Null when there is no memory. Never null for 0 bytes.
  void *reserve(uint64_t bytes);

private:
  void *memory = nullptr;
  uint64_t capacity = 0;
};

class ThreadPool {
public:
  /// `threads` counts the caller of run(): 1 makes no threads, 0 is one per
  /// processor this process may use. Where the system refuses threads there
  /// are fewer.
  explicit ThreadPool(unsigned threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  unsigned threads() const { return static_cast<unsigned>(helpers.size()) + 1; }

  /// One participant's share of a job. `worker` is below threads() and no two
  /// participants of a job have the same; `arena` is the participant's own.
  using Job = void (*)(void *argument, unsigned worker, ScratchArena &arena);

  /// Calls `job` on this thread and on up to `maxThreads` - 1 helpers at once;
  /// returns when all have returned. When another thread's job is running, on
  /// this thread alone: jobs never wait for one another.
  void run(Job job, void *argument, unsigned maxThreads);

private:
  struct Helper {
    ThreadPool *pool = nullptr;
    unsigned worker = 0;
    pthread_t thread{};
    ScratchArena arena;
  };
  static void *helperMain(void *self);
  void help(Helper &helper);
  bool tryJoin();
  /// Lets helpers run on all processors but the caller's, if those are enough;
  /// at most once a millisecond. The system wakes threads where their waker
  /// runs, and a caller that it moves may end up where a helper is, which then
  /// cannot leave.
  void leaveCallersProcessor();

  /// Held while a job runs.
  std::mutex busy;
  ScratchArena callerArena;
  std::vector<std::unique_ptr<Helper>> helpers;

  /// What this process might use when the pool was made; empty: unknown.
  cpu_set_t processors;
  /// How long whoever waits spins before sleeping.
  std::chrono::microseconds spinLimit{0};
  /// The processor that helpers keep off; none yet: -1.
  int avoided = -1;
  /// When they were last told so.
  std::chrono::steady_clock::time_point moved;

  // What helpers are told. Written by run() while `gate` is closed.
  Job job = nullptr;
  void *argument = nullptr;
  unsigned maxThreads = 1;

  /// Changes with every job; what sleeping helpers wait for.
  alignas(64) std::atomic<uint32_t> epoch{0};
  std::atomic<uint32_t> sleepers{0};
  std::atomic<bool> stopping{false};
  /// Top bit: a job may be joined. Below: how many helpers are in it.
  alignas(64) std::atomic<uint32_t> gate{0};
};

} // namespace tessera::cpu

#endif // TESSERA_RUNTIME_CPU_THREADPOOL_H
