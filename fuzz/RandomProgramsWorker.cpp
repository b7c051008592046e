//===- fuzz/RandomProgramsWorker.cpp - programs of a range of seeds, on all roads -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates, executes by the oracle, executes by the other roads, compares, and
// describes what went wrong.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

std::vector<std::unique_ptr<Road>> fuzz::makeRoads(const Options &options) {
  std::vector<std::unique_ptr<Road>> roads;
  for (const std::string &name : options.roads)
    roads.push_back(makeRoad(name));
  if (!options.plantedFault.empty())
    roads.push_back(makePlantedRoad(options.plantedFault));
  return roads;
}

std::string fuzz::refusalKey(llvm::StringRef message) {
  std::string key;
  unsigned depth = 0;
  llvm::StringRef line = message.split('\n').first;
  for (auto [i, c] : llvm::enumerate(line)) {
    if (c == '>' && depth > 0)
      --depth;
    bool inNumber = llvm::isDigit(c) && (i == 0 || !llvm::isAlnum(line[i - 1]));
    bool goesOn = llvm::isDigit(c) && !key.empty() && key.back() == '#';
    if (depth == 0 && !goesOn)
      key += inNumber ? '#' : c;
    if (c == '<')
      ++depth;
  }
  return key;
}

void WorkerState::countRefusal(unsigned road, llvm::StringRef reason,
                               uint64_t programs) {
  reason = reason.take_front(sizeof(RefusalCount::reason) - 1);
  for (RefusalCount &row : refusals) {
    bool isLast = &row == &refusals[maxRefusals - 1];
    if (row.programs == 0) {
      row.road = road;
      llvm::StringRef text = isLast ? "other reasons" : reason;
      std::memcpy(row.reason, text.data(), text.size());
    }
    if (isLast || (row.road == road && reason == row.reason)) {
      row.programs += programs;
      return;
    }
  }
}

/// Ends the process by a signal when the time is over; 0: never.
static void limitTime(unsigned seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
  // Whatever waits uses no processor time.
  alarm(10 * seconds);
}

/// Nothing is threaded: workers are processes, and they fork.
std::unique_ptr<MLIRContext> fuzz::makeContext() {
  auto context =
      std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
  // Programs use what 13.4 allows.
  context->loadDialect<cuda_tile::CudaTileDialect>();
  context->getLoadedDialect<cuda_tile::CudaTileDialect>()->setRelaxationsOf13_4(
      true);
  return context;
}

static void printProgram(const Program &program) {
  llvm::outs() << "grid " << program.grid.x << " " << program.grid.y << " "
               << program.grid.z << "\n";
  for (auto [i, parameter] : llvm::enumerate(program.parameters)) {
    llvm::outs() << "  " << i << ": " << parameter.name << " "
                 << numerics::elementName(parameter.kind);
    if (!parameter.isBuffer) {
      llvm::outs() << " = 0x" << llvm::utohexstr(parameter.bits) << "\n";
      continue;
    }
    llvm::outs() << "[" << parameter.count << "]";
    if (!parameter.tolerance.exact())
      llvm::outs() << ", " << parameter.tolerance.ulps << " ulp, "
                   << parameter.tolerance.absolute;
    llvm::outs() << "\n";
  }
  program.module.get()->print(llvm::outs());
  llvm::outs() << "\n";
}

static unsigned countOps(const Program &program) {
  unsigned count = 0;
  program.module.get()->walk([&](Operation *) { ++count; });
  return count;
}

static void countTable(const Program &program, WorkerState &state) {
  llvm::StringMap<bool> seen;
  program.module.get()->walk([&](Operation *op) {
    seen[op->getName().stripDialect()] = true;
    ++state.ops;
  });
  for (auto [i, info] : llvm::enumerate(opTable()))
    if (seen.contains(info.name))
      ++state.programsWithOp[i];
}

static void reduceAndPrint(Program &program,
                           llvm::function_ref<bool(const Program &)> fails) {
  reduceProgram(program, fails);
  llvm::outs() << "reduced to " << countOps(program) << " ops:\n";
  printProgram(program);
}

