//===- tools/tessera/Run/RunCommandLine.cpp - what the user wants -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the options of `tessera run` and says which of them contradict one
// another (docs/tessera-run.md).
//
//===----------------------------------------------------------------------===//

#include "RunCommandLine.h"
#include "Command.h"
#include "CpuOptions.h"
#include "ExpectOptions.h"
#include "GpuOptions.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

#define TESSERA_OPTIONS "RunOptions.inc"
#include "OptionTable.inc"

/// `--check=memory`: compiled code that checks, which no other check is for.
static bool asksForMemoryChecks(const opt::InputArgList &options) {
  std::vector<std::string> lists = options.getAllArgValues(OPT_checks);
  return lists.size() == 1 && lists.front() == "memory";
}

static Error parseChecks(const opt::InputArgList &options,
                         interp::RunOptions &run) {
  std::optional<interp::CheckMode> chosen;
  for (const std::string &list : options.getAllArgValues(OPT_checks)) {
    for (StringRef element : split(list, ',')) {
      if (element == "race") {
        run.checkRaces = true;
        continue;
      }
      if (element == "memory" && asksForMemoryChecks(options))
        continue;
      if (element == "memory")
        return makeError("--checks: memory is a check of compiled code, and "
                         "stands alone; the interpreter makes its checks "
                         "always");
      if (element == "assumes") {
        run.checkAssumes = true;
        continue;
      }
      std::optional<interp::CheckMode> mode =
          StringSwitch<std::optional<interp::CheckMode>>(element)
              .Case("report", interp::CheckMode::ReportAll)
              .Case("stop", interp::CheckMode::StopAtFirst)
              .Case("ignore", interp::CheckMode::Ignore)
              .Default(std::nullopt);
      if (!mode)
        return makeError(
            "--checks: expected memory, report, stop, ignore, race "
            "or assumes, got '" +
            element + "'" +
            didYouMean(element,
                       ArrayRef<StringRef>{"memory", "report", "stop", "ignore",
                                           "race", "assumes"}));
      if (chosen && *chosen != *mode)
        return makeError("--checks: expected one of report, stop and ignore");
      chosen = mode;
    }
  }
  run.checkMode = chosen.value_or(interp::CheckMode::ReportAll);
  if (run.checkRaces && run.checkMode == interp::CheckMode::Ignore)
    return makeError("--checks: race looks for what ignore would not report");
  run.checkAssumes |= options.hasArg(OPT_check_assumes);
  StringRef unspecified = options.getLastArgValue(OPT_unspecified, "zero");
  if (unspecified != "zero" && unspecified != "ones")
    return makeError("--unspecified: expected zero or ones, got '" +
                     unspecified + "'");
  run.unspecifiedAsOnes = unspecified == "ones";
  return Error::success();
}

static Error parseNumbers(const opt::InputArgList &options,
                          interp::RunOptions &run) {
  StringRef seed = options.getLastArgValue(OPT_order_seed, "0");
  if (seed.getAsInteger(10, run.orderSeed))
    return makeError("--order-seed: expected a number, got '" + seed + "'");
  StringRef threads = options.getLastArgValue(OPT_threads, "1");
  if (threads.getAsInteger(10, run.threads) || run.threads < 1 ||
      run.threads > 1024)
    return makeError("--threads: expected a number from 1 to 1024, got '" +
                     threads + "'");
  if (run.checkRaces && run.threads > 1)
    return makeError("--threads: with --check=race tile blocks take turns on "
                     "one thread");
  StringRef steps = options.getLastArgValue(OPT_max_steps, "0");
  if (steps.getAsInteger(10, run.maxStepsPerBlock))
    return makeError("--max-steps: expected a number, got '" + steps + "'");
  StringRef timeout = options.getLastArgValue(OPT_timeout, "0");
  if (timeout.getAsDouble(run.timeoutSeconds) ||
      !std::isfinite(run.timeoutSeconds) || run.timeoutSeconds < 0)
    return makeError("--timeout: expected a number of seconds, got '" +
                     timeout + "'");
  Expected<std::array<uint32_t, 3>> grid =
      driver::parseGrid(options.getLastArgValue(OPT_grid, "1"));
  if (!grid)
    return prefixError("--grid: ", grid.takeError());
  run.grid = {(*grid)[0], (*grid)[1], (*grid)[2]};
  return Error::success();
}

