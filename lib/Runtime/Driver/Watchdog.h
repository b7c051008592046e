//===- Runtime/Driver/Watchdog.h - kernels that never end -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither compiled code nor the emulator looks at a clock. A thread of its own
// does: it asks a launch that takes too long to end, and where that does not
// help, because native code sits in a loop that asks nobody, ends the process.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_WATCHDOG_H
#define TESSERA_LIB_RUNTIME_DRIVER_WATCHDOG_H

#include "Findings.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <string>

namespace tessera::sim {

class Watchdog {
public:
  /// 0 seconds: no limit, no thread.
  Watchdog(double seconds, Findings &findings)
      : seconds(seconds), findings(findings) {}

  /// A launch under way.
  struct Watched {
    std::string kernel;
    std::atomic<bool> cancelled{false};
    std::chrono::steady_clock::time_point end;
  };
  std::list<Watched>::iterator begin(std::string kernel);
  void end(std::list<Watched>::iterator launch);

private:
  static void *watch(void *self);
  void watch();

  const double seconds;
  Findings &findings;
  std::mutex mutex;
  std::condition_variable changed;
  std::list<Watched> launches;
  bool hasThread = false;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_WATCHDOG_H
