//===- tessera/Target/GpuTiming.h - how fast GPUs are -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Latencies and rates of multiprocessors and memories, from public
// measurements, each with its source and a grade of how well it is known. The
// table is GpuTimingConstants.def; timed emulation (docs/timed-emulation.md)
// reads it, and anything else that wants to know what something costs should.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_GPUTIMING_H
#define TESSERA_TARGET_GPUTIMING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <string>

namespace tessera::gpu {

/// The constants of one architecture, as plain numbers that may be changed to
/// ask what would be if.
struct GpuTiming {
  /// The target whose constants these are: "sm_90a".
  llvm::StringRef architecture;
#define TIMING(field, unit, meaning, ...) double field = 0;
#include "tessera/Target/GpuTimingConstants.def"
  /// Always 0: for tables that name a constant, where there is none.
  double none = 0;

  /// Those of a GPU with so many multiprocessors of the same kind, and of L2
  /// and device memory its share.
  GpuTiming withMultiprocessors(unsigned count) const;

  /// Seconds that so many cycles take.
  double seconds(double cycles) const { return cycles / (clockMHz * 1e6); }
};

/// One value of the table: the grade is 'A', 'B', 'C', or 'X' where the
/// architecture has no such thing.
struct TimingValue {
  double value = 0;
  char grade = 'X';
  llvm::StringRef source;
};

/// One row of the table.
struct TimingRow {
  llvm::StringRef name, unit, meaning;
  double GpuTiming::*field = nullptr;
  std::array<TimingValue, 4> values; // in the order of timedTargetNames()
};

/// All rows, in the table's order.
llvm::ArrayRef<TimingRow> timingRows();

/// sm_80, sm_90a, sm_100a, sm_120a.
llvm::ArrayRef<llvm::StringRef> timedTargetNames();

/// The constants for code of the target `name`; sm_90, sm_90a and so on are
/// one GPU. Fails for names that are no targets, and with the list of those
/// that have constants for targets without.
llvm::Expected<GpuTiming> findGpuTiming(llvm::StringRef name);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_GPUTIMING_H
