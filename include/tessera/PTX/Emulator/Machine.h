//===- PTX/Emulator/Machine.h - a launch while it runs ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grid, its resident CTAs and global memory. A Schedule decides which warp
// runs and when an asynchronous operation completes. Single-threaded.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_MACHINE_H
#define TESSERA_PTX_EMULATOR_MACHINE_H

#include "tessera/PTX/Emulator/Schedule.h"
#include "tessera/PTX/Emulator/Warp.h"

#include "llvm/Support/raw_ostream.h"

#include <atomic>

namespace tessera::ptx::emu {

struct Cluster;
class RaceChecker;
class Shadow;
class StaleReads;

/// One named barrier of a CTA.
struct NamedBarrier {
  unsigned arrived = 0, expected = 0; // threads; expected 0: the whole CTA
  uint64_t generation = 0;
  unsigned population = 0; // bar.red
  bool all = true, any = false;
  bool isArriveOnly = false; // some who arrived did not wait
  uint64_t result = 0; // of the last generation: population | all<<32 | any<<33
};

/// One kernel of a launch.
struct GridLaunch {
  const DecodedFunction *entry = nullptr;
  std::vector<uint8_t> parameters;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1}, cluster{1, 1, 1};
  uint64_t dynamicShared = 0;
  uint64_t nextCluster = 0; // that has not started
  /// Of a cooperative launch: 64 bytes of zeros, for the grid's barrier.
  uint64_t workspace = 0;

  uint64_t clusterSize() const {
    return uint64_t(cluster[0]) * cluster[1] * cluster[2];
  }
  uint64_t totalClusters() const {
    return uint64_t(grid[0]) * grid[1] * grid[2] / clusterSize();
  }
  unsigned threads() const { return block[0] * block[1] * block[2]; }
};

class Cta {
public:
  Cta(Machine &machine, GridLaunch &launch, Cluster &cluster,
      std::array<uint32_t, 3> index, unsigned rank);
  ~Cta();

  Machine &machine;
  GridLaunch &launch;
  Cluster &cluster;
  const std::array<uint32_t, 3> index;      // %ctaid
  const unsigned rank;                      // in the cluster
  const uint32_t number;                    // in order of their start
  std::vector<uint8_t> shared, sharedState; // from sharedBase
  std::array<NamedBarrier, 16> barriers;
  std::vector<std::unique_ptr<Warp>> warps;
  unsigned liveThreads = 0, exitedThreads = 0;
  Extensions extensions;
  std::unique_ptr<Shadow> shadow; // who accessed `shared`

  bool isDone() const { return liveThreads == 0; }
  void wake(WaitKind kind, uint64_t key);
};

struct Cluster {
  std::vector<std::unique_ptr<Cta>> ctas; // by rank
  std::array<uint32_t, 3> index{};
  unsigned arrived = 0; // barrier.cluster, threads
  uint64_t generation = 0;
  Extensions extensions;
  bool isDone() const;
};

/// Is told what runs: traces, profiles, records of coverage.
class Observer {
public:
  virtual ~Observer() = default;
  /// `active` executes `instruction`, for the first time or again after a wait.
  virtual void instruction(const Warp &warp,
                           const DecodedInstruction &instruction,
                           LaneMask active) {}
  /// One lane's access, resolved to a space; before any check.
  virtual void access(const Warp &warp, const DecodedInstruction &instruction,
                      unsigned lane, AddressSpace space, uint64_t address,
                      uint64_t size, Access kind) {}
};

struct LaunchOptions {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1}, cluster{1, 1, 1};
  uint64_t dynamicShared = 0;
  uint64_t seed = 0;
  /// Warp instructions without any visible change before a run counts as
  /// stuck.
  uint64_t idleLimit = 20'000'000;
  /// Warp instructions of the whole launch; 0: any number.
  uint64_t instructionLimit = 0;
  /// A run ends with this many; 0: never.
  uint64_t maxFindings = 20;
  uint64_t localLimit = 512 * 1024; // bytes of local memory per thread
  uint64_t residentCtas = 0;        // 0: as many as fit
  /// All blocks are resident, and %envreg1 and %envreg2 give the address of the
  /// grid's workspace, as for cudaLaunchCooperativeKernel.
  bool isCooperative = false;
  /// Set by another thread to end the run; null: nobody does.
  const std::atomic<bool> *cancelled = nullptr;
  /// Loads of global memory may give older values, where the memory model lets
  /// them. Needs the check for races.
  bool staleReads = false;
  uint32_t disabledChecks = optionalChecks; // a bit per kind: not reported
  llvm::raw_ostream *output = nullptr;      // vprintf
  Observer *observer = nullptr;
  Schedule *schedule = nullptr; // null: a random one
};

