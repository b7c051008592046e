//===- PTX/Emulator/Timing/TimedIssue.cpp - when a warp issues --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp issues its instructions in order: the next one when its operands are
// there, the unit is free and the scheduler of its quarter has a slot. Then the
// instruction is executed, which shows what it accesses, and its results get
// the time from which they may be used.
//
//===----------------------------------------------------------------------===//

#include "TimedScheduleImpl.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx::emu;

/// Requests that shared memory and L1 may have waiting, in passes.
static constexpr double loadStoreQueue = 32;
/// Bulk copies that the copy unit may have waiting.
static constexpr double copyQueue = 8;

//===----------------------------------------------------------------------===//
// When
//===----------------------------------------------------------------------===//

TimedScheduleImpl::Ready
TimedScheduleImpl::ready(TimedWarp &warp, const DecodedInstruction &in,
                         const InstructionCost &cost,
                         const TimedRegister *registers, bool isAgain) {
  Ready result{0, Stall::Other};
  result.atLeast(warp.nextIssue, warp.nextStall);
  if (isAgain || cost.slots == 0)
    return result;
  for (unsigned i = 0; i < in.numReads; ++i) {
    const TimedRegister &source = registers[in.reads[i]];
    result.atLeast(source.at, source.why);
  }
  if (in.hasGuard) {
    const TimedRegister &guard =
        registers[warp.warp->currentFrame()->function->numSlots + in.guard];
    result.atLeast(guard.at, guard.why);
  }
  Ready engine = readyEngine(warp, in, cost);
  result.atLeast(engine.at, engine.why);
  if (cost.unit == Unit::LoadStore)
    result.atLeast(warp.sm->loadStore.freeAt - loadStoreQueue, Stall::Unit);
  else if (cost.unit != Unit::None)
    // A unit that is free within this cycle takes the next one: intervals are
    // no whole numbers.
    result.atLeast(std::floor(warp.quarter->units[unsigned(cost.unit)].freeAt),
                   Stall::Unit);
  if (cost.action == TimedAction::Bulk)
    result.atLeast(warp.sm->copies.freeAt - copyQueue * timing.tmaInterval,
                   Stall::Unit);
  // Last, so that a slot counts only for those that could use it.
  result.atLeast(warp.quarter->schedulerFree, Stall::IssueSlot);
  return result;
}

void TimedScheduleImpl::wait(TimedWarp &warp, double until, Stall why) {
  if (until <= warp.nextIssue)
    return;
  warp.nextIssue = until;
  warp.nextStall = why;
}

void TimedScheduleImpl::setResults(const Issue &at, double time, Stall why) {
  for (unsigned i = 0; i < at.in->numWrites; ++i)
    at.registers[at.in->writes[i]] = {time, why};
}

//===----------------------------------------------------------------------===//
// Issuing
//===----------------------------------------------------------------------===//

/// ptxas moves loads, products and what computes addresses up to their
/// operands, within a basic block and as far as registers last. Here they issue
/// in the order of the PTX, and their results come as if they had been moved.
double TimedScheduleImpl::earliest(TimedWarp &warp,
                                   const DecodedInstruction &in,
                                   const InstructionCost &cost,
                                   const TimedRegister *registers) {
  auto window = size_t(timing.moveWindow);
  if (warp.issueTimes.size() < window)
    warp.issueTimes.resize(window);
  double &oldest = warp.issueTimes[warp.issues++ % window];
  double at = std::max(warp.orderedAt, oldest);
  oldest = now;
  bool isLoad =
      in.numWrites != 0 && in.order == MemoryOrder::Weak && !cost.isVolatile;
  switch (cost.action) {
  case TimedAction::Plain:
    if (in.readsClock || (cost.unit != Unit::Integer &&
                          cost.unit != Unit::Multiply && cost.slots != 0))
      return now;
    break;
  case TimedAction::Mma:
    break;
  case TimedAction::Memory:
  case TimedAction::MatrixLoad:
    if (!isLoad)
      return now;
    at = std::max({at, warp.storedShared, warp.storedGlobal});
    break;
  default:
    return now;
  }
  for (unsigned i = 0; i < in.numReads; ++i)
    at = std::max(at, registers[in.reads[i]].at);
  if (in.hasGuard)
    at = std::max(
        at,
        registers[warp.warp->currentFrame()->function->numSlots + in.guard].at);
  return std::min(at, now);
}

