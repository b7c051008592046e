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

#include "Diagnostics.h"
#include "PTX/TimeRequest.h"
#include "Progress.h"
#include "tessera/Driver/Outputs.h"
#include "tessera/PTX/Emulator/FindingReport.h"
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
  std::optional<tool::ProgressLine> progress(
      std::in_place, "simulating '" + program.entry->name + "'");
  ptx::emu::LaunchResult result =
      machine.launch(*program.entry, bound.parameters);
  progress.reset();
  for (const ptx::emu::Finding &finding : result.findings)
    tool::report(ptx::emu::reportedFinding(request.path, finding),
                 finding.render(request.path));
  if (!result.passed() && request.launch.dynamicShared == 0 &&
      declaresDynamicShared(*program.module)) {
    ReportedDiagnostic note;
    note.severity = ReportedDiagnostic::Severity::Note;
    note.message = "the module declares dynamic shared memory, of which "
                   "--shared gives a block 0 bytes";
    note.place.file = request.path;
    std::string text = request.path + ": note: " + note.message;
    tool::report(std::move(note), text);
  }
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
  tool::ProgressLine progress("simulating '" + module.name() + "'");
  Expected<driver::RunResult> result = driver::runEntry(module, launch);
  if (!result)
    return result.takeError();
  if (!result->succeeded)
    return makeError("the run was not finished");
  return schedule->result();
}
