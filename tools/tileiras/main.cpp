//===- tools/tileiras/main.cpp - the Tile IR assembler ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program that clients of Tile IR start once per kernel, with the command
// line, exit codes and messages that they rely on (docs/tileiras.md).
//
//===----------------------------------------------------------------------===//

#include "../tessera/OptionHelp.h"
#include "Diagnostics.h"
#include "Remarks.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Driver/CpuCompile.h"
#include "tessera/Driver/GpuCompile.h"
#include "tessera/Driver/Remarks.h"
#include "tessera/Driver/ReportedDiagnostics.h"
#include "tessera/Pipelines/GpuPhases.h"
#include "tessera/Support/BuildIdentity.h"
#include "tessera/Support/CrashReport.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"
#include "tessera/Target/CpuKernel.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "Options.inc"
#include "../tessera/OptionTable.inc"

namespace {
enum class ContainerMode { Auto, Always, Never };

struct CommandLine {
  std::string input, output, remarksFile;
  driver::GpuCompileOptions compile;
  /// Set where the result is to be code for a processor.
  std::optional<driver::CpuCompileOptions> processor;
  /// A regular expression over remark categories; none without one.
  std::optional<std::string> remarks;
  ContainerMode container = ContainerMode::Auto;
  /// The result is PTX as text.
  bool emitsPtx = false;
};
} // namespace

static int fail(const Twine &message) {
  std::string text = tileiras::sanitize(message.str());
  ReportedDiagnostic diagnostic;
  diagnostic.message = text;
  tileiras::report(std::move(diagnostic), "error: " + text + "\n");
  return 1;
}

static int fail(Error error) {
  handleAllErrors(
      std::move(error), [](const driver::DiagnosedError &) {},
      [](const ErrorInfoBase &other) { fail(other.message()); });
  return 1;
}

/// The engine of `tessera sim` (docs/sim.md) that this runs for; else empty.
static StringRef simulationEngine() {
  const char *engine = std::getenv("TESSERA_SIM_ENGINE");
  return engine ? engine : "";
}