/// What later instructions must not be moved over.
void TimedScheduleImpl::order(const Issue &at) {
  TimedWarp &warp = *at.warp;
  switch (at.cost->action) {
  case TimedAction::Plain:
    if (!at.in->readsClock)
      return;
    break;
  case TimedAction::Mma:
    return;
  case TimedAction::Memory:
  case TimedAction::MatrixLoad:
    if (at.in->order != MemoryOrder::Weak || at.cost->isVolatile)
      break;
    if (at.in->numWrites == 0)
      (shared.empty() ? warp.storedGlobal : warp.storedShared) = at.time;
    return;
  default:
    break;
  }
  warp.orderedAt = std::max(at.time, warp.nextIssue);
}

/// Whether lanes wait at the instruction that was just executed.
bool TimedScheduleImpl::isBlockedAt(const Warp &warp, const Frame *frame,
                                    uint32_t pc) const {
  return any_of(warp.allPaths(), [&](const Path &path) {
    return path.pc == pc && path.frame == frame &&
           path.waiting != WaitKind::None &&
           path.waiting != WaitKind::Reconvergence;
  });
}

/// An instruction that ptxas folds into others: its result is there as soon as
/// what it is made of.
void TimedScheduleImpl::applyFolded(const Issue &at) {
  TimedRegister latest{at.from, Stall::Arithmetic};
  for (unsigned i = 0; i < at.in->numReads; ++i)
    if (const TimedRegister &source = at.registers[at.in->reads[i]];
        source.at > latest.at)
      latest = source;
  setResults(at, latest.at, latest.why);
}

