//===- CAPI/Limits.h - ends of launches that do not end themselves *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch of compiled code looks at one flag. Who may set it, a cancellation
// or a deadline, registers here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_LIMITS_H
#define TESSERA_LIB_CAPI_LIMITS_H

#include "tessera-c/Tessera.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace tessera::capi {

/// The flag of one launch, and who has set it.
class StopFlag {
public:
  enum class Reason { None, Cancelled, TimedOut };

  void set(Reason why) {
    Reason none = Reason::None;
    reason.compare_exchange_strong(none, why);
    flag.store(true);
  }
  const std::atomic<bool> &stopped() const { return flag; }
  Reason why() const { return reason.load(); }

private:
  std::atomic<bool> flag{false};
  std::atomic<Reason> reason{Reason::None};
};

/// Sets a flag after some seconds, unless it is destroyed first.
class Deadline {
public:
  /// 0 seconds: never.
  Deadline(StopFlag &flag, double seconds);
  ~Deadline();
  Deadline(const Deadline &) = delete;
  Deadline &operator=(const Deadline &) = delete;

  /// The system gave no thread to wait.
  bool hasFailed() const { return failed; }

private:
  void wait();

  StopFlag &flag;
  double seconds;
  bool hasThread = false, failed = false, isOver = false;
  pthread_t thread{};
  std::mutex mutex;
  std::condition_variable changed;
};

} // namespace tessera::capi

struct tessera_cancellation {
  void add(tessera::capi::StopFlag &launch);
  void remove(tessera::capi::StopFlag &launch);
  void request();

private:
  std::mutex mutex;
  bool isRequested = false;
  std::vector<tessera::capi::StopFlag *> launches;
};

#endif // TESSERA_LIB_CAPI_LIMITS_H
