//===- Support/PhaseTimes.h - where a compile spends its time ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seconds per named phase, as data: the command line prints them as a table or
// as JSON, benchmarks compare them with goals. Processor time is given beside
// wall time because it is the one that means something on a busy machine. Who
// is timed takes a pointer that is usually null; nothing is measured then.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PHASETIMES_H
#define TESSERA_SUPPORT_PHASETIMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <string>
#include <vector>

namespace tessera {

class PhaseTimes {
public:
  struct Entry {
    std::string name;
    /// 0: a phase; 1: a step within the phase before it.
    unsigned depth = 0;
    double wallSeconds = 0;
    /// Of all threads of the process.
    double cpuSeconds = 0;
  };

  /// Measures from its construction to stop() or its end.
  class Scope {
  public:
    /// `times` may be null.
    Scope(PhaseTimes *times, llvm::StringRef name);
    ~Scope() { stop(); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    void stop();

  private:
    PhaseTimes *times;
    size_t index = 0;
    std::chrono::steady_clock::time_point wallStart;
    double cpuStart = 0;
  };

  /// In the order in which they began.
  llvm::ArrayRef<Entry> entries() const { return all; }

  /// The phases, without their steps, added up.
  Entry total() const;

  void printTable(llvm::raw_ostream &os) const;
  /// `[{"name": .., "depth": .., "wall_ms": .., "cpu_ms": ..}, ..]`.
  void printJson(llvm::raw_ostream &os) const;

private:
  std::vector<Entry> all;
  unsigned open = 0;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_PHASETIMES_H
