//===- tools/tessera/Explain/ExplainKernel.cpp - tessera explain --html -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a kernel, its rivals too, runs it under the clock where arguments
// are given, and writes the page (docs/explain.md).
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "Explain/KernelReport.h"
#include "GpuOptions.h"
#include "PTX/TimeRequest.h"
#include "Progress.h"
#include "tessera/Conversion/TileAAToTileAS/Strategies.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/PTX/Emulator/CheckList.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "ExplainOptions.inc"
#include "OptionTable.inc"

namespace {
/// One kernel on its way to the page.
class Explanation {
public:
  explicit Explanation(tool::TimeRequest &request) : request(request) {}
  Error run();
  tool::KernelReport report;
  bool isTimed = false, withRivals = true;

private:
  Error describe();
  void describeFigures(const gpu::KernelInfo &kernel);
  Error simulate(const gpu::CompiledModule &compiled);
  void tryRivals();

  tool::TimeRequest &request;
  driver::Session session{/*threaded=*/false};
  std::optional<driver::LoadedModule> module;
  cuda_tile::EntryOp entry;
};
} // namespace

/// The file that locations of the kernel name: the file itself if it is text.
static std::string sourceFileOf(cuda_tile::EntryOp entry) {
  auto loc = entry.getLoc()->findInstanceOf<mlir::FileLineColLoc>();
  return loc ? loc.getFilename().getValue().str() : "";
}

void Explanation::describeFigures(const gpu::KernelInfo &kernel) {
  if (kernel.dynamicSharedBytes)
    report.figures.push_back(
        {std::to_string(kernel.dynamicSharedBytes), "bytes of shared memory"});
  if (!kernel.figures)
    return;
  const gpu::AssemblerFigures &figures = *kernel.figures;
  report.figures.push_back(
      {std::to_string(figures.registers), "registers of a thread"});
  report.figures.push_back(
      {std::to_string(figures.spillStoreBytes + figures.spillLoadBytes),
       "bytes spilled"});
}

/// Compiles and shows the levels.
Error Explanation::describe() {
  if (Error error =
          driver::collectRemarks(session.context(), ".*", report.remarks))
    return error;
  Expected<gpu::CompiledModule> compiled =
      driver::compileForGpu(session, *module, *request.compile);
  if (!compiled)
    return compiled.takeError();
  std::vector<driver::CompilerRemark> remarks = std::move(report.remarks);
  if (request.compile->ptxas)
    if (Error error = gpu::assemble(*compiled, *request.compile->ptxas,
                                    request.compile->assembler))
      return error;
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> lowered =
      driver::lowerForGpu(session, *module, *request.compile, "tileas");
  if (!lowered)
    return lowered.takeError();
  report.remarks = std::move(remarks);
  if (auto file = MemoryBuffer::getFile(report.sourceFile, /*IsText=*/true))
    report.levels.push_back(
        tool::sourceLevel(report.sourceFile, (*file)->getBuffer()));
  else
    report.levels.push_back(
        tool::irLevel("Tile IR", entry->getParentOfType<cuda_tile::ModuleOp>(),
                      report.sourceFile));
  report.levels.push_back(
      tool::irLevel("nv_tileas", **lowered, report.sourceFile));
  report.levels.push_back(tool::ptxLevel(compiled->ptx, report.sourceFile));
  report.layouts = tool::layoutsOf(report.levels[1]);
  (*lowered)->walk([&](mlir::FunctionOpInterface function) {
    if (function.getName() != report.entry)
      return;
    report.regions = tool::regionsOf(function);
    if (tileas::PlanAttr plan = tileas::getPlan(function)) {
      raw_string_ostream(report.plan) << plan;
      report.choices.push_back(
          {gpu::strategyName(plan.getStrategy()).str(), "taken", true, 0});
    }
  });
  const gpu::KernelInfo *kernel = compiled->find(report.entry);
  if (kernel) {
    describeFigures(*kernel);
    if (kernel->figures && request.timing.registers == 0)
      request.timing.registers = kernel->figures->registers;
  }
  return isTimed ? simulate(*compiled) : Error::success();
}

Error Explanation::simulate(const gpu::CompiledModule &compiled) {
  report.trace = std::make_unique<tool::MemoryTrace>();
  ptx::emu::TimingOptions options = request.timing;
  options.listener = report.trace.get();
  Expected<ptx::emu::TimedResult> result =
      tool::simulate(request, *module, compiled, options);
  if (!result)
    return result.takeError();
  for (tool::PlanChoice &choice : report.choices)
    choice.cycles = result->cycles;
  report.time.emplace(tool::TimeReport{request.path,
                                       report.entry,
                                       request.timing.timing,
                                       std::move(*result),
                                       {}});
  return Error::success();
}

