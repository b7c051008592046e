//===- PTX/Emulator/Schedule.h - who runs when ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Schedule decides which warp executes next and when an asynchronous
// operation completes. What instructions do is the same under every schedule;
// a schedule may therefore look for faults (RandomSchedule, the default) or
// keep a clock (TimedSchedule).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_SCHEDULE_H
#define TESSERA_PTX_EMULATOR_SCHEDULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tessera::ptx::emu {

struct Cluster;
class Cta;
struct GridLaunch;
class Machine;
class Observer;
class Warp;

/// Work of an engine other than the threads: a copy, a matrix product. Runs
/// whole, at a time the schedule chooses.
class AsyncOperation {
public:
  virtual ~AsyncOperation() = default;
  /// False while something it must come after is under way.
  virtual bool isReady(Machine &machine) { return true; }
  /// Does it, and wakes who waits for it.
  virtual void complete(Machine &machine) = 0;
  /// "cp.async of thread (3, 0, 0)", for pictures of deadlocks.
  virtual std::string describe() const = 0;
  /// Whose memory it works on: completed before that cluster goes.
  Cluster *cluster = nullptr;
  /// The block that a copy brings bytes to; null for other work.
  const Cta *receiver = nullptr;
};

/// What a schedule keeps with a warp.
struct WarpSchedule {
  virtual ~WarpSchedule() = default;
};

class Schedule {
public:
  virtual ~Schedule() = default;

  /// Comes first, once for each launch.
  virtual void begin(Machine &machine, llvm::ArrayRef<GridLaunch> kernels) = 0;
  /// Comes last.
  virtual void finish() {}
  /// How many clusters may be resident at a time; the host has memory for
  /// `fitting`.
  virtual uint64_t residentClusters(uint64_t fitting) const { return fitting; }
  /// Those of the GPU that it stands for; 0: of none in particular.
  virtual unsigned multiprocessors() const { return 0; }
  /// Whether this cluster of the kernel is not run at all.
  virtual bool leavesOut(const GridLaunch &kernel, uint64_t cluster) {
    return false;
  }
  /// All warps of the cluster have been made and can run.
  virtual void started(Cluster &cluster) = 0;
  /// The cluster is about to be destroyed; its operations are forgotten.
  virtual void ended(Cluster &cluster) = 0;

  /// The warp can run again.
  virtual void enqueue(Warp &warp) = 0;
  /// The instruction that runs has made work for an engine.
  virtual void post(std::unique_ptr<AsyncOperation> operation) = 0;
  /// Completes, now, what is ready of the operations `filter` holds for.
  virtual void
  completeNow(llvm::function_ref<bool(AsyncOperation &)> filter) = 0;

  /// Lets somebody run. False when no warp can and no operation is due.
  virtual bool turn() = 0;
  /// Completes an operation ahead of its time; false when none is ready.
  virtual bool force() = 0;
  /// The pending operations: how many, and one to name.
  virtual std::pair<size_t, const AsyncOperation *> pending() const = 0;

  /// What %clock reads.
  virtual uint64_t clock() const = 0;
  /// Told of instructions and accesses beside the launch's own; may be null.
  virtual Observer *observer() { return nullptr; }
};

/// One seed decides everything: which warp runs next and for how many
/// instructions, and when operations complete.
std::unique_ptr<Schedule> makeRandomSchedule();

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_SCHEDULE_H
