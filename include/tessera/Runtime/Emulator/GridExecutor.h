//===- Runtime/Emulator/GridExecutor.h - run bound grids, emulated *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX emulator behind driver::runEntry.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_EMULATOR_GRIDEXECUTOR_H
#define TESSERA_RUNTIME_EMULATOR_GRIDEXECUTOR_H

#include "tessera/Driver/Run.h"
#include "tessera/PTX/Emulator/Finding.h"
#include "tessera/PTX/Emulator/Schedule.h"
#include "tessera/Target/GpuKernel.h"

namespace tessera::emulator {

struct ExecutorOptions {
  /// The grid runs this many times, each time on the original arrays and with
  /// another order of warps. The last run's results and output stay.
  uint64_t schedules = 1;
  uint64_t firstSeed = 0;
  /// Decides who runs when, for one run; null: seeds do.
  ptx::emu::Schedule *schedule = nullptr;
  /// A bit per ptx::emu::CheckKind: not made.
  uint32_t disabledChecks = ptx::emu::optionalChecks;
};

/// What executes the kernels of `module`, found by the entry's name. A failed
/// assert becomes a finding, everything else that the emulator's checks find an
/// error; both are diagnostics at the entry. Schedules whose results differ are
/// a warning: programs may allow that.
llvm::Expected<driver::GridExecutor>
makeGridExecutor(gpu::CompiledModule module, const ExecutorOptions &options);

} // namespace tessera::emulator

#endif // TESSERA_RUNTIME_EMULATOR_GRIDEXECUTOR_H