/// Compiles the kernel by every other strategy; what does not apply says why.
void Explanation::tryRivals() {
  for (const gpu::StrategyRow &row : gpu::strategyTable()) {
    if (!report.choices.empty() && report.choices.front().name == row.name)
      continue;
    tool::PlanChoice choice{row.name.str(), "", false, 0};
    std::string problem;
    mlir::ScopedDiagnosticHandler handler(&session.context(),
                                          [&](mlir::Diagnostic &diagnostic) {
                                            if (problem.empty())
                                              problem = diagnostic.str();
                                            return mlir::success();
                                          });
    driver::GpuCompileOptions options = *request.compile;
    options.strategy = row.name.str();
    std::vector<driver::CompilerRemark> kept = report.remarks;
    Expected<gpu::CompiledModule> compiled =
        driver::compileForGpu(session, *module, options);
    report.remarks = std::move(kept);
    if (!compiled) {
      consumeError(compiled.takeError());
      StringRef text = problem;
      choice.verdict =
          "rejected: " + text.split(" does not apply: ").second.str();
      if (choice.verdict.size() == strlen("rejected: "))
        choice.verdict += problem;
    } else {
      choice.verdict =
          row.onRequest ? "possible, taken only on request" : "possible";
      if (isTimed) {
        Expected<ptx::emu::TimedResult> result =
            tool::simulate(request, *module, *compiled, request.timing);
        if (result)
          choice.cycles = result->cycles;
        else
          choice.verdict += "; " + toString(result.takeError());
      }
    }
    report.choices.push_back(std::move(choice));
  }
}

Error Explanation::run() {
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<driver::LoadedModule> loaded = session.load(request.path);
  if (!loaded)
    return loaded.takeError();
  module.emplace(std::move(*loaded));
  Expected<cuda_tile::EntryOp> found = module->findEntry(request.entry);
  if (!found)
    return found.takeError();
  entry = *found;
  report.file = request.path;
  report.entry = driver::entryName(entry).str();
  report.target = request.target;
  report.sourceFile = sourceFileOf(entry);
  if (Error error = describe())
    return error;
  if (withRivals)
    tryRivals();
  return Error::success();
}

static Error parseRequest(const opt::InputArgList &options,
                          tool::TimeRequest &request) {
  std::vector<std::string> inputs = options.getAllArgValues(OPT_INPUT);
  if (inputs.empty())
    return makeError("expected a Tile IR file to explain");
  for (unsigned id : {OPT_layout, OPT_svg})
    if (options.hasArg(id))
      return makeError("expected --layout or --html, got both");
  if (StringRef(inputs.front()).ends_with(".ptx"))
    return makeError("expected Tile IR, got PTX: 'tessera time' shows where "
                     "its time goes");
  if (Error error = tool::parseInputs(inputs, request))
    return error;
  const opt::Arg *target = options.getLastArg(OPT_target);
  if (!target || !tool::isGpuTarget(target))
    return makeError(target ? "--target: expected a GPU, got '" +
                                  Twine(target->getValue()) + "'"
                            : "expected --target: which GPU the kernel is "
                              "explained for");
  request.target = target->getValue();
  Expected<driver::GpuCompileOptions> compile =
      tool::parseGpuOptions(*target, options.getLastArg(OPT_opt_level),
                            options.getLastArg(OPT_strategy));
  if (!compile)
    return compile.takeError();
  request.compile = std::move(*compile);
  request.entry = options.getLastArgValue(OPT_entry).str();
  if (Error error = tool::parseExtents(options.getLastArg(OPT_grid), "--grid",
                                       request.launch.grid))
    return error;
  const auto &grid = request.launch.grid;
  request.run.options.grid = {grid[0], grid[1], grid[2]};
  request.run.entry = request.entry;
  request.run.arguments = request.arguments;
  request.launch.disabledChecks = ~ptx::emu::checksOfTime;
  StringRef l2 = options.getLastArgValue(OPT_l2, "cold");
  if (l2 != "cold" && l2 != "hot")
    return makeError("--l2: expected cold or hot, got '" + l2 + "'");
  request.timing.hotL2 = l2 == "hot";
  request.timing.cycleLimit = 50'000'000;
  request.timing.waves = 1;
  return Error::success();
}

int tool::explainKernel(const opt::InputArgList &options) {
  TimeRequest request;
  if (Error error = parseRequest(options, request))
    return fail(std::move(error));
  Explanation explanation(request);
  ProgressLine progress("explaining '" + request.path + "' for " +
                        request.target);
  explanation.isTimed = options.hasArg(OPT_grid) || !request.arguments.empty();
  explanation.withRivals = !options.hasArg(OPT_no_rivals);
  if (explanation.isTimed) {
    Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(request.target);
    if (!timing)
      return fail("--target: " + toString(timing.takeError()));
    request.timing.timing = *timing;
  }
  Expected<PendingFile> file =
      PendingFile::create(options.getLastArgValue(OPT_html));
  if (!file)
    return fail(file.takeError());
  if (Error error = explanation.run())
    return fail(std::move(error));
  explanation.report.write(file->os());
  if (Error error = file->commit())
    return fail(std::move(error));
  return 0;
}
