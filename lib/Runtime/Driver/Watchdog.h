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
#include <mutex>
#include <string>
#include <vector>

namespace tessera::sim {

class Watchdog {
public:
  /// 0 seconds: no limit, no thread.
  Watchdog(double seconds, Findings &findings);

  /// A launch under way, for as long as the object lives.
  class Launch {
  public:
    /// The name outlives the launch.
    Launch(Watchdog &watchdog, const std::string &kernel);
    ~Launch();
    Launch(const Launch &) = delete;
    Launch &operator=(const Launch &) = delete;
    /// Set when it is to end.
    const std::atomic<bool> &cancelled() const { return isCancelled; }

  private:
    friend class Watchdog;
    Watchdog &watchdog;
    const std::string &kernel;
    std::atomic<bool> isCancelled{false};
    std::chrono::steady_clock::time_point end;
  };

private:
  static void *watch(void *self);
  void watch();

  const double seconds;
  const std::chrono::steady_clock::duration limit;
  Findings &findings;
  std::mutex mutex;
  std::vector<Launch *> launches;
  bool hasThread = false;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_WATCHDOG_H
