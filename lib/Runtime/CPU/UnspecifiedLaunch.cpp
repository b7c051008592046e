//===- Runtime/CPU/UnspecifiedLaunch.cpp - launches with other values -----===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the two launches are not alike, the first tile block that makes the
// difference is looked for by halves, with launches of the first so many
// blocks. The interpreter then runs that block on the memory that the blocks
// before it leave, so that the finding names the operation, the element and the
// place, as elsewhere.
//
//===----------------------------------------------------------------------===//

#include "UnspecifiedLaunch.h"

#include "CheckedLaunch.h"
#include "tessera/Dialect/CudaTile/Transforms/MemoryChecks.h"
#include "tessera/Driver/Unspecified.h"

#include "mlir/IR/Diagnostics.h"

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace tessera;
using namespace tessera::cpu;

/// How long one launch may take: with other values a loop may have no end.
static constexpr std::chrono::seconds mostTime(60);

namespace {
/// Ends a launch that takes too long.
class Deadline {
public:
  Deadline() : watcher([this] { wait(); }) {}
  ~Deadline() {
    {
      std::lock_guard guard(mutex);
      isDone = true;
    }
    changed.notify_all();
    watcher.join();
  }
  std::atomic<bool> passed{false};

private:
  void wait() {
    std::unique_lock guard(mutex);
    if (!changed.wait_for(guard, mostTime, [this] { return isDone; }))
      passed = true;
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  std::thread watcher;
};
} // namespace

static uint64_t numBlocks(const driver::BoundGrid &grid) {
  const interp::Dim3 &extent = grid.options.grid;
  return uint64_t(extent.x) * extent.y * extent.z;
}

static interp::Dim3 coordinates(const driver::BoundGrid &grid, uint64_t block) {
  const interp::Dim3 &extent = grid.options.grid;
  return {static_cast<uint32_t>(block % extent.x),
          static_cast<uint32_t>(block / extent.x % extent.y),
          static_cast<uint32_t>(block / extent.x / extent.y)};
}

Error UnspecifiedLaunch::makeArguments() {
  auto made = grid.again();
  if (!made)
    return made.takeError();
  own = std::move(*made);
  return Error::success();
}

/// Runs the first blocks on the arguments as they were, one after the other:
/// the order of blocks must make no difference.
LaunchResult UnspecifiedLaunch::run(const CompiledKernel &kernel,
                                    uint64_t blocks) {
  if (before)
    own->memory.restore(*before);
  driver::BoundGrid mine{grid.entry, own->slots, grid.options, own->memory,
                         own->bound.values};
  CheckedLaunch checks(mine, trackInitialisation);
  Deadline deadline;
  LaunchRequest request;
  request.entry = kernel.entry;
  request.scratchBytes = kernel.info->scratchBytes;
  request.params = checks.slots().data();
  request.grid[0] = grid.options.grid.x;
  request.grid[1] = grid.options.grid.y;
  request.grid[2] = grid.options.grid.z;
  request.maxBlocks = blocks;
  request.cancelled = &deadline.passed;
  // What the kernel prints is shown once.
  request.write = [](void *, const char *, size_t) {};
  LaunchResult result = launch(pool, request);
  checks.bringMarksBack();
  return result;
}

bool UnspecifiedLaunch::differsAfter(uint64_t blocks) {
  if (!run(zeros, blocks).ok())
    return false;
  interp::Memory::Snapshot expected = own->memory.snapshot();
  LaunchResult result = run(ones, blocks);
  if (result.status == TESSERA_RT_CANCELLED) {
    difference = "with other values there the run does not end";
    return true;
  }
  if (!result.ok()) {
    difference = "with other values there the run fails: " + result.message;
    return true;
  }
  std::optional<interp::Memory::Difference> place =
      own->memory.firstDifference(expected);
  if (place)
    difference =
        ("with other values there, byte " + Twine(place->offset) + " of " +
         own->memory.find(place->id)->name + " is another one")
            .str();
  return place.has_value();
}

/// The first block after which something differs; it does after `blocks`.
uint64_t UnspecifiedLaunch::firstBlock(uint64_t blocks) {
  uint64_t alike = 0, differing = blocks;
  while (differing - alike > 1) {
    uint64_t middle = alike + (differing - alike) / 2;
    (differsAfter(middle) ? differing : alike) = middle;
  }
  return differing - 1;
}

/// Lets the interpreter find the same; false if it does not.
bool UnspecifiedLaunch::explain(uint64_t block, interp::RunSummary &summary) {
  mlir::FailureOr<std::unique_ptr<interp::Program>> program =
      interp::Program::create(
          grid.entry->getParentOfType<cuda_tile::ModuleOp>(),
          driver::entryName(grid.entry));
  if (mlir::failed(program))
    return false;
  own->memory.restore(*before);
  if (block != 0 && !run(zeros, block).ok())
    return false;
  Expected<interp::RunSummary> found =
      driver::checkUnspecified(**program, own->memory, own->bound.values,
                               optionsToExplain(grid.options, block));
  if (!found) {
    consumeError(found.takeError());
    return false;
  }
  constexpr auto kind =
      static_cast<unsigned>(interp::CheckKind::UnspecifiedValue);
  if (found->counts[kind] == 0)
    return false;
  summary.counts[kind] += found->counts[kind];
  summary.findings = std::move(found->findings);
  return true;
}

Error UnspecifiedLaunch::check(interp::RunSummary &summary) {
  uint64_t blocks = numBlocks(grid);
  if (Error error = makeArguments())
    return error;
  LaunchResult result = run(ones, blocks);
  if (result.ok() && !own->memory.firstDifference(grid.memory))
    return Error::success();
  if (Error error = makeArguments())
    return error;
  before = own->memory.snapshot();
  // With several threads the order of blocks may have made the difference.
  if (!differsAfter(blocks))
    return Error::success();
  std::string whole = difference;
  bool isEndless = result.status == TESSERA_RT_CANCELLED;
  uint64_t block = isEndless ? 0 : firstBlock(blocks);
  if (isEndless || !explain(block, summary))
    driver::reportUnspecified(cuda_tile::unspecifiedLoads(grid.entry),
                              coordinates(grid, block), whole, {}, summary);
  return Error::success();
}
