//===- Runtime/Driver/Watchdog.cpp - kernels that never end -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread for all launches, made with the first that has a limit.
//
//===----------------------------------------------------------------------===//

#include "Watchdog.h"

#include "llvm/Support/FormatVariadic.h"

#include <pthread.h>
#include <unistd.h>

using namespace tessera::sim;

using Clock = std::chrono::steady_clock;

/// How long a launch that was asked to end may go on.
static constexpr std::chrono::seconds grace{5};
/// What timeout(1) says.
static constexpr int timeoutStatus = 124;

std::list<Watchdog::Watched>::iterator Watchdog::begin(std::string kernel) {
  std::lock_guard guard(mutex);
  launches.emplace_front();
  launches.front().kernel = std::move(kernel);
  if (seconds <= 0)
    return launches.begin();
  launches.front().end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(std::min(seconds, 1e9)));
  pthread_t thread;
  if (!hasThread && pthread_create(&thread, nullptr, watch, this) == 0) {
    pthread_detach(thread);
    hasThread = true;
  }
  changed.notify_all();
  return launches.begin();
}

void Watchdog::end(std::list<Watched>::iterator launch) {
  std::lock_guard guard(mutex);
  launches.erase(launch);
}

void *Watchdog::watch(void *self) {
  static_cast<Watchdog *>(self)->watch();
  return nullptr;
}

void Watchdog::watch() {
  std::unique_lock lock(mutex);
  while (true) {
    Clock::time_point now = Clock::now(), next = now + std::chrono::hours(1);
    for (Watched &launch : launches) {
      if (!launch.cancelled && now >= launch.end) {
        launch.cancelled = true;
        launch.end = now + grace;
      } else if (launch.cancelled && now >= launch.end) {
        findings.add(launch.kernel,
                     {{Result::LaunchTimeout,
                       llvm::formatv("not finished after {0} seconds, and "
                                     "cannot be stopped: the process ends",
                                     seconds)
                           .str()}});
        ::_exit(timeoutStatus);
      }
      next = std::min(next, launch.end);
    }
    changed.wait_until(lock, next);
  }
}