struct LaunchResult {
  std::vector<Finding> findings;
  bool finished = false; // every thread exited
  uint64_t threadInstructions = 0, warpInstructions = 0;
  bool passed() const { return finished && findings.empty(); }
};

class Machine {
public:
  /// Maps the program's module variables into `memory`.
  Machine(const Program &program, GlobalMemory &memory,
          const LaunchOptions &options);
  ~Machine();

  const Program &program;
  GlobalMemory &memory;
  const LaunchOptions options;
  uint64_t sharedSize = 0; // bytes per CTA, static and dynamic
  Extensions extensions;
  LaunchResult result;
  /// Null when all checks that need it are disabled.
  std::unique_ptr<RaceChecker> races;
  /// What is behind stored values with ByteDoubtful, by the state of the first
  /// byte, where it is known.
  llvm::DenseMap<const uint8_t *, UndefinedOrigin> doubtfulBytes;
  std::unique_ptr<StaleReads> stale; // null: loads give the newest values
  /// CheckKind::UngivenData is looked for, and loads of arrays without values
  /// are no finding by themselves.
  const bool followsUngivenData;
  /// By Cta::number.
  std::vector<std::pair<const GridLaunch *, std::array<uint32_t, 3>>>
      startedCtas;

  /// Runs the entry with this parameter buffer.
  LaunchResult launch(const DecodedFunction &entry,
                      llvm::ArrayRef<uint8_t> parameterBytes);
  /// Runs several kernels at the same time. The options' shapes are not used;
  /// their dynamicShared is the largest of the kernels.
  LaunchResult launchTogether(std::vector<GridLaunch> kernels);

  // What the schedule decides.
  void post(std::unique_ptr<AsyncOperation> operation) {
    schedule->post(std::move(operation));
  }
  void enqueue(Warp &warp) { schedule->enqueue(warp); }
  /// What %clock reads.
  uint64_t clock() const { return schedule->clock(); }
  /// What %nsmid reads. Where it matters to a kernel, because its blocks take
  /// over others, the machine has as many as it runs blocks at a time.
  uint64_t countMultiprocessors(const GridLaunch &launch) const;
  /// For the schedule: destroys the cluster when all its threads have exited.
  void retireIfDone(const Cluster &cluster);

  /// clusterlaunchcontrol: takes the next cluster of the grid that has not
  /// started; the index of its first block.
  std::optional<std::array<uint32_t, 3>> cancelNextCluster(GridLaunch &launch);

  // Shared memory by cluster address; null when outside. No findings.
  Span sharedAt(Cluster &cluster, uint64_t address, uint64_t size);

  void wakeCluster(Cluster &cluster, WaitKind kind, uint64_t key);

  /// Something another thread may observe has changed.
  void noteProgress() { lastProgress = warpInstructions; }
  uint64_t now() const { return warpInstructions; }
  uint64_t random();
  unsigned randomBelow(unsigned limit) { return unsigned(random() % limit); }
  void addFinding(Finding finding, const void *where);
  bool isStopped() const { return stopped; }
  void stop() { stopped = true; }

  uint64_t warpInstructions = 0;

private:
  friend class Warp;
  bool launchNextCluster();
  uint64_t countResident();
  void retire();
  bool checkLimits();
  bool unstick();
  void reportStuck(CheckKind kind, llvm::StringRef why);

  std::vector<GridLaunch> grids;
  std::vector<std::unique_ptr<Cluster>> clusters; // resident
  std::unique_ptr<Schedule> ownSchedule;
  Schedule *schedule;
  Observer *observer = nullptr; // the options' and the schedule's
  std::unique_ptr<Observer> bothObservers;
  uint64_t residentLimit = 1;
  bool mayLaunch = true; // clusters are left that have not started
  uint64_t randomState = 0, lastProgress = 0;
  unsigned idleReleases = 0;
  uint64_t progressAtRelease = 0;
  bool stopped = false;
  llvm::StringMap<size_t> findingIndex;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_MACHINE_H
