//===- tools/tessera/PTX/Emulate.cpp - tessera emulate --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs an entry of a PTX module on real arrays with the emulator
// (docs/ptx-emulator.md). Findings go to standard error, what the kernel prints
// and the comparisons that passed to standard output; any finding makes the
// exit status 1.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "ExpectOptions.h"
#include "Progress.h"
#include "PtxLaunch.h"
#include "TimeReport.h"
#include "tessera/Driver/Compare.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Driver/Outputs.h"
#include "tessera/Driver/Run.h"
#include "tessera/PTX/Emulator/CheckList.h"
#include "tessera/PTX/Emulator/FindingReport.h"
#include "tessera/PTX/Emulator/ParallelLaunch.h"
#include "tessera/PTX/Emulator/Profile.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>

using namespace llvm;
using namespace tessera;
using driver::HostArray;
using llvm::opt::DefaultVis;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
#define OPTTABLE_STR_TABLE_CODE
#include "EmulateOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include "EmulateOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "EmulateOptions.inc"
#undef OPTION
};

constexpr opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "EmulateOptions.inc"
#undef OPTION
};

class EmulateOptions : public opt::GenericOptTable {
public:
  EmulateOptions()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

struct Request : tool::PtxLaunch {
  std::string entry, findingsFile;
  std::vector<driver::Expectation> expectations;
  driver::Tolerance tolerance;
  bool showTime = false, showSpeed = false, decodeOnly = false, profile = false;
  uint64_t schedules = 1, trace = 0, threads = 1;
  gpu::GpuTiming timing; // of showTime
};
} // namespace

static Error parseRequest(const opt::InputArgList &options, Request &request) {
  std::vector<std::string> inputs = options.getAllArgValues(OPT_INPUT);
  if (inputs.empty())
    return makeError("expected a PTX file to run");
  if (Error error = tool::parseInputs(inputs, request))
    return error;
  request.entry = options.getLastArgValue(OPT_entry).str();
  request.findingsFile = options.getLastArgValue(OPT_findings).str();
  request.showTime = options.hasArg(OPT_time);
  request.showSpeed = options.hasArg(OPT_speed);
  request.decodeOnly = options.hasArg(OPT_decode_only);
  request.profile = options.hasArg(OPT_profile);
  ptx::emu::LaunchOptions &launch = request.launch;
  launch.isCooperative = options.hasArg(OPT_cooperative);
  if (const opt::Arg *check = options.getLastArg(OPT_check))
    if (Error error =
            ptx::emu::parseCheckList(check->getValue(), launch.disabledChecks))
      return prefixError("--check: ", std::move(error));
  std::tuple<OptionId, StringRef, uint64_t *> numbers[] = {
      {OPT_trace, "--trace", &request.trace},
      {OPT_shared, "--shared", &launch.dynamicShared},
      {OPT_seed, "--seed", &launch.seed},
      {OPT_schedules, "--schedules", &request.schedules},
      {OPT_limit, "--limit", &launch.instructionLimit},
      {OPT_max_findings, "--max-findings", &launch.maxFindings},
      {OPT_threads, "--threads", &request.threads},
      {OPT_resident, "--resident", &launch.residentCtas}};
  for (auto [id, name, value] : numbers)
    if (Error error = tool::parseCount(options.getLastArg(id), name, *value))
      return error;
  std::tuple<OptionId, StringRef, std::array<uint32_t, 3> *, bool *> extents[] =
      {{OPT_grid, "--grid", &launch.grid, nullptr},
       {OPT_block, "--block", &launch.block, &request.hasBlock},
       {OPT_cluster, "--cluster", &launch.cluster, &request.hasCluster}};
  for (auto [id, name, value, isGiven] : extents)
    if (Error error =
            tool::parseExtents(options.getLastArg(id), name, *value, isGiven))
      return error;
  return tool::parseExpectOptions(options.getAllArgValues(OPT_expect),
                                  options.getLastArg(OPT_tol), request);
}

//===----------------------------------------------------------------------===//
// After a run
//===----------------------------------------------------------------------===//

