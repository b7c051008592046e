//===- tools/tessera/Run/ProgressBar.cpp - a bar on the terminal ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line, redrawn in place: "[#####     ]  48% 31/64 blocks, 3 s left".
//
//===----------------------------------------------------------------------===//

#include "ProgressBar.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera::tool;

ProgressBar::ProgressBar() : enabled(errs().is_displayed()) {}

void ProgressBar::update(uint64_t done, uint64_t total) {
  if (!enabled || total == 0)
    return;
  Clock::time_point now = Clock::now();
  auto elapsed = now - start;
  if (elapsed < std::chrono::milliseconds(500) ||
      now - lastDrawn < std::chrono::milliseconds(100))
    return;
  lastDrawn = now;
  drawn = true;
  constexpr unsigned width = 30;
  double fraction = static_cast<double>(done) / static_cast<double>(total);
  unsigned filled = static_cast<unsigned>(fraction * width);
  double seconds = std::chrono::duration<double>(elapsed).count();
  errs() << "\r[" << std::string(filled, '#')
         << std::string(width - filled, ' ') << "] "
         << format("%3d%% ", static_cast<int>(fraction * 100)) << done << '/'
         << total << " blocks";
  if (done != 0)
    errs() << format(", %.0f s left", seconds / fraction - seconds);
  errs() << "\x1b[K";
  errs().flush();
}

void ProgressBar::clear() {
  if (drawn)
    errs() << "\r\x1b[K";
  drawn = false;
}
