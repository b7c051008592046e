//===- tools/tessera/PTX/TimeReport.h - how long a kernel takes -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tessera time` prints, as text and as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_PTX_TIMEREPORT_H
#define TESSERA_TOOLS_TESSERA_PTX_TIMEREPORT_H

#include "tessera/PTX/Emulator/TimedSchedule.h"
#include "tessera/Target/LoopEstimate.h"

namespace tessera::tool {

/// The time a kernel would take without one limit.
struct Gain {
  std::string without;
  double cycles = 0;
};

/// The price that a loop of the plan has by itself, beside the simulation.
struct LoopComparison {
  std::string place;
  unsigned stages = 0;
  gpu::LoopPrice price;
};

struct TimeReport {
  std::string path, entry;
  gpu::GpuTiming timing; // with the clock that was asked for
  ptx::emu::TimedResult result;
  std::vector<Gain> gains = {};
  /// With --compare-plan: loops in order, rounds of one block over all of
  /// them, and what the plan would cost by these prices alone.
  std::vector<LoopComparison> loops = {};
  double rounds = 0, estimatedCycles = 0;

  /// Of the whole grid, without the launch.
  double seconds() const { return timing.seconds(result.cycles); }
  /// What all blocks do, of what the simulated ones did.
  /// Whether blocks have so unequal work that a choice of them may mislead.
  bool isUneven() const {
    constexpr double unequal = 1.25;
    return result.workRatio > unequal && result.simulatedSms < result.activeSms;
  }
  double perGrid(double simulated) const;

  void print(llvm::raw_ostream &os, size_t lines) const;
  void printJson(llvm::raw_ostream &os) const;

private:
  void printPlan(llvm::raw_ostream &os) const; // TimePlan.cpp
};

/// The table of constants of one target, with sources and grades.
void printConstants(llvm::raw_ostream &os, const gpu::GpuTiming &timing);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_PTX_TIMEREPORT_H
