//===- tools/tessera/PTX/TimeSimulation.cpp - one timed run -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a launch of PTX or of compiled Tile IR under the emulator's clock.
//
//===----------------------------------------------------------------------===//

#include "PTX/TimeRequest.h"
#include "tessera/Driver/Outputs.h"
#include "tessera/Runtime/Emulator/GridExecutor.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

static bool declaresDynamicShared(const ptx::Module &module) {
  return any_of(module.items, [](const auto &item) {
    const auto *variable = std::get_if<ptx::Variable>(&item);
    return variable && variable->space == ptx::Space::Shared &&
           variable->linkage == ptx::Linkage::Extern;
  });
}

Expected<ptx::emu::TimedResult>
tool::simulate(const TimeRequest &request, const tool::PtxProgram &program,
               const ptx::emu::TimingOptions &options) {
  tool::BoundArguments bound;
  if (Error error = tool::bindArguments(request, program, bound))
    return std::move(error);
  auto schedule = ptx::emu::TimedSchedule::create(options);
  ptx::emu::LaunchOptions launch = request.launch;
  launch.schedule = schedule.get();
  launch.output = &errs();
  ptx::emu::Machine machine(*program.program, bound.memory, launch);
  ptx::emu::LaunchResult result =
      machine.launch(*program.entry, bound.parameters);
  for (const ptx::emu::Finding &finding : result.findings)
    errs() << finding.render(request.path) << '\n';
  if (!result.passed() && request.launch.dynamicShared == 0 &&
      declaresDynamicShared(*program.module))
    errs() << request.path
           << ": note: the module declares dynamic shared memory, of which "
              "--shared gives a block 0 bytes\n";
  if (!result.passed())
    return makeError(Twine(result.findings.size()) +
                     (result.findings.size() == 1 ? " finding" : " findings") +
                     (result.finished ? "" : "; the run was not finished"));
  if (Error error = driver::writeOutputs(request.arguments, bound.arrays))
    return std::move(error);
  return schedule->result();
}

Expected<ptx::emu::TimedResult>
tool::simulate(const TimeRequest &request, const driver::LoadedModule &module,
               const gpu::CompiledModule &compiled,
               const ptx::emu::TimingOptions &options) {
  auto schedule = ptx::emu::TimedSchedule::create(options);
  emulator::ExecutorOptions executor;
  executor.schedule = schedule.get();
  executor.disabledChecks = request.launch.disabledChecks;
  Expected<driver::GridExecutor> run =
      emulator::makeGridExecutor(compiled, executor);
  if (!run)
    return run.takeError();
  driver::RunRequest launch = request.run;
  launch.executor = *run;
  launch.options.printStream = &errs();
  Expected<driver::RunResult> result = driver::runEntry(module, launch);
  if (!result)
    return result.takeError();
  if (!result->succeeded)
    return makeError("the run was not finished");
  return schedule->result();
}
