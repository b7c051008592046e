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
#include "LitmusCheck.h"
#include "PtxFaults.h"
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

static constexpr StringRef helpText =
    R"(usage: tessera litmus [options] FILE.tlit...
       tessera litmus [options] --all DIR

Says whether the outcome of a litmus test is allowed, forbidden or thin-air, or
the program racy, which is undefined; docs/memory-model.md explains.

  --options <c=v,...>  Other readings of the model, e.g. G3=poloc,A3=off
  --options explore    A table of all readings: which tests each one changes
  --witness            Print the execution that shows the verdict
  --dot, --svg         Print it as a Graphviz graph or as a drawing, and nothing
                       else
  --all <dir>          A table of all tests of a folder; the exit status is 1 if
                       a verdict is not the expected one
  --map                Check that the PTX mapping shows no outcome that Tile IR
                       forbids, for every assignment of elements to threads
  --break <mistake>    With --map or --device: plant a mistake in the mapping or
                       in the PTX
  --device emulator    Compile each race-free test for a GPU, execute its PTX and
                       check that all outcomes are allowed
  --target <sm_X>      With --device: the GPU; default sm_80
  --schedules <n>      With --device: how often; default 100. Every other one has
                       loads that give older values where the model lets them
  --warps <n>          With --device: warps of each tile block
  --repair             Find the smallest set of tokens, stronger orders and wider
                       scopes that forbids the outcome
  --help               Print this text
)";

static Error parseFlag(StringRef argument, LitmusCommandLine &line) {
  static constexpr std::pair<const char *, bool LitmusCommandLine::*> flags[] =
      {{"--help", &LitmusCommandLine::help},
       {"--witness", &LitmusCommandLine::witness},
       {"--dot", &LitmusCommandLine::dot},
       {"--svg", &LitmusCommandLine::svg},
       {"--map", &LitmusCommandLine::map},
       {"--repair", &LitmusCommandLine::repair}};
  for (auto [name, member] : flags)
    if (argument == name) {
      line.*member = true;
      return Error::success();
    }
  static constexpr StringRef valued[] = {"--options", "--all",    "--break",
                                         "--device",  "--target", "--schedules",
                                         "--warps"};
  if (is_contained(valued, argument))
    return makeError("option '" + argument + "' needs a value");
  return makeError("unknown option '" + argument + "'");
}

static Error checkCombination(const LitmusCommandLine &line) {
  if (line.help)
    return Error::success();
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

static Expected<LitmusCommandLine>
parseCommandLine(ArrayRef<const char *> arguments) {
  LitmusCommandLine line;
  std::string options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    auto value = [&](StringRef name) -> std::optional<StringRef> {
      StringRef rest = argument;
      if (!rest.consume_front(name))
        return std::nullopt;
      if (rest.consume_front("="))
        return rest;
      if (rest.empty() && i + 1 < arguments.size())
        return StringRef(arguments[++i]);
      return std::nullopt;
    };
    if (std::optional<StringRef> text = value("--options")) {
      if (*text == "explore")
        line.explore = true;
      else
        options += (options.empty() ? "" : ",") + text->str();
    } else if (std::optional<StringRef> text = value("--all"))
      line.folder = text->str();
    else if (std::optional<StringRef> text = value("--break"))
      line.mistake = text->str();
    else if (std::optional<StringRef> text = value("--device")) {
      if (*text != "emulator")
        return makeError("--device: expected emulator, got '" + *text + "'");
      line.device = true;
    } else if (std::optional<StringRef> text = value("--target"))
      line.target = text->str();
    else if (std::optional<StringRef> text = value("--schedules")) {
      if (text->getAsInteger(10, line.schedules) || line.schedules == 0)
        return makeError("--schedules: expected a positive number, got '" +
                         *text + "'");
    } else if (std::optional<StringRef> text = value("--warps")) {
      if (text->getAsInteger(10, line.warps) || line.warps > 32 ||
          !isPowerOf2_32(line.warps))
        return makeError("--warps: expected 1, 2, 4, 8, 16 or 32, got '" +
                         *text + "'");
    } else if (!argument.starts_with("--"))
      line.files.push_back(argument.str());
    else if (Error error = parseFlag(argument, line))
      return std::move(error);
  }
  Expected<memmodel::Options> parsed = memmodel::Options::parse(options);
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

int tool::litmusCommand(ArrayRef<const char *> arguments) {
  Expected<LitmusCommandLine> line = parseCommandLine(arguments);
  if (!line)
    return fail(line.takeError());
  if (line->help) {
    outs() << helpText;
    outs() << "\nMistakes for --map --break:\n";
    for (const auto &mistake : memmodel::PtxMapping::mistakes())
      outs() << "  " << left_justify(mistake.name, 20) << mistake.what << '\n';
    outs() << "\nMistakes for --device --break:\n";
    for (const PtxFault &fault : ptxFaults())
      outs() << "  " << left_justify(fault.name, 20) << fault.what << '\n';
    return 0;
  }
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
