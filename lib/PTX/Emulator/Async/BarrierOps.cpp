//===- PTX/Emulator/Async/BarrierOps.cpp - barriers of blocks and clusters -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers count threads. A barrier without a count waits for all threads of
// the block that have not exited; that some had exited is a finding, since the
// program then depends on what PTX leaves undefined.
//
//===----------------------------------------------------------------------===//

#include "BarrierImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

enum class BarrierMode : uint8_t { Sync, Arrive, Population, And, Or };

struct BarrierCode {
  BarrierMode mode = BarrierMode::Sync;
  bool aligned = false;
  // Operand positions; -1 when there is none.
  int number = 0, count = -1, predicate = -1;
};

/// barrier.cluster: who has arrived in which generation.
struct ClusterState : Extension {
  LaneMask arrived = 0;
  uint64_t generation[laneCount] = {};
};

} // namespace

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

static unsigned expectedThreads(const Cta &cta, const NamedBarrier &barrier) {
  return barrier.expected != 0 ? barrier.expected : cta.liveThreads;
}

/// A finding at the instruction where a path stands.
static void reportAt(Warp &warp, const Path &path, CheckKind kind,
                     const Twine &message) {
  const DecodedInstruction &in = path.frame->function->code[path.pc];
  Finding finding;
  finding.kind = kind;
  finding.message = message.str();
  finding.kernel = path.frame->function->name;
  finding.line = in.source->location.line;
  finding.column = in.source->location.column;
  finding.source = sourceOf(warp.machine.program, *path.frame->function, in);
  finding.cta = warp.cta.index;
  finding.thread = warp.threadIndex(unsigned(std::countr_zero(path.mask)));
  finding.hasThread = true;
  warp.machine.addFinding(std::move(finding), &in);
}

/// What those who waited at barrier `number` know now.
static const Knowledge *closeBarrier(Cta &cta, unsigned number) {
  if (!cta.machine.races)
    return nullptr;
  const NamedBarrier &barrier = cta.barriers[number];
  BarrierOrder &order = cta.extensions.get<BlockOrder>().barriers[number];
  order.completed = std::move(order.collecting);
  order.collecting = {};
  unsigned all = 0;
  for (const auto &warp : cta.warps)
    all += unsigned(std::popcount(warp->existing));
  // One entry for all its threads, which do nothing until they learn it.
  if (cta.exitedThreads == 0 && !barrier.isArriveOnly && barrier.arrived >= all)
    order.completed.all =
        join(order.completed.all, Actor(cta.number) << 12 | wholeBlock,
             Time(cta.machine.now()));
  return &order.completed;
}

/// Lets everybody go who waits at barrier `number`.
static void completeBarrier(Cta &cta, unsigned number) {
  NamedBarrier &barrier = cta.barriers[number];
  uint64_t result = barrier.population | uint64_t(barrier.all) << 32 |
                    uint64_t(barrier.any) << 33;
  bool mustReport = barrier.expected == 0 && cta.exitedThreads != 0;
  const Knowledge *learnt = closeBarrier(cta, number);
  for (auto &warp : cta.warps) {
    bool any = false;
    for (Path &path : warp->mutablePaths()) {
      if (path.waiting != WaitKind::Barrier || path.key != number)
        continue;
      if (mustReport) {
        reportAt(*warp, path, CheckKind::Barrier,
                 Twine(cta.exitedThreads) +
                     " threads of the block have exited without arriving at "
                     "barrier " +
                     Twine(number));
        mustReport = false;
      }
      path.waiting = WaitKind::None;
      path.scratch = result;
      if (learnt)
        warp->order->replace(path.mask, *learnt);
      any = true;
    }
    if (any)
      cta.machine.enqueue(*warp);
  }
  uint64_t generation = barrier.generation + 1;
  barrier = {};
  barrier.generation = generation;
  barrier.result = result;
  cta.machine.noteProgress();
}

static unsigned liveThreads(const Cluster &cluster) {
  unsigned count = 0;
  for (const auto &cta : cluster.ctas)
    count += cta->liveThreads;
  return count;
}

static void checkCluster(Machine &machine, Cluster &cluster) {
  if (cluster.arrived == 0 || cluster.arrived < liveThreads(cluster))
    return;
  cluster.arrived = 0;
  ++cluster.generation;
  if (machine.races) {
    BarrierOrder &order = cluster.extensions.get<ClusterOrder>().barrier;
    order.completed = std::move(order.collecting);
    order.collecting = {};
  }
  machine.wakeCluster(cluster, WaitKind::ClusterBarrier, 0);
  machine.noteProgress();
}

