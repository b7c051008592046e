//===- tools/tessera/PTX/Time.cpp - tessera time --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel, of PTX or compiled from Tile IR, under the emulator's clock
// (docs/timed-emulation.md).
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "GpuOptions.h"
#include "Progress.h"
#include "TimeRequest.h"
#include "TimeTrace.h"
#include "tessera/Codegen/NVPTX/Ptxas.h"
#include "tessera/PTX/Emulator/CheckList.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "TimeOptions.inc"
#include "OptionTable.inc"

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

using tool::TimeRequest;

static Error parseTiming(const opt::InputArgList &options,
                         TimeRequest &request) {
  uint64_t sms = 1, registers = 0, clock = 0, chip = 0;
  request.timing.cycleLimit = 50'000'000;
  std::tuple<OptionId, StringRef, uint64_t *> numbers[] = {
      {OPT_sms, "--sms", &sms},
      {OPT_chip, "--chip", &chip},
      {OPT_waves, "--waves", &request.timing.waves},
      {OPT_registers, "--registers", &registers},
      {OPT_limit, "--limit", &request.timing.cycleLimit},
      {OPT_shared, "--shared", &request.launch.dynamicShared},
      {OPT_lines, "--lines", &request.lines},
      {OPT_clock, "--clock", &clock}};
  for (auto [id, name, value] : numbers)
    if (Error error = tool::parseCount(options.getLastArg(id), name, *value))
      return error;
  if (sms == 0 || sms > 4096)
    return makeError("--sms: expected a number from 1 to 4096, got '" +
                     Twine(sms) + "'");
  if (chip > 4096 || (options.hasArg(OPT_chip) && chip == 0))
    return makeError("--chip: expected a number from 1 to 4096, got '" +
                     Twine(chip) + "'");
  if (registers > 256)
    return makeError("--registers: expected at most 256, got '" +
                     Twine(registers) + "'");
  if (options.hasArg(OPT_clock) && clock == 0)
    return makeError("--clock: expected a positive number, got '0'");
  request.timing.simulatedSms = unsigned(sms);
  request.timing.registers = unsigned(registers);
  request.chip = unsigned(chip);
  request.clockMHz = double(clock);
  StringRef l2 = options.getLastArgValue(OPT_l2, "cold");
  if (l2 != "cold" && l2 != "hot")
    return makeError("--l2: expected cold or hot, got '" + l2 + "'");
  request.timing.hotL2 = l2 == "hot";
  return Error::success();
}