/// Clients key their caches with this text: it changes with every build, and
/// with what is made under `tessera sim`.
static void printVersion() {
  outs() << "tileiras: Tile IR assembler of Tessera\n"
         << "Cuda compilation tools, release 13.3, V13.3.0\n"
         << "Build tessera " << buildIdentity() << '\n';
  if (StringRef engine = simulationEngine(); !engine.empty())
    outs() << "For the engine " << engine << '\n';
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static Error parseLevel(const opt::InputArgList &args, CommandLine &line) {
  const opt::Arg *level = args.getLastArg(OPT_opt_joined, OPT_opt_level);
  if (!level)
    return Error::success();
  StringRef text = level->getValue();
  unsigned &value = line.compile.codegen.optLevel;
  if (text.getAsInteger(10, value) || value > 3)
    return makeError("expected an optimisation level from 0 to 3, got '" +
                     text + "'");
  return Error::success();
}

static Error parseRemarks(const opt::InputArgList &args, CommandLine &line) {
  StringRef format = args.getLastArgValue(OPT_remark_format, "yaml");
  if (format != "yaml")
    return makeError("--remark-format: expected yaml, got '" + format + "'");
  line.remarksFile = args.getLastArgValue(OPT_remarks_output_file).str();
  StringRef remarks = args.getLastArgValue(
      OPT_remarks, line.remarksFile.empty() ? "none" : "all");
  if (remarks != "none")
    line.remarks = remarks == "all" ? ".*" : remarks.str();
  return Error::success();
}

static Error parseContainer(const opt::InputArgList &args, CommandLine &line) {
  StringRef container = args.getLastArgValue(OPT_container, "auto");
  if (container == "always")
    line.container = ContainerMode::Always;
  else if (container == "never")
    line.container = ContainerMode::Never;
  else if (container != "auto")
    return makeError("--container: expected auto, always or never, got '" +
                     container + "'");
  return Error::success();
}

static Error parseSanitizer(const opt::InputArgList &args, CommandLine &line) {
  const opt::Arg *kind = args.getLastArg(OPT_sanitize);
  if (!kind)
    return Error::success();
  if (StringRef(kind->getValue()) != "memcheck")
    return makeError("--sanitize: expected memcheck, got '" +
                     StringRef(kind->getValue()) + "'");
  line.compile.sanitize = true;
  if (line.processor)
    line.processor->sanitize = true;
  return Error::success();
}

static Error parseEmit(const opt::InputArgList &args, CommandLine &line) {
  StringRef kind = args.getLastArgValue(OPT_emit, "auto");
  if (kind != "auto" && kind != "ptx")
    return makeError("--emit: expected auto or ptx, got '" + kind + "'");
  line.emitsPtx = kind == "ptx";
  if (line.emitsPtx && line.processor)
    return makeError("--emit: code for a processor has no PTX");
  if (line.emitsPtx && args.hasArg(OPT_container))
    return makeError("expected either --emit ptx or --container");
  return Error::success();
}

/// The device or processor that the code is for. Under `tessera sim` it is for
/// the engine, whatever device the client names.
static Error parseTarget(StringRef name, CommandLine &line) {
  if (name == "cpu" || name.starts_with("cpu:")) {
    Expected<cpu::CpuTarget> target = cpu::parseCpuTarget(name);
    if (!target)
      return target.takeError();
    line.processor.emplace().codegen.target = std::move(*target);
    return Error::success();
  }
  // The name is that of a device, which takes the richest code for it.
  Expected<gpu::GpuTarget> target = gpu::findGpuTargetOfDevice(name);
  if (!target)
    return target.takeError();
  line.compile.codegen.target = std::move(*target);
  if (simulationEngine() == "cpu")
    line.processor.emplace();
  else if (simulationEngine() == "emulator")
    line.container = ContainerMode::Always;
  return Error::success();
}

static Expected<CommandLine> parseCommandLine(const opt::InputArgList &args) {
  if (const opt::Arg *preview = args.getLastArg(OPT_preview))
    return makeError("--preview: '" + StringRef(preview->getValue()) +
                     "' is not supported: operations in preview "
                     "(preview$call, preview$extern_impl) call code that is "
                     "not Tile IR");
  CommandLine line;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return makeError("expected one input file, got " + Twine(inputs.size()));
  line.input = inputs.front();
  if (const opt::Arg *output = args.getLastArg(OPT_output, OPT_output_file))
    line.output = output->getValue();
  if (line.output.empty())
    return makeError("expected -o: where to write the result");
  const opt::Arg *name = args.getLastArg(OPT_gpu_name);
  if (!name)
    return makeError("expected --gpu-name: the GPU to compile for");
  if (Error error = parseTarget(name->getValue(), line))
    return prefixError("--gpu-name: ", std::move(error));
  driver::GpuCompileOptions &compile = line.compile;
  if (Error error = parseLevel(args, line))
    return std::move(error);
  if (args.hasArg(OPT_device_debug))
    compile.codegen.optLevel = 0;
  compile.codegen.lineInfo = args.hasArg(OPT_lineinfo, OPT_device_debug);
  compile.assembler.optLevel = compile.codegen.optLevel;
  // Level 3 would repeat for vector code what the road has done already.
  if (line.processor)
    line.processor->codegen.optLevel = std::min(compile.codegen.optLevel, 2u);
  compile.codegen.deviceDebug = args.hasArg(OPT_device_debug);
  compile.assembler.deviceDebug = compile.codegen.deviceDebug;
  // Clients launch with blocks of (1, 1, 1).
  compile.codegen.gridLaunch = true;
  compile.codegen.dependentLaunch = args.hasArg(OPT_dependent_launch);
  // -g has the lines already.
  compile.assembler.lineInfo =
      compile.codegen.lineInfo && !compile.codegen.deviceDebug;
  if (const opt::Arg *strategy = args.getLastArg(OPT_strategy)) {
    compile.strategy = strategy->getValue();
    if (!is_contained(gpuStrategyNames(), compile.strategy))
      return makeError("--strategy: expected one of " +
                       join(gpuStrategyNames(), ", ") + ", got '" +
                       compile.strategy + "'");
  }
  if (Error error = parseRemarks(args, line))
    return std::move(error);
  if (Error error = parseContainer(args, line))
    return std::move(error);
  if (Error error = parseSanitizer(args, line))
    return std::move(error);
  if (Error error = parseEmit(args, line))
    return std::move(error);
  compile.ptxas = gpu::findPtxas(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(printVersion)));
  return line;
}

//===----------------------------------------------------------------------===//
// The work
//===----------------------------------------------------------------------===//

/// Whether the result is to be a cubin.
static Expected<bool> wantsCubin(const CommandLine &line) {
  const driver::GpuCompileOptions &compile = line.compile;
  bool isPossible = compile.ptxas && compile.codegen.target.canAssemble;
  if (line.container == ContainerMode::Always || line.emitsPtx)
    return false;
  if (line.container == ContainerMode::Never && !isPossible)
    return makeError(
        compile.ptxas ? "no assembler for '" + compile.codegen.target.name + "'"
                      : "expected ptxas in $CUDA_HOME/bin or PATH");
  return isPossible;
}

static Error writeFile(StringRef path, StringRef bytes) {
  Expected<PendingFile> file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  file->os() << bytes;
  return file->commit();
}

