//===- PTX/Emulator/Core/StuckReport.cpp - who waits for what ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The finding of a run that cannot or may not go on: where each warp stands and
// what it waits for (warps that stand alike are named together), and of what
// they wait for, what came, what is missing and who can still bring it.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Async/MbarrierLog.h"
#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// How many groups of warps, and how many mbarriers, are described.
static constexpr unsigned maxShown = 8, maxMbarriers = 4;

static std::string describeIndex(const std::array<uint32_t, 3> &index) {
  return ("block (" + Twine(index[0]) + ", " + Twine(index[1]) + ", " +
          Twine(index[2]) + ")")
      .str();
}

/// " (32 of 64 threads have arrived)".
static std::string describeCount(unsigned arrived, unsigned expected) {
  return (" (" + Twine(arrived) + " of " + Twine(expected) +
          " threads have arrived)")
      .str();
}

static unsigned liveThreads(const Cluster &cluster) {
  unsigned count = 0;
  for (const auto &cta : cluster.ctas)
    count += cta->liveThreads;
  return count;
}

static std::string describeWait(const Cta &cta, const Path &path) {
  switch (path.waiting) {
  case WaitKind::None:
    return "runs";
  case WaitKind::WarpSync:
    return "waits for the lanes of mask 0x" + utohexstr(path.syncMask, true);
  case WaitKind::Reconvergence:
    return "waits for diverged lanes";
  case WaitKind::Barrier: {
    const NamedBarrier &barrier = cta.barriers[path.key & 15];
    unsigned expected = barrier.expected ? barrier.expected : cta.liveThreads;
    return "waits for barrier " + std::to_string(path.key & 15) +
           describeCount(barrier.arrived, expected);
  }
  case WaitKind::ClusterBarrier:
    return "waits for the cluster barrier" +
           describeCount(cta.cluster.arrived, liveThreads(cta.cluster));
  case WaitKind::Mbarrier:
    return "waits for the mbarrier at shared address 0x" +
           utohexstr(path.key, true);
  case WaitKind::Async:
    return "waits for asynchronous operations, tensor memory or registers";
  case WaitKind::Sleep:
    return "sleeps";
  }
  llvm_unreachable("unknown wait");
}

//===----------------------------------------------------------------------===//
// Where warps stand
//===----------------------------------------------------------------------===//

namespace {
/// Warps of one block that stand alike.
struct Standing {
  const Cta *cta;
  const DecodedInstruction *at;
  LaneMask lanes;
  std::string wait;
  std::string source;
  SmallVector<unsigned> warps;

  std::string describe() const;
};
} // namespace

std::string Standing::describe() const {
  std::string text =
      describeIndex(cta->index) + (warps.size() == 1 ? " warp " : " warps ");
  for (auto [number, warp] : enumerate(warps))
    text += (number ? ", " : "") + std::to_string(warp);
  text += (" lanes 0x" + Twine::utohexstr(lanes) + " at line " +
           Twine(at->source ? at->source->location.line : 0))
              .str();
  if (!source.empty())
    text += " (" + source + ")";
  return text + " " + wait;
}

static void addStanding(std::vector<Standing> &list, const Warp &warp,
                        const Path &path) {
  const DecodedFunction &function = *path.frame->function;
  const DecodedInstruction &at = function.code[path.pc];
  std::string wait = describeWait(warp.cta, path);
  for (Standing &each : list)
    if (each.cta == &warp.cta && each.at == &at && each.lanes == path.mask &&
        each.wait == wait)
      return each.warps.push_back(warp.index);
  list.push_back({&warp.cta,
                  &at,
                  path.mask,
                  std::move(wait),
                  sourceOf(warp.machine.program, function, at),
                  {warp.index}});
}

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

static bool waitsAt(const Path &path, WaitKind kind, uint64_t key) {
  return path.waiting == kind && (kind != WaitKind::Barrier || path.key == key);
}

