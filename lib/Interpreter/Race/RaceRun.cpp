//===- Interpreter/Race/RaceRun.cpp - tile blocks that take turns --------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The turn is a semaphore per worker: whoever holds it hands it on. Threads and
// not hand-made stacks, so that sanitizers and debuggers see nothing unusual.
// Seed 0 runs a block until it seems to wait; other seeds change turns at
// random, some often and some never without need.
//
//===----------------------------------------------------------------------===//

#include "RaceRun.h"

using namespace mlir;

namespace tessera::interp {

/// Blocks that are resident at once, unless they wait for others.
static constexpr unsigned usualWindow = 8, largestWindow = 256;
/// Scoped accesses that seed 0 lets a block make in one turn.
static constexpr uint64_t longTurn = 64;
/// Turns without a finished block after which one more becomes resident (times
/// the number of resident ones), or the run is given up.
static constexpr uint64_t patience = 64, hopeless = uint64_t(1) << 24;

static RunOptions withGrid(RunOptions options, Dim3 grid) {
  options.grid = grid;
  return options;
}

RaceRun::Launch::Launch(RaceLaunch launch, const RunOptions &common,
                        Memory &memory)
    : given(std::move(launch)), options(withGrid(common, given.grid)),
      order(given.grid, common.orderSeed),
      state{options, memory, given.arguments, deadlineOf(common)} {}

RaceRun::RaceRun(Memory &memory, std::vector<RaceLaunch> given,
                 const RunOptions &options, llvm::raw_ostream &out)
    : memory(memory), detector(memory, options.orderSeed), options(options),
      out(out),
      restlessness(options.orderSeed == 0 ? 0 : detector.random.below(3)) {
  for (RaceLaunch &launch : given) {
    launches.emplace_back(std::move(launch), options, memory);
    if (const ScriptedThread *script = launches.back().given.script)
      launches.back().script = std::make_unique<RaceScript>(*this, *script);
    blocksTotal += launches.back().order.size();
    launches.back().state.waits = &waits;
  }
  waits.unfinished = blocksTotal;
}

RaceRun::~RaceRun() = default;

void RaceRun::addWorker() {
  Worker &worker = workers.emplace_back(*this);
  worker.engineOf.resize(launches.size());
  // The first is the calling thread: one is often enough.
  if (workers.size() == 1)
    return;
  worker.thread = std::thread([this, &worker] {
    worker.go.acquire();
    work(worker);
  });
}

void RaceRun::execute() {
  uint64_t window = options.orderSeed == 0 ? 1 : usualWindow;
  for (uint64_t i = 0, n = std::min(window, blocksTotal); i < n; ++i)
    addWorker();
  current = &workers.front();
  work(*current);
  done.acquire();
  for (Worker &worker : workers)
    if (worker.thread.joinable())
      worker.thread.join();
}

void RaceRun::work(Worker &worker) {
  while (runNext(worker)) {
  }
  worker.active = false;
  if (Worker *next = choose()) {
    current = next;
    next->go.release();
  } else {
    done.release();
  }
}

bool RaceRun::runNext(Worker &worker) {
  if (blocksStarted == blocksTotal || stopAfter != ~uint64_t(0))
    return false;
  // The launches in order for seed 0, else at random.
  uint64_t ticket = options.orderSeed == 0
                        ? 0
                        : detector.random.below(blocksTotal - blocksStarted);
  size_t index = 0;
  while (true) {
    uint64_t left = launches[index].order.size() - launches[index].started;
    if (ticket < left)
      break;
    ticket -= left;
    ++index;
  }
  Launch &launch = launches[index];
  Dim3 id = launch.order.at(launch.started++);
  uint64_t number = blocksStarted++;
  Engine *&engine = worker.engineOf[index];
  if (!engine) {
    engines.push_back(
        std::make_unique<Engine>(*launch.given.code, launch.state));
    engine = engines.back().get();
  }
  worker.block.begin(static_cast<uint32_t>(number));
  if (launch.script)
    detector.beginScript(static_cast<uint32_t>(number), launch.script->thread);
  else
    detector.beginBlock(static_cast<uint32_t>(number), launch.given.gpu, id);
  engine->watch(worker.block);
  if (restlessness != 0)
    pass(worker, *choose());
  std::string text;
  llvm::raw_string_ostream printed(text);
  if (launch.script)
    engine->runInstead(number, [&](BlockContext &context) {
      return launch.script->execute(worker.block, *engine, context);
    });
  else
    engine->runBlock(number, id, printed);
  out << text;
  stopAfter = std::min(stopAfter, launch.state.stopAfter.load());
  idleTurns = 0;
  ++blocksDone;
  --waits.unfinished;
  ++waits.changes;
  if (options.progress && (blocksDone % 64 == 0 || blocksDone == blocksTotal))
    options.progress(blocksDone, blocksTotal);
  return true;
}

RaceRun::Worker *RaceRun::choose() {
  llvm::SmallVector<Worker *, 16> active;
  size_t mine = 0;
  for (Worker &worker : workers) {
    if (!worker.active)
      continue;
    if (&worker == current)
      mine = active.size();
    active.push_back(&worker);
  }
  if (active.empty())
    return nullptr;
  if (options.orderSeed == 0)
    return active[(mine + 1) % active.size()];
  return active[detector.random.below(active.size())];
}

void RaceRun::pass(Worker &from, Worker &next) {
  if (&next == &from)
    return;
  current = &next;
  next.go.release();
  from.go.acquire();
}

LogicalResult RaceRun::turn(Operation *op, BlockContext &context) {
  if (stopAfter != ~uint64_t(0))
    return failure();
  ++idleTurns;
  bool canGrow = workers.size() < largestWindow && blocksStarted < blocksTotal;
  if (canGrow && idleTurns % (patience * workers.size()) == 0)
    addWorker();
  else if (idleTurns > hopeless && workers.size() > 1)
    return context.fail(op, "no tile block made progress for a long time: " +
                                Twine(blocksTotal - blocksDone) +
                                " of them wait for each other");
  return changeTurn();
}

LogicalResult RaceRun::changeTurn() {
  if (stopAfter != ~uint64_t(0))
    return failure();
  bool change =
      ++quantum % longTurn == 0 || detector.random.chance(restlessness);
  if (change)
    pass(*current, *choose());
  return failure(stopAfter != ~uint64_t(0));
}

void RaceRun::collectIfFull() {
  detector.collectIfFull([&](llvm::function_ref<void(ClockId)> use) {
    for (const std::unique_ptr<Engine> &engine : engines)
      engine->forEachToken(
          [&](uint64_t bits) { use(static_cast<ClockId>(bits)); });
    for (const Launch &launch : launches)
      if (launch.script)
        launch.script->forEachClock(use);
    for (const RaceHead &fence : sequentialFences)
      use(fence.released);
  });
}

} // namespace tessera::interp
