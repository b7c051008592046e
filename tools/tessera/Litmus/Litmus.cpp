//===- tools/tessera/Litmus/Litmus.cpp - tessera litmus ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the memory model's checker on litmus tests: verdict, reason, witness,
// counts and time of each. Tables over many tests, the check of the PTX mapping
// and repairs are in LitmusReports.cpp.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "LitmusCheck.h"
#include "Progress.h"
#include "PtxFaults.h"
#include "tessera/Driver/FileKind.h"
#include "tessera/MemoryModel/Explain.h"
#include "tessera/MemoryModel/PtxMapping.h"
#include "tessera/Support/Error.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

#define TESSERA_OPTIONS "LitmusOptions.inc"
#include "OptionTable.inc"

static Error checkCombination(const LitmusCommandLine &line) {
  if (line.files.empty() == line.folder.empty())
    return makeError("expected litmus tests or --all DIR");
  if (line.map + line.repair + line.explore + (line.dot || line.svg) > 1)
    return makeError("expected only one of --map, --repair, --options explore, "
                     "--dot and --svg");
  if (!line.folder.empty() && (line.repair || line.dot || line.svg))
    return makeError("--repair, --dot and --svg need single files");
  if (line.device && (line.map || line.repair || line.explore || line.dot ||
                      line.svg || line.witness))
    return makeError("--device stands alone");
  if (!line.mistake.empty() && !line.map && !line.device)
    return makeError("--break needs --map or --device");
  if (line.device && !line.mistake.empty() && !findPtxFault(line.mistake)) {
    std::string names;
    for (const PtxFault &fault : ptxFaults())
      names += (names.empty() ? "" : ", ") + std::string(fault.name);
    return makeError("--break: expected one of " + names + ", got '" +
                     line.mistake + "'");
  }
  if (line.device && !gpu::isGpuTargetName(line.target))
    return makeError("--target: expected a GPU target, got '" + line.target +
                     "'");
  return Error::success();
}

static Error parseDevice(const opt::InputArgList &args,
                         LitmusCommandLine &line) {
  if (const opt::Arg *device = args.getLastArg(OPT_device)) {
    if (StringRef(device->getValue()) != "emulator")
      return makeError("--device: expected emulator, got '" +
                       StringRef(device->getValue()) + "'");
    line.device = true;
  }
  line.target = args.getLastArgValue(OPT_target, "sm_80").str();
  StringRef schedules = args.getLastArgValue(OPT_schedules, "100");
  if (schedules.getAsInteger(10, line.schedules) || line.schedules == 0)
    return makeError("--schedules: expected a positive number, got '" +
                     schedules + "'");
  if (const opt::Arg *warps = args.getLastArg(OPT_warps)) {
    StringRef text = warps->getValue();
    if (text.getAsInteger(10, line.warps) || line.warps > 32 ||
        !isPowerOf2_32(line.warps))
      return makeError("--warps: expected 1, 2, 4, 8, 16 or 32, got '" + text +
                       "'");
  }
  return Error::success();
}

static Expected<LitmusCommandLine>
parseCommandLine(const opt::InputArgList &args) {
  LitmusCommandLine line;
  line.files = args.getAllArgValues(OPT_INPUT);
  line.folder = args.getLastArgValue(OPT_all).str();
  line.mistake = args.getLastArgValue(OPT_break).str();
  std::tuple<OptionId, bool LitmusCommandLine::*> flags[] = {
      {OPT_witness, &LitmusCommandLine::witness},
      {OPT_dot, &LitmusCommandLine::dot},
      {OPT_svg, &LitmusCommandLine::svg},
      {OPT_map, &LitmusCommandLine::map},
      {OPT_repair, &LitmusCommandLine::repair}};
  for (auto [id, member] : flags)
    line.*member = args.hasArg(id);
  std::string readings;
  for (const std::string &text : args.getAllArgValues(OPT_options)) {
    if (text == "explore")
      line.explore = true;
    else
      readings += (readings.empty() ? "" : ",") + text;
  }
  if (Error error = parseDevice(args, line))
    return std::move(error);
  Expected<memmodel::Options> parsed = memmodel::Options::parse(readings);
  if (!parsed)
    return prefixError("--options: ", parsed.takeError());
  line.options = *parsed;
  if (Error error = checkCombination(line))
    return std::move(error);
  return line;
}

//===----------------------------------------------------------------------===//
// One test
//===----------------------------------------------------------------------===//

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

