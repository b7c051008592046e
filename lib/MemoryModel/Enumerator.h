//===- MemoryModel/Enumerator.h - all candidate executions ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is a trace per thread, a write per byte range read, an order of
// the sc fences and an order of the writes per byte range. Values prune the
// first two; causality prunes the rest.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_MEMORYMODEL_ENUMERATOR_H
#define TESSERA_LIB_MEMORYMODEL_ENUMERATOR_H

#include "tessera/MemoryModel/Execution.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::memmodel {

enum class Visit : uint8_t { Continue, Stop };

/// Calls `visit` for candidates. Pruned: only for those that fail no axiom
/// for a reason that needs no coherence order. Not pruned: for all, and nothing
/// but the coherence order has been derived.
class Enumerator {
public:
  using Visitor = llvm::function_ref<Visit(Execution &)>;

  Enumerator(const Program &program, const TraceSet &traces,
             const Options &options, bool prune, Visitor visit,
             const Lowering *lowering = nullptr);
  /// Fails when there are too many.
  llvm::Error run();
  uint64_t candidates = 0;
  /// Combinations of traces in which a thread waits at a barrier or for a
  /// kernel for ever.
  uint64_t incomplete = 0;
  /// Which trace of each thread the visited candidate is made of.
  std::vector<size_t> chosenTraces;

private:
  struct Reader {
    unsigned read, cell;
    std::vector<unsigned> writes;
  };
  /// Values of cells as bits: what a trace reads and what it writes.
  using Values = std::vector<uint64_t>;

  void collectValues();
  bool isComplete(llvm::ArrayRef<const Trace *> chosen) const;
  bool collectReaders(const EventGraph &graph);
  bool isHidden(const EventGraph &graph, unsigned write,
                const Reader &reader) const;
  Visit chooseTraces(std::vector<const Trace *> &chosen, const Values &needed,
                     const Values &supplied);
  Visit chooseReads(Execution &execution, size_t index);
  Visit chooseFences(Execution &execution);
  bool comesTooLate(const Execution &execution, size_t cell,
                    unsigned next) const;
  Visit chooseCoherence(Execution &execution, size_t cell);
  Visit extendCoherence(Execution &execution, size_t cell,
                        std::vector<unsigned> &rest);

  const Program &program;
  const TraceSet &traces;
  const Options &options;
  bool prune;
  Visitor visit;
  const Lowering *lowering;
  std::vector<Footprint> cells;
  std::vector<Reader> readers;
  std::vector<std::vector<unsigned>> writesOfCell;
  std::vector<std::vector<Values>> needs, supplies;
  /// What the threads from i on can supply at most.
  std::vector<Values> laterSupplies;
  bool usesCoherence, usesAtomicity, usesCausality, usesHb;
  uint64_t steps = 0;
  llvm::StringRef problem;
};

} // namespace tessera::memmodel

#endif // TESSERA_LIB_MEMORYMODEL_ENUMERATOR_H
