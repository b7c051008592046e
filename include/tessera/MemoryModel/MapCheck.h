//===- MemoryModel/MapCheck.h - is a lowering to PTX sound ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a program by a mapping for every assignment of elements to PTX threads
// and compares outcomes: PTX must show none that Tile IR forbids
// (memory-model.md 1.6, 1.7).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_MAPCHECK_H
#define TESSERA_MEMORYMODEL_MAPCHECK_H

#include "tessera/MemoryModel/Checker.h"
#include "tessera/MemoryModel/PtxMapping.h"

namespace tessera::memmodel {

struct MapResult {
  /// The program is racy, or has no tile block: there is nothing to compare.
  bool isSkipped = false;
  std::string whySkipped;
  uint64_t outcomes = 0;
  /// Owner assignments looked at, and how many there are.
  uint64_t checked = 0, assignments = 0;
  bool isSound = true;
  /// The first assignment with a forbidden outcome, and that execution.
  Owners owners;
  std::string description;
  std::unique_ptr<TraceSet> traces;
  std::unique_ptr<EventGraph> graph;
  std::unique_ptr<Execution> execution;
};

/// Each tile block becomes `threadsPerBlock` PTX threads. Beyond a limit,
/// assignments are drawn with a fixed seed.
llvm::Expected<MapResult> checkMapping(const Program &program,
                                       const Options &options,
                                       const PtxMapping &mapping,
                                       unsigned threadsPerBlock = 2);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_MAPCHECK_H
