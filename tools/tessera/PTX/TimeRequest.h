//===- tools/tessera/PTX/TimeRequest.h - what is to be timed ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that is simulated under the clock, once or with changed constants,
// as `tessera time` and `tessera explain --html` want it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_TIMEREQUEST_H
#define TESSERA_TOOLS_TESSERA_TIMEREQUEST_H

#include "PTX/PtxLaunch.h"
#include "PTX/TimeReport.h"
#include "tessera/Driver/GpuCompile.h"
#include "tessera/Driver/Run.h"
#include "tessera/Driver/SetHints.h"

#include <functional>

namespace tessera::tool {

struct TimeRequest : PtxLaunch {
  std::string entry, target, traceFile;
  ptx::emu::TimingOptions timing;
  uint64_t lines = 12;
  bool showGains = false, isJson = false, printConstants = false;
  bool comparesPlan = false, isEstimate = false;
  std::vector<driver::HintSetting> hints; // put into Tile IR
  double clockMHz = 0;
  unsigned chip = 0;      // multiprocessors of the GPU; 0: as the target has
  driver::RunRequest run; // of Tile IR
  std::optional<driver::GpuCompileOptions> compile;
};

/// The constants of what is simulated.
llvm::Expected<gpu::GpuTiming> timingOf(const TimeRequest &request);

/// One simulation with these constants.
using Simulation = std::function<llvm::Expected<ptx::emu::TimedResult>(
    const ptx::emu::TimingOptions &)>;

/// Runs PTX.
llvm::Expected<ptx::emu::TimedResult>
simulate(const TimeRequest &request, const PtxProgram &program,
         const ptx::emu::TimingOptions &options);

/// Runs compiled Tile IR.
llvm::Expected<ptx::emu::TimedResult>
simulate(const TimeRequest &request, const driver::LoadedModule &module,
         const gpu::CompiledModule &compiled,
         const ptx::emu::TimingOptions &options);

/// Adds the prices of the kernel's loops to `report`. Fails for kernels without
/// a loop of products.
llvm::Error comparePlan(driver::Session &session,
                        const driver::LoadedModule &module,
                        const driver::GpuCompileOptions &options,
                        TimeReport &report);

/// Prints what the launch would cost by the plan alone, without a simulation.
llvm::Error printEstimate(driver::Session &session,
                          const driver::LoadedModule &module,
                          const gpu::CompiledModule &compiled,
                          const TimeRequest &request, llvm::StringRef entry,
                          llvm::raw_ostream &os);

/// Simulates once without each limit, for `report`.
llvm::Error findGains(const TimeRequest &request, const Simulation &run,
                      TimeReport &report);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_TIMEREQUEST_H
