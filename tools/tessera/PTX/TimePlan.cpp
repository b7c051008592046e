//===- tools/tessera/PTX/TimePlan.cpp - the plan beside the clock -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tessera time --compare-plan` adds: the prices that the loops of a
// kernel have by themselves, from the constants of the clock, beside the
// simulation.
//
//===----------------------------------------------------------------------===//

#include "PTX/TimeRequest.h"
#include "tessera/Driver/PlanEstimate.h"
#include "tessera/Support/Error.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

Error tool::comparePlan(driver::Session &session,
                        const driver::LoadedModule &module,
                        const driver::GpuCompileOptions &options,
                        TimeReport &report) {
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      driver::lowerForGpu(session, module, options, "tileas");
  if (!lowered)
    return lowered.takeError();
  std::vector<driver::PlannedLoop> loops;
  (*lowered)->walk([&](mlir::FunctionOpInterface function) {
    if (function.getName() == report.entry)
      loops = driver::plannedLoops(function);
  });
  if (loops.empty())
    return makeError(
        "--compare-plan: '" + report.entry +
        "' has no loop of products, whose price could be compared");
  const ptx::emu::TimedResult &result = report.result;
  double productsOfRound = 0, latency = 0, cycles = 0;
  for (const driver::PlannedLoop &loop : loops) {
    gpu::LoopPrice price =
        gpu::priceOf(loop.work, report.timing, result.residentCtas);
    productsOfRound += loop.work.products;
    cycles += price.cycles;
    latency = std::max(latency, price.latency);
    report.loops.push_back({loop.place, loop.work.stages, price});
  }
  // The clock has counted how often a block went round.
  report.rounds =
      result.tensorFlops / double(result.simulatedCtas) / productsOfRound;
  report.estimatedCycles =
      double(result.waves) * (report.rounds * cycles + latency);
  return Error::success();
}

void TimeReport::printPlan(raw_ostream &os) const {
  if (loops.empty())
    return;
  os << "\nthe plan's own prices, beside the simulation:\n";
  for (const LoopComparison &loop : loops)
    os << "  " << loop.place << ": a round of "
       << format("%.0f cycles, limited by ", loop.price.cycles)
       << loop.price.limit << ", " << loop.stages
       << (loop.stages == 1 ? " stage\n" : " stages\n");
  os << format("  %.0f rounds of a block: %.0f cycles by the plan, %.0f "
               "simulated (%+.0f %%)\n",
               rounds, estimatedCycles, result.cycles,
               100 * (estimatedCycles / result.cycles - 1));
}