void tessera::ptx::emu::recheckBarriers(Cta &cta) {
  for (unsigned number = 0; number < cta.barriers.size(); ++number) {
    NamedBarrier &barrier = cta.barriers[number];
    if (barrier.arrived != 0 && barrier.expected == 0 && cta.liveThreads != 0 &&
        barrier.arrived >= cta.liveThreads)
      completeBarrier(cta, number);
  }
  checkCluster(cta.machine, cta.cluster);
}

//===----------------------------------------------------------------------===//
// bar and barrier
//===----------------------------------------------------------------------===//

static void writeResult(Warp &w, const DecodedInstruction &in,
                        const BarrierCode &code, LaneMask active,
                        uint64_t result) {
  switch (code.mode) {
  case BarrierMode::Population: {
    uint64_t *d = w.dest(in.args[0]);
    forEachLane(active, [&](unsigned lane) { d[lane] = uint32_t(result); });
    break;
  }
  case BarrierMode::And:
    w.setPredicate(in.args[0].value, active, result >> 32 & 1 ? ~0u : 0);
    break;
  case BarrierMode::Or:
    w.setPredicate(in.args[0].value, active, result >> 33 & 1 ? ~0u : 0);
    break;
  default:
    break;
  }
}

/// Lanes of one warp at different instructions of the same aligned barrier.
static void checkAlignment(Warp &w, const DecodedInstruction &in,
                           unsigned number, unsigned lane) {
  for (const Path &other : w.allPaths())
    if (other.waiting == WaitKind::Barrier && other.key == number &&
        (other.pc != w.path().pc || other.frame != w.path().frame)) {
      const DecodedInstruction &there = other.frame->function->code[other.pc];
      w.report(CheckKind::Barrier, in, lane,
               "other lanes of the warp wait for barrier " + Twine(number) +
                   " at line " + Twine(there.source->location.line) +
                   ", but an aligned barrier wants the whole warp at one "
                   "instruction");
      return;
    }
}

static Step barrierStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  const BarrierCode &code = *static_cast<const BarrierCode *>(in.data);
  if (w.path().stage == 1) {
    writeResult(w, in, code, active, w.path().scratch);
    return Step::Next;
  }
  const uint64_t *numbers = w.source(in.args[code.number]);
  unsigned lane = unsigned(std::countr_zero(active));
  LaneMask same = 0;
  forEachLane(active, [&](unsigned i) {
    same |= uint32_t(numbers[i] == numbers[lane]) << i;
  });
  if (same != active) {
    w.splitHere(in, same);
    active = same;
  }
  uint64_t number = numbers[lane];
  if (number >= w.cta.barriers.size()) {
    w.report(CheckKind::Operand, in, lane,
             "expected a barrier from 0 to 15, got " + Twine(number));
    return Step::Next;
  }
  NamedBarrier &barrier = w.cta.barriers[number];
  unsigned expected = 0;
  if (code.count >= 0 && in.args[code.count].kind != ArgKind::None) {
    expected = unsigned(w.source(in.args[code.count])[lane]);
    if (expected == 0 || expected % laneCount != 0)
      w.report(CheckKind::Operand, in, lane,
               "expected a thread count that is a multiple of 32, got " +
                   Twine(expected));
  }
  if (barrier.arrived != 0 && barrier.expected != expected)
    w.report(CheckKind::Barrier, in, lane,
             "barrier " + Twine(number) + " is in use for " +
                 Twine(expectedThreads(w.cta, barrier)) + " threads, not for " +
                 Twine(expected ? expected : w.cta.liveThreads));
  else
    barrier.expected = expected;
  if (code.aligned)
    checkAlignment(w, in, unsigned(number), lane);
  unsigned threads = unsigned(std::popcount(active));
  // Lanes that do not exist ride with the first one: counts are in warps.
  if (barrier.expected != 0 && w.existing != ~0u && (active & 1))
    threads += laneCount - unsigned(std::popcount(w.existing));
  if (code.predicate >= 0) {
    LaneMask p = w.predicate(in.args[code.predicate].value);
    barrier.population += unsigned(std::popcount(p & active));
    barrier.all &= (p & active) == active;
    barrier.any |= (p & active) != 0;
  }
  barrier.arrived += threads;
  barrier.isArriveOnly |= code.mode == BarrierMode::Arrive;
  if (w.order)
    w.cta.extensions.get<BlockOrder>().barriers[number].collecting.add(
        w.order->release(active));
  unsigned wanted = expectedThreads(w.cta, barrier);
  if (barrier.arrived > wanted)
    w.report(CheckKind::Barrier, in, lane,
             Twine(barrier.arrived) + " threads arrive at barrier " +
                 Twine(number) + ", which is for " + Twine(wanted));
  if (code.mode == BarrierMode::Arrive) {
    if (barrier.arrived >= wanted)
      completeBarrier(w.cta, unsigned(number));
    return Step::Next;
  }
  w.path().stage = 1;
  w.block(WaitKind::Barrier, number);
  if (barrier.arrived < wanted)
    return Step::Blocked;
  completeBarrier(w.cta, unsigned(number));
  writeResult(w, in, code, active, w.path().scratch);
  return Step::Next;
}