Expected<litmus::LitmusTest> tool::readLitmusFile(StringRef path,
                                                  driver::Session &session,
                                                  double &seconds,
                                                  bool keepReads) {
  auto start = std::chrono::steady_clock::now();
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!file)
    return makeFileError("read", path, file.getError());
  driver::FileKind kind = driver::guessFileKind((*file)->getBuffer());
  if (kind != driver::FileKind::Litmus && kind != driver::FileKind::Unknown &&
      !path.ends_with(".tlit"))
    return makeError("cannot read '" + path +
                     "': expected a litmus test, got " +
                     driver::describeFileKind(kind));
  session.sources().AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy((*file)->getBuffer(), path), SMLoc());
  DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<litmus::LitmusTest> test = litmus::readTest(
      path, (*file)->getBuffer(), session.context(), keepReads);
  seconds += secondsSince(start);
  return test;
}

Expected<memmodel::Result> tool::checkLitmus(StringRef path,
                                             const litmus::LitmusTest &test,
                                             const memmodel::Options &options,
                                             double &seconds) {
  auto start = std::chrono::steady_clock::now();
  ProgressLine progress("checking '" + path + "'");
  Expected<memmodel::Result> result = memmodel::check(test.program, options);
  seconds += secondsSince(start);
  if (!result)
    return prefixError(path + ": ", result.takeError());
  return result;
}

Expected<std::vector<std::string>> tool::litmusFiles(StringRef folder) {
  std::vector<std::string> paths;
  std::error_code code;
  for (sys::fs::directory_iterator it(folder, code), end; !code && it != end;
       it.increment(code))
    if (sys::path::extension(it->path()) == ".tlit")
      paths.push_back(it->path());
  if (code)
    return makeFileError("read", folder, code);
  if (paths.empty())
    return makeError("no .tlit files in '" + folder + "'");
  sort(paths);
  return paths;
}

static int checkOne(StringRef path, const LitmusCommandLine &line) {
  driver::Session session;
  double seconds = 0;
  Expected<litmus::LitmusTest> test = readLitmusFile(path, session, seconds);
  if (!test)
    return tool::fail(test.takeError());
  Expected<memmodel::Result> checked =
      checkLitmus(path, *test, line.options, seconds);
  if (!checked)
    return tool::fail(checked.takeError());
  const memmodel::Result &result = *checked;
  if (line.dot || line.svg) {
    (line.dot ? memmodel::printDot : memmodel::printSvg)(outs(), result,
                                                         test->name);
    return 0;
  }
  outs() << test->name << ": " << memmodel::verdictName(result.verdict);
  if (result.verdict == memmodel::Verdict::Racy)
    outs() << " (undefined)";
  std::optional<memmodel::Verdict> expected = test->expected(line.options);
  bool wrong = expected && *expected != result.verdict;
  if (wrong)
    outs() << ", expected " << memmodel::verdictName(*expected);
  outs() << "\n  because " << memmodel::explain(result) << '\n';
  if (result.bounded)
    outs() << "  within the bound on loops; longer executions were not looked "
              "at\n";
  outs() << "  " << result.counts.traces << " traces, "
         << result.counts.candidates << " candidates, "
         << result.counts.consistent << " consistent, "
         << result.counts.grounded << " grounded; "
         << format("%.1f ms", seconds * 1e3) << '\n';
  if (line.witness)
    memmodel::printExecution(outs(), result);
  return wrong;
}

static void printHelp() {
  std::string mistakes;
  raw_string_ostream os(mistakes);
  os << "Mistakes for --map --break:\n";
  for (const auto &mistake : memmodel::PtxMapping::mistakes())
    os << "  " << left_justify(mistake.name, 20) << mistake.what << '\n';
  os << "\nMistakes for --device --break:\n";
  for (const PtxFault &fault : ptxFaults())
    os << "  " << left_justify(fault.name, 20) << fault.what << '\n';
  printCommandHelp(
      "litmus",
      "tessera litmus [options] FILE.tlit...\n"
      "       tessera litmus [options] --all DIR",
      "Says whether the outcome of a litmus test is allowed, forbidden or "
      "thin-air, or\nthe program racy, which is undefined; "
      "docs/memory-model.md explains",
      mistakes);
}

int tool::litmusCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    printHelp();
    return 0;
  }
  Expected<LitmusCommandLine> line = parseCommandLine(*options);
  if (!line)
    return fail(line.takeError());
  std::vector<std::string> paths = line->files;
  if (!line->folder.empty()) {
    Expected<std::vector<std::string>> found = litmusFiles(line->folder);
    if (!found)
      return fail(found.takeError());
    paths = std::move(*found);
  }
  if (line->device)
    return reportDevice(paths, *line);
  if (line->explore)
    return reportReadings(paths, *line);
  if (line->map)
    return reportMapping(paths, *line);
  if (!line->folder.empty())
    return reportTable(paths, *line);
  int status = 0;
  for (const std::string &path : paths)
    status |= line->repair ? reportRepair(path, *line) : checkOne(path, *line);
  return status;
}
