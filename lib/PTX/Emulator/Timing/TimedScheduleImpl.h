//===- PTX/Emulator/Timing/TimedScheduleImpl.h - state of the clock -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a timed run. Two heaps of events, warps that can run and
// operations of engines, are worked off in order of time (TimedSchedule.cpp).
// When a warp may issue is ready(), what an instruction costs is in the apply
// functions (TimedIssue.cpp, TimedEngines.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TIMING_TIMEDSCHEDULEIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_TIMING_TIMEDSCHEDULEIMPL_H

#include "Multiprocessor.h"
#include "tessera/PTX/Emulator/Profile.h"
#include "tessera/PTX/Emulator/TimedSchedule.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>

namespace tessera::ptx::emu {

/// When a register's value is there, and what makes it.
struct TimedRegister {
  double at = 0;
  Stall why = Stall::Arithmetic;
};

/// Costs and accounts of a function's instructions, by index.
struct TimedFunction {
  std::vector<InstructionCost> costs;
  std::vector<LineAccount> accounts;
};

/// The wgmma of the four warps of a warpgroup, by number.
struct WarpgroupClock {
  struct Product {
    unsigned arrived = 0;
    double start = 0; // the last warp's issue
    double end = 0;   // 0: not all warps have issued it
  };
  std::vector<Product> products;
};

struct TimedWarp : WarpSchedule {
  Warp *warp = nullptr;
  Multiprocessor *sm = nullptr;
  Multiprocessor::Quarter *quarter = nullptr;
  bool isQueued = false;
  uint64_t steps = 0;
  /// The next instruction issues not before, and why.
  double nextIssue = 0;
  Stall nextStall = Stall::Other;
  /// What ptxas may move instructions up to (earliest()): the begin of the
  /// basic block or what orders everything, and the last stores.
  double orderedAt = 0, storedShared = 0, storedGlobal = 0;
  /// When the last instructions were issued, in turn.
  std::vector<double> issueTimes;
  uint64_t issues = 0;
  /// Where no lanes could go on, and since when.
  const DecodedInstruction *blockedAt = nullptr;
  const DecodedFunction *blockedIn = nullptr;
  TimedAction blockedBy = TimedAction::Plain;
  double blockedSince = 0;

  llvm::DenseMap<const Frame *, std::vector<TimedRegister>> registers;
  const Frame *lastFrame = nullptr;
  TimedRegister *lastRegisters = nullptr;
  const DecodedFunction *lastFunction = nullptr;
  TimedFunction *lastCosts = nullptr;

  // Work under way: ends of open groups and of those that were committed.
  std::shared_ptr<WarpgroupClock> warpgroup;
  uint64_t productsIssued = 0;
  std::deque<uint64_t> productGroups; // products issued at the commit
  double copyOpen = 0, copyLast = 0;
  std::deque<double> copyGroups;
  struct BulkGroup {
    double read = 0, done = 0;
  };
  BulkGroup bulkOpen;
  std::deque<BulkGroup> bulkGroups;
  double tensorDone = 0; // of tcgen05.mma and .cp that it issued
  double tmemDone = 0;   // of tcgen05.ld and .st
};

class TimedScheduleImpl : public TimedSchedule, public Observer {
public:
  explicit TimedScheduleImpl(const TimingOptions &options)
      : options(options), timing(this->options.timing) {}

  // Schedule.
  void begin(Machine &machine, llvm::ArrayRef<GridLaunch> kernels) override;
  uint64_t residentClusters(uint64_t) const override { return slots; }
  unsigned multiprocessors() const override {
    return unsigned(timing.multiprocessors);
  }
  bool leavesOut(const GridLaunch &kernel, uint64_t cluster) override;
  void started(Cluster &cluster) override;
  void ended(Cluster &cluster) override;
  void enqueue(Warp &warp) override;
  void post(std::unique_ptr<AsyncOperation> operation) override;
  void completeNow(llvm::function_ref<bool(AsyncOperation &)> filter) override;
  bool turn() override;
  bool force() override;
  std::pair<size_t, const AsyncOperation *> pending() const override {
    return {operations.size(),
            operations.empty() ? nullptr : operations.front().operation.get()};
  }
  uint64_t clock() const override { return uint64_t(now); }
  Observer *observer() override { return this; }
  void finish() override;
  const TimedResult &result() const override { return outcome; }

  // Observer: what the instruction that runs accesses.
  void access(const Warp &warp, const DecodedInstruction &instruction,
              unsigned lane, AddressSpace space, uint64_t address,
              uint64_t size, Access kind) override;

private:
  struct WarpEvent {
    uint64_t time, order;
    TimedWarp *warp;
    bool
    operator<(const WarpEvent &other) const { // a heap has its largest on top
      return std::pair(other.time, other.order) < std::pair(time, order);
    }
  };
  struct Operation {
    uint64_t time, order;
    std::unique_ptr<AsyncOperation> operation;
    bool operator<(const Operation &other) const {
      return std::pair(other.time, other.order) < std::pair(time, order);
    }
  };
  struct Ready {
    double at;
    Stall why;
    void atLeast(double time, Stall reason) {
      if (time > at) {
        at = time;
        why = reason;
      }
    }
  };
  /// The instruction that issues.
  struct Issue {
    TimedWarp *warp = nullptr;
    const DecodedInstruction *in = nullptr;
    const InstructionCost *cost = nullptr;
    TimedRegister *registers = nullptr;
    LaneMask active = 0;
    double time = 0;
    /// When it would have been issued if ptxas had moved it up; at most `time`.
    double from = 0;
    /// When work that it posts is done.
    double postAt = 0;
    /// It has waited and was woken.
    bool isAgain = false;
  };

