//===- tools/tessera/Run/Run.cpp - tessera run ----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options to a RunRequest, a RunResult to lines of text (docs/tessera-run.md).
// Standard output gets what the kernel prints and the comparisons that passed;
// everything else goes to standard error.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Run.h"
#include "Command.h"
#include "CpuOptions.h"
#include "Diagnostics.h"
#include "ExpectOptions.h"
#include "GpuOptions.h"
#include "Litmus/RunLitmus.h"
#include "ProfileTable.h"
#include "Progress.h"
#include "ProgressBar.h"
#include "TimeLimit.h"
#include "tessera/Dialect/CudaTile/Transforms/MemoryChecks.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Runtime/CPU/GridExecutor.h"
#include "tessera/Runtime/Cuda/GridExecutor.h"
#include "tessera/Runtime/Emulator/GridExecutor.h"
#include "tessera/Support/CrashReport.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>

using namespace llvm;
using namespace tessera;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

#define TESSERA_OPTIONS "RunOptions.inc"
#include "OptionTable.inc"

namespace {
/// Everything the command line says.
struct RunCommandLine {
  std::string path;
  driver::RunRequest request;
  bool showTime = false, listEntries = false;
  /// Else compiled code executes the grid.
  bool interpret = false;
  driver::CpuCompileOptions compile;
  /// Set: the grid runs on a GPU, emulated or real.
  std::optional<driver::GpuCompileOptions> gpu;
  bool onCuda = false;
  emulator::ExecutorOptions emulation;
  std::string cacheDirectory;
  cpu::LinkOptions link;
  bool profile = false;
  /// Compiled code that checks its accesses.
  bool checkMemory = false;
};
} // namespace

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
  bool isGpu = tool::isGpuTarget(target);
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
        tool::parseGpuOptions(*target, level, options.getLastArg(OPT_strategy));
    if (!gpu)
      return gpu.takeError();
    line.gpu = std::move(*gpu);
    line.gpu->codegen.dependentLaunch = options.hasArg(OPT_dependent_launch);
    return Error::success();
  }
  Expected<driver::CpuCompileOptions> compile =
      tool::parseCpuOptions(target, level);
  if (!compile)
    return compile.takeError();
  line.compile = std::move(*compile);
  line.profile = options.hasArg(OPT_profile);
  line.compile.codegen.debugInfo = line.link.tellDebuggers || line.profile;
  return Error::success();
}

static Expected<RunCommandLine>
parseCommandLine(const opt::InputArgList &options) {
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
  if (Error error =
          tool::parseExpectOptions(options.getAllArgValues(OPT_expect),
                                   options.getLastArg(OPT_tol), request))
    return error;
  return line;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// "12 findings (8 out-of-bounds, 4 misaligned)".
static std::string describeFindings(const interp::RunSummary &summary) {
  uint64_t total = summary.totalFindings();
  std::string text =
      std::to_string(total) + (total == 1 ? " finding (" : " findings (");
  StringRef separator;
  for (unsigned i = 0; i < interp::numCheckKinds; ++i) {
    if (summary.counts[i] == 0)
      continue;
    text += (separator + Twine(summary.counts[i]) + " " +
             interp::checkKindName(static_cast<interp::CheckKind>(i)))
                .str();
    separator = ", ";
  }
  return text + ")";
}

static std::string describeIndex(ArrayRef<int64_t> index) {
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i)
    text += (i == 0 ? "" : ",") + std::to_string(index[i]);
  return text + "]";
}

/// Prints one comparison; false when it failed.
static bool reportComparison(const driver::RunResult::Checked &checked) {
  const driver::Comparison &comparison = checked.comparison;
  std::string worst = "at " + describeIndex(comparison.worstIndex) + ": got " +
                      comparison.worstGot + ", expected " +
                      comparison.worstExpected;
  if (comparison.passed()) {
    outs() << checked.name << ": " << comparison.numElements
           << " elements match '" << checked.reference << "'";
    if (comparison.numElements != 0)
      outs() << ", max error " << driver::formatDouble(comparison.maxError, 3);
    if (comparison.maxError != 0)
      outs() << ' ' << worst;
    outs() << '\n';
    return true;
  }
  tool::fail(checked.name + " differs from '" + checked.reference +
             "': " + Twine(comparison.numOutside) + " of " +
             Twine(comparison.numElements) +
             " elements are outside the tolerance, worst " + worst +
             " (error " + driver::formatDouble(comparison.worstError, 3) +
             ", allowed " + driver::formatDouble(comparison.worstAllowed, 3) +
             ")");
  return false;
}

static int reportResult(const RunCommandLine &line,
                        const driver::RunResult &result) {
  const interp::RunSummary &summary = result.summary;
  bool hasOutputs = any_of(line.request.arguments, [](const auto &spec) {
    return !spec.output.empty();
  });
  if (!result.succeeded) {
    std::string reason = summary.totalFindings() != 0
                             ? describeFindings(summary)
                             : "the run was not finished";
    if (line.request.seeds > 1)
      reason += " with --order-seed " + std::to_string(result.seed);
    return tool::fail(reason + (hasOutputs ? "; no output was written" : ""));
  }
  int status = 0;
  for (const driver::RunResult::Checked &checked : result.comparisons)
    if (!reportComparison(checked))
      status = 1;
  return status;
}

