//===- fuzz/RandomPrograms.cpp - the tool tessera-random -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks random programs on all roads. Ranges of seeds go to worker processes;
// when one ends early its seed is a failure and the next worker goes on behind
// it. The summary is the last thing printed; the exit status is 1 when anything
// failed.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::fuzz;

static const char usage[] =
    R"(usage: tessera-random [--seed S] [--count N] [--roads LIST] [--reduce]
                      [--print] [--stats] [--jobs N] [--timeout SECONDS]
                      [--max-failures N] [--large]
       tessera-random --table [--roads LIST]

Executes the programs of seeds S ... S+N-1 by every road and compares, or shows
which ops on which element types the roads execute.

  --large        tiles of thousands of elements: other programs than without
  --roads LIST   comma-separated; the oracle `interp` always comes first.
                 Default: all but those that start with ptx or cuda, and
                 some others for CPUs. Known:)";

static std::optional<std::string> parseOptions(int argc, char **argv,
                                               Options &options) {
  for (llvm::StringRef name : defaultRoadNames())
    options.roads.push_back(name.str());
  bool isLarge = false;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef flag = argv[i];
    auto [name, inlined] = flag.split('=');
    auto flagOnly = [&](llvm::StringRef known, bool &value) {
      if (flag != known)
        return false;
      value = true;
      return true;
    };
    if (flagOnly("--print", options.print) ||
        flagOnly("--reduce", options.reduce) ||
        flagOnly("--stats", options.stats) || flagOnly("--large", isLarge) ||
        flagOnly("--table", options.table))
      continue;
    llvm::StringRef value = inlined;
    if (flag.find('=') == llvm::StringRef::npos)
      value = i + 1 < argc ? argv[++i] : "";
    auto number = [&](llvm::StringRef known, auto &target) {
      return name == known && !value.getAsInteger(10, target);
    };
    if (number("--seed", options.seed) || number("--count", options.count) ||
        number("--jobs", options.jobs) ||
        number("--timeout", options.timeout) ||
        number("--max-failures", options.maxFailures))
      continue;
    if (name == "--plant-fault") { // Of the driver's own tests.
      options.plantedFault = value.str();
      continue;
    }
    if (name == "--roads") {
      options.roads = {"interp"};
      llvm::SmallVector<llvm::StringRef> names;
      value.split(names, ',', -1, false);
      for (llvm::StringRef road : names) {
        if (!llvm::is_contained(roadNames(), road))
          return "unknown road '" + road.str() + "'";
        if (road != "interp")
          options.roads.push_back(road.str());
      }
      continue;
    }
    return "unknown option or bad value: '" + flag.str() + "'";
  }
  if (options.jobs == 0)
    options.jobs = 1;
  options.sizes = isLarge ? TileSizes::Large : TileSizes::Small;
  return std::nullopt;
}

namespace {
/// A worker process and the seeds it has to do.
struct Worker {
  pid_t process = 0;
  uint64_t last = 0;
  WorkerState *state = nullptr;
};

class Driver {
public:
  explicit Driver(const Options &options)
      : options(options), next(options.seed), end(options.seed + options.count),
        workers(options.jobs) {
    for (Worker &worker : workers)
      worker.state =
          new (mmap(nullptr, sizeof(WorkerState), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0)) WorkerState;
  }

  int run() {
    for (Worker &worker : workers)
      start(worker);
    for (;;) {
      int status = 0;
      pid_t ended = wait(&status);
      if (ended < 0)
        break;
      for (Worker &worker : workers)
        if (worker.process == ended)
          finish(worker, status);
    }
    return summary();
  }

private:
  void start(Worker &worker) {
    if (next >= end || failures() >= options.maxFailures)
      return;
    uint64_t first = next;
    next = worker.last = std::min(end, next + 200);
    launch(worker, first);
  }

  void launch(Worker &worker, uint64_t first) {
    llvm::outs().flush();
    worker.process = fork();
    if (worker.process != 0)
      return;
    checkSeeds(options, first, worker.last, *worker.state);
    llvm::outs().flush();
    _exit(0);
  }

