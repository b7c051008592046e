//===- fuzz/RandomPrograms.h - the driver's options and its workers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker process checks a range of seeds. What it is doing stands in memory
// shared with the driver, so that a crash still names seed and road.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_RANDOMPROGRAMS_H
#define TESSERA_FUZZ_RANDOMPROGRAMS_H

#include "Generator/Road.h"

#include <memory>
#include <string>
#include <vector>

namespace tessera::fuzz {

struct Options {
  uint64_t seed = 1, count = 100;
  std::vector<std::string> roads;
  std::string plantedFault;
  bool print = false, reduce = false, stats = false, table = false;
  TileSizes sizes = TileSizes::Small;
  unsigned jobs = 1;
  /// Seconds of processor time one program may take on all roads; ten times
  /// that by the clock.
  unsigned timeout = 60;
  uint64_t maxFailures = 20;
};

inline constexpr unsigned maxRoads = 16, maxOps = 256, maxRefusals = 64;

/// How often a road refused a program for one reason.
struct RefusalCount {
  unsigned road = 0;
  uint64_t programs = 0;
  /// The first line, types and numbers left out, cut to fit.
  char reason[160] = {};
};

/// What a worker shows the driver.
struct WorkerState {
  uint64_t seed = 0;
  /// Index into Options::roads; ~0: the generator or the oracle.
  unsigned road = ~0u;
  uint64_t programs = 0, failures = 0, ops = 0;
  uint64_t executed[maxRoads] = {}, refused[maxRoads] = {};
  /// By reason; the last row takes what no longer fits.
  RefusalCount refusals[maxRefusals] = {};

  void countRefusal(unsigned road, llvm::StringRef reason,
                    uint64_t programs = 1);
  /// Programs that hold the op of that row of the table.
  uint64_t programsWithOp[maxOps] = {};
};

/// What all programs of a worker live in.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// The first line of a refusal without what differs from program to program:
/// what stands in angle brackets, and numbers.
std::string refusalKey(llvm::StringRef message);

/// Prints the table op x element type x road (CoverageTable.cpp); false when a
/// cell is empty or a road disagreed.
bool printCoverageTable(const Options &options);

/// The roads of the options, the oracle first.
std::vector<std::unique_ptr<Road>> makeRoads(const Options &options);

/// Checks seeds [first, last) in this process and reports to stdout.
void checkSeeds(const Options &options, uint64_t first, uint64_t last,
                WorkerState &state);

/// Reduces the program of a seed whose execution by a road ended the worker,
/// and prints it.
void reduceCrash(const Options &options, uint64_t seed, unsigned road);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_RANDOMPROGRAMS_H
