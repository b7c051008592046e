//===- Target/GpuTiming.cpp - how fast GPUs are -------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the table of timing constants, and finds the column of a target.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/GpuTiming.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/StringExtras.h"

namespace tessera::gpu {

static constexpr llvm::StringRef names[] = {"sm_80", "sm_90a", "sm_100a",
                                            "sm_120a"};

llvm::ArrayRef<llvm::StringRef> timedTargetNames() { return names; }

llvm::ArrayRef<TimingRow> timingRows() {
  constexpr char A = 'A', B = 'B', C = 'C', X = 'X';
#define V(value, grade, source) TimingValue{value, grade, source}
#define TIMING(field, unit, meaning, ...)                                      \
  TimingRow{#field, unit, meaning, &GpuTiming::field, {{__VA_ARGS__}}},
  static const TimingRow rows[] = {
#include "tessera/Target/GpuTimingConstants.def"
  };
#undef V
  return rows;
}

GpuTiming GpuTiming::withMultiprocessors(unsigned count) const {
  GpuTiming part = *this;
  const double share = count / multiprocessors;
  part.multiprocessors = count;
  for (double GpuTiming::*field :
       {&GpuTiming::l2Bytes, &GpuTiming::l2Rate, &GpuTiming::dramRate})
    part.*field *= share;
  return part;
}

llvm::Expected<GpuTiming> findGpuTiming(llvm::StringRef name) {
  llvm::Expected<GpuTarget> target = findGpuTarget(name);
  if (!target)
    return target.takeError();
  for (auto [column, timed] : llvm::enumerate(names)) {
    // Suffixes add instructions, not speed.
    if (name.rtrim("af") != timed.rtrim("af"))
      continue;
    GpuTiming timing;
    timing.architecture = timed;
    for (const TimingRow &row : timingRows())
      timing.*row.field = row.values[column].value;
    return timing;
  }
  return llvm::createStringError(
      "no timing constants are known for '" + name + "', only for " +
      llvm::join(llvm::ArrayRef<llvm::StringRef>(names), ", "));
}

} // namespace tessera::gpu
