//===- tools/tessera/Run/ProgressBar.h - a bar on the terminal ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows how far a long run is. Draws nothing unless standard error is a
// terminal and the run takes longer than half a second.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_PROGRESSBAR_H
#define TESSERA_TOOLS_TESSERA_RUN_PROGRESSBAR_H

#include <chrono>
#include <cstdint>

namespace tessera::tool {

class ProgressBar {
public:
  ProgressBar();
  /// Takes the bar off the screen.
  ~ProgressBar() { clear(); }

  /// Whether anything would ever be drawn.
  bool isEnabled() const { return enabled; }

  /// Notes progress and redraws at most ten times a second.
  void update(uint64_t done, uint64_t total);

  /// Takes the bar off the screen, before something else is printed.
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  bool enabled, drawn = false;
  Clock::time_point start = Clock::now(), lastDrawn = start;
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_RUN_PROGRESSBAR_H
