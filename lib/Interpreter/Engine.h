//===- Interpreter/Engine.h - executes the code of an entry for one worker -*-
// C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Engine per worker thread: it owns the worker's values, runs blocks one
// after the other, and gathers what they report. Shared between workers are
// only the immutable code, the Memory and RunState.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ENGINE_H
#define TESSERA_LIB_INTERPRETER_ENGINE_H

#include "Code.h"
#include "LoopWatch.h"

#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Interpreter/Stepping.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <atomic>
#include <chrono>
#include <optional>

namespace tessera::interp {

/// What all workers of a run share.
struct RunState {
  const RunOptions &options;
  Memory &memory;
  llvm::ArrayRef<Tile> arguments;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Execution position from which on blocks need not run: that of the first
  /// one that stopped. Earlier ones still run, so that the report is the same
  /// whatever the number of threads.
  std::atomic<uint64_t> stopAfter{~uint64_t(0)};
  /// Null where loops that never end are not looked for.
  WaitState *waits = nullptr;

  void stopAt(uint64_t order) {
    uint64_t seen = stopAfter.load();
    while (order < seen && !stopAfter.compare_exchange_weak(seen, order)) {
    }
  }
};

/// When a run with these options must give up, starting now.
std::optional<std::chrono::steady_clock::time_point>
deadlineOf(const RunOptions &options);

/// Why a run could not go on, with the place.
struct Failure {
  mlir::Operation *op = nullptr;
  uint64_t order = 0;
  std::string message;
};

class Engine {
public:
  Engine(const ProgramCode &code, RunState &state);

  /// Executes the block at position `order` of the schedule.
  void runBlock(uint64_t order, const Dim3 &block, llvm::raw_ostream &out);

  /// Race detection: `body`, which is no code, in the place of a block.
  void runInstead(uint64_t order,
                  llvm::function_ref<mlir::LogicalResult(BlockContext &)> body);
  /// The following findings are those of `block`.
  void standInFor(const Dim3 &block) { context.block = block; }
  /// Race detection: names the block that runs next.
  void watch(RaceBlock &block) { context.raceBlock = &block; }
  /// Calls fn with the value of every token that a slot holds.
  template <typename Fn> void forEachToken(Fn fn) const {
    for (uint32_t slot : code.tokenSlots)
      if (!context.slots[slot].empty())
        fn(context.slots[slot].bits());
  }

  // Results, read after the last block.
  std::vector<Finding> findings;
  std::array<uint64_t, numCheckKinds> counts{};
  llvm::DenseMap<mlir::Operation *, uint64_t> perOp;
  std::optional<Failure> abortReason;
  /// Loads that gave unspecified elements, in order of the first time.
  llvm::SmallSetVector<mlir::Operation *, 4> unspecified;
  uint64_t blocksRun = 0;
  uint64_t stepsRun = 0;

private:
  friend class BlockContext;
  friend class PureEvaluator;
  friend class StepPlace;

  /// How a block of code was left.
  enum class Signal : uint8_t { Yield, Break, Continue, Return, Stop };

  Signal execute(const CodeBlock &block);
  Signal executeFor(const Instruction &inst);
  Signal executeLoop(const Instruction &inst);
  mlir::LogicalResult executeReduce(const Instruction &inst);
  mlir::LogicalResult executeScan(const Instruction &inst);
  /// Runs an aggregate's body on `elements` and `accumulators` of `count`
  /// elements each; the accumulators become the results.
  mlir::LogicalResult combine(const Aggregate &aggregate,
                              llvm::MutableArrayRef<Tile> elements,
                              llvm::MutableArrayRef<Tile> accumulators,
                              int64_t count);
  mlir::LogicalResult scanBySlices(const Aggregate &aggregate,
                                   llvm::MutableArrayRef<Tile> values,
                                   int64_t outer, int64_t extent,
                                   int64_t inner);
  mlir::LogicalResult scanByDoubling(const Aggregate &aggregate,
                                     llvm::MutableArrayRef<Tile> values,
                                     int64_t outer, int64_t extent,
                                     int64_t inner);

  /// Operand `index` of `inst`, moved out where the value dies there.
  Tile takeOperand(const Instruction &inst, unsigned index) {
    Tile &slot = context.slots[inst.slots[index]];
    return index < 64 && (inst.movable >> index & 1) ? std::move(slot) : slot;
  }
  void moveOperands(const Instruction &inst,
                    llvm::ArrayRef<uint32_t> destinations, unsigned first = 0);
  /// Called when the step budget is used up; failure ends the block.
  mlir::LogicalResult refillSteps(const Instruction &inst);
  void freeLocals(size_t keep);
  /// Tells the observer what comes next; failure ends the block.
  mlir::LogicalResult step(const Instruction &inst);
  void tellOfFinding(const Finding &finding);

  TilePool pool;
  BlockContext context;
  const ProgramCode &code;
  RunState &state;

  /// Steps left until the next look at limits, and those of the last refill.
  uint64_t stepBudget = 0, lastRefill = 0, blockSteps = 0;
  /// Live allocas, and the arena's fill before each.
  std::vector<std::pair<ProvenanceId, uint64_t>> locals;
  uint64_t localBytes = 0;
  uint32_t sequence = 0;
  /// The last operation that the observer was told of.
  mlir::Operation *stepping = nullptr;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ENGINE_H
