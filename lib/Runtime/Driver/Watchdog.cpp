//===- Runtime/Driver/Watchdog.cpp - kernels that never end -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread for all launches, made with the first that has a limit. All have
// the same, so the thread sleeps until the first of them has to end, or for the
// time of one: a launch that begins meanwhile does not end before, and need not
// wake it.
//
//===----------------------------------------------------------------------===//

#include "Watchdog.h"

#include "llvm/Support/FormatVariadic.h"

#include <pthread.h>
#include <thread>
#include <unistd.h>

using namespace tessera::sim;

using Clock = std::chrono::steady_clock;

/// How long a launch that was asked to end may go on.
static constexpr std::chrono::seconds grace{5};
/// What timeout(1) says.
static constexpr int timeoutStatus = 124;

Watchdog::Watchdog(double seconds, Findings &findings)
    : seconds(seconds),
      limit(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(std::min(seconds, 1e9)))),
      findings(findings) {}

Watchdog::Launch::Launch(Watchdog &watchdog, const std::string &kernel)
    : watchdog(watchdog), kernel(kernel) {
  if (watchdog.seconds <= 0)
    return;
  std::lock_guard guard(watchdog.mutex);
  end = Clock::now() + watchdog.limit;
  watchdog.launches.push_back(this);
  pthread_t thread;
  if (!watchdog.hasThread &&
      pthread_create(&thread, nullptr, watch, &watchdog) == 0) {
    pthread_detach(thread);
    watchdog.hasThread = true;
  }
}

Watchdog::Launch::~Launch() {
  if (watchdog.seconds <= 0)
    return;
  std::lock_guard guard(watchdog.mutex);
  std::erase(watchdog.launches, this);
}

void *Watchdog::watch(void *self) {
  static_cast<Watchdog *>(self)->watch();
  return nullptr;
}

void Watchdog::watch() {
  while (true) {
    Clock::time_point now = Clock::now(), next = now + limit;
    {
      std::lock_guard guard(mutex);
      for (Launch *launch : launches) {
        if (!launch->isCancelled && now >= launch->end) {
          launch->isCancelled = true;
          launch->end = now + grace;
        } else if (launch->isCancelled && now >= launch->end) {
          findings.add(launch->kernel,
                       {{Result::LaunchTimeout,
                         llvm::formatv("not finished after {0} seconds, and "
                                       "cannot be stopped: the process ends",
                                       seconds)
                             .str()}});
          ::_exit(timeoutStatus);
        }
        next = std::min(next, launch->end);
      }
    }
    std::this_thread::sleep_until(next);
  }
}
