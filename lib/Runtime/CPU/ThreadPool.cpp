//===- Runtime/CPU/ThreadPool.cpp - workers of launches -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol: run() fills in the job, opens the gate, bumps the epoch and
// wakes sleepers. A helper that sees a new epoch joins by counting itself in,
// which only succeeds while the gate is open. run() does its own share, closes
// the gate and waits for the count to reach zero. A helper may join one job
// twice, or one that began after the epoch it saw; both are harmless, since a
// job hands out each piece of work once.
//
// pthreads rather than std::thread: a refused thread must be survivable without
// exceptions.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/ThreadPool.h"

#include "tessera/Support/Pause.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <sched.h>
#include <sys/mman.h>

namespace tessera::cpu {

static constexpr uint32_t gateOpen = 1u << 31;

/// How long to spin before sleeping. The participants of a job end up to a
/// block of it apart, some 100 us, and where launches follow one another who is
/// early is needed again at once. Where threads share processors, whoever spins
/// keeps another from working.
static constexpr std::chrono::microseconds spinAlone(500), spinShared(30);

/// Moving helpers is a system call for each: not more often than this.
static constexpr std::chrono::milliseconds betweenMoves(1);

/// Whether `done` came true within `limit`.
template <typename Condition>
static bool spinUntil(std::chrono::microseconds limit, Condition done) {
  auto end = std::chrono::steady_clock::now() + limit;
  do
    for (int i = 0; i < 32; ++i) {
      if (done())
        return true;
      pauseBriefly();
    }
  while (std::chrono::steady_clock::now() < end);
  return done();
}

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

/// Sizes of pages, and from which size on scratch is given huge ones.
static constexpr uint64_t pageBytes = 4096, hugePageBytes = 2 << 20,
                          leastForHugePages = 64 << 10;

ScratchArena::~ScratchArena() { std::free(memory); }

void *ScratchArena::reserve(uint64_t bytes) {
  if (memory && bytes <= capacity)
    return memory;
  std::free(memory);
  memory = nullptr;
  capacity = 0;
  if (bytes > UINT64_MAX / 2)
    return nullptr;
  // Page alignment: every tile row of a cache line's size stays in one line. A
  // second cache is indexed by physical addresses: tiles that fill half of it
  // are only sure to stay there if their pages are neighbours, as those of a
  // huge page are.
  uint64_t unit = bytes < leastForHugePages ? pageBytes : hugePageBytes;
  uint64_t size = std::max(unit, (bytes + unit - 1) / unit * unit);
  memory = std::aligned_alloc(unit, size);
  if (!memory)
    return nullptr;
  // Advice: where there are no huge pages nothing is lost.
  if (unit == hugePageBytes)
    madvise(memory, size, MADV_HUGEPAGE);
  capacity = size;
  return memory;
}

//===----------------------------------------------------------------------===//
// Pool
//===----------------------------------------------------------------------===//

ThreadPool::ThreadPool(unsigned threads) {
  CPU_ZERO(&processors);
  if (sched_getaffinity(0, sizeof(processors), &processors) != 0)
    CPU_ZERO(&processors);
  if (threads == 0)
    threads = static_cast<unsigned>(std::max(1, CPU_COUNT(&processors)));
  // Helpers read this from their first moment on.
  spinLimit = threads <= static_cast<unsigned>(CPU_COUNT(&processors))
                  ? spinAlone
                  : spinShared;
  for (unsigned worker = 1; worker < threads; ++worker) {
    auto helper = std::make_unique<Helper>();
    helper->pool = this;
    helper->worker = worker;
    if (pthread_create(&helper->thread, nullptr, helperMain, helper.get()) != 0)
      break;
    helpers.push_back(std::move(helper));
  }
}

ThreadPool::~ThreadPool() {
  stopping.store(true, std::memory_order_release);
  epoch.fetch_add(1, std::memory_order_release);
  epoch.notify_all();
  for (auto &helper : helpers)
    pthread_join(helper->thread, nullptr);
}

void *ThreadPool::helperMain(void *self) {
  auto &helper = *static_cast<Helper *>(self);
  helper.pool->help(helper);
  return nullptr;
}

bool ThreadPool::tryJoin() {
  uint32_t state = gate.load(std::memory_order_relaxed);
  while (state & gateOpen)
    if (gate.compare_exchange_weak(state, state + 1, std::memory_order_acquire,
                                   std::memory_order_relaxed))
      return true;
  return false;
}

void ThreadPool::help(Helper &helper) {
  uint32_t seen = 0;
  while (!stopping.load(std::memory_order_acquire)) {
    uint32_t now = seen;
    auto isNew = [&] {
      now = epoch.load(std::memory_order_acquire);
      return now != seen;
    };
    if (!spinUntil(spinLimit, isNew)) {
      // run() reads `sleepers` after it bumps the epoch; wait() reads the
      // epoch after this. One of the two sees the other.
      sleepers.fetch_add(1, std::memory_order_seq_cst);
      epoch.wait(seen, std::memory_order_seq_cst);
      sleepers.fetch_sub(1, std::memory_order_relaxed);
      continue;
    }
    seen = now;
    if (!tryJoin())
      continue;
    if (helper.worker < maxThreads)
      job(argument, helper.worker, helper.arena);
    if (gate.fetch_sub(1, std::memory_order_release) == 1)
      gate.notify_one(); // closed and empty: run() may be asleep
  }
}

void ThreadPool::leaveCallersProcessor() {
  int caller = sched_getcpu();
  if (caller < 0 || caller == avoided || caller >= CPU_SETSIZE)
    return;
  auto now = std::chrono::steady_clock::now();
  if (avoided >= 0 && now - moved < betweenMoves)
    return;
  cpu_set_t others = processors;
  CPU_CLR(caller, &others);
  if (static_cast<size_t>(CPU_COUNT(&others)) < helpers.size())
    return;
  for (auto &helper : helpers)
    pthread_setaffinity_np(helper->thread, sizeof(others), &others);
  avoided = caller;
  moved = now;
}

void ThreadPool::run(Job newJob, void *newArgument, unsigned limit) {
  limit = std::min(limit, threads());
  std::unique_lock<std::mutex> lock(busy, std::try_to_lock);
  if (!lock) {
    ScratchArena arena;
    newJob(newArgument, 0, arena);
    return;
  }
  if (limit <= 1) {
    newJob(newArgument, 0, callerArena);
    return;
  }
  job = newJob;
  argument = newArgument;
  maxThreads = limit;
  leaveCallersProcessor();
  gate.store(gateOpen, std::memory_order_release);
  epoch.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers.load(std::memory_order_seq_cst) != 0)
    epoch.notify_all();

  newJob(newArgument, 0, callerArena);

  uint32_t inside =
      gate.fetch_and(~gateOpen, std::memory_order_acq_rel) & ~gateOpen;
  auto isEmpty = [&] {
    inside = gate.load(std::memory_order_acquire);
    return inside == 0;
  };
  if (inside == 0 || spinUntil(spinLimit, isEmpty))
    return;
  do
    gate.wait(inside, std::memory_order_acquire);
  while (!isEmpty());
}

} // namespace tessera::cpu
