//===- tools/tessera/Compile.cpp - tessera compile ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile IR in, any form on the way to native code, PTX or a cubin out
// (docs/cpu-runtime.md, docs/gpu-road.md).
//
//===----------------------------------------------------------------------===//

#include "BytecodeOptions.h"
#include "Command.h"
#include "CpuOptions.h"
#include "Diagnostics.h"
#include "GpuOptions.h"
#include "Progress.h"
#include "tessera/Codegen/NVPTX/Annotate.h"
#include "tessera/Driver/Remarks.h"
#include "tessera/Driver/SetHints.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "CompileOptions.inc"
#include "OptionTable.inc"

namespace {
/// What makes the bytes for one `--emit` kind.
using Emitter = std::function<Expected<std::string>(
    driver::Session &, const driver::LoadedModule &, StringRef kind,
    StringRef outputName)>;

/// A road as the command sees it.
struct Road {
  std::vector<std::string> kinds;
  StringRef defaultKind;
  Emitter emit;
  /// The form of the file; null for Tile IR.
  const GpuPhase *from = nullptr;
  /// Where the road puts its times, if it measures them.
  std::unique_ptr<PhaseTimes> times;
};
} // namespace

static bool isBinary(StringRef kind) {
  return kind == "obj" || kind == "cubin";
}

static Expected<Road> cpuRoad(const opt::InputArgList &args) {
  Expected<driver::CpuCompileOptions> options = tool::parseCpuOptions(
      args.getLastArg(OPT_target), args.getLastArg(OPT_opt_level));
  if (!options)
    return options.takeError();
  options->codegen.debugInfo = args.hasArg(OPT_debug_info);
  Road road;
  road.kinds = driver::cpuEmitKinds();
  road.kinds.push_back("header");
  road.defaultKind = "obj";
  road.emit = [options = std::move(*options)](
                  driver::Session &session, const driver::LoadedModule &module,
                  StringRef kind, StringRef name) -> Expected<std::string> {
    if (kind != "header")
      return driver::emitForCpu(session, module, options, kind);
    Expected<cpu::CompiledObject> object =
        driver::compileForCpu(session, module, options);
    if (!object)
      return object.takeError();
    return cpu::emitCHeader(object->kernels, name);
  };
  return road;
}

/// Lines of the files that a session has read.
static std::string annotate(driver::Session &session, StringRef ptx) {
  SourceMgr &sources = session.sources();
  auto line = [&](StringRef file, unsigned number) -> std::optional<StringRef> {
    for (unsigned id = 1; id <= sources.getNumBuffers(); ++id) {
      const MemoryBuffer *buffer = sources.getMemoryBuffer(id);
      if (buffer->getBufferIdentifier() != file)
        continue;
      const char *begin =
          sources.FindLocForLineAndColumn(id, number, 1).getPointer();
      if (begin)
        return StringRef(begin, buffer->getBufferEnd() - begin)
            .take_until([](char c) { return c == '\n'; });
    }
    return std::nullopt;
  };
  return gpu::annotatePtx(ptx, line);
}

/// What is said after a compile, to standard error.
static Error printFindings(const opt::InputArgList &args, const Road &road) {
  if (args.hasArg(OPT_timing))
    road.times->printTable(errs());
  const opt::Arg *file = args.getLastArg(OPT_timing_file);
  if (!file)
    return Error::success();
  return tool::writeOutput(file->getValue(), [&](raw_ostream &os) {
    road.times->printJson(os);
    return Error::success();
  });
}

/// The phase that `--from` names; null without it.
static Expected<const GpuPhase *> inputPhase(const opt::InputArgList &args) {
  const opt::Arg *arg = args.getLastArg(OPT_from);
  if (!arg)
    return nullptr;
  if (const GpuPhase *phase = findGpuPhase(arg->getValue()))
    return phase;
  SmallVector<StringRef> names;
  for (const GpuPhase &phase : gpuPhases())
    names.push_back(phase.name);
  return makeError("--from: expected one of " + join(names, ", ") + ", got '" +
                   arg->getValue() + "'" + didYouMean(arg->getValue(), names));
}

/// A remark about all of a kernel.
static void remark(const std::string &message) {
  ReportedDiagnostic diagnostic;
  diagnostic.severity = ReportedDiagnostic::Severity::Remark;
  diagnostic.message = message;
  tool::report(std::move(diagnostic), "remark: " + message);
}

