//===- PTX/Emulator/Core/ParallelLaunch.cpp - clusters on several threads -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread runs its share of the clusters on a copy of global memory. The
// shadows of the race checkers say afterwards which bytes each of them wrote
// and read, so that shares which depend on one another are told from others.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/ParallelLaunch.h"
#include "PTX/Emulator/Checks/RaceCheck.h"

#include "llvm/Support/thread.h"

#include <bitset>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

/// Bytes of all copies together.
constexpr uint64_t maxCopied = uint64_t(1) << 30;
/// A share that spins for another one's cluster is given up early.
constexpr uint64_t shareIdleLimit = 1'000'000;

/// The random schedule, of every `count`-th cluster from `first` on.
class ShareSchedule : public Schedule {
public:
  ShareSchedule(unsigned first, unsigned count)
      : first(first), count(count), inner(makeRandomSchedule()) {}

  bool leavesOut(const GridLaunch &, uint64_t cluster) override {
    return cluster % count != first;
  }
  void begin(Machine &machine, ArrayRef<GridLaunch> kernels) override {
    inner->begin(machine, kernels);
  }
  void started(Cluster &cluster) override { inner->started(cluster); }
  void ended(Cluster &cluster) override { inner->ended(cluster); }
  void enqueue(Warp &warp) override { inner->enqueue(warp); }
  void post(std::unique_ptr<AsyncOperation> operation) override {
    inner->post(std::move(operation));
  }
  void completeNow(function_ref<bool(AsyncOperation &)> filter) override {
    inner->completeNow(filter);
  }
  bool turn() override { return inner->turn(); }
  bool force() override { return inner->force(); }
  std::pair<size_t, const AsyncOperation *> pending() const override {
    return inner->pending();
  }
  uint64_t clock() const override { return inner->clock(); }

private:
  unsigned first, count;
  std::unique_ptr<Schedule> inner;
};

/// The clusters of one thread.
struct Share {
  GlobalMemory memory;
  std::unique_ptr<ShareSchedule> schedule;
  std::unique_ptr<Machine> machine;
  LaunchResult result;
};

using Bytes = std::bitset<1 << Shadow::pageShift>;

/// What a share did to one page of memory.
struct Footprint {
  Bytes written, touched;
};

} // namespace

/// In the order of their numbers, which a copy has to give again.
static std::vector<const Allocation *>
allocationsOf(const GlobalMemory &memory) {
  std::vector<const Allocation *> list;
  for (const Allocation *each = memory.above(0); each;
       each = memory.above(each->base))
    list.push_back(each);
  llvm::sort(list, [](const Allocation *a, const Allocation *b) {
    return a->number < b->number;
  });
  return list;
}

static bool mayRunApart(const Program &program, const GlobalMemory &memory,
                        const LaunchOptions &options, unsigned threads) {
  if (options.observer || options.schedule || options.staleReads ||
      options.isCooperative || memory.onMiss ||
      (options.disabledChecks >> unsigned(CheckKind::Race) & 1))
    return false;
  uint64_t bytes = 0;
  uint32_t number = 0;
  for (const Allocation *each : allocationsOf(memory)) {
    bytes += each->size + each->state.size();
    // Copies number what they hold from 0 on.
    if (each->isHeap || each->number != number++)
      return false;
  }
  if (bytes * threads > maxCopied)
    return false;
  for (const auto &function : program.functions) {
    // What prints or allocates does so in the order of the blocks.
    if (function->isBuiltin && function->name != "__assertfail")
      return false;
    for (const DecodedInstruction &in : function->code)
      if (in.source && (in.source->opcode == "clusterlaunchcontrol" ||
                        in.source->opcode == "multimem"))
        return false;
  }
  return true;
}

static void copyMemory(const GlobalMemory &from, GlobalMemory &to) {
  for (const Allocation *each : allocationsOf(from)) {
    Allocation &copy =
        to.allocateAt(each->base, each->name, each->size, each->isReadOnly);
    std::memcpy(copy.data, each->data, each->size);
    copy.state = each->state;
  }
}

static Footprint footprintOf(const Shadow *shadow, size_t page) {
  Footprint result;
  if (!shadow || !shadow->pages[page].cells)
    return result;
  const Shadow::Page &of = shadow->pages[page];
  for (size_t byte = 0; byte < result.written.size(); ++byte) {
    const ShadowCell &cell = of.cells[byte >> of.shift];
    bool isWritten = cell.write.time != 0;
    result.written[byte] = isWritten;
    result.touched[byte] = isWritten || cell.more || cell.reads[0].time != 0 ||
                           cell.reads[1].time != 0;
  }
  return result;
}

