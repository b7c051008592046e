//===- tools/tessera/PTX/TimeGains.cpp - time without a limit ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tessera time --gains` asks: how long the same launch would take if one
// set of constants were without limit.
//
//===----------------------------------------------------------------------===//

#include "PTX/TimeRequest.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

namespace {
struct Variation {
  StringRef without;
  void (*change)(gpu::GpuTiming &timing);
};
} // namespace

static constexpr double unlimited = 1e6; // times as fast

static const Variation variations[] = {
    {"the rate and latency of tensor cores",
     [](gpu::GpuTiming &t) {
       for (double *rate : {&t.mmaRate, &t.mmaDoubleRate, &t.tensorRate})
         *rate *= unlimited;
       for (double *latency :
            {&t.mmaLatency, &t.wgmmaTail, &t.wgmmaStart, &t.wgmmaRegisterFloor})
         *latency = 0;
       for (double *tail :
            {&t.tcgenTail, &t.tcgenSharedTail, &t.tcgenSharedTail128})
         *tail = t.tcgenCommit + t.mbarrierWait;
     }},
    {"the rate and latency of shared memory",
     [](gpu::GpuTiming &t) {
       t.sharedRate *= unlimited;
       t.sharedLatency = t.matrixLoadLatency = 1;
     }},
    {"the rate of special functions",
     [](gpu::GpuTiming &t) { t.specialLanes *= unlimited; }},
    {"the rate of other arithmetic",
     [](gpu::GpuTiming &t) {
       for (double *rate : {&t.intLanes, &t.mulLanes, &t.fmaLanes, &t.halfLanes,
                            &t.doubleLanes, &t.convertLanes,
                            &t.wideConvertLanes, &t.shuffleLanes})
         *rate *= unlimited;
     }},
    {"the rate of L2 and of the way to it",
     [](gpu::GpuTiming &t) {
       for (double *rate :
            {&t.l2Rate, &t.feedRate, &t.tmaRateL2, &t.tmaRateDram})
         *rate *= unlimited;
     }},
    {"the rate of device memory",
     [](gpu::GpuTiming &t) { t.dramRate *= unlimited; }},
    {"the latency of L2 and device memory",
     [](gpu::GpuTiming &t) {
       t.l2Latency = t.dramLatency = t.l1Latency;
       t.tmaLatencyL2 = t.tmaLatencyDram = t.mbarrierWait;
     }},
    {"the latency of barriers and mbarriers",
     [](gpu::GpuTiming &t) {
       t.mbarrierArrive = t.barrierBase = t.barrierPerWarp = 0;
       // Copies and products keep their times without the wait.
       t.tmaLatencyL2 -= t.mbarrierWait;
       t.tmaLatencyDram -= t.mbarrierWait;
       for (double *tail :
            {&t.tcgenTail, &t.tcgenSharedTail, &t.tcgenSharedTail128})
         *tail -= t.mbarrierWait;
       t.mbarrierWait = 0;
     }},
};

Error tool::findGains(const TimeRequest &request, const Simulation &run,
                      TimeReport &report) {
  for (const Variation &variation : variations) {
    ptx::emu::TimingOptions options = request.timing;
    variation.change(options.timing);
    Expected<ptx::emu::TimedResult> result = run(options);
    if (!result)
      return result.takeError();
    report.gains.push_back({variation.without.str(), result->cycles});
  }
  llvm::stable_sort(report.gains, [](const auto &a, const auto &b) {
    return a.cycles < b.cycles;
  });
  return Error::success();
}