static void remark(const std::string &text) {
  ReportedDiagnostic diagnostic;
  diagnostic.severity = ReportedDiagnostic::Severity::Remark;
  diagnostic.message = text;
  tileiras::report(std::move(diagnostic), "remark: " + text + "\n");
}

/// `choices` of the compiler, then figures of the kernels.
static Error writeRemarks(const CommandLine &line,
                          const gpu::CompiledModule &module,
                          ArrayRef<driver::CompilerRemark> choices) {
  bool wantsFigures = line.remarks && Regex(*line.remarks).match("tileiras");
  if (!line.remarksFile.empty()) {
    std::string text = driver::yamlRemarks(choices);
    if (wantsFigures)
      text += tileiras::yamlRemarks(module);
    return writeFile(line.remarksFile, text);
  }
  driver::printRemarks(choices);
  if (wantsFigures)
    for (const std::string &text : driver::describeFigures(module))
      remark(text);
  return Error::success();
}

/// Native code in a container (docs/tileiras.md).
static Error compileForProcessor(driver::Session &session,
                                 const driver::LoadedModule &module,
                                 const CommandLine &line) {
  const driver::CpuCompileOptions &options = *line.processor;
  Expected<cpu::CompiledObject> object =
      driver::compileForCpu(session, module, options);
  if (!object)
    return object.takeError();
  if (Error error = writeRemarks(line, {}, {}))
    return error;
  return writeFile(line.output,
                   cpu::serializeImage({options.codegen.target.name,
                                        options.codegen.target.identity(),
                                        std::move(*object)}));
}

static Error compile(const CommandLine &line) {
  crash::Activity activity(crash::Activity::Kind::Ours,
                           "compiling '" + line.input + "' for " +
                               (line.processor
                                    ? line.processor->codegen.target.name
                                    : line.compile.codegen.target.name));
  Expected<bool> cubin = line.processor ? false : wantsCubin(line);
  if (!cubin)
    return cubin.takeError();
  std::vector<driver::CompilerRemark> remarks;
  driver::Session session;
  mlir::ScopedDiagnosticHandler printer(
      &session.context(), [](mlir::Diagnostic &diagnostic) {
        tileiras::report(driver::reportedDiagnostic(diagnostic),
                         tileiras::render(diagnostic));
      });
  if (line.remarks)
    if (Error error =
            driver::collectRemarks(session.context(), *line.remarks, remarks))
      return prefixError("--remarks: ", std::move(error));
  Expected<driver::LoadedModule> module = session.load(line.input);
  if (!module)
    return module.takeError();
  if (line.processor)
    return compileForProcessor(session, *module, line);
  Expected<gpu::CompiledModule> compiled =
      driver::compileForGpu(session, *module, line.compile, *cubin);
  if (!compiled)
    return compiled.takeError();
  if (Error error = writeRemarks(line, *compiled, remarks))
    return error;
  return writeFile(line.output, line.emitsPtx ? compiled->ptx
                                : *cubin      ? compiled->cubin
                                              : gpu::serialize(*compiled));
}

int main(int argc, char **argv) {
  crash::install("tileiras");
  CommandOptions table;
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList args = table.ParseArgs(
      ArrayRef<const char *>(argv + 1, argv + std::max(argc, 1)), missingIndex,
      missingCount);
  if (missingCount != 0)
    return fail("option '" + Twine(args.getArgString(missingIndex)) +
                "' needs a value");
  if (args.hasArg(OPT_help)) {
    tool::printOptionHelp(
        outs(), "tileiras [options] FILE -o OUT --gpu-name sm_X",
        "Compiles Tile IR bytecode for a GPU", tool::listOptions(table));
    return 0;
  }
  if (args.hasArg(OPT_version)) {
    printVersion();
    return 0;
  }
  if (args.hasArg(OPT_list_versions)) {
    for (bytecode::Version version :
         llvm::reverse(bytecode::getSupportedVersions()))
      outs() << version.str() << '\n';
    return 0;
  }
  crash::setReproducer(args.getLastArgValue(OPT_crash_reproducer));
  for (const opt::Arg *unknown : args.filtered(OPT_UNKNOWN))
    return fail(tool::unknownOption(table, unknown->getAsString(args)));
  StringRef format = args.getLastArgValue(OPT_diagnostics_format, "text");
  if (!tileiras::setDiagnosticFormat(format))
    return fail("--diagnostics-format: expected text, json or sarif, got '" +
                format + "'");
  Expected<CommandLine> line = parseCommandLine(args);
  Error error = line ? compile(*line) : line.takeError();
  return tileiras::finishDiagnostics(error ? fail(std::move(error)) : 0);
}
