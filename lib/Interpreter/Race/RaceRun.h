//===- Interpreter/Race/RaceRun.h - tile blocks that take turns -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run with race detection: several tile blocks are resident, each on its own
// thread, and exactly one runs at a time. Turns change only before scoped
// accesses: between them nothing but a race could tell the difference. The seed
// fixes every choice, so a run can be repeated exactly.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACE_RACERUN_H
#define TESSERA_LIB_INTERPRETER_RACE_RACERUN_H

#include "Interpreter/BlockOrder.h"
#include "Interpreter/Engine.h"
#include "RaceDetector.h"
#include "RaceScript.h"

#include <semaphore>
#include <thread>

namespace tessera::interp {

class RaceRun;

/// A resident tile block, as its memory operations see it.
class RaceBlock {
public:
  RaceRun &run;
  /// Names the block in events.
  uint32_t number = 0;

  explicit RaceBlock(RaceRun &run) : run(run) {}
  /// The next execution of `op` by this block.
  RaceEvent nextEvent(const RaceOp &op) {
    if (counts.size() <= op.number)
      counts.resize(op.number + 1);
    return {number, op.number, ++counts[op.number]};
  }
  void begin(uint32_t newNumber) {
    number = newNumber;
    counts.assign(counts.size(), 0);
  }

private:
  std::vector<uint32_t> counts;
};

/// An entry to run as a grid of tile blocks; or, with a code of nothing, a
/// thread that is none.
struct RaceLaunch {
  const ProgramCode *code = nullptr;
  llvm::SmallVector<Tile> arguments;
  Dim3 grid;
  unsigned gpu = 0;
  const ScriptedThread *script = nullptr;
};

class RaceRun {
public:
  RaceRun(Memory &memory, std::vector<RaceLaunch> launches,
          const RunOptions &options, llvm::raw_ostream &out);
  ~RaceRun();

  /// Runs all blocks.
  void execute();

  /// Lets other blocks run. Failure: the run is being stopped.
  mlir::LogicalResult turn(mlir::Operation *op, BlockContext &context);
  /// The same for what cannot wait for others.
  mlir::LogicalResult changeTurn();
  /// Frees memory now and then; between operations only.
  void collectIfFull();

  Memory &memory;
  RaceDetector detector;
  /// What fence.sc of scripted threads saw, in order.
  std::vector<RaceHead> sequentialFences;
  OpTable plain = OpTable::withAllOps();
  /// Engines of all workers, for what they found.
  std::vector<std::unique_ptr<Engine>> engines;
  uint64_t stopAfter = ~uint64_t(0);
  /// Counts all tile blocks as unfinished, also those not resident yet.
  WaitState waits;

private:
  struct Launch {
    Launch(RaceLaunch launch, const RunOptions &common, Memory &memory);
    RaceLaunch given;
    RunOptions options;
    BlockOrder order;
    uint64_t started = 0;
    RunState state;
    std::unique_ptr<RaceScript> script;
  };
  struct Worker {
    explicit Worker(RaceRun &run) : block(run) {}
    std::thread thread;
    std::binary_semaphore go{0};
    RaceBlock block;
    std::vector<Engine *> engineOf;
    bool active = true;
  };

  void addWorker();
  void work(Worker &worker);
  /// Runs one more block; false when all have begun or the run stops.
  bool runNext(Worker &worker);
  /// Gives the turn to `next` and waits until it comes back to `from`.
  void pass(Worker &from, Worker &next);
  /// Any active worker; nullptr when there is none.
  Worker *choose();

  const RunOptions &options;
  llvm::raw_ostream &out;
  std::deque<Launch> launches;
  std::deque<Worker> workers;
  Worker *current = nullptr;
  std::binary_semaphore done{0};
  uint64_t blocksStarted = 0, blocksTotal = 0, blocksDone = 0;
  /// Turns since a block ended: when they are many, blocks may wait for one
  /// that is not resident yet.
  uint64_t idleTurns = 0;
  uint64_t quantum = 0;
  /// How often the turn changes, in quarters.
  uint64_t restlessness;
};

/// Overrides the handlers of memory and token operations by ones that watch.
void registerRaceOps(OpTable &table);

/// Turns what the detector found into findings of the running block. A scripted
/// thread has no `op`: its findings are those of the tile blocks that it races
/// with, and `standIn` is its engine.
mlir::LogicalResult reportRaces(RaceRun &run, mlir::Operation *op,
                                BlockContext &context,
                                Engine *standIn = nullptr);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACE_RACERUN_H
