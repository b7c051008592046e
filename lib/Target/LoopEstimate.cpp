//===- lib/Target/LoopEstimate.cpp - what a round of a loop costs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest of what the parts of a multiprocessor need.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/LoopEstimate.h"

#include <algorithm>

using namespace tessera;

gpu::LoopPrice gpu::priceOf(const LoopWork &work, const GpuTiming &timing,
                            unsigned blocks) {
  double rate = work.isWarpgroup ? timing.tensorRate : timing.mmaRate;
  double share =
      std::min(timing.feedRate, timing.l2Rate / timing.multiprocessors);
  double latency =
      work.byTma ? timing.tmaLatencyL2 : timing.l2Latency + timing.barrierBase;
  if (work.byTma)
    latency += work.copiedBytes / timing.tmaRateL2;
  double last = work.isWarpgroup
                    ? std::max(timing.wgmmaTail, timing.tcgenSharedTail128)
                    : timing.mmaLatency;
  double alone = rate == 0 ? 0 : work.products / (rate * 16 / work.factorBits);
  LoopPrice price;
  price.latency = latency + last + alone;
  const std::pair<llvm::StringRef, double> needs[] = {
      {"tensor core", blocks * alone},
      {"shared memory", blocks * work.operandBytes / timing.sharedRate},
      {"feed from L2", blocks * work.copiedBytes / share},
      {"special functions", blocks * work.exponentials / timing.specialLanes},
      {"latency of copies", price.latency / std::max(1u, work.stages)}};
  for (auto [name, cycles] : needs)
    if (cycles > price.cycles) {
      price.cycles = cycles;
      price.limit = name;
    }
  return price;
}
