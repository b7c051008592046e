//===- tools/tessera/Run/TimeLimit.cpp - give up after a time -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread waits for the end of the run or of the time, whichever comes first.
//
//===----------------------------------------------------------------------===//

#include "TimeLimit.h"
#include "Command.h"
#include "Diagnostics.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <chrono>
#include <unistd.h>

using namespace llvm;
using namespace tessera;

/// Longer than any run, and short enough for the clock's arithmetic.
static constexpr double mostSeconds = 1e9;

tool::TimeLimit::TimeLimit(double seconds, double grace) {
  if (seconds <= 0)
    return;
  auto end = std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(std::min(seconds, mostSeconds) +
                                               grace));
  watcher = std::thread([this, seconds, end] {
    std::unique_lock lock(mutex);
    if (ended.wait_until(lock, end, [this] { return isOver; }))
      return;
    fail("--timeout: the run was not finished after " +
         formatv("{0}", seconds).str() + " seconds; no output was written");
    finishDiagnostics(1);
    // Other threads are in code that does not end.
    sys::RunInterruptHandlers();
    ::_exit(1);
  });
}

tool::TimeLimit::~TimeLimit() {
  {
    std::lock_guard lock(mutex);
    isOver = true;
  }
  ended.notify_one();
  if (watcher.joinable())
    watcher.join();
}