void fuzz::checkSeeds(const Options &options, uint64_t first, uint64_t last,
                      WorkerState &state) {
  std::vector<std::unique_ptr<Road>> roads = makeRoads(options);
  std::unique_ptr<MLIRContext> context;
  auto fail = [&](uint64_t seed, llvm::StringRef road, llvm::StringRef text) {
    ++state.failures;
    llvm::outs() << "seed " << seed << ": road " << road << ": " << text
                 << "\n";
  };
  for (uint64_t seed = first; seed < last; ++seed) {
    if (state.failures >= options.maxFailures)
      break;
    // A context keeps every type and constant it ever saw.
    if (!context || seed % 64 == 0)
      context = makeContext();
    state.seed = seed;
    state.road = ~0u;
    limitTime(options.timeout);
    ++state.programs;
    FailureOr<Program> program = failure();
    std::string errors = collectErrors(context.get(), [&] {
      program = generateProgram(context.get(), seed, options.sizes);
    });
    if (failed(program)) {
      fail(seed, "generator", errors);
      continue;
    }
    if (options.print)
      printProgram(*program);
    countTable(*program, state);
    Outcome expected = roads[0]->run(*program);
    ++state.executed[0];
    if (expected.status != Outcome::Status::Done) {
      fail(seed, roads[0]->name(), expected.message);
      if (options.reduce)
        reduceAndPrint(*program, [&](const Program &p) {
          return roads[0]->run(p).status == Outcome::Status::Failed;
        });
      continue;
    }
    for (unsigned r = 1; r < roads.size(); ++r) {
      state.road = r;
      Outcome actual = roads[r]->run(*program);
      bool isRefused = actual.status == Outcome::Status::Refused;
      ++(isRefused ? state.refused : state.executed)[r];
      if (isRefused)
        state.countRefusal(r, refusalKey(actual.message));
      std::optional<Mismatch> mismatch =
          compareOutcomes(*program, expected, actual);
      if (!mismatch)
        continue;
      fail(seed, roads[r]->name(), mismatch->text);
      if (!options.reduce) {
        printProgram(*program);
        continue;
      }
      limitTime(0);
      bool wasFailure = actual.status == Outcome::Status::Failed;
      reduceAndPrint(*program, [&](const Program &p) {
        Outcome want = roads[0]->run(p);
        if (want.status != Outcome::Status::Done)
          return false;
        Outcome got = roads[r]->run(p);
        return (got.status == Outcome::Status::Failed) == wasFailure &&
               compareOutcomes(p, want, got).has_value();
      });
      limitTime(options.timeout);
    }
    llvm::outs().flush();
  }
  limitTime(0);
}

/// True when `run` does not come back as it should.
static bool crashes(unsigned timeout, llvm::function_ref<void()> run) {
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0) {
    limitTime(timeout);
    run();
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    ;
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

void fuzz::reduceCrash(const Options &options, uint64_t seed, unsigned road) {
  std::unique_ptr<MLIRContext> context = makeContext();
  std::vector<std::unique_ptr<Road>> roads = makeRoads(options);
  FailureOr<Program> program = failure();
  // A generator that crashes has nothing to reduce.
  if (road >= roads.size() && crashes(options.timeout, [&] {
        (void)generateProgram(context.get(), seed, options.sizes);
      }))
    return;
  program = generateProgram(context.get(), seed, options.sizes);
  if (failed(program))
    return;
  unsigned guilty = road < roads.size() ? road : 0;
  reduceAndPrint(*program, [&](const Program &p) {
    if (guilty != 0) {
      Outcome want;
      if (crashes(options.timeout, [&] { want = roads[0]->run(p); }) ||
          roads[0]->run(p).status != Outcome::Status::Done)
        return false;
    }
    return crashes(options.timeout, [&] { (void)roads[guilty]->run(p); });
  });
  llvm::outs().flush();
}