/// What compiled code is made for and what runs it.
static Error parseTarget(const opt::InputArgList &options,
                         RunCommandLine &line) {
  if (line.interpret && line.checkMemory)
    return makeError("--check=memory is for compiled code, but the other "
                     "options ask for the interpreter");
  for (OptionId id :
       {OPT_target, OPT_opt_level, OPT_cache, OPT_device, OPT_schedules,
        OPT_repeat, OPT_debug_info, OPT_perf, OPT_profile})
    if (const opt::Arg *arg = options.getLastArg(id); arg && line.interpret)
      return makeError("'" + arg->getAsString(options) +
                       "' is for compiled code, but the other options ask for "
                       "the interpreter");
  const opt::Arg *target = options.getLastArg(OPT_target);
  const opt::Arg *level = options.getLastArg(OPT_opt_level);
  bool isGpu = isGpuTarget(target);
  if (isGpu && line.checkMemory)
    return makeError("--check=memory: the emulator checks every access; leave "
                     "the option out for '" +
                     StringRef(target->getValue()) + "'");
  StringRef device =
      options.getLastArgValue(OPT_device, isGpu ? "emulator" : "cpu");
  if (device != "cpu" && device != "emulator" && device != "cuda")
    return makeError("--device: expected cpu, emulator or cuda, got '" +
                     device + "'");
  if (isGpu != (device != "cpu"))
    return makeError("--device: '" + device + "' does not run code for '" +
                     (target ? target->getValue() : "cpu") + "'");
  line.onCuda = device == "cuda";
  if (const opt::Arg *arg = options.getLastArg(OPT_schedules)) {
    if (device != "emulator")
      return makeError("--schedules: only the emulator has schedules");
    StringRef text = arg->getValue();
    if (text.getAsInteger(10, line.emulation.schedules) ||
        line.emulation.schedules == 0)
      return makeError("--schedules: expected a positive number, got '" + text +
                       "'");
  }
  if (options.hasArg(OPT_dependent_launch) && !isGpu)
    return makeError("--dependent-launch: expected a GPU as --target");
  if (options.hasArg(OPT_strategy) && !isGpu)
    return makeError("--strategy: expected a GPU as --target");
  line.cacheDirectory = options.getLastArgValue(OPT_cache).str();
  line.link.tellPerf = options.hasArg(OPT_perf);
  line.link.tellDebuggers = options.hasArg(OPT_debug_info, OPT_perf);
  if (isGpu && line.link.tellDebuggers)
    return makeError("-g and --perf: expected a CPU as --target");
  if (isGpu && options.hasArg(OPT_profile))
    return makeError("--profile: expected a CPU as --target; 'tessera time' "
                     "says how long a kernel takes on a GPU");
  if (isGpu) {
    Expected<driver::GpuCompileOptions> gpu =
        parseGpuOptions(*target, level, options.getLastArg(OPT_strategy));
    if (!gpu)
      return gpu.takeError();
    line.gpu = std::move(*gpu);
    line.gpu->codegen.dependentLaunch = options.hasArg(OPT_dependent_launch);
    return Error::success();
  }
  Expected<driver::CpuCompileOptions> compile = parseCpuOptions(target, level);
  if (!compile)
    return compile.takeError();
  line.compile = std::move(*compile);
  line.profile = options.hasArg(OPT_profile);
  line.compile.codegen.debugInfo = line.link.tellDebuggers || line.profile;
  return Error::success();
}

static Expected<RunCommandLine>
parseOptionValues(const opt::InputArgList &options) {
  RunCommandLine line;
  driver::RunRequest &request = line.request;
  line.checkMemory = asksForMemoryChecks(options);
  std::vector<std::string> inputs;
  for (const opt::Arg *input : options.filtered(OPT_INPUT, OPT_UNKNOWN))
    inputs.push_back(input->getValue());
  if (inputs.empty())
    return makeError("expected a Tile IR file to run");
  line.path = inputs.front();
  for (size_t i = 1; i < inputs.size(); ++i) {
    Expected<driver::ArgumentSpec> spec =
        driver::parseArgument(inputs[i], i - 1);
    if (!spec)
      return spec.takeError();
    request.arguments.push_back(std::move(*spec));
  }
  StringRef abi = options.getLastArgValue(OPT_abi, "flat");
  if (abi != "flat" && abi != "array")
    return makeError("--abi: expected flat or array, got '" + abi + "'");
  request.abi = abi == "flat" ? driver::Abi::Flat : driver::Abi::Array;
  request.entry = options.getLastArgValue(OPT_entry).str();
  line.interpret =
      options.hasArg(OPT_interpret, OPT_check_assumes, OPT_unspecified,
                     OPT_order_seed, OPT_seeds, OPT_max_steps) ||
      (options.hasArg(OPT_checks) && !line.checkMemory);
  if (Error error = parseTarget(options, line))
    return error;
  line.showTime = options.hasArg(OPT_time);
  line.listEntries = options.hasArg(OPT_list_entries);
  if (Error error = parseChecks(options, request.options))
    return error;
  if (Error error = parseNumbers(options, request.options))
    return error;
  const interp::RunOptions &run = request.options;
  request.checkUnspecified = !options.hasArg(OPT_unspecified) &&
                             !run.checkRaces && run.threads == 1 &&
                             run.checkMode != interp::CheckMode::Ignore;
  if (const opt::Arg *arg = options.getLastArg(OPT_repeat))
    if (StringRef(arg->getValue()).getAsInteger(10, request.repeats) ||
        request.repeats == 0)
      return makeError("--repeat: expected a positive number, got '" +
                       StringRef(arg->getValue()) + "'");
  StringRef seeds = options.getLastArgValue(OPT_seeds, "1");
  if (seeds.getAsInteger(10, request.seeds) || request.seeds < 1)
    return makeError("--seeds: expected a positive number, got '" + seeds +
                     "'");
  if (options.hasArg(OPT_seeds) && !request.options.checkRaces)
    return makeError("--seeds: only --check=race tries several schedules");
  if (Error error = parseExpectOptions(options.getAllArgValues(OPT_expect),
                                       options.getLastArg(OPT_tol), request))
    return error;
  return line;
}

Expected<std::optional<RunCommandLine>>
tool::parseRunCommandLine(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN, /*numbersAreInputs=*/true);
  if (!options)
    return options.takeError();
  if (options->hasArg(OPT_help)) {
    printCommandHelp(
        "run", "tessera run [options] FILE.mlir [ARG...]",
        "Executes an entry of a Tile IR module on real arrays",
        "An ARG is FILE.npy[:TYPE], TYPE:VALUE, VALUE, zeros(SHAPE,TYPE),\n"
        "uninit(SHAPE,TYPE), full(SHAPE,TYPE,VALUE) or\n"
        "rand(SHAPE,TYPE,SEED[,LOW,HIGH]); a SHAPE is 128x64. ARG=>FILE.npy "
        "writes the\narray after the run. docs/tessera-run.md is the "
        "manual.\n");
    return std::nullopt;
  }
  Expected<RunCommandLine> line = parseOptionValues(*options);
  if (!line)
    return line.takeError();
  return std::move(*line);
}
