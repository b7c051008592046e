//===- tools/tessera/Run/TimeLimit.h - give up after a time ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither compiled code nor one long operation looks at a clock. A thread of
// its own does, and ends the process.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_TIMELIMIT_H
#define TESSERA_TOOLS_TESSERA_RUN_TIMELIMIT_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tessera::tool {

/// While it lives, the process ends with status 1 and an error after `seconds`
/// and `grace` more, in which somebody who looks at a clock may say it with the
/// place. 0 seconds: no limit.
class TimeLimit {
public:
  TimeLimit(double seconds, double grace);
  ~TimeLimit();
  TimeLimit(const TimeLimit &) = delete;
  TimeLimit &operator=(const TimeLimit &) = delete;

private:
  std::mutex mutex;
  std::condition_variable ended;
  bool isOver = false;
  std::thread watcher;
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_RUN_TIMELIMIT_H
