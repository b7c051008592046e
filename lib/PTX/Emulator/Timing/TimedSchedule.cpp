//===- PTX/Emulator/Timing/TimedSchedule.cpp - the order of events -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of events: the earliest warp or operation goes next, and of several
// at the same time the operation, then the warp that asked first. Also which
// blocks are simulated and where they go.
//
//===----------------------------------------------------------------------===//

#include "TimedScheduleImpl.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx::emu;

std::unique_ptr<TimedSchedule>
TimedSchedule::create(const TimingOptions &options) {
  return std::make_unique<TimedScheduleImpl>(options);
}

unsigned TimedSchedule::multiprocessorOf(const Warp &warp) {
  return static_cast<const TimedWarp &>(*warp.schedule).sm->number;
}

uint64_t LineAccount::total() const {
  uint64_t sum = issued;
  for (uint64_t each : stalled)
    sum += each;
  return sum;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void TimedScheduleImpl::begin(Machine &owner, ArrayRef<GridLaunch> kernels) {
  machine = &owner;
  launch = &kernels.front();
  takesOver = launch->entry->takesOverBlocks;
  uint64_t clusterSize = launch->clusterSize();
  uint64_t ctas = launch->totalClusters() * clusterSize;
  occupancy = occupancyOf(*launch->entry, launch->threads(), owner.sharedSize,
                          owner.program.target, options.registers);
  auto chipSms = unsigned(timing.multiprocessors);
  // Blocks spread over the chip before two of them share a multiprocessor.
  activeSms = unsigned(std::min<uint64_t>(chipSms, ctas));
  blocksPerSm = unsigned(std::clamp<uint64_t>((ctas + chipSms - 1) / chipSms, 1,
                                              std::max(1u, occupancy.blocks)));
  unsigned least = unsigned((clusterSize + blocksPerSm - 1) / blocksPerSm);
  simulatedSms =
      std::clamp(options.simulatedSms, std::min(least, activeSms), activeSms);
  chipSlots =
      std::max<uint64_t>(1, uint64_t(activeSms) * blocksPerSm / clusterSize);
  slots =
      std::max<uint64_t>(1, uint64_t(simulatedSms) * blocksPerSm / clusterSize);
  chip = std::make_unique<ChipMemory>(timing, double(simulatedSms) / activeSms,
                                      options.hotL2);
  // The blocks of a cluster are on one side of L2.
  auto perSide = unsigned(std::max<uint64_t>(1, clusterSize / blocksPerSm));
  for (unsigned i = 0; i < simulatedSms; ++i)
    sms.emplace_back(i, i / perSide % 2, timing,
                     (owner.sharedSize + 1024) * blocksPerSm);
}

/// The first of the neighbours that are simulated of a wave. Blocks may have
/// unequal work, by their place along any dimension of the grid. Where all
/// waves are simulated, those taken of them are therefore as many from each
/// part of the first dimension, and of the others from the middle of each wave.
uint64_t TimedScheduleImpl::firstOfWave(uint64_t wave) const {
  const uint64_t all = launch->totalClusters(), begin = wave * chipSlots,
                 end = std::min(begin + chipSlots, all),
                 along = launch->grid[0] / launch->cluster[0];
  if (options.waves != 0 || takesOver || along <= slots || end - begin <= slots)
    return begin;
  const uint64_t waves = (all + chipSlots - 1) / chipSlots;
  const uint64_t last = end - slots, middle = begin + (last - begin) / 2;
  // So that the neighbours are in the middle of part `wave` of `waves`.
  const uint64_t place =
      ((2 * wave + 1) * along / (2 * waves) + along - slots / 2) % along;
  const uint64_t above = middle + (place + along - middle % along) % along;
  const bool hasBelow = above >= begin + along;
  if (hasBelow && (above > last || middle - (above - along) < above - middle))
    return above - along;
  return std::min(above, last);
}

bool TimedScheduleImpl::leavesOut(const GridLaunch &, uint64_t cluster) {
  nextWave = cluster / chipSlots;
  const uint64_t first = firstOfWave(nextWave);
  return cluster < first || cluster >= first + slots ||
         (options.waves != 0 && !takesOver && nextWave >= options.waves);
}

/// A block that makes the tiles of others has their work, too, and says nothing
/// of what each tile takes.
void TimedScheduleImpl::noteWork(const Cluster &cluster) {
  if (takesOver)
    return;
  uint64_t work = 0;
  for (const auto &cta : cluster.ctas)
    for (const auto &warp : cta->warps)
      work += warp->executed;
  leastWork = std::min(leastWork, work);
  mostWork = std::max(mostWork, work);
}

void TimedScheduleImpl::started(Cluster &cluster) {
  waveOf[&cluster] = nextWave;
  double start = nextWave == 0 ? 0 : now + timing.ctaTurnover;
  for (auto &cta : cluster.ctas) {
    ++simulatedCtas;
    Multiprocessor &sm = *std::min_element(
        sms.begin(), sms.end(), [](const auto &a, const auto &b) {
          return a.residentCtas < b.residentCtas;
        });
    ++sm.residentCtas;
    std::shared_ptr<WarpgroupClock> warpgroup;
    for (auto &warp : cta->warps) {
      if (warp->index % 4 == 0)
        warpgroup = std::make_shared<WarpgroupClock>();
      auto timed = std::make_unique<TimedWarp>();
      timed->warp = warp.get();
      timed->sm = &sm;
      timed->quarter = &sm.quarters[warp->index % 4];
      timed->warpgroup = warpgroup;
      timed->nextIssue = start;
      TimedWarp &state = *timed;
      warp->schedule = std::move(timed);
      queue(state, start);
    }
  }
}

void TimedScheduleImpl::ended(Cluster &cluster) {
  uint64_t wave = waveOf[&cluster];
  waveOf.erase(&cluster);
  if (waveEnds.size() <= wave)
    waveEnds.resize(wave + 1);
  waveEnds[wave] = std::max(waveEnds[wave], now);
  noteWork(cluster);
  for (auto &cta : cluster.ctas)
    --of(*cta->warps.front()).sm->residentCtas;
  erase_if(operations, [&](const Operation &each) {
    return each.operation->cluster == &cluster;
  });
  std::make_heap(operations.begin(), operations.end());
  erase_if(warps, [&](const WarpEvent &each) {
    return &each.warp->warp->cta.cluster == &cluster;
  });
  std::make_heap(warps.begin(), warps.end());
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

void TimedScheduleImpl::queue(TimedWarp &warp, double time) {
  warp.isQueued = true;
  warps.push_back({uint64_t(std::ceil(std::max(time, now))), ++events, &warp});
  std::push_heap(warps.begin(), warps.end());
}

/// What lanes wait for that are blocked at an instruction.
static Stall stallOf(TimedAction action) {
  switch (action) {
  case TimedAction::TryWait:
    return Stall::Mbarrier;
  case TimedAction::Barrier:
  case TimedAction::ClusterBarrier:
    return Stall::Barrier;
  case TimedAction::WgmmaWait:
  case TimedAction::Wgmma:
    return Stall::TensorCore;
  default:
    return Stall::Other;
  }
}

void TimedScheduleImpl::enqueue(Warp &warp) {
  TimedWarp &state = of(warp);
  if (state.isQueued || current.warp == &state)
    return;
  double at = now + wakeDelay;
  if (state.blockedBy == TimedAction::Barrier)
    at = now + timing.barrierBase +
         timing.barrierPerWarp * double(warp.cta.warps.size());
  if (state.blockedBy == TimedAction::ClusterBarrier)
    at = now + timing.clusterBarrier;
  at = std::max(std::ceil(at), state.nextIssue);
  if (state.blockedAt)
    account(state, *state.blockedAt, *state.blockedIn, stallOf(state.blockedBy),
            state.blockedSince, at);
  queue(state, at);
}

TimedFunction &TimedScheduleImpl::costsOf(TimedWarp &warp,
                                          const DecodedFunction &function) {
  if (warp.lastFunction == &function)
    return *warp.lastCosts;
  std::unique_ptr<TimedFunction> &costs = functions[&function];
  if (!costs) {
    costs = std::make_unique<TimedFunction>();
    for (const DecodedInstruction &in : function.code)
      costs->costs.push_back(costOf(in, timing));
    costs->accounts.resize(function.code.size());
    functionOrder.push_back(&function);
  }
  warp.lastFunction = &function;
  warp.lastCosts = costs.get();
  return *costs;
}

TimedRegister *TimedScheduleImpl::registersOf(TimedWarp &warp,
                                              const Frame &frame) {
  if (warp.lastFrame == &frame)
    return warp.lastRegisters;
  std::vector<TimedRegister> &table = warp.registers[&frame];
  size_t size = frame.function->numSlots + frame.function->numPredicates;
  if (table.size() < size)
    table.resize(size);
  warp.lastFrame = &frame;
  warp.lastRegisters = table.data();
  return table.data();
}

void TimedScheduleImpl::account(TimedWarp &warp, const DecodedInstruction &in,
                                const DecodedFunction &function, Stall why,
                                double from, double to) {
  if (to <= from)
    return;
  LineAccount &line =
      costsOf(warp, function).accounts[&in - function.code.data()];
  line.stalled[unsigned(why)] += uint64_t(to) - uint64_t(from);
  if (options.listener)
    options.listener->stalled(*warp.warp, in, why, uint64_t(from),
                              uint64_t(to));
}

void TimedScheduleImpl::runWarp(TimedWarp &state) {
  Warp &warp = *state.warp;
  // Lanes apart take turns, so that one that polls does not starve the others.
  bool mayChange = warp.allPaths().size() > 1 && ++state.steps % 64 == 0;
  if (!warp.settle(mayChange)) {
    state.isQueued = false;
    state.blockedSince = now;
    return;
  }
  const Path &path = warp.path();
  const DecodedFunction &function = *path.frame->function;
  const DecodedInstruction &in = warp.next();
  const InstructionCost &cost =
      costsOf(state, function).costs[&in - function.code.data()];
  TimedRegister *registers = registersOf(state, *path.frame);
  Ready when = ready(state, in, cost, registers, path.stage != 0);
  if (when.at > now) {
    account(state, in, function, when.why, now, std::ceil(when.at));
    queue(state, when.at);
    return;
  }
  issue(state, in, cost, registers);
}

void TimedScheduleImpl::checkLimit() {
  if (options.cycleLimit == 0 || now <= double(options.cycleLimit))
    return;
  Finding finding;
  finding.kind = CheckKind::Limit;
  finding.kernel = launch->entry->name;
  finding.message = "the simulation has reached " +
                    std::to_string(options.cycleLimit) + " cycles";
  machine->addFinding(std::move(finding), nullptr);
  machine->stop();
  wasStopped = true;
}

bool TimedScheduleImpl::turn() {
  if (!operations.empty() &&
      (warps.empty() || operations.front().time <= warps.front().time))
    return runOperation();
  if (warps.empty())
    return false;
  std::pop_heap(warps.begin(), warps.end());
  WarpEvent event = warps.back();
  warps.pop_back();
  now = std::max(now, double(event.time));
  checkLimit();
  runWarp(*event.warp);
  return true;
}

//===----------------------------------------------------------------------===//
// Operations of engines
//===----------------------------------------------------------------------===//

void TimedScheduleImpl::post(std::unique_ptr<AsyncOperation> operation) {
  double at = current.postAt;
  if (current.cost && current.cost->action == TimedAction::Bulk)
    at = copyEnd(current, *operation);
  else if (current.cost && current.cost->action == TimedAction::CopyAsync)
    at = copyAsyncEnd(current);
  operations.push_back(
      {uint64_t(std::ceil(std::max(at, now))), ++events, std::move(operation)});
  std::push_heap(operations.begin(), operations.end());
}

/// The first operation. One that is not ready, because others must come first,
/// is looked at again later.
bool TimedScheduleImpl::runOperation() {
  constexpr uint64_t later = 64;
  std::pop_heap(operations.begin(), operations.end());
  Operation first = std::move(operations.back());
  operations.pop_back();
  if (!first.operation->isReady(*machine)) {
    bool mayBecome =
        !warps.empty() || any_of(operations, [&](const Operation &each) {
          return each.operation->isReady(*machine);
        });
    first.time += later;
    operations.push_back(std::move(first));
    std::push_heap(operations.begin(), operations.end());
    return mayBecome;
  }
  now = std::max(now, double(first.time));
  checkLimit();
  first.operation->complete(*machine);
  machine->noteProgress();
  return true;
}

bool TimedScheduleImpl::force() {
  auto found = find_if(operations, [&](const Operation &each) {
    return each.operation->isReady(*machine);
  });
  if (found == operations.end())
    return false;
  found->time = uint64_t(now);
  std::make_heap(operations.begin(), operations.end());
  return runOperation();
}

void TimedScheduleImpl::completeNow(
    function_ref<bool(AsyncOperation &)> filter) {
  while (true) {
    // The earliest first, so that the order is that of time.
    auto next = operations.end();
    for (auto each = operations.begin(); each != operations.end(); ++each)
      if (filter(*each->operation) && each->operation->isReady(*machine) &&
          (next == operations.end() || *next < *each))
        next = each;
    if (next == operations.end())
      break;
    std::unique_ptr<AsyncOperation> operation = std::move(next->operation);
    // Stores go on after the block's last instruction.
    lastEnd = std::max(lastEnd, double(next->time));
    operations.erase(next);
    operation->complete(*machine);
    machine->noteProgress();
  }
  std::make_heap(operations.begin(), operations.end());
}
