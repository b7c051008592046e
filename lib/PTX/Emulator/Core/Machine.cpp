//===- PTX/Emulator/Core/Machine.cpp - a launch while it runs ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts and retires clusters and gives the schedule its turns. When no warp
// can run, operations are completed ahead of their time, then lanes leave
// reconvergence points, then waits that have a limit time out; what is left is
// a deadlock.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Machine.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Checks/StaleReads.h"
#include "tessera/PTX/Emulator/Profile.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

//===----------------------------------------------------------------------===//
// CTAs and clusters
//===----------------------------------------------------------------------===//

Cta::Cta(Machine &machine, GridLaunch &launch, Cluster &cluster,
         std::array<uint32_t, 3> index, unsigned rank)
    : machine(machine), launch(launch), cluster(cluster), index(index),
      rank(rank), number(uint32_t(machine.startedCtas.size())) {
  machine.startedCtas.push_back({&launch, index});
  shared.resize(machine.sharedSize);
  sharedState.resize(machine.sharedSize);
  unsigned threads = launch.threads();
  liveThreads = threads;
  for (unsigned first = 0; first < threads; first += laneCount) {
    unsigned count = std::min(laneCount, threads - first);
    LaneMask existing = count == laneCount ? ~0u : (uint32_t(1) << count) - 1;
    warps.push_back(std::make_unique<Warp>(*this, first / laneCount, existing,
                                           machine.random()));
  }
}

Cta::~Cta() = default;

void Cta::wake(WaitKind kind, uint64_t key) {
  for (auto &warp : warps)
    warp->wake(kind, key);
}