static Bound bindBarrier(BindContext &c, DecodedInstruction &in) {
  if (c.has("warp") || c.has("cluster"))
    return Bound::NotMine;
  BarrierCode code;
  bool isBar = c.source.opcode == "bar";
  c.take("cta");
  code.aligned = c.take("aligned") || isBar;
  StringRef mode = c.takeAny({"sync", "arrive", "red"});
  if (mode == "red") {
    StringRef operation = c.takeAny({"popc", "and", "or"});
    code.mode = operation == "popc"  ? BarrierMode::Population
                : operation == "and" ? BarrierMode::And
                                     : BarrierMode::Or;
    c.ignore({"u32", "pred"});
    code.number = 1;
    code.predicate = in.numArgs - 1;
    code.count = in.numArgs == 4 ? 2 : -1;
  } else {
    code.mode = mode == "arrive" ? BarrierMode::Arrive : BarrierMode::Sync;
    code.count = 1;
  }
  in.mayBlock = true;
  in.data = c.keep(code);
  return bindHandler(in, barrierStep);
}

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

static Step clusterArriveStep(Warp &w, const DecodedInstruction &in,
                              LaneMask active) {
  auto &state = w.extensions.get<ClusterState>();
  if (LaneMask twice = state.arrived & active; twice != 0)
    w.report(CheckKind::Barrier, in, unsigned(std::countr_zero(twice)),
             "the thread arrives at the cluster barrier again without a wait");
  state.arrived |= active;
  forEachLane(active, [&](unsigned lane) {
    state.generation[lane] = w.cta.cluster.generation;
  });
  w.cta.cluster.arrived += unsigned(std::popcount(active));
  if (w.order)
    w.cta.cluster.extensions.get<ClusterOrder>().barrier.collecting.add(
        w.order->release(active, in.order != MemoryOrder::Relaxed,
                         Scope::Cluster));
  checkCluster(w.machine, w.cta.cluster);
  return Step::Next;
}

static Step clusterWaitStep(Warp &w, const DecodedInstruction &in,
                            LaneMask active) {
  auto &state = w.extensions.get<ClusterState>();
  if (LaneMask bad = active & ~state.arrived; bad != 0)
    w.report(CheckKind::Barrier, in, unsigned(std::countr_zero(bad)),
             "the thread waits for the cluster barrier without having arrived");
  bool done = true;
  forEachLane(active & state.arrived, [&](unsigned lane) {
    done &= state.generation[lane] != w.cta.cluster.generation;
  });
  if (!done)
    return w.block(WaitKind::ClusterBarrier, 0);
  state.arrived &= ~active;
  if (w.order)
    w.order->acquire(
        active, w.cta.cluster.extensions.get<ClusterOrder>().barrier.completed,
        in.order != MemoryOrder::Relaxed);
  return Step::Next;
}

static Bound bindClusterBarrier(BindContext &c, DecodedInstruction &in) {
  if (!c.take("cluster"))
    return Bound::NotMine;
  bool waits = c.takeAny({"arrive", "wait"}) == "wait";
  c.ignore({"aligned", "acquire", "release"});
  if (c.take("relaxed"))
    in.order = MemoryOrder::Relaxed;
  in.mayBlock = waits;
  return bindHandler(in, waits ? clusterWaitStep : clusterArriveStep);
}

void tessera::ptx::emu::registerBarrierOps(Registry &registry) {
  registry.add("bar", bindBarrier);
  registry.add("barrier", bindBarrier);
  registry.add("barrier", bindClusterBarrier);
}
