//===- Driver/Run.h - run one entry on real arrays --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library behind `tessera run`: everything between a loaded module and the
// output files. Nothing is printed; findings are MLIR diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_RUN_H
#define TESSERA_DRIVER_RUN_H

#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Driver/Binding.h"
#include "tessera/Driver/Compare.h"
#include "tessera/Driver/Session.h"
#include "tessera/Interpreter/Interpreter.h"

#include <functional>
#include <string>
#include <vector>

namespace tessera::driver {

/// `--expect TARGET=SOURCE`.
struct Expectation {
  /// Index of an array argument, or the name of an output file.
  std::string target;
  /// The reference, `path[:type]`.
  std::string source;

  static llvm::Expected<Expectation> parse(llvm::StringRef text);
};

/// Arguments with memory of their own.
struct OwnedArguments {
  interp::Memory memory;
  BoundArguments bound;
  llvm::SmallVector<uint64_t> slots;
};

/// An entry with everything it needs, ready to be executed by compiled code.
struct BoundGrid {
  cuda_tile::EntryOp entry;
  /// One 8-byte slot per parameter: a scalar's bits in the low bytes, or the
  /// address of an array in this process.
  llvm::ArrayRef<uint64_t> slots;
  const interp::RunOptions &options;
  /// The same as pointers into allocations, for devices with memory of their
  /// own.
  interp::Memory &memory;
  llvm::ArrayRef<interp::Argument> values;
  /// Makes the same arguments once more, as they were at first; null for a
  /// launch on whatever the one before left.
  std::function<llvm::Expected<std::unique_ptr<OwnedArguments>>()> again = {};
};

/// What the road that executes a grid other than the interpreter is given. The
/// summary's findings are failed asserts, and what the road's checks found.
using GridExecutor =
    std::function<llvm::Expected<interp::RunSummary>(const BoundGrid &)>;

struct RunRequest {
  /// Empty: the module's only entry.
  std::string entry;
  std::vector<ArgumentSpec> arguments;
  Abi abi = Abi::Flat;
  std::vector<Expectation> expectations;
  Tolerance tolerance;
  /// Grid, checks, block order, threads, progress, where print_tko writes.
  interp::RunOptions options;
  /// With race detection: how many schedules to try, from options.orderSeed on,
  /// each from the same initial memory; the first with findings is the last.
  /// Comparisons and outputs are those of the first.
  unsigned seeds = 1;
  /// Interpreted runs without race detection, on one thread: where loads gave
  /// elements that the language leaves unspecified, the grid runs again with
  /// others in their place. What then differs is a finding at these loads.
  bool checkUnspecified = false;
  /// With an executor: the grid runs so often again after the outputs are
  /// written, on whatever its arrays then hold, to measure how long it takes.
  unsigned repeats = 0;
  /// Null: the interpreter executes the grid.
  GridExecutor executor;
};

struct RunResult {
  interp::RunSummary summary;
  /// The schedule that the summary is of.
  uint64_t seed = 0;
  /// One per expectation, with what was compared.
  struct Checked {
    unsigned argument;
    std::string name, reference;
    Comparison comparison;
  };
  std::vector<Checked> comparisons;
  /// The run finished, and without findings that count (any, unless they are
  /// ignored). Only then are comparisons made and outputs written.
  bool succeeded = false;
  /// Wall-clock seconds: preparing the entry and the arrays, executing the
  /// grid, comparing and writing.
  double prepareSeconds = 0, runSeconds = 0, finishSeconds = 0;

  /// Of each repetition; and the time of processors that it took, of all
  /// threads together, in which nobody else's work counts.
  std::vector<double> repeatSeconds, repeatProcessorSeconds;

  /// Succeeded, and every comparison is within its tolerance.
  bool passed() const;
};

/// Runs one entry of `module`. Fails before the first tile block is executed
/// when anything asked for is impossible: unknown entry, arguments that do not
/// fit, unreadable references, output directories that cannot be written.
/// Outputs are written after a successful run, all of them or none.
llvm::Expected<RunResult> runEntry(const LoadedModule &module,
                                   const RunRequest &request);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_RUN_H