  // TimedSchedule.cpp
  static TimedWarp &of(const Warp &warp) {
    return static_cast<TimedWarp &>(*warp.schedule);
  }
  uint64_t firstOfWave(uint64_t wave) const;
  void noteWork(const Cluster &cluster);
  void queue(TimedWarp &warp, double time);
  void runWarp(TimedWarp &warp);
  bool runOperation();
  TimedFunction &costsOf(TimedWarp &warp, const DecodedFunction &function);
  TimedRegister *registersOf(TimedWarp &warp, const Frame &frame);
  void account(TimedWarp &warp, const DecodedInstruction &in,
               const DecodedFunction &function, Stall why, double from,
               double to);
  void checkLimit();
  void describeLines(TimedResult &result) const; // TimedResult.cpp

  // TimedIssue.cpp
  Ready ready(TimedWarp &warp, const DecodedInstruction &in,
              const InstructionCost &cost, const TimedRegister *registers,
              bool isAgain);
  void issue(TimedWarp &warp, const DecodedInstruction &in,
             const InstructionCost &cost, TimedRegister *registers);
  double earliest(TimedWarp &warp, const DecodedInstruction &in,
                  const InstructionCost &cost, const TimedRegister *registers);
  void order(const Issue &at);
  bool isBlockedAt(const Warp &warp, const Frame *frame, uint32_t pc) const;
  void applyFolded(const Issue &at);
  void apply(const Issue &at, bool branched);
  void applyMemory(const Issue &at);
  void tellTouch(const Warp &warp, AddressSpace space, uint64_t address,
                 uint64_t size, Access kind);
  double wayToBlock(const Warp &warp, uint64_t address) const;
  double sharedAccess(const Issue &at, double latency);
  double globalAccess(const Issue &at, bool isLoad);
  void setResults(const Issue &at, double time, Stall why);
  void wait(TimedWarp &warp, double until, Stall why);

  // TimedCopies.cpp
  double copyEnd(const Issue &at, const AsyncOperation &operation);
  double copyAsyncEnd(const Issue &at);
  double mapReady(Multiprocessor &sm, double time);
  void readBulk(const Issue &at);
  uint64_t requestsOf(Sectors sectors) const;

  // TimedEngines.cpp
  void applyEngine(const Issue &at);
  Ready readyEngine(TimedWarp &warp, const DecodedInstruction &in,
                    const InstructionCost &cost);
  void prepareEngine(Issue &at);
  void startWgmma(const Issue &at);
  void startTensorProduct(Issue &at);
  void applyMma(const Issue &at);
  double productShared(const ProductShape &shape) const;
  void tellOperands(const Issue &at, const ProductShape &shape) const;
  void tellTensorMemory(const Issue &at, unsigned argument, uint64_t columns,
                        Touch how) const;

  const TimingOptions options;
  const gpu::GpuTiming &timing;
  Machine *machine = nullptr;
  const GridLaunch *launch = nullptr;
  std::vector<Multiprocessor> sms;
  std::unique_ptr<ChipMemory> chip;
  llvm::DenseMap<const DecodedFunction *, std::unique_ptr<TimedFunction>>
      functions;
  std::vector<const DecodedFunction *> functionOrder;
  std::vector<WarpEvent> warps;
  std::vector<Operation> operations;
  uint64_t events = 0;
  double now = 0, lastEnd = 0;
  Issue current;
  /// What an arrival adds before those who wait go on.
  double wakeDelay = 0;

  // Of the instruction that runs.
  std::vector<uint64_t> sectors;
  std::vector<LaneAccess> shared;
  bool touchesLocal = false;
  uint64_t objectAddress = 0; // of an mbarrier
  /// When threads last arrived, by cluster and address.
  llvm::DenseMap<std::pair<const Cluster *, uint64_t>, double> arrivals;
  /// The tensor map of a copy; 0 where it is a parameter of the kernel.
  uint64_t mapAddress = 0;
  /// The copy of the instruction that runs: a multicast copy reads L2 once for
  /// all its blocks.
  struct Bulk {
    std::vector<uint64_t> sectors;
    double start = 0, ready = 0, latency = 0, requests = 0;
  } bulk;

  // The grid.
  uint64_t slots = 1; // clusters at a time, simulated
  /// Clusters of the grid that leavesOut() keeps if all waves are simulated.
  uint64_t countKept() const;
  uint64_t chipSlots = 1; // of the whole chip
  unsigned blocksPerSm = 1, activeSms = 1, simulatedSms = 1;
  Occupancy occupancy;
  uint64_t nextWave = 0;
  /// Whether blocks make the tiles of others.
  bool takesOver = false;
  llvm::DenseMap<const Cluster *, uint64_t> waveOf;
  std::vector<double> waveEnds;
  uint64_t simulatedCtas = 0;
  /// Thread instructions of the clusters that have ended.
  uint64_t leastWork = UINT64_MAX, mostWork = 0;
  double flops = 0, tensorFlops = 0;
  bool wasStopped = false;
  TimedResult outcome;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TIMING_TIMEDSCHEDULEIMPL_H