static Expected<unsigned> findTarget(const driver::Expectation &expectation,
                                     const Request &request) {
  for (auto [index, spec] : enumerate(request.arguments))
    if (spec.output == expectation.target)
      return unsigned(index);
  unsigned index = 0;
  if (StringRef(expectation.target).getAsInteger(10, index) ||
      index >= request.arguments.size() || !request.arguments[index].isArray())
    return makeError("expected the index of an array argument or the name of "
                     "an output file, got '" +
                     expectation.target + "'");
  return index;
}

/// Compares and prints; false when something differs.
static Expected<bool> compareAll(const Request &request,
                                 const tool::BoundArguments &bound,
                                 bool quiet) {
  bool passed = true;
  for (const driver::Expectation &expectation : request.expectations) {
    Expected<unsigned> index = findTarget(expectation, request);
    if (!index)
      return prefixError("--expect: ", index.takeError());
    const HostArray &array = *bound.arrays[*index];
    Expected<driver::Reference> reference = driver::Reference::open(
        expectation.source, array.kind(), array.shape());
    if (!reference)
      return prefixError("--expect: ", reference.takeError());
    driver::Comparison result = reference->compare(array, request.tolerance);
    if (!result.passed()) {
      passed = false;
      tool::fail("argument " + Twine(*index) + " differs from '" +
                 expectation.source + "': " + Twine(result.numOutside) +
                 " of " + Twine(result.numElements) +
                 " elements are outside the tolerance, worst got " +
                 result.worstGot + ", expected " + result.worstExpected);
    } else if (!quiet) {
      outs() << "argument " << *index << ": " << result.numElements
             << " elements match '" << expectation.source << "', max error "
             << driver::formatDouble(result.maxError, 3) << '\n';
    }
  }
  return passed;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// A clock for the GPU that the module is for, which simulates all of it.
static Expected<std::unique_ptr<ptx::emu::TimedSchedule>>
makeClock(const ptx::emu::Program &program, gpu::GpuTiming &timing) {
  Expected<gpu::GpuTiming> found =
      gpu::findGpuTiming("sm_" + std::to_string(program.target.architecture));
  if (!found)
    return prefixError("--time: ", found.takeError());
  timing = *found;
  ptx::emu::TimingOptions options;
  options.timing = timing;
  options.simulatedSms = unsigned(timing.multiprocessors);
  options.waves = 0;
  return ptx::emu::TimedSchedule::create(options);
}

static Error writeFindings(const Request &request,
                           ArrayRef<ptx::emu::Finding> findings) {
  std::error_code code;
  raw_fd_ostream os(request.findingsFile, code, sys::fs::OF_Text);
  if (code)
    return makeFileError("write", request.findingsFile, code);
  DiagnosticReport report("tessera emulate");
  for (const ptx::emu::Finding &finding : findings)
    report.add(ptx::emu::reportedFinding(request.path, finding));
  bool isSarif = StringRef(request.findingsFile).ends_with(".sarif");
  report.write(os, isSarif ? DiagnosticFormat::Sarif : DiagnosticFormat::Json,
               findings.empty() ? 0 : 1);
  os.flush();
  if (os.has_error()) {
    code = os.error();
    os.clear_error();
    return makeFileError("write", request.findingsFile, code);
  }
  return Error::success();
}

/// One schedule: the exit status.
static int runOnce(Request &request, const tool::PtxProgram &program,
                   bool isLast) {
  const ptx::emu::DecodedFunction &entry = *program.entry;
  tool::BoundArguments bound;
  if (Error error = tool::bindArguments(request, program, bound))
    return tool::fail(std::move(error));
  request.launch.output = &outs();
  ptx::emu::ObserverList observers;
  ptx::emu::Trace trace(errs(), request.trace);
  ptx::emu::Profile profile;
  ptx::emu::ExecutedForms executed;
  if (request.trace != 0)
    observers.add(&trace);
  if (request.profile && isLast)
    observers.add(&profile);
  // Set by utils/ptx_coverage.py.
  const char *coverage = std::getenv("TESSERA_PTX_COVERAGE");
  if (coverage)
    observers.add(&executed);
  request.launch.observer = observers.empty() ? nullptr : &observers;
  std::unique_ptr<ptx::emu::TimedSchedule> clock;
  if (request.showTime) {
    Expected<std::unique_ptr<ptx::emu::TimedSchedule>> made =
        makeClock(*program.program, request.timing);
    if (!made)
      return tool::fail(made.takeError());
    clock = std::move(*made);
  }
  request.launch.schedule = clock.get();
  auto start = std::chrono::steady_clock::now();
  std::optional<ptx::emu::Machine> machine;
  ptx::emu::LaunchResult result;
  std::optional<tool::ProgressLine> progress(std::in_place,
                                             "emulating '" + entry.name + "'");
  if (request.threads > 1 && observers.empty() && !clock) {
    result = ptx::emu::launchOnThreads(
        *program.program, bound.memory, request.launch, entry, bound.parameters,
        unsigned(std::min<uint64_t>(request.threads, 256)));
  } else {
    machine.emplace(*program.program, bound.memory, request.launch);
    result = machine->launch(entry, bound.parameters);
  }
  progress.reset();
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (request.showSpeed)
    errs() << format("speed: %llu thread instructions, %llu warp instructions, "
                     "%.3f s, %.1f M thread instructions/s\n",
                     (unsigned long long)result.threadInstructions,
                     (unsigned long long)result.warpInstructions, seconds,
                     double(result.threadInstructions) / seconds * 1e-6);
  if (coverage && !executed.appendTo(coverage))
    return tool::fail("cannot write '" + Twine(coverage) + "'");
  if (clock && isLast)
    tool::TimeReport{
        request.path, entry.name, request.timing, clock->result(), {}}
        .print(outs(), /*lines=*/12);
  if (request.profile && isLast)
    profile.print(outs(), entry, *machine);
  outs().flush();
  for (const ptx::emu::Finding &finding : result.findings)
    tool::report(ptx::emu::reportedFinding(request.path, finding),
                 finding.render(request.path));
  if (!request.findingsFile.empty() && (isLast || !result.passed()))
    if (Error error = writeFindings(request, result.findings))
      return tool::fail(std::move(error));
  if (!result.passed())
    return tool::fail(Twine(result.findings.size()) +
                      (result.findings.size() == 1 ? " finding" : " findings") +
                      (request.schedules > 1
                           ? " with seed " + Twine(request.launch.seed)
                           : Twine("")) +
                      (result.finished ? "" : "; the run was not finished"));
  Expected<bool> equal = compareAll(request, bound, !isLast);
  if (!equal)
    return tool::fail(equal.takeError());
  if (!*equal)
    return 1;
  if (isLast)
    if (Error error = driver::writeOutputs(request.arguments, bound.arrays))
      return tool::fail(std::move(error));
  return 0;
}

static int execute(Request &request) {
  Expected<tool::PtxProgram> program =
      tool::loadPtx(request.path, request.entry, !request.decodeOnly);
  if (!program)
    return tool::fail(program.takeError());
  if (request.decodeOnly) {
    outs() << request.path << ": ok\n";
    return 0;
  }
  if (Error error = tool::completeGeometry(request, *program))
    return tool::fail(std::move(error));
  for (uint64_t i = 0; i < request.schedules; ++i) {
    if (int status = runOnce(request, *program, i + 1 == request.schedules))
      return status;
    ++request.launch.seed;
  }
  return 0;
}

int tool::emulateCommand(ArrayRef<const char *> arguments) {
  EmulateOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printCommandHelp("emulate", "tessera emulate [options] FILE.ptx [ARG...]",
                     "Executes an entry of a PTX module on real arrays",
                     "ARGs are those of 'tessera run'; docs/ptx-emulator.md is "
                     "the manual.\n");
    return 0;
  }
  Request request;
  if (Error error = parseRequest(*options, request))
    return fail(std::move(error));
  return execute(request);
}
