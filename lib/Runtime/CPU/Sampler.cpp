//===- Runtime/CPU/Sampler.cpp - where launches spend their time --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel calls (the runtime, vector mathematics, memcpy) is compiled
// without frame pointers. A sample there belongs to the kernel's call: the
// first word of the stack that points into the kernel is the return address.
//
//===----------------------------------------------------------------------===//

#include "Sampler.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

namespace tessera::cpu {

/// The stack above this address is none of a kernel's; null outside launches.
static thread_local const char *launchStack = nullptr;

namespace {
constexpr size_t mostSamples = size_t(1) << 20;
/// Timers of processor time have the resolution of the scheduler's tick, 4 ms;
/// this one is of time.
constexpr long nanoseconds = 500'000;

/// What the handler of the signal uses.
struct Recording {
  uintptr_t begin = 0, end = 0;
  std::vector<uintptr_t> samples;
  std::atomic<size_t> count{0};
  std::atomic<uint64_t> launches{0};
};
std::atomic<Recording *> recording{nullptr};
} // namespace

/// The stack's words, which sanitizers must not look at.
__attribute__((no_sanitize("address", "thread", "undefined"))) static uintptr_t
callInto(const Recording &record, uintptr_t stack, const char *top) {
  uintptr_t limit = reinterpret_cast<uintptr_t>(top);
  for (uintptr_t at = (stack + 7) & ~uintptr_t(7);
       at + sizeof(uintptr_t) <= limit; at += sizeof(uintptr_t)) {
    uintptr_t word;
    std::memcpy(&word, reinterpret_cast<const void *>(at), sizeof word);
    // A return address is behind its call.
    if (word > record.begin && word <= record.end)
      return word - 1;
  }
  return 0;
}

static void onSignal(int, siginfo_t *, void *context) {
  Recording *record = recording.load(std::memory_order_acquire);
  const char *top = launchStack;
  if (!record || !top)
    return;
  const auto &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  auto counter = static_cast<uintptr_t>(machine.gregs[REG_RIP]);
  auto stack = static_cast<uintptr_t>(machine.gregs[REG_RSP]);
#elif defined(__aarch64__)
  uintptr_t counter = machine.pc, stack = machine.sp;
#else
#error "expected x86-64 or aarch64"
#endif
  bool isInside = counter >= record->begin && counter < record->end;
  uintptr_t found = isInside ? counter : callInto(*record, stack, top);
  size_t index = record->count.fetch_add(1, std::memory_order_relaxed);
  if (index < mostSamples)
    record->samples[index] = found;
}

Sampler::Sampler(uintptr_t begin, uintptr_t end) {
  auto *record = new Recording{begin, end, {}, {}, {}};
  record->samples.resize(mostSamples);
  recording.store(record, std::memory_order_release);
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigaction(SIGPROF, &action, nullptr);
}

LaunchMark::LaunchMark() {
  launchStack = reinterpret_cast<const char *>(this);
  Recording *record = recording.load(std::memory_order_acquire);
  if (!record)
    return;
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = ::gettid();
  hasTimer = ::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
  if (!hasTimer)
    return;
  // A short launch that is repeated is not always interrupted at one place.
  uint64_t number = record->launches.fetch_add(1, std::memory_order_relaxed);
  itimerspec times = {};
  times.it_interval.tv_nsec = nanoseconds;
  times.it_value.tv_nsec =
      1 + static_cast<long>(number * 0x9E3779B97F4A7C15ull %
                            static_cast<uint64_t>(nanoseconds));
  ::timer_settime(timer, 0, &times, nullptr);
}

LaunchMark::~LaunchMark() {
  if (hasTimer)
    ::timer_delete(timer);
  launchStack = nullptr;
}

Sampler::~Sampler() {
  // A signal may be on its way.
  ::signal(SIGPROF, SIG_IGN);
  delete recording.exchange(nullptr);
}

std::vector<uintptr_t> Sampler::samples() const {
  const Recording *record = recording.load();
  size_t count = std::min(record->count.load(), mostSamples);
  return {record->samples.begin(),
          record->samples.begin() + static_cast<std::ptrdiff_t>(count)};
}

} // namespace tessera::cpu