static Error parseRequest(const opt::InputArgList &options,
                          TimeRequest &request) {
  request.target = options.getLastArgValue(OPT_target).str();
  request.printConstants = options.hasArg(OPT_constants);
  if (request.printConstants)
    return request.target.empty() ? makeError("--constants: expected --target")
                                  : Error::success();
  std::vector<std::string> inputs = options.getAllArgValues(OPT_INPUT);
  if (inputs.empty())
    return makeError("expected a PTX or Tile IR file to time");
  if (Error error = tool::parseInputs(inputs, request))
    return error;
  if (Error error = parseTiming(options, request))
    return error;
  std::tuple<OptionId, StringRef, std::array<uint32_t, 3> *, bool *> extents[] =
      {{OPT_grid, "--grid", &request.launch.grid, nullptr},
       {OPT_block, "--block", &request.launch.block, &request.hasBlock},
       {OPT_cluster, "--cluster", &request.launch.cluster,
        &request.hasCluster}};
  for (auto [id, name, value, isGiven] : extents)
    if (Error error =
            tool::parseExtents(options.getLastArg(id), name, *value, isGiven))
      return error;
  request.launch.disabledChecks = ptx::emu::everyCheck;
  if (const opt::Arg *check = options.getLastArg(OPT_check))
    if (Error error = ptx::emu::parseCheckList(check->getValue(),
                                               request.launch.disabledChecks))
      return prefixError("--check: ", std::move(error));
  request.launch.disabledChecks &= ~ptx::emu::checksOfTime;
  request.entry = options.getLastArgValue(OPT_entry).str();
  request.traceFile = options.getLastArgValue(OPT_trace).str();
  request.showGains = options.hasArg(OPT_gains);
  request.isJson = options.hasArg(OPT_json);
  request.comparesPlan = options.hasArg(OPT_compare_plan);
  StringRef abi = options.getLastArgValue(OPT_abi, "flat");
  if (abi != "flat" && abi != "array")
    return makeError("--abi: expected flat or array, got '" + abi + "'");
  request.run.abi = abi == "flat" ? driver::Abi::Flat : driver::Abi::Array;
  bool isPtx = StringRef(request.path).ends_with(".ptx");
  if (isPtx) {
    for (OptionId id : {OPT_compare_plan, OPT_estimate, OPT_strategy, OPT_hint})
      if (const opt::Arg *arg = options.getLastArg(id))
        return makeError("'" + arg->getSpelling() +
                         "' is for Tile IR: PTX has no plan");
    return Error::success();
  }
  request.isEstimate = options.hasArg(OPT_estimate);
  for (const std::string &text : options.getAllArgValues(OPT_hint)) {
    Expected<driver::HintSetting> hint = driver::HintSetting::parse(text);
    if (!hint)
      return prefixError("--hint: ", hint.takeError());
    request.hints.push_back(std::move(*hint));
  }
  // Tile IR.
  for (OptionId id : {OPT_block, OPT_cluster, OPT_shared})
    if (const opt::Arg *arg = options.getLastArg(id))
      return makeError("'" + arg->getAsString(options) +
                       "' is for PTX, but compiled Tile IR says it itself");
  const opt::Arg *target = options.getLastArg(OPT_target);
  if (!target)
    return makeError("expected --target: Tile IR is compiled for a GPU");
  if (!tool::isGpuTarget(target))
    return makeError("--target: expected a GPU, got '" +
                     Twine(target->getValue()) + "'");
  Expected<driver::GpuCompileOptions> compile =
      tool::parseGpuOptions(*target, options.getLastArg(OPT_opt_level),
                            options.getLastArg(OPT_strategy));
  if (!compile)
    return compile.takeError();
  request.compile = std::move(*compile);
  request.run.entry = request.entry;
  request.run.arguments = request.arguments;
  const auto &grid = request.launch.grid;
  request.run.options.grid = {grid[0], grid[1], grid[2]};
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Error writeTrace(StringRef path, tool::TimeTrace &trace) {
  if (path == "-") {
    trace.write(outs());
    return Error::success();
  }
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (error)
    return makeFileError("write", path, error);
  trace.write(os);
  return Error::success();
}

Expected<gpu::GpuTiming> tool::timingOf(const TimeRequest &request) {
  Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(request.target);
  if (!timing)
    return prefixError("--target: ", timing.takeError());
  if (request.clockMHz != 0)
    timing->clockMHz = request.clockMHz;
  return request.chip == 0 ? *timing
                           : timing->withMultiprocessors(request.chip);
}

/// Simulates and reports.
static int report(TimeRequest &request, StringRef entry,
                  const tool::Simulation &run,
                  function_ref<Error(tool::TimeReport &)> addPlan = nullptr) {
  Expected<gpu::GpuTiming> timing = tool::timingOf(request);
  if (!timing)
    return tool::fail(timing.takeError());
  request.timing.timing = *timing;
  tool::TimeTrace trace;
  ptx::emu::TimingOptions options = request.timing;
  if (!request.traceFile.empty())
    options.listener = &trace;
  Expected<ptx::emu::TimedResult> result = run(options);
  if (!result)
    return tool::fail(result.takeError());
  tool::TimeReport report{
      request.path, entry.str(), *timing, std::move(*result), {}};
  if (addPlan)
    if (Error error = addPlan(report))
      return tool::fail(std::move(error));
  if (request.showGains)
    if (Error error = tool::findGains(request, run, report))
      return tool::fail(std::move(error));
  if (!request.traceFile.empty())
    if (Error error = writeTrace(request.traceFile, trace))
      return tool::fail(std::move(error));
  if (request.traceFile == "-")
    return 0;
  if (request.isJson)
    report.printJson(outs());
  else
    report.print(outs(), request.lines);
  return 0;
}

static int timePtx(TimeRequest &request) {
  Expected<tool::PtxProgram> program =
      tool::loadPtx(request.path, request.entry, /*needsEntry=*/true);
  if (!program)
    return tool::fail(program.takeError());
  if (Error error = tool::completeGeometry(request, *program))
    return tool::fail(std::move(error));
  const ptx::Target &target = program->program->target;
  std::string own = "sm_" + std::to_string(target.architecture);
  if (target.suffix)
    own += target.suffix;
  if (request.target.empty())
    request.target = own;
  unsigned wanted = 0;
  StringRef(request.target).drop_front(3).rtrim("af").getAsInteger(10, wanted);
  if (wanted < target.architecture ||
      (target.suffix && wanted != target.architecture))
    return tool::fail("--target: code for '" + own + "' does not run on '" +
                      request.target + "'");
  return report(request, program->entry->name,
                [&](const ptx::emu::TimingOptions &options) {
                  return tool::simulate(request, *program, options);
                });
}

static int timeTileIR(TimeRequest &request) {
  driver::Session session(/*threaded=*/false);
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<std::unique_ptr<MemoryBuffer>> buffer =
      driver::Session::openFile(request.path);
  if (!buffer)
    return tool::fail(buffer.takeError());
  std::optional<driver::LoadedModule> module;
  std::string bytes = (*buffer)->getBuffer().str();
  auto load = [&]() -> Expected<const driver::LoadedModule *> {
    Expected<driver::LoadedModule> loaded =
        session.loadBuffer(std::move(*buffer));
    if (!loaded)
      return loaded.takeError();
    if (Error error = driver::setHints(*loaded, request.target, request.hints))
      return prefixError("--hint: ", std::move(error));
    return &module.emplace(std::move(*loaded));
  };
  std::optional<tool::ProgressLine> progress(
      std::in_place, "compiling '" + request.path + "' for " + request.target);
  Expected<gpu::CompiledModule> compiled =
      driver::compileForGpu(session, bytes, load, *request.compile);
  progress.reset();
  if (!compiled)
    return tool::fail(compiled.takeError());
  if (request.isEstimate) {
    if (Error error = tool::printEstimate(session, *module, *compiled, request,
                                          request.entry, outs()))
      return tool::fail(std::move(error));
    return 0;
  }
  // For the count of registers; without ptxas they are estimated.
  if (request.compile->ptxas)
    if (Error error = gpu::assemble(*compiled, *request.compile->ptxas,
                                    request.compile->assembler))
      return tool::fail(std::move(error));
  StringRef entry = request.entry;
  if (entry.empty() && compiled->kernels.size() == 1)
    entry = compiled->kernels.front().name;
  const gpu::KernelInfo *kernel = compiled->find(entry.str());
  if (kernel && kernel->figures && request.timing.registers == 0)
    request.timing.registers = kernel->figures->registers;
  auto simulate = [&](const ptx::emu::TimingOptions &options) {
    return tool::simulate(request, *module, *compiled, options);
  };
  if (!request.comparesPlan)
    return report(request, entry, simulate);
  return report(request, entry, simulate, [&](tool::TimeReport &report) {
    return tool::comparePlan(session, *module, *request.compile, report);
  });
}

int tool::timeCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp("time",
                     "tessera time [options] FILE.{mlir,tileirbc,ptx} [ARG...]",
                     "Says how long a kernel takes on a GPU, without one",
                     "ARGs are those of 'tessera run' and 'tessera emulate';\n"
                     "docs/timed-emulation.md is the manual.\n");
    return 0;
  }
  TimeRequest request;
  if (Error error = parseRequest(*options, request))
    return fail(std::move(error));
  if (request.printConstants) {
    Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(request.target);
    if (!timing)
      return fail("--target: " + toString(timing.takeError()));
    tool::printConstants(outs(), *timing);
    return 0;
  }
  // Unknown targets before anything is read.
  if (!request.target.empty())
    if (Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(request.target);
        !timing)
      return fail("--target: " + toString(timing.takeError()));
  return StringRef(request.path).ends_with(".ptx") ? timePtx(request)
                                                   : timeTileIR(request);
}
