//===- Interpreter/Race/RaceClock.h - what a token waits for ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks over chains. A chain is one memory operation of the program in
// one tile block, an epoch is how often that block has executed it. A block is
// not sequential, so the past of a token may hold the third execution without
// the second: a clock is a set of spans of epochs, which is exact and, in
// programs that join their tokens, as short as one epoch per chain.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACE_RACECLOCK_H
#define TESSERA_LIB_INTERPRETER_RACE_RACECLOCK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tessera::interp {

/// One executed memory operation: epoch `number` (from 1) of operation `op` in
/// tile block `block`. Number 0 is what was in memory at the start.
struct RaceEvent {
  uint32_t block = 0, op = 0, number = 0;
  bool operator==(const RaceEvent &) const = default;
};

/// A clock in a RaceClocks; 0 is the empty one. Tokens hold these.
using ClockId = uint32_t;

/// All clocks of a run. Clocks are immutable; the unused ones are freed by
/// collect().
class RaceClocks {
public:
  bool contains(ClockId clock, const RaceEvent &event) const;
  /// `past` and `event`.
  ClockId after(ClockId past, const RaceEvent &event);
  /// Both, for tokens of one tile block.
  ClockId join(ClockId a, ClockId b);
  /// `past`, a clock of `block`, and everything before a release of any block.
  ClockId acquire(ClockId past, uint32_t block, ClockId released);

  /// Enough was made since the last collection to look for garbage.
  bool isFull() const { return live >= limit; }
  /// Frees every clock that `roots` does not name to its argument.
  void
  collect(llvm::function_ref<void(llvm::function_ref<void(ClockId)>)> roots);

private:
  /// Epochs first to last of a chain, in order of block, op and first.
  struct Span {
    uint32_t block, op, first, last;
  };
  using Spans = llvm::SmallVector<Span, 4>;
  struct Clock {
    uint32_t block = 0;
    bool used = false;
    /// Chains of `block`, and those of all other blocks: shared, since it
    /// changes only where blocks synchronise.
    Spans own;
    std::shared_ptr<const std::vector<Span>> foreign;
  };

  ClockId add(Clock clock);
  static void push(llvm::SmallVectorImpl<Span> &out, const Span &span);
  static Spans merge(llvm::ArrayRef<Span> a, llvm::ArrayRef<Span> b);
  static bool holds(llvm::ArrayRef<Span> spans, const RaceEvent &event);

  std::vector<Clock> clocks = std::vector<Clock>(1);
  std::vector<ClockId> freed;
  size_t live = 0, limit = 4096;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACE_RACECLOCK_H