void TimedScheduleImpl::issue(TimedWarp &state, const DecodedInstruction &in,
                              const InstructionCost &cost,
                              TimedRegister *registers) {
  Warp &warp = *state.warp;
  const Frame *frame = warp.path().frame;
  uint32_t pc = warp.path().pc;
  bool isAgain = warp.path().stage != 0;
  double slots = isAgain ? 0 : double(cost.slots);
  current = {&state,
             &in,
             &cost,
             registers,
             warp.nextActive(),
             now,
             earliest(state, in, cost, registers),
             now + 1,
             isAgain};
  bool isSkipped = current.active == 0 && !in.runsWithoutLanes;
  state.quarter->schedulerFree = now + slots;
  state.quarter->slots += unsigned(slots);
  state.nextIssue = now + slots;
  if (cost.interval != 0 && !isSkipped && cost.unit != Unit::LoadStore)
    state.quarter->units[unsigned(cost.unit)].take(
        now, cost.interval * (isAgain ? 0 : cost.turns));
  LineAccount &line = costsOf(state, *frame->function)
                          .accounts[&in - frame->function->code.data()];
  line.issued += unsigned(slots);
  if (options.listener && slots != 0)
    options.listener->issued(warp, in, uint64_t(now));
  flops += cost.flopsPerLane * popcount(current.active);
  sectors.clear();
  shared.clear();
  touchesLocal = false;
  if (!isSkipped)
    prepareEngine(current);
  mapAddress = 0;
  bulk.sectors.clear();
  wakeDelay = cost.action == TimedAction::Arrive ? timing.mbarrierArrive : 0;
  Step step = warp.step();
  wakeDelay = 0;
  lastEnd = std::max(lastEnd, now + slots);
  if (isSkipped) {
    // Nothing happened.
  } else if (isBlockedAt(warp, frame, pc)) {
    state.blockedAt = &in;
    state.blockedIn = frame->function;
    state.blockedBy = cost.action;
  } else if (cost.slots == 0) {
    applyFolded(current);
  } else {
    bool branched = step == Step::Next && !warp.isDone() &&
                    (warp.path().pc != pc + 1 || warp.path().frame != frame);
    apply(current, branched);
    order(current);
  }
  current = {};
  state.isQueued = false;
  if (warp.isDone())
    machine->retireIfDone(warp.cta.cluster);
  else if (step != Step::Stop && warp.isRunnable())
    queue(state, now + slots);
  else
    state.blockedSince = now;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

void TimedScheduleImpl::apply(const Issue &at, bool branched) {
  TimedWarp &warp = *at.warp;
  const InstructionCost &cost = *at.cost;
  double done = at.from + cost.latency + cost.interval * (cost.turns - 1);
  switch (cost.action) {
  case TimedAction::Plain:
    setResults(at, done, Stall::Arithmetic);
    break;
  case TimedAction::Branch:
    if (branched)
      wait(warp, at.time + timing.branchLatency, Stall::Branch);
    break;
  case TimedAction::Memory:
  case TimedAction::MatrixLoad:
  case TimedAction::Atomic:
    applyMemory(at);
    break;
  case TimedAction::Fence:
    wait(warp, at.time + timing.fenceCtaLatency, Stall::Fence);
    break;
  case TimedAction::FenceGpu:
    wait(warp, at.time + timing.fenceGpuLatency, Stall::Fence);
    break;
  case TimedAction::MapAcquire: {
    // What the copy unit has read of the maps is read again.
    for (LaneMask lanes = at.active; lanes != 0; lanes &= lanes - 1) {
      uint64_t map = warp.warp->address(at.in->args[0], countr_zero(lanes));
      warp.warp->resolveGeneric(map);
      warp.sm->tensorMaps.erase(map);
    }
    wait(warp, at.time + timing.fenceGpuLatency, Stall::Fence);
    break;
  }
  case TimedAction::MapPrefetch:
    mapReady(*warp.sm, at.time);
    break;
  case TimedAction::MapField:
    applyMemory(at);
    wait(warp, at.time + timing.mapField, Stall::GlobalMemory);
    break;
  case TimedAction::MapCopy:
    applyMemory(at);
    wait(warp, at.time + timing.fenceGpuLatency, Stall::Fence);
    break;
  case TimedAction::Barrier:
    if (!at.isAgain) // else it was woken that much later
      wait(warp,
           at.time + timing.barrierBase +
               timing.barrierPerWarp * double(warp.warp->cta.warps.size()),
           Stall::Barrier);
    break;
  case TimedAction::ClusterBarrier:
    if (!at.isAgain)
      wait(warp, at.time + timing.clusterBarrier, Stall::Barrier);
    break;
  case TimedAction::Arrive:
    arrivals[{&warp.warp->cta.cluster, objectAddress}] =
        at.time + wayToBlock(*warp.warp, objectAddress);
    setResults(at, done, Stall::Mbarrier);
    break;
  case TimedAction::TryWait: {
    // What a thread has just done to the object is not seen at once.
    auto arrival = arrivals.find({&warp.warp->cta.cluster, objectAddress});
    double seen =
        arrival == arrivals.end() ? 0 : arrival->second + timing.mbarrierArrive;
    setResults(at, std::max(seen, at.time) + cost.latency, Stall::Mbarrier);
    break;
  }
  case TimedAction::Sleep: {
    uint64_t nanoseconds =
        warp.warp->source(at.in->args[0])[countr_zero(at.active)];
    wait(warp, at.time + double(uint32_t(nanoseconds)) * timing.clockMHz / 1000,
         Stall::Other);
    break;
  }
  default:
    applyEngine(at);
    break;
  }
}

/// Cycles to the block of the cluster that holds `address`: half of the way
/// there and back.
double TimedScheduleImpl::wayToBlock(const Warp &warp, uint64_t address) const {
  return address >> sharedRankShift == warp.cta.rank
             ? 0
             : timing.remoteSharedLatency / 2;
}

/// Tells the listener of accesses to the block's own shared memory.
void TimedScheduleImpl::tellTouch(const Warp &warp, AddressSpace space,
                                  uint64_t address, uint64_t size,
                                  Access kind) {
  if (space == AddressSpace::Generic)
    space = warp.resolveGeneric(address);
  bool isShared =
      space == AddressSpace::SharedCta || space == AddressSpace::SharedCluster;
  if (!isShared || address >> sharedRankShift != warp.cta.rank ||
      kind == Access::Object || kind == Access::ObjectInit)
    return;
  bool isCopy = current.cost->action == TimedAction::Bulk ||
                current.cost->action == TimedAction::CopyAsync;
  Touch how = kind == Access::Read         ? Touch::Load
              : kind == Access::EngineRead ? Touch::CopyOut
              : isCopy                     ? Touch::CopyIn
                                           : Touch::Store;
  if (kind != Access::Probe || isCopy)
    options.listener->touched(warp, /*isTensorMemory=*/false,
                              address & ((uint64_t(1) << sharedRankShift) - 1),
                              size, how, current.time);
}

void TimedScheduleImpl::access(const Warp &warp, const DecodedInstruction &,
                               unsigned lane, AddressSpace space,
                               uint64_t address, uint64_t size, Access kind) {
  if (kind == Access::Object) {
    objectAddress = address;
    if (current.cost && current.cost->action == TimedAction::Arrive)
      wakeDelay = timing.mbarrierArrive + wayToBlock(warp, address);
  }
  bool isMap = current.cost &&
               (current.cost->action == TimedAction::MapPrefetch ||
                (current.cost->isTensor && space == AddressSpace::Generic));
  if (isMap) {
    mapAddress = address;
    if (warp.resolveGeneric(mapAddress) != AddressSpace::Global)
      mapAddress = 0;
    return;
  }
  if (options.listener && current.warp && size != 0)
    tellTouch(warp, space, address, size, kind);
  if (kind == Access::Probe || kind == Access::Object ||
      kind == Access::ObjectInit || !current.warp || size == 0)
    return;
  bool isEngine = kind == Access::EngineRead || kind == Access::EngineWrite;
  if (space == AddressSpace::Generic)
    space = warp.resolveGeneric(address);
  switch (space) {
  case AddressSpace::Global:
    for (uint64_t sector = address / 32; sector <= (address + size - 1) / 32;
         ++sector)
      if (sectors.empty() || sectors.back() != sector)
        sectors.push_back(sector);
    break;
  case AddressSpace::SharedCta:
  case AddressSpace::SharedCluster:
    if (!isEngine)
      shared.push_back({lane, address, size});
    break;
  case AddressSpace::Local:
    touchesLocal = true;
    break;
  default:
    break;
  }
}

/// Passes over the banks, or the way to another block's; when the value is
/// there.
double TimedScheduleImpl::sharedAccess(const Issue &at, double latency) {
  Multiprocessor &sm = *at.warp->sm;
  unsigned passes = bankPasses(shared);
  double cycles = passes * 128.0 / timing.sharedRate;
  if (shared.front().address >> sharedRankShift != at.warp->warp->cta.rank) {
    double bytes = 0;
    for (const LaneAccess &each : shared)
      bytes += double(each.size);
    double end = sm.feed.take(at.from, bytes / timing.remoteSharedRate);
    return end + timing.remoteSharedLatency;
  }
  sm.shareWithProducts(at.time, cycles);
  double begin = std::max(at.from, sm.loadStore.freeAt);
  sm.loadStore.take(at.from, cycles);
  return begin + latency + (passes - 1);
}

/// Through L1 unless `bypassesL1`, then L2 and device memory.
double TimedScheduleImpl::globalAccess(const Issue &at, bool isLoad) {
  Multiprocessor &sm = *at.warp->sm;
  llvm::sort(sectors);
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
  uint64_t lines = 0, line = ~uint64_t(0);
  for (uint64_t sector : sectors)
    if (sector / 4 != line) {
      line = sector / 4;
      ++lines;
    }
  double passes =
      std::max(double(lines), 32.0 * double(sectors.size()) / timing.l1Rate);
  double begin = std::max(at.from, sm.loadStore.freeAt);
  sm.loadStore.take(at.from, passes);
  if (isLoad && !at.cost->bypassesL1)
    erase_if(sectors,
             [&](uint64_t sector) { return sm.l1.touch(sector).isThere; });
  if (sectors.empty())
    return begin + timing.l1Latency;
  double fed =
      sm.feed.take(begin, 32.0 * double(sectors.size()) / timing.feedRate);
  ChipMemory::Answer answer = chip->access(begin, sectors, sm.side);
  double latency = answer.dramSectors ? timing.dramLatency
                   : answer.isFar     ? timing.l2Latency + timing.l2FarLatency
                                      : timing.l2Latency;
  // The first sector's way is part of the latency.
  return std::max(fed, answer.end) + latency;
}

void TimedScheduleImpl::applyMemory(const Issue &at) {
  bool isLoad = at.in->numWrites != 0;
  bool isAtomic = at.cost->action == TimedAction::Atomic;
  double latency = at.cost->action == TimedAction::MatrixLoad
                       ? timing.matrixLoadLatency
                       : timing.sharedLatency;
  double done = at.from + at.cost->latency;
  Stall why = Stall::SharedMemory;
  if (!shared.empty()) {
    // An atomic reads, computes and writes.
    done = sharedAccess(at, isAtomic ? 2 * latency : latency);
  } else if (!sectors.empty()) {
    why = Stall::GlobalMemory;
    done = globalAccess(at, isLoad && !isAtomic);
    if (isAtomic)
      done = std::max(done, at.time + timing.atomicLatency);
  } else if (touchesLocal) {
    why = Stall::GlobalMemory;
    done = at.warp->sm->loadStore.take(at.from, 1) + timing.l1Latency;
  }
  if (isLoad)
    setResults(at, done, why);
  else
    lastEnd = std::max(lastEnd, done);
}
