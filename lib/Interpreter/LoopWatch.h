//===- Interpreter/LoopWatch.h - loops that wait for nobody -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells when a `loop` can never end. An iteration that leaves its carried
// values as they were, while nobody changes memory, will be repeated for ever:
// what it does follows from its values and from memory. So a tile block that
// does this waits for another one; when all that still run do, none will help.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_LOOPWATCH_H
#define TESSERA_LIB_INTERPRETER_LOOPWATCH_H

#include "Code.h"

#include <atomic>

namespace tessera::interp {

/// What all tile blocks of a run share.
struct WaitState {
  /// Operations so far that changed memory or printed.
  std::atomic<uint64_t> changes{0};
  /// Tile blocks that run or are going to while the others wait, and those of
  /// them that wait.
  std::atomic<uint64_t> unfinished{1}, waiting{0};
};

/// Whether an op may change memory or print.
bool mayChangeMemory(mlir::Operation *op);
/// Whether `inst`, for which that holds, just did. False for atomics that
/// stored what they found.
bool didChangeMemory(const Instruction &inst, llvm::ArrayRef<Tile> slots);

/// One execution of a `loop`.
class LoopWatch {
public:
  explicit LoopWatch(WaitState &state) : state(state) {}
  ~LoopWatch() { goOn(); }
  LoopWatch(const LoopWatch &) = delete;
  LoopWatch &operator=(const LoopWatch &) = delete;

  /// After an iteration of `loop` that continues: true when neither it nor any
  /// other tile block can ever go on.
  bool isStuck(const Instruction &loop, llvm::ArrayRef<Tile> slots,
               TilePool &pool);

private:
  void goOn();

  WaitState &state;
  uint64_t changes = ~uint64_t(0), idle = 0;
  llvm::SmallVector<Tile, 4> seen;
  bool isWaiting = false;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_LOOPWATCH_H