static int listEntries(const driver::LoadedModule &module) {
  for (cuda_tile::EntryOp entry : module.entries())
    outs() << driver::describeEntry(entry) << '\n';
  return 0;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

namespace {
struct LoadedKernel {
  std::unique_ptr<driver::LoadedModule> module;
  /// Null: to be interpreted.
  driver::GridExecutor executor;
  /// Set with --profile.
  std::unique_ptr<cpu::KernelProfile> profile;
};
} // namespace

static Expected<LoadedKernel> loadOnly(driver::Session &session,
                                       const RunCommandLine &line) {
  Expected<driver::LoadedModule> module = session.load(line.path);
  if (!module)
    return module.takeError();
  return LoadedKernel{
      std::make_unique<driver::LoadedModule>(std::move(*module)), nullptr,
      nullptr};
}

/// Compiles the file with `compile`, which is given its bytes, a function that
/// loads it, and the cache (null without one).
template <typename Compiled>
static Expected<Compiled> loadAndCompile(
    driver::Session &session, const RunCommandLine &line, LoadedKernel &kernel,
    function_ref<Expected<Compiled>(
        StringRef, function_ref<Expected<const driver::LoadedModule *>()>,
        const driver::CompileCache *)>
        compile) {
  std::optional<driver::CompileCache> cache;
  if (!line.cacheDirectory.empty()) {
    Expected<driver::CompileCache> opened =
        driver::CompileCache::openLocation(line.cacheDirectory);
    if (!opened)
      return opened.takeError();
    cache.emplace(std::move(*opened));
  }
  Expected<std::unique_ptr<MemoryBuffer>> buffer =
      driver::Session::openFile(line.path);
  if (!buffer)
    return buffer.takeError();
  auto load = [&]() -> Expected<const driver::LoadedModule *> {
    Expected<driver::LoadedModule> module =
        session.loadBuffer(std::move(*buffer));
    if (!module)
      return module.takeError();
    kernel.module = std::make_unique<driver::LoadedModule>(std::move(*module));
    return kernel.module.get();
  };
  Expected<Compiled> compiled =
      compile((*buffer)->getBuffer(), load, cache ? &*cache : nullptr);
  if (!compiled)
    return compiled.takeError();
  // A cached compile did not look into the file.
  if (!kernel.module)
    if (Expected<const driver::LoadedModule *> module = load(); !module)
      return module.takeError();
  return compiled;
}

/// Compiles the kernel once more, as `--check=memory` wants it for what loads
/// leave unspecified; nothing if no load of it does.
static std::function<Expected<cpu::CompiledObject>()>
secondCompile(driver::Session &session, const RunCommandLine &line,
              const LoadedKernel &kernel, driver::CpuCompileOptions options) {
  if (!line.checkMemory)
    return nullptr;
  Expected<cuda_tile::EntryOp> entry =
      kernel.module->findEntry(line.request.entry);
  if (!entry) {
    consumeError(entry.takeError());
    return nullptr;
  }
  if (cuda_tile::unspecifiedLoads(*entry).empty())
    return nullptr;
  options.unspecifiedAsOnes = true;
  options.cache = nullptr;
  return [&session, &module = *kernel.module, options = std::move(options)] {
    return driver::compileForCpu(session, module, options);
  };
}

using ModuleLoader = function_ref<Expected<const driver::LoadedModule *>()>;

/// Whether an array could be read before it is written.
static bool tracksInitialisation(const RunCommandLine &line) {
  return line.checkMemory &&
         any_of(line.request.arguments, [](const driver::ArgumentSpec &spec) {
           return spec.source == driver::ArgumentSpec::Source::Uninit;
         });
}

static Expected<LoadedKernel> prepareForCpu(driver::Session &session,
                                            const RunCommandLine &line) {
  if (!cpu::runsOnHost(line.compile.codegen.target))
    return makeError("--target: code for '" + line.compile.codegen.target.name +
                     "' does not run on this machine");
  LoadedKernel kernel;
  driver::CpuCompileOptions options = line.compile;
  options.checkMemory = line.checkMemory;
  options.trackInitialisation = tracksInitialisation(line);
  Expected<cpu::CompiledObject> object = loadAndCompile<cpu::CompiledObject>(
      session, line, kernel,
      [&](StringRef bytes, ModuleLoader load,
          const driver::CompileCache *cache) {
        options.cache = cache;
        return driver::compileForCpu(session, bytes, load, options);
      });
  if (!object)
    return object.takeError();
  if (line.profile)
    kernel.profile = std::make_unique<cpu::KernelProfile>();
  Expected<driver::GridExecutor> executor = cpu::makeGridExecutor(
      std::move(*object), {line.checkMemory, options.trackInitialisation,
                           secondCompile(session, line, kernel, options),
                           line.link, kernel.profile.get()});
  if (!executor)
    return executor.takeError();
  kernel.executor = std::move(*executor);
  return kernel;
}

static Expected<LoadedKernel> prepareForGpu(driver::Session &session,
                                            const RunCommandLine &line) {
  LoadedKernel kernel;
  Expected<gpu::CompiledModule> compiled = loadAndCompile<gpu::CompiledModule>(
      session, line, kernel,
      [&](StringRef bytes, ModuleLoader load,
          const driver::CompileCache *cache) {
        driver::GpuCompileOptions options = *line.gpu;
        options.cache = cache;
        return driver::compileForGpu(session, bytes, load, options);
      });
  if (!compiled)
    return compiled.takeError();
  Expected<driver::GridExecutor> executor =
      line.onCuda
          ? cuda::makeGridExecutor(std::move(*compiled))
          : emulator::makeGridExecutor(std::move(*compiled), line.emulation);
  if (!executor)
    return prefixError(line.onCuda ? "--device cuda: " : "--device emulator: ",
                       executor.takeError());
  kernel.executor = std::move(*executor);
  return kernel;
}

static Expected<LoadedKernel> prepare(driver::Session &session,
                                      const RunCommandLine &line) {
  if (line.interpret || line.listEntries)
    return loadOnly(session, line);
  tool::ProgressLine progress(
      "compiling '" + line.path + "' for " +
      (line.gpu ? line.gpu->codegen.target.name : "this processor"));
  return line.gpu ? prepareForGpu(session, line) : prepareForCpu(session, line);
}

/// The run, with a limit of time, and a word for the kernel if it crashes.
static Expected<driver::RunResult>
runWatched(const driver::LoadedModule &module, const RunCommandLine &line) {
  using Kind = crash::Activity::Kind;
  // The interpreter looks at a clock between operations.
  tool::TimeLimit limit(line.request.options.timeoutSeconds,
                        line.interpret ? 0.5 : 0);
  bool isNative = !line.interpret && !line.gpu;
  Expected<cuda_tile::EntryOp> entry = module.findEntry(line.request.entry);
  if (!entry)
    return entry.takeError();
  crash::Activity activity(isNative ? Kind::Kernel : Kind::Ours,
                           "running kernel '" + driver::entryName(*entry) +
                               "' of '" + line.path + "'");
  // The interpreter has a bar, which counts tile blocks.
  std::optional<tool::ProgressLine> progress;
  if (!line.interpret)
    progress.emplace("running kernel '" + driver::entryName(*entry) + "'");
  return driver::runEntry(module, line.request);
}

static int execute(RunCommandLine &line) {
  auto start = std::chrono::steady_clock::now();
  driver::Session session(/*threaded=*/line.request.options.threads > 1);
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<LoadedKernel> kernel = prepare(session, line);
  if (!kernel)
    return tool::fail(kernel.takeError());
  const driver::LoadedModule &module = *kernel->module;
  if (line.listEntries)
    return listEntries(module);
  line.request.executor = kernel->executor;
  double loadSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();

  tool::ProgressBar bar;
  line.request.options.printStream = &outs();
  if (bar.isEnabled())
    line.request.options.progress = [&](uint64_t done, uint64_t total) {
      bar.update(done, total);
    };
  Expected<driver::RunResult> result = runWatched(module, line);
  bar.clear();
  if (!result)
    return tool::fail(result.takeError());
  int status = reportResult(line, *result);
  if (kernel->profile && result->succeeded)
    tool::printProfile(errs(), *kernel->profile,
                       cantFail(module.findEntry(line.request.entry)));
  if (line.showTime)
    errs() << format("time: load %.3f ms, prepare %.3f ms, run %.3f ms, finish "
                     "%.3f ms\n",
                     loadSeconds * 1e3, result->prepareSeconds * 1e3,
                     result->runSeconds * 1e3, result->finishSeconds * 1e3);
  if (std::vector<double> &times = result->repeatSeconds; !times.empty()) {
    llvm::sort(times);
    errs() << format("repeat: fastest %.9f s, middle %.9f s; of processors, "
                     "the least %.9f s\n",
                     times.front(), times[times.size() / 2],
                     *llvm::min_element(result->repeatProcessorSeconds));
  }
  return status;
}

/// A litmus test brings its own launch.
static bool isLitmusTest(StringRef path) { return path.ends_with(".tlit"); }

int tool::runCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN, /*numbersAreInputs=*/true);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp(
        "run", "tessera run [options] FILE.mlir [ARG...]",
        "Executes an entry of a Tile IR module on real arrays",
        "An ARG is FILE.npy[:TYPE], TYPE:VALUE, VALUE, zeros(SHAPE,TYPE),\n"
        "uninit(SHAPE,TYPE), full(SHAPE,TYPE,VALUE) or\n"
        "rand(SHAPE,TYPE,SEED[,LOW,HIGH]); a SHAPE is 128x64. ARG=>FILE.npy "
        "writes the\narray after the run. docs/tessera-run.md is the "
        "manual.\n");
    return 0;
  }
  Expected<RunCommandLine> line = parseCommandLine(*options);
  if (!line)
    return fail(line.takeError());
  if (isLitmusTest(line->path))
    return runLitmusTest(line->path, line->request.options,
                         line->request.seeds);
  return execute(*line);
}