bool Cluster::isDone() const {
  return all_of(ctas, [](const auto &cta) { return cta->isDone(); });
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

Machine::Machine(const Program &program, GlobalMemory &memory,
                 const LaunchOptions &options)
    : program(program), memory(memory), options(options),
      followsUngivenData((options.disabledChecks &
                          (1u << unsigned(CheckKind::UngivenData) |
                           1u << unsigned(CheckKind::UninitialisedMemory))) ==
                         1u << unsigned(CheckKind::UninitialisedMemory)) {
  randomState = options.seed * 0x9E3779B97F4A7C15 + 0x1234567;
  sharedSize = alignTo(program.staticShared, program.dynamicAlignment) +
               options.dynamicShared;
  constexpr uint32_t orderChecks = 1u << unsigned(CheckKind::Race) |
                                   1u << unsigned(CheckKind::ProxyFence) |
                                   1u << unsigned(CheckKind::TensorFence) |
                                   1u << unsigned(CheckKind::WgmmaFence) |
                                   1u << unsigned(CheckKind::MbarrierFence) |
                                   1u << unsigned(CheckKind::WrongPhase);
  if (~options.disabledChecks & orderChecks)
    races = std::make_unique<RaceChecker>(*this);
  if (races && options.staleReads)
    stale = std::make_unique<StaleReads>(*this);
  schedule = options.schedule;
  if (!schedule) {
    ownSchedule = makeRandomSchedule();
    schedule = ownSchedule.get();
  }
  observer = options.observer;
  if (Observer *second = schedule->observer()) {
    if (observer) {
      auto both = std::make_unique<ObserverList>();
      both->add(observer);
      both->add(second);
      bothObservers = std::move(both);
    }
    observer = bothObservers ? bothObservers.get() : second;
  }
}

Machine::~Machine() = default;

uint64_t Machine::random() {
  uint64_t z = (randomState += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

bool Machine::launchNextCluster() {
  // Of several kernels, any may be the next to start.
  SmallVector<GridLaunch *, 1> open;
  for (GridLaunch &each : grids)
    if (each.nextCluster != each.totalClusters())
      open.push_back(&each);
  if (open.empty())
    return false;
  GridLaunch &launch =
      *open[open.size() == 1 ? 0 : randomBelow(unsigned(open.size()))];
  const auto &grid = launch.grid, &shape = launch.cluster;
  uint64_t number = launch.nextCluster++;
  if (schedule->leavesOut(launch, number))
    return true;
  auto cluster = std::make_unique<Cluster>();
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t extent = grid[i] / shape[i];
    cluster->index[i] = uint32_t(number % extent);
    number /= extent;
  }
  unsigned rank = 0;
  for (uint32_t z = 0; z < shape[2]; ++z)
    for (uint32_t y = 0; y < shape[1]; ++y)
      for (uint32_t x = 0; x < shape[0]; ++x)
        cluster->ctas.push_back(std::make_unique<Cta>(
            *this, launch, *cluster,
            std::array<uint32_t, 3>{cluster->index[0] * shape[0] + x,
                                    cluster->index[1] * shape[1] + y,
                                    cluster->index[2] * shape[2] + z},
            rank++));
  for (auto &cta : cluster->ctas)
    for (auto &warp : cta->warps)
      warp->start(*launch.entry);
  clusters.push_back(std::move(cluster));
  schedule->started(*clusters.back());
  noteProgress();
  return true;
}

std::optional<std::array<uint32_t, 3>>
Machine::cancelNextCluster(GridLaunch &launch) {
  // Those that are left out run elsewhere.
  while (launch.nextCluster != launch.totalClusters() &&
         schedule->leavesOut(launch, launch.nextCluster))
    ++launch.nextCluster;
  if (launch.nextCluster == launch.totalClusters())
    return std::nullopt;
  std::array<uint32_t, 3> first{};
  uint64_t number = launch.nextCluster++;
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t extent = launch.grid[i] / launch.cluster[i];
    first[i] = uint32_t(number % extent) * launch.cluster[i];
    number /= extent;
  }
  return first;
}

uint64_t Machine::countMultiprocessors(const GridLaunch &launch) const {
  constexpr uint64_t usual = 132;
  if (unsigned ofChip = schedule->multiprocessors())
    return ofChip;
  return launch.entry->takesOverBlocks ? residentLimit : usual;
}

void Machine::retire() {
  for (size_t i = 0; i < clusters.size();) {
    if (!clusters[i]->isDone()) {
      ++i;
      continue;
    }
    Cluster *done = clusters[i].get();
    schedule->completeNow(
        [&](AsyncOperation &operation) { return operation.cluster == done; });
    schedule->ended(*done);
    for (auto &cta : done->ctas)
      for (auto &warp : cta->warps)
        result.threadInstructions += warp->executed;
    clusters.erase(clusters.begin() + i);
  }
}

void Machine::retireIfDone(const Cluster &cluster) {
  if (!cluster.isDone())
    return;
  retire();
  mayLaunch = true;
}

void Machine::wakeCluster(Cluster &cluster, WaitKind kind, uint64_t key) {
  for (auto &cta : cluster.ctas)
    cta->wake(kind, key);
}

LaunchResult Machine::launch(const DecodedFunction &function,
                             ArrayRef<uint8_t> parameterBytes) {
  std::vector<GridLaunch> one(1);
  one[0].entry = &function;
  one[0].parameters.assign(parameterBytes.begin(), parameterBytes.end());
  one[0].grid = options.grid;
  one[0].block = options.block;
  one[0].cluster = options.cluster;
  one[0].dynamicShared = options.dynamicShared;
  return launchTogether(std::move(one));
}

/// Clusters for whose state the host has memory, or as the options say.
uint64_t Machine::countResident() {
  uint64_t count = 0;
  for (GridLaunch &launch : grids) {
    launch.parameters.resize(std::max<size_t>(launch.parameters.size(),
                                              launch.entry->parameterBytes));
    uint64_t clusterSize = launch.clusterSize();
    uint64_t warps = (launch.threads() + 31) / 32;
    uint64_t bytes =
        clusterSize *
        (2 * sharedSize + 4096 + warps * (launch.entry->numSlots * 256 + 4096));
    if (options.residentCtas != 0) {
      count += std::max<uint64_t>(1, options.residentCtas / clusterSize);
      continue;
    }
    const uint64_t most =
        std::clamp<uint64_t>((uint64_t(1) << 30) / bytes, 1,
                             std::max<uint64_t>(1, 132 / clusterSize));
    // A block can be taken over only if it has not started. How many have is
    // drawn by chance.
    count +=
        launch.entry->takesOverBlocks
            ? 1 + randomBelow(unsigned(std::min(most, launch.totalClusters())))
            : most;
  }
  return count;
}

/// False when the launch has run long enough, which is a finding.
bool Machine::checkLimits() {
  if (options.cancelled && options.cancelled->load(std::memory_order_relaxed)) {
    reportStuck(CheckKind::Limit, "the launch was ended from outside");
    return false;
  }
  if (warpInstructions - lastProgress > options.idleLimit) {
    reportStuck(CheckKind::Deadlock,
                "threads run, but nothing they do can be seen by others");
    return false;
  }
  if (options.instructionLimit != 0 &&
      warpInstructions >= options.instructionLimit) {
    reportStuck(CheckKind::Limit, "the launch has run " +
                                      std::to_string(warpInstructions) +
                                      " warp instructions");
    return false;
  }
  return true;
}

LaunchResult Machine::launchTogether(std::vector<GridLaunch> kernels) {
  grids = std::move(kernels);
  residentLimit = countResident();
  for (GridLaunch &launch : grids)
    if (options.isCooperative) {
      residentLimit = std::max(residentLimit, launch.totalClusters());
      launch.workspace = memory.allocate("the grid's workspace", 64);
    }
  schedule->begin(*this, grids);
  residentLimit = schedule->residentClusters(residentLimit);
  while (!stopped) {
    while (mayLaunch && clusters.size() < residentLimit)
      mayLaunch = launchNextCluster();
    if (clusters.empty())
      break;
    if (!schedule->turn()) {
      if (!unstick())
        break;
      continue;
    }
    if (!checkLimits())
      break;
  }
  retire();
  result.finished =
      !stopped && clusters.empty() && all_of(grids, [](const GridLaunch &each) {
        return each.nextCluster == each.totalClusters();
      });
  for (auto &cluster : clusters)
    for (auto &cta : cluster->ctas)
      for (auto &warp : cta->warps)
        result.threadInstructions += warp->executed;
  result.warpInstructions = warpInstructions;
  schedule->finish();
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Deadlock
//===----------------------------------------------------------------------===//

bool Machine::unstick() {
  if (schedule->force())
    return true;
  bool any = false;
  for (auto &cluster : clusters)
    for (auto &cta : cluster->ctas)
      for (auto &warp : cta->warps)
        if (warp->releaseReconvergences()) {
          enqueue(*warp);
          any = true;
        }
  if (any)
    return true;
  // A suspended try_wait may give up: that helps only code that then does
  // something else, which shows in a few rounds.
  if (lastProgress != progressAtRelease)
    idleReleases = 0;
  progressAtRelease = lastProgress;
  if (idleReleases++ < 16)
    for (auto &cluster : clusters)
      for (auto &cta : cluster->ctas)
        for (auto &warp : cta->warps)
          for (Path &path : warp->mutablePaths())
            if (path.waiting == WaitKind::Mbarrier) {
              path.waiting = WaitKind::None;
              path.stage = 2; // timed out
              enqueue(*warp);
              any = true;
            }
  if (any)
    return true;
  reportStuck(CheckKind::Deadlock, "no thread can go on");
  return false;
}

void Machine::addFinding(Finding finding, const void *where) {
  if (options.disabledChecks >> unsigned(finding.kind) & 1)
    return;
  std::string key = utohexstr(uint64_t(reinterpret_cast<uintptr_t>(where))) +
                    ":" + std::to_string(unsigned(finding.kind));
  auto [entryOf, isNew] = findingIndex.try_emplace(key, result.findings.size());
  if (!isNew) {
    ++result.findings[entryOf->second].count;
    return;
  }
  result.findings.push_back(std::move(finding));
  if (options.maxFindings != 0 && result.findings.size() >= options.maxFindings)
    stopped = true;
}
