//===- tools/tessera/Progress.cpp - what a long step is about ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that draws once a second. The line ends with a carriage return, so
// that text of others begins where it began.
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <chrono>

using namespace llvm;
using namespace tessera;

/// Whether a line is on the screen, and whether a step owns it.
static std::atomic<bool> isDrawn = false, isOwned = false;

tool::ProgressLine::ProgressLine(const Twine &what) : what(what.str()) {
  if (!errs().is_displayed() || isOwned.exchange(true))
    return;
  drawer = std::thread([this] { draw(); });
}

void tool::ProgressLine::draw() {
  using namespace std::chrono;
  auto start = steady_clock::now();
  auto next = start + seconds(2);
  std::unique_lock lock(mutex);
  while (!ended.wait_until(lock, next, [this] { return hasEnded; })) {
    auto taken = duration_cast<seconds>(steady_clock::now() - start);
    // One write: other threads print too.
    std::string line =
        what + " ... " + std::to_string(taken.count()) + " s\x1b[K\r";
    isDrawn = true;
    errs() << line;
    next += seconds(1);
  }
}

tool::ProgressLine::~ProgressLine() {
  if (!drawer.joinable())
    return;
  {
    std::lock_guard lock(mutex);
    hasEnded = true;
  }
  ended.notify_all();
  drawer.join();
  clearProgress();
  isOwned = false;
}

void tool::clearProgress() {
  if (isDrawn.exchange(false))
    errs() << "\x1b[K";
}