  void finish(Worker &worker, int status) {
    worker.process = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      return start(worker);
    WorkerState &state = *worker.state;
    ++state.failures;
    bool isRoad = state.road < options.roads.size() + 1 && state.road != ~0u;
    llvm::outs() << "seed " << state.seed << ": road "
                 << (!isRoad ? "generator or interp"
                     : state.road < options.roads.size()
                         ? options.roads[state.road].c_str()
                         : "planted");
    if (WIFSIGNALED(status))
      llvm::outs() << (WTERMSIG(status) == SIGALRM ||
                               WTERMSIG(status) == SIGPROF
                           ? ": timeout"
                           : std::string(": crash, ") +
                                 strsignal(WTERMSIG(status)))
                   << "\n";
    else
      llvm::outs() << ": exit with status " << WEXITSTATUS(status) << "\n";
    if (options.reduce)
      reduceCrash(options, state.seed, state.road);
    if (state.seed + 1 < worker.last && failures() < options.maxFailures)
      return launch(worker, state.seed + 1);
    start(worker);
  }

  uint64_t failures() const {
    uint64_t sum = 0;
    for (const Worker &worker : workers)
      sum += worker.state->failures;
    return sum;
  }

  int summary() {
    WorkerState sum;
    for (const Worker &worker : workers) {
      sum.programs += worker.state->programs;
      sum.failures += worker.state->failures;
      sum.ops += worker.state->ops;
      for (unsigned i = 0; i < maxRoads; ++i) {
        sum.executed[i] += worker.state->executed[i];
        sum.refused[i] += worker.state->refused[i];
      }
      for (const RefusalCount &row : worker.state->refusals)
        if (row.programs)
          sum.countRefusal(row.road, row.reason, row.programs);
      for (unsigned i = 0; i < maxOps; ++i)
        sum.programsWithOp[i] += worker.state->programsWithOp[i];
    }
    bool incomplete = options.stats && !printStats(sum);
    llvm::outs() << sum.programs << " programs, " << sum.ops << " ops, "
                 << sum.failures << " failures\n";
    for (auto [i, name] : llvm::enumerate(options.roads)) {
      llvm::outs() << "  " << name << ": " << sum.executed[i] << " executed";
      if (sum.refused[i])
        llvm::outs() << ", " << sum.refused[i] << " refused";
      llvm::outs() << "\n";
      for (const RefusalCount &row : sum.refusals)
        if (row.programs && row.road == i)
          llvm::outs() << "    " << row.programs << " refused: " << row.reason
                       << "\n";
    }
    return sum.failures || incomplete ? 1 : 0;
  }

  /// False when an op that should occur does not, or is not in the table.
  static bool printStats(const WorkerState &sum) {
    bool complete = true;
    llvm::StringMap<bool> known;
    for (auto [i, info] : llvm::enumerate(opTable())) {
      known[info.name] = true;
      bool never = llvm::StringRef(info.note).starts_with("never");
      llvm::outs() << llvm::left_justify(info.name, 28)
                   << llvm::right_justify(std::to_string(sum.programsWithOp[i]),
                                          8)
                   << "  weight " << info.weight << "  " << info.note << "\n";
      if (!never && sum.programsWithOp[i] == 0) {
        llvm::outs() << "error: no program has " << info.name << "\n";
        complete = false;
      }
    }
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    context.loadDialect<cuda_tile::CudaTileDialect>();
    for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == "cuda_tile" &&
          !tessera::cuda_tile::isExtensionOp(name) &&
          !known.contains(name.stripDialect())) {
        llvm::outs() << "error: the table has no row for "
                     << name.stripDialect() << "\n";
        complete = false;
      }
    return complete;
  }

  Options options;
  uint64_t next, end;
  std::vector<Worker> workers;
};
} // namespace

int main(int argc, char **argv) {
  Options options;
  if (argc == 2 && (llvm::StringRef(argv[1]) == "--help")) {
    llvm::outs() << usage;
    for (llvm::StringRef name : roadNames())
      llvm::outs() << " " << name;
    llvm::outs() << "\n";
    return 0;
  }
  if (std::optional<std::string> problem = parseOptions(argc, argv, options)) {
    llvm::errs() << "error: " << *problem << "\n";
    return 2;
  }
  if (options.table)
    return printCoverageTable(options) ? 0 : 1;
  return Driver(options).run();
}
