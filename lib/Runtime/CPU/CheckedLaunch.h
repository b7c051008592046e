//===- Runtime/CPU/CheckedLaunch.h - launches that check memory ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other side of `insert-memory-checks`: the values of the parameters that
// it adds, and the finding that a failed check stands for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_CHECKEDLAUNCH_H
#define TESSERA_LIB_RUNTIME_CPU_CHECKEDLAUNCH_H

#include "tessera/Driver/Run.h"
#include "tessera/Runtime/CPU/Launch.h"

#include <memory>
#include <vector>

namespace tessera::cpu {

/// How the interpreter is to look at one block of a launch for what compiled
/// code found in it: all checks, a time-out, and nothing printed.
interp::RunOptions optionsToExplain(const interp::RunOptions &ofLaunch,
                                    uint64_t block);

class CheckedLaunch {
public:
  /// `grid` must outlive the launch.
  CheckedLaunch(const driver::BoundGrid &grid, bool trackInitialisation);
  CheckedLaunch(const CheckedLaunch &) = delete;
  CheckedLaunch &operator=(const CheckedLaunch &) = delete;

  /// All parameters, the added ones last.
  llvm::ArrayRef<uint64_t> slots() const { return values; }

  /// Makes findings of the check that ended a launch and emits them. False if
  /// an assertion of the program ended it.
  bool report(const LaunchResult &result, interp::RunSummary &summary) const;

  /// Whether the launch had elements of loads that nothing specifies.
  bool sawUnspecified() const { return noted != 0; }

  /// Tells the interpreter's memory what the launch has written.
  void bringMarksBack() const;

private:
  const interp::Allocation *memoryOf(unsigned parameter) const;
  std::vector<interp::Finding>
  explain(mlir::Operation *op, llvm::StringRef kind, uint64_t block) const;

  const driver::BoundGrid &grid;
  std::vector<unsigned> pointers;
  std::vector<uint64_t> values;
  /// One byte per element, in the order of `pointers`.
  std::vector<std::vector<uint8_t>> marks;
  uint8_t noted = 0;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_RUNTIME_CPU_CHECKEDLAUNCH_H