namespace {
/// Compares what the shares did with each other, page by page, and takes over
/// what they wrote.
class Merger {
public:
  Merger(GlobalMemory &memory, ArrayRef<std::unique_ptr<Share>> shares)
      : memory(memory), shares(shares) {}

  /// False when one share touched what another one wrote.
  bool areIndependent() {
    return forEachPage([&](const Allocation &original, uint64_t first,
                           uint64_t size, ArrayRef<Footprint> footprints) {
      Bytes written, touched;
      for (auto [share, here] : zip(shares, footprints)) {
        if ((here.written & touched).any() || (written & here.touched).any())
          return false;
        written |= here.written;
        touched |= here.touched;
        // Nothing may change without the race checker's knowing.
        const uint8_t *now = share->memory.find(original.base, 0)->data + first;
        for (uint64_t i = 0; i < size; ++i)
          if (!here.written[i] && now[i] != original.data[first + i])
            return false;
      }
      return true;
    });
  }

  void takeOver() {
    forEachPage([&](const Allocation &original, uint64_t first, uint64_t size,
                    ArrayRef<Footprint> footprints) {
      Allocation &target = *memory.find(original.base, 0);
      for (auto [share, here] : zip(shares, footprints)) {
        const Allocation &source = *share->memory.find(original.base, 0);
        for (uint64_t i = first; i < first + size; ++i) {
          if (!here.written[i - first])
            continue;
          target.data[i] = source.data[i];
          if (!target.state.empty())
            target.state[i] = source.state[i];
        }
      }
      return true;
    });
  }

private:
  template <typename F> bool forEachPage(F f) {
    SmallVector<Footprint, 8> footprints(shares.size());
    for (const Allocation *each : allocationsOf(memory)) {
      uint64_t pageBytes = uint64_t(1) << Shadow::pageShift;
      for (uint64_t first = 0; first < each->size; first += pageBytes) {
        for (auto [share, footprint] : zip(shares, footprints))
          footprint =
              footprintOf(share->machine->races->findShadow(each->number),
                          size_t(first >> Shadow::pageShift));
        if (!f(*each, first, std::min(pageBytes, each->size - first),
               footprints))
          return false;
      }
    }
    return true;
  }

  GlobalMemory &memory;
  ArrayRef<std::unique_ptr<Share>> shares;
};
} // namespace

static LaunchResult launchHere(const Program &program, GlobalMemory &memory,
                               const LaunchOptions &options,
                               const DecodedFunction &entry,
                               ArrayRef<uint8_t> parameters) {
  Machine machine(program, memory, options);
  return machine.launch(entry, parameters);
}

LaunchResult tessera::ptx::emu::launchOnThreads(const Program &program,
                                                GlobalMemory &memory,
                                                const LaunchOptions &options,
                                                const DecodedFunction &entry,
                                                ArrayRef<uint8_t> parameters,
                                                unsigned threads) {
  GridLaunch grid;
  grid.grid = options.grid;
  grid.cluster = options.cluster;
  threads = unsigned(std::min<uint64_t>(threads, grid.totalClusters()));
  if (threads < 2 || !mayRunApart(program, memory, options, threads))
    return launchHere(program, memory, options, entry, parameters);
  std::vector<std::unique_ptr<Share>> shares;
  for (unsigned i = 0; i < threads; ++i) {
    Share &share = *shares.emplace_back(std::make_unique<Share>());
    copyMemory(memory, share.memory);
    share.schedule = std::make_unique<ShareSchedule>(i, threads);
    LaunchOptions mine = options;
    mine.schedule = share.schedule.get();
    mine.idleLimit = std::min(mine.idleLimit, shareIdleLimit);
    share.machine = std::make_unique<Machine>(program, share.memory, mine);
  }
  std::vector<llvm::thread> running;
  for (auto &share : shares)
    running.emplace_back([&entry, parameters, share = share.get()] {
      share->result = share->machine->launch(entry, parameters);
    });
  for (llvm::thread &each : running)
    each.join();
  LaunchResult result;
  result.finished = true;
  for (const auto &share : shares) {
    result.finished &= share->result.passed();
    result.threadInstructions += share->result.threadInstructions;
    result.warpInstructions += share->result.warpInstructions;
  }
  Merger merger(memory, shares);
  if (!result.finished || !merger.areIndependent())
    return launchHere(program, memory, options, entry, parameters);
  merger.takeOver();
  return result;
}
