//===- tools/tessera/Litmus.cpp - tessera litmus ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the memory model's checker on litmus tests: verdict, reason, witness,
// counts and time of each, or one line per test of a folder against what it
// expects.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Driver/Session.h"
#include "tessera/Litmus/LitmusTest.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace tessera;

static constexpr StringRef helpText =
    R"(usage: tessera litmus [options] FILE.tlit...
       tessera litmus [options] --all DIR

Says whether the outcome of a litmus test is allowed, forbidden or thin-air, or
the program racy, which is undefined; docs/memory-model.md explains.

  --options <c=v,...>  Other readings of the model, e.g. G3=poloc,A3=off
  --witness            Print the execution that shows the verdict
  --dot                Print it as a Graphviz graph, and nothing else
  --all <dir>          A table of all tests of a folder; the exit status is 1 if
                       a verdict is not the expected one
  --help               Print this text
)";

namespace {
struct LitmusCommandLine {
  std::vector<std::string> files;
  std::string folder;
  memmodel::Options options;
  bool witness = false, dot = false, help = false;
};

/// A checked test; the result refers to the test's program.
struct Checked {
  driver::Session session;
  litmus::LitmusTest test;
  memmodel::Result result;
  double seconds = 0;
};
} // namespace

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
    if (argument == "--help")
      line.help = true;
    else if (argument == "--witness")
      line.witness = true;
    else if (argument == "--dot")
      line.dot = true;
    else if (std::optional<StringRef> text = value("--options"))
      options += (options.empty() ? "" : ",") + text->str();
    else if (std::optional<StringRef> text = value("--all"))
      line.folder = text->str();
    else if (argument == "--options" || argument == "--all")
      return makeError("option '" + argument + "' needs a value");
    else if (argument.starts_with("--"))
      return makeError("unknown option '" + argument + "'");
    else
      line.files.push_back(argument.str());
  }
  Expected<memmodel::Options> parsed = memmodel::Options::parse(options);
  if (!parsed)
    return prefixError("--options: ", parsed.takeError());
  line.options = *parsed;
  if (!line.help && line.files.empty() == line.folder.empty())
    return makeError("expected litmus tests or --all DIR");
  return line;
}

static Expected<std::unique_ptr<Checked>>
checkFile(StringRef path, const memmodel::Options &options) {
  auto start = std::chrono::steady_clock::now();
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!file)
    return makeFileError("read", path, file.getError());
  auto checked = std::make_unique<Checked>();
  {
    mlir::SourceMgrDiagnosticHandler printer(checked->session.sources(),
                                             &checked->session.context());
    Expected<driver::LoadedModule> module = checked->session.loadBuffer(
        MemoryBuffer::getMemBufferCopy((*file)->getBuffer(), path));
    if (!module)
      return module.takeError();
  }
  Expected<litmus::LitmusTest> test =
      litmus::readTest(path, (*file)->getBuffer(), checked->session.context());
  if (!test)
    return test.takeError();
  checked->test = std::move(*test);
  Expected<memmodel::Result> result =
      memmodel::check(checked->test.program, options);
  if (!result)
    return prefixError(path + ": ", result.takeError());
  checked->result = std::move(*result);
  checked->seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return checked;
}

static int checkOne(StringRef path, const LitmusCommandLine &line) {
  Expected<std::unique_ptr<Checked>> checked = checkFile(path, line.options);
  if (!checked)
    return tool::fail(checked.takeError());
  const litmus::LitmusTest &test = (*checked)->test;
  const memmodel::Result &result = (*checked)->result;
  if (line.dot) {
    memmodel::printDot(outs(), result, test.name);
    return 0;
  }
  outs() << test.name << ": " << memmodel::verdictName(result.verdict);
  if (result.verdict == memmodel::Verdict::Racy)
    outs() << " (undefined)";
  std::optional<memmodel::Verdict> expected = test.expected(line.options);
  bool wrong = expected && *expected != result.verdict;
  if (wrong)
    outs() << ", expected " << memmodel::verdictName(*expected);
  outs() << "\n  because " << memmodel::explain(result) << '\n';
  outs() << "  " << result.counts.traces << " traces, "
         << result.counts.candidates << " candidates, "
         << result.counts.consistent << " consistent, "
         << result.counts.grounded << " grounded; "
         << format("%.1f ms", (*checked)->seconds * 1e3) << '\n';
  if (line.witness)
    memmodel::printExecution(outs(), result);
  return wrong;
}

static int checkAll(const LitmusCommandLine &line) {
  std::vector<std::string> paths;
  std::error_code code;
  for (sys::fs::directory_iterator it(line.folder, code), end;
       !code && it != end; it.increment(code))
    if (sys::path::extension(it->path()) == ".tlit")
      paths.push_back(it->path());
  if (code)
    return tool::fail(makeFileError("read", line.folder, code));
  if (paths.empty())
    return tool::fail("no .tlit files in '" + line.folder + "'");
  sort(paths);
  unsigned wrong = 0, unsaid = 0, failed = 0;
  double seconds = 0, slowest = 0;
  for (const std::string &path : paths) {
    Expected<std::unique_ptr<Checked>> checked = checkFile(path, line.options);
    if (!checked) {
      ++failed;
      tool::fail(checked.takeError());
      continue;
    }
    const memmodel::Result &result = (*checked)->result;
    std::optional<memmodel::Verdict> expected =
        (*checked)->test.expected(line.options);
    // Under another reading, the default's verdict shows what it changes.
    if (!expected)
      expected = (*checked)->test.expected(memmodel::Options());
    unsaid += !expected;
    bool differs = expected && *expected != result.verdict;
    wrong += differs;
    seconds += (*checked)->seconds;
    slowest = std::max(slowest, (*checked)->seconds);
    outs() << (differs ? "DIFFERS " : "ok      ")
           << left_justify(sys::path::stem(path), 8)
           << left_justify(memmodel::verdictName(result.verdict), 10);
    if (differs)
      outs() << "expected " << memmodel::verdictName(*expected) << ": ";
    outs() << memmodel::explain(result) << '\n';
  }
  outs() << paths.size() << " tests, " << paths.size() - wrong - unsaid - failed
         << " as expected, " << wrong << " differ, " << unsaid
         << " without expectation, " << failed << " failed"
         << format("; %.2f s, slowest %.3f s\n", seconds, slowest);
  return wrong != 0 || failed != 0;
}

int tool::litmusCommand(ArrayRef<const char *> arguments) {
  Expected<LitmusCommandLine> line = parseCommandLine(arguments);
  if (!line)
    return fail(line.takeError());
  if (line->help) {
    outs() << helpText;
    return 0;
  }
  if (!line->folder.empty())
    return checkAll(*line);
  int status = 0;
  for (const std::string &path : line->files)
    status |= checkOne(path, *line);
  return status;
}