static Expected<Road> gpuRoad(const opt::InputArgList &args) {
  Expected<driver::GpuCompileOptions> options = tool::parseGpuOptions(
      *args.getLastArg(OPT_target), args.getLastArg(OPT_opt_level),
      args.getLastArg(OPT_strategy));
  if (!options)
    return options.takeError();
  Road road;
  Expected<const GpuPhase *> from = inputPhase(args);
  if (!from)
    return from.takeError();
  options->from = road.from = *from;
  road.times = std::make_unique<PhaseTimes>();
  options->codegen.times = road.times.get();
  if (args.hasArg(OPT_debug_info))
    return makeError("-g is for CPUs: code for GPUs has lines always, and "
                     "--device-debug gives it full debug information");
  options->codegen.deviceDebug = args.hasArg(OPT_device_debug);
  options->assembler.deviceDebug = options->codegen.deviceDebug;
  if (options->codegen.deviceDebug)
    options->codegen.optLevel = options->assembler.optLevel = 0;
  options->codegen.gridLaunch = args.hasArg(OPT_grid_launch);
  options->codegen.dependentLaunch = args.hasArg(OPT_dependent_launch);
  road.kinds = driver::gpuEmitKinds();
  road.defaultKind = "ptx";
  bool isAnnotated = args.hasArg(OPT_annotate);
  road.emit = [options = std::move(*options), isAnnotated](
                  driver::Session &session, const driver::LoadedModule &module,
                  StringRef kind, StringRef) -> Expected<std::string> {
    if (kind != "cubin") {
      Expected<std::string> text =
          driver::emitForGpu(session, module, options, kind);
      return text && kind == "ptx" && isAnnotated ? annotate(session, *text)
                                                  : std::move(text);
    }
    Expected<gpu::CompiledModule> compiled =
        driver::compileForGpu(session, module, options, /*assembleToo=*/true);
    if (!compiled)
      return compiled.takeError();
    for (const std::string &line : driver::describeFigures(*compiled))
      remark(line);
    return std::move(compiled->cubin);
  };
  return road;
}

/// Puts the hints of the command line into the module.
static Error setHints(const opt::InputArgList &args,
                      const driver::LoadedModule &module) {
  std::vector<driver::HintSetting> settings;
  for (const std::string &text : args.getAllArgValues(OPT_hint)) {
    Expected<driver::HintSetting> hint = driver::HintSetting::parse(text);
    if (!hint)
      return prefixError("--hint: ", hint.takeError());
    settings.push_back(std::move(*hint));
  }
  if (settings.empty())
    return Error::success();
  if (Error error =
          driver::setHints(module, args.getLastArgValue(OPT_target), settings))
    return prefixError("--hint: ", std::move(error));
  return Error::success();
}

int tool::compileCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> args =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!args)
    return fail(args.takeError());
  if (args->hasArg(OPT_help)) {
    printCommandHelp("compile", "tessera compile [options] FILE [-o OUT]",
                     "Compiles Tile IR, or shows it on the way");
    return 0;
  }
  std::vector<std::string> inputs = args->getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return fail("expected one input file, got " + Twine(inputs.size()));
  Expected<Road> road = isGpuTarget(args->getLastArg(OPT_target))
                            ? gpuRoad(*args)
                            : cpuRoad(*args);
  if (!road)
    return fail(road.takeError());
  StringRef kind = args->getLastArgValue(OPT_emit, road->defaultKind);
  if (!is_contained(road->kinds, kind))
    return fail("--emit: expected one of " + join(road->kinds, ", ") +
                ", got '" + kind + "'" + didYouMean(kind, road->kinds));
  if (!road->times)
    for (const opt::Arg *arg :
         args->filtered(OPT_timing, OPT_timing_file, OPT_annotate,
                        OPT_device_debug, OPT_grid_launch, OPT_dependent_launch,
                        OPT_from, OPT_strategy, OPT_hint))
      return fail("expected a GPU as --target: " + arg->getSpelling() +
                  " is not for CPUs");

  PhaseTimes::Scope parse(road->times.get(), "parse");
  std::vector<driver::CompilerRemark> remarks;
  driver::Session session;
  if (road->from)
    driver::acceptGpuPhase(session, *road->from);
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  if (const opt::Arg *arg = args->getLastArg(OPT_remarks, OPT_remarks_filter))
    if (Error error = driver::collectRemarks(
            session.context(),
            arg->getOption().matches(OPT_remarks) ? ".*" : arg->getValue(),
            remarks))
      return fail(prefixError("--remarks: ", std::move(error)));
  Expected<driver::LoadedModule> module = session.load(inputs.front());
  if (!module)
    return fail(module.takeError());
  if (Error error = setHints(*args, *module))
    return fail(std::move(error));
  parse.stop();
  StringRef output =
      args->getLastArgValue(OPT_output, isBinary(kind) ? "" : "-");
  if (output.empty())
    return fail("expected -o: where to write the " +
                Twine(kind == "obj" ? "object file" : "cubin"));
  ProgressLine progress("compiling '" + inputs.front() + "' for " +
                        args->getLastArgValue(OPT_target, "this processor"));
  Expected<std::string> bytes = road->emit(session, *module, kind, output);
  if (!bytes)
    return fail(bytes.takeError());
  if (Error error = writeOutput(output, [&](raw_ostream &os) {
        os << *bytes;
        return Error::success();
      }))
    return fail(std::move(error));
  driver::printRemarks(remarks);
  if (Error error = printFindings(*args, *road))
    return fail(std::move(error));
  return 0;
}
