//===- PTX/Emulator/Timing/TimedCopies.cpp - copies of engines --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When cp.async, bulk and tensor copies are done. A copy takes a turn of the
// copy unit, then its latency, which grows by its size: several copies grow at
// the same time, but share the way from L2 to their multiprocessor.
//
//===----------------------------------------------------------------------===//

#include "TimedScheduleImpl.h"

#include <algorithm>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx::emu;

/// When the copy unit has the tensor map at mapAddress, which it looks for from
/// `time` on.
double TimedScheduleImpl::mapReady(Multiprocessor &sm, double time) {
  auto [held, isNew] = sm.tensorMaps.try_emplace(mapAddress, time);
  if (!isNew)
    return std::max(time, held->second);
  double latency = timing.l2Latency;
  if (mapAddress != 0) {
    uint64_t first = mapAddress / 32;
    ChipMemory::Answer answer =
        chip->access(time, {first, first + 1, first + 2, first + 3}, sm.side);
    if (answer.dramSectors != 0)
      latency = timing.dramLatency;
    else if (answer.isFar)
      latency += timing.l2FarLatency;
  }
  return held->second = time + latency;
}

/// The copy unit asks for sectors in requests, none of which goes over the end
/// of a row.
uint64_t TimedScheduleImpl::requestsOf(Sectors sectors) const {
  auto perRequest = uint64_t(std::max(32.0, timing.copyRequest) / 32);
  uint64_t requests = 0, last = 0, left = 0;
  for (uint64_t sector : sectors) {
    if (left == 0 || sector != last + 1) {
      ++requests;
      left = perRequest;
    }
    --left;
    last = sector;
  }
  return requests;
}

/// The end of the bulk or tensor copy that is being posted. A multicast copy is
/// posted once for each of its blocks.
double TimedScheduleImpl::copyEnd(const Issue &at,
                                  const AsyncOperation &operation) {
  TimedWarp &warp = *at.warp;
  Multiprocessor &source = *warp.sm;
  bool isRepeated = at.cost->isMulticast && !bulk.sectors.empty() &&
                    (sectors.empty() || sectors == bulk.sectors);
  if (!isRepeated) {
    bulk.start = std::max(at.time, source.copies.freeAt);
    source.copies.take(bulk.start, timing.tmaInterval);
    if (at.cost->isTensor)
      bulk.start = mapReady(source, bulk.start);
    if (sectors.empty()) // within the cluster
      return bulk.start + timing.remoteSharedLatency;
    bulk.sectors = sectors;
    readBulk(at);
  }
  sectors.clear();
  // The bytes go the way from L2 to each block's multiprocessor.
  Multiprocessor &sm =
      operation.receiver ? *of(*operation.receiver->warps.front()).sm : source;
  double fed = sm.feed.take(bulk.start, bulk.requests * timing.copyRequest /
                                            timing.feedRate);
  sm.shareWithProducts(at.time, timing.copyInterference * 32.0 *
                                    double(bulk.sectors.size()) /
                                    timing.sharedRate);
  double end = std::max(fed, bulk.ready);
  if (options.listener)
    options.listener->worked(sm.number,
                             at.cost->isStore ? "copies out" : "copies in",
                             *at.in, at.time, end);
  if (at.cost->isStore) {
    warp.bulkOpen.read = std::max(warp.bulkOpen.read, fed);
    warp.bulkOpen.done = std::max(warp.bulkOpen.done, end + bulk.latency);
  }
  return end + bulk.latency;
}

/// What L2 and device memory do for a copy.
void TimedScheduleImpl::readBulk(const Issue &at) {
  Multiprocessor &sm = *at.warp->sm;
  bulk.requests = double(requestsOf(bulk.sectors));
  ChipMemory::Answer answer = chip->access(bulk.start, bulk.sectors, sm.side);
  double growth = 32.0 * (double(answer.l2Sectors) / timing.tmaRateL2 +
                          double(answer.dramSectors) / timing.tmaRateDram);
  if (sm.tensor.freeAt > bulk.start)
    growth *= timing.copySlowdown;
  bulk.ready = std::max(bulk.start + growth, answer.end);
  if (at.cost->isStore) {
    bulk.latency = timing.l2Latency;
    return;
  }
  // The constants are from the issue to the end of the wait.
  bulk.latency = (answer.dramSectors ? timing.tmaLatencyDram
                  : answer.isFar     ? timing.tmaLatencyL2 + timing.l2FarLatency
                                     : timing.tmaLatencyL2) -
                 timing.mbarrierWait;
  if (at.cost->isMulticast)
    bulk.latency += timing.multicastExtra;
}

/// The end of the cp.async that is being posted.
double TimedScheduleImpl::copyAsyncEnd(const Issue &at) {
  TimedWarp &warp = *at.warp;
  Multiprocessor &sm = *warp.sm;
  double end = at.time + 1;
  if (!sectors.empty()) {
    double bytes = 32.0 * double(sectors.size());
    end = globalAccess(at, /*isLoad=*/true);
    sm.shareWithProducts(at.time, bytes / timing.sharedRate);
  }
  warp.copyOpen = std::max(warp.copyOpen, end);
  warp.copyLast = std::max(warp.copyLast, end);
  return end;
}