/// "; barrier 1 of block (0, 0, 0) misses warps 2, 3": the threads that could
/// still arrive at a barrier of the block or of the cluster.
static std::string describeMissing(ArrayRef<const Cta *> ctas, WaitKind kind,
                                   uint64_t key, StringRef what) {
  SmallVector<std::string> parts;
  unsigned exited = 0;
  for (const Cta *cta : ctas) {
    exited += cta->exitedThreads;
    for (const auto &warp : cta->warps) {
      bool stands = any_of(warp->allPaths(), [&](const Path &path) {
        return !waitsAt(path, kind, key);
      });
      if (stands)
        parts.push_back(
            "warp " + std::to_string(warp->index) +
            (ctas.size() > 1 ? " of " + describeIndex(cta->index) : ""));
    }
  }
  std::string text = ("; " + what + " misses ").str();
  if (parts.empty())
    text += "threads that are not there";
  else if (parts.size() <= maxShown)
    text += join(parts, ", ");
  else
    text += join(ArrayRef(parts).take_front(maxShown), ", ") + " and " +
            std::to_string(parts.size() - maxShown) + " more warps";
  if (exited != 0)
    text += "; " + std::to_string(exited) + " threads have exited";
  return text;
}

/// Of the barriers and mbarriers that somebody waits for.
static std::string describeObjects(Machine &machine, Cluster &cluster) {
  std::string text;
  SmallSetVector<uint64_t, 4> mbarriers;
  bool waitsForCluster = false;
  SmallVector<const Cta *> all;
  for (const auto &cta : cluster.ctas) {
    all.push_back(cta.get());
    SmallSetVector<uint64_t, 4> numbers;
    for (const auto &warp : cta->warps)
      for (const Path &path : warp->allPaths()) {
        if (path.waiting == WaitKind::Barrier)
          numbers.insert(path.key);
        else if (path.waiting == WaitKind::Mbarrier)
          mbarriers.insert(path.key);
        waitsForCluster |= path.waiting == WaitKind::ClusterBarrier;
      }
    for (uint64_t number : numbers)
      text += describeMissing({cta.get()}, WaitKind::Barrier, number,
                              "barrier " + std::to_string(number) + " of " +
                                  describeIndex(cta->index));
  }
  if (waitsForCluster)
    text += describeMissing(all, WaitKind::ClusterBarrier, 0,
                            "the cluster barrier");
  for (uint64_t address : mbarriers.getArrayRef().take_front(maxMbarriers))
    text += "; " + describeMbarrier(machine, cluster, address);
  return text;
}

void Machine::reportStuck(CheckKind kind, StringRef why) {
  stopped = true;
  std::vector<Standing> list;
  Finding finding;
  finding.kind = kind;
  finding.kernel = grids.front().entry->name;
  for (auto &cluster : clusters)
    for (auto &cta : cluster->ctas)
      for (auto &warp : cta->warps)
        for (const Path &path : warp->allPaths()) {
          addStanding(list, *warp, path);
          if (finding.hasThread)
            continue;
          const Standing &first = list.front();
          finding.kernel = cta->launch.entry->name;
          if (first.at->source) {
            finding.line = first.at->source->location.line;
            finding.column = first.at->source->location.column;
          }
          finding.source = first.source;
          finding.cta = cta->index;
          finding.thread = warp->threadIndex(countr_zero(path.mask));
          finding.hasThread = true;
        }
  std::string text = why.str();
  for (const Standing &each : ArrayRef(list).take_front(maxShown))
    text += "; " + each.describe();
  if (list.size() > maxShown)
    text += "; and " + std::to_string(list.size() - maxShown) + " more";
  for (auto &cluster : clusters) {
    std::string objects = describeObjects(*this, *cluster);
    text += objects;
    if (!objects.empty())
      break; // the others mostly wait alike
  }
  auto [count, first] = schedule->pending();
  if (count != 0)
    text += "; " + std::to_string(count) +
            " asynchronous operations are pending, first: " + first->describe();
  finding.message = text;
  addFinding(std::move(finding), nullptr);
}
