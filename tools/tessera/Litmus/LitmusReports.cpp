//===- tools/tessera/Litmus/LitmusReports.cpp - tables of tessera litmus -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per test against what it expects; one line per reading with the
// tests it changes; the PTX mapping; the repair of a test.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "LitmusCheck.h"
#include "tessera/Litmus/Repair.h"
#include "tessera/MemoryModel/Explain.h"
#include "tessera/MemoryModel/MapCheck.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using memmodel::Options;
using memmodel::Verdict;

int tool::reportTable(ArrayRef<std::string> paths,
                      const LitmusCommandLine &line) {
  unsigned wrong = 0, unsaid = 0, failed = 0;
  double total = 0, slowest = 0;
  driver::Session session;
  for (const std::string &path : paths) {
    double seconds = 0;
    Expected<litmus::LitmusTest> test = readLitmusFile(path, session, seconds);
    Expected<memmodel::Result> result =
        test ? checkLitmus(path, *test, line.options, seconds)
             : test.takeError();
    if (!result) {
      ++failed;
      tool::fail(result.takeError());
      continue;
    }
    std::optional<Verdict> expected = test->expected(line.options);
    // Under another reading, the default's verdict shows what it changes.
    if (!expected)
      expected = test->expected(Options());
    unsaid += !expected;
    bool differs = expected && *expected != result->verdict;
    wrong += differs;
    total += seconds;
    slowest = std::max(slowest, seconds);
    outs() << (differs ? "DIFFERS " : "ok      ")
           << left_justify(sys::path::stem(path), 8)
           << left_justify(memmodel::verdictName(result->verdict), 10)
           << format(" %6llu candidates %7.1f ms  ",
                     (unsigned long long)result->counts.candidates,
                     seconds * 1e3);
    if (differs)
      outs() << "expected " << memmodel::verdictName(*expected) << ": ";
    outs() << memmodel::explain(*result) << '\n';
  }
  outs() << paths.size() << " tests, " << paths.size() - wrong - unsaid - failed
         << " as expected, " << wrong << " differ, " << unsaid
         << " without expectation, " << failed << " failed"
         << format("; %.2f s, slowest %.3f s\n", total, slowest);
  return wrong != 0 || failed != 0;
}

int tool::reportReadings(ArrayRef<std::string> paths,
                         const LitmusCommandLine &line) {
  driver::Session session;
  std::vector<std::pair<std::string, litmus::LitmusTest>> tests;
  std::vector<Verdict> base;
  double seconds = 0;
  for (const std::string &path : paths) {
    Expected<litmus::LitmusTest> test = readLitmusFile(path, session, seconds);
    if (!test)
      return tool::fail(test.takeError());
    Expected<memmodel::Result> result =
        checkLitmus(path, *test, line.options, seconds);
    if (!result)
      return tool::fail(result.takeError());
    base.push_back(result->verdict);
    tests.emplace_back(sys::path::stem(path).str(), std::move(*test));
  }
  for (auto [index, choice] : enumerate(memmodel::choices())) {
    auto id = static_cast<memmodel::ChoiceId>(index);
    for (unsigned value = 0; value < choice.values.size(); ++value) {
      Options options = line.options.with(id, value);
      if (options == line.options)
        continue;
      std::string changed;
      unsigned count = 0;
      for (auto [number, named] : enumerate(tests)) {
        Expected<memmodel::Result> result =
            checkLitmus(named.first, named.second, options, seconds);
        if (!result)
          return tool::fail(result.takeError());
        if (result->verdict == base[number])
          continue;
        ++count;
        changed += " " + named.first + ":" +
                   memmodel::verdictName(result->verdict).str();
      }
      outs() << left_justify(
                    std::string(choice.id) + "=" + choice.values[value], 16)
             << format("%3u", count) << changed << '\n';
    }
  }
  outs() << tests.size() << " tests" << format("; %.2f s\n", seconds);
  return 0;
}

int tool::reportMapping(ArrayRef<std::string> paths,
                        const LitmusCommandLine &line) {
  memmodel::PtxMapping mapping = memmodel::PtxMapping::specified();
  if (!line.mistake.empty()) {
    Expected<memmodel::PtxMapping> broken =
        memmodel::PtxMapping::broken(line.mistake);
    if (!broken)
      return tool::fail(prefixError("--break: ", broken.takeError()));
    mapping = std::move(*broken);
  }
  driver::Session session;
  double seconds = 0;
  unsigned compared = 0, unsound = 0, failed = 0;
  uint64_t assignments = 0;
  for (const std::string &path : paths) {
    StringRef name = sys::path::stem(path);
    Expected<litmus::LitmusTest> test = readLitmusFile(path, session, seconds);
    Expected<memmodel::MapResult> result =
        test ? memmodel::checkMapping(test->program, line.options, mapping)
             : test.takeError();
    if (!result) {
      ++failed;
      tool::fail(prefixError(path + ": ", result.takeError()));
      continue;
    }
    outs() << left_justify(name, 8) << ' ';
    if (result->isSkipped) {
      outs() << "skipped: " << result->whySkipped << '\n';
      continue;
    }
    ++compared;
    assignments += result->checked;
    unsound += !result->isSound;
    outs() << (result->isSound ? "sound" : "UNSOUND") << ", "
           << result->outcomes << " outcomes, " << result->checked << " of "
           << result->assignments << " owner assignments\n";
    if (!result->isSound)
      outs() << "         PTX shows: " << result->description << '\n';
  }
  outs() << compared << " race-free tests, " << assignments
         << " owner assignments, " << unsound << " unsound, " << failed
         << " failed\n";
  return unsound != 0 || failed != 0;
}

int tool::reportRepair(StringRef path, const LitmusCommandLine &line) {
  using Kind = litmus::Repair::Kind;
  driver::Session session;
  double seconds = 0;
  Expected<litmus::LitmusTest> test = readLitmusFile(path, session, seconds);
  if (!test)
    return tool::fail(test.takeError());
  Expected<litmus::Repair> repair = litmus::findRepair(*test, line.options);
  if (!repair)
    return tool::fail(prefixError(path + ": ", repair.takeError()));
  outs() << test->name << ": " << memmodel::verdictName(repair->before);
  if (repair->kind == Kind::NotNeeded) {
    outs() << ", nothing to repair\n";
    return 0;
  }
  if (repair->kind == Kind::Impossible) {
    outs() << "; no tokens, orders or scopes of the tile blocks change that\n";
    return 1;
  }
  if (repair->kind == Kind::RemovesRaces)
    outs() << "; the outcome is possible without a race, too";
  outs() << "\n  " << (repair->isSmallest ? "smallest change" : "change")
         << " (" << repair->tried << " programs tried):\n";
  for (const litmus::Edit &edit : repair->edits)
    outs() << "    " << litmus::describe(edit) << '\n';
  Expected<Verdict> after = litmus::applyRepair(*test, *repair, line.options);
  if (!after)
    return tool::fail(prefixError(path + ": ", after.takeError()));
  outs() << "  the changed module verifies; checked again: "
         << memmodel::verdictName(*after) << '\n';
  if (line.witness)
    test->printModule(outs());
  return *after != repair->after;
}
