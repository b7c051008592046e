//===- Runtime/CPU/UnspecifiedLaunch.h - launches with other values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds results of compiled code that depend on elements which the language
// leaves unspecified (tessera/Driver/Unspecified.h says how).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_UNSPECIFIEDLAUNCH_H
#define TESSERA_LIB_RUNTIME_CPU_UNSPECIFIEDLAUNCH_H

#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Driver/Run.h"
#include "tessera/Runtime/CPU/Launch.h"

namespace tessera::cpu {

class UnspecifiedLaunch {
public:
  /// `ones` is the same kernel as `zeros` with other values for what is
  /// unspecified. A launch of `zeros` has found nothing and left the memory of
  /// `grid`.
  UnspecifiedLaunch(const driver::BoundGrid &grid, const CompiledKernel &zeros,
                    const CompiledKernel &ones, bool trackInitialisation)
      : grid(grid), zeros(zeros), ones(ones),
        trackInitialisation(trackInitialisation) {}

  /// Runs `ones` on the arguments as they were. What then is not the same
  /// becomes a finding of `summary` and is reported. The grid's own memory is
  /// left as it is.
  llvm::Error check(interp::RunSummary &summary);

private:
  llvm::Error makeArguments();
  LaunchResult run(const CompiledKernel &kernel, uint64_t blocks);
  bool differsAfter(uint64_t blocks);
  uint64_t firstBlock(uint64_t blocks);
  bool explain(uint64_t block, interp::RunSummary &summary);

  const driver::BoundGrid &grid;
  const CompiledKernel zeros, ones;
  bool trackInitialisation;
  /// Arguments of our own, and how they were at first.
  std::unique_ptr<driver::OwnedArguments> own;
  std::optional<interp::Memory::Snapshot> before;
  ThreadPool pool{1};
  /// What differed last.
  std::string difference;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_RUNTIME_CPU_UNSPECIFIEDLAUNCH_H
