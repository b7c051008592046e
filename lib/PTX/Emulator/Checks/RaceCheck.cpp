//===- PTX/Emulator/Checks/RaceCheck.cpp - unordered accesses to memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an access tells the shadow of its memory, what it learns and releases by
// the word it accesses, and how a conflict is put into words.
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"
#include "PTX/Emulator/Async/MbarrierImpl.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

RaceChecker::RaceChecker(Machine &machine)
    : machine(machine),
      clusterSize(uint64_t(machine.options.cluster[0]) *
                  machine.options.cluster[1] * machine.options.cluster[2]) {}

Shadow &RaceChecker::shadowOf(const Allocation &allocation) {
  if (allocation.number >= global.size())
    global.resize(allocation.number + 1);
  std::unique_ptr<Shadow> &shadow = global[allocation.number];
  if (!shadow)
    shadow = std::make_unique<Shadow>(allocation.size);
  return *shadow;
}

Shadow &RaceChecker::shadowOf(Cta &cta) {
  if (!cta.shadow)
    cta.shadow = std::make_unique<Shadow>(cta.shared.size());
  return *cta.shadow;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void RaceChecker::access(Warp &warp, const DecodedInstruction &in,
                         unsigned lane, Shadow &shadow, bool isShared,
                         uint64_t offset, uint64_t size, Access kind,
                         const uint8_t *old, const uint8_t *fresh,
                         uint64_t address) {
  WarpOrder &order = *warp.order;
  bool isObject = kind == Access::Object || kind == Access::ObjectInit;
  bool isAtomic = kind == Access::ReadWrite || kind == Access::Object;
  bool isStrong = isAtomic || in.order != MemoryOrder::Weak;
  if (isStrong && !isObject)
    synchronise(warp, lane, old, in, kind);
  Accessor who;
  who.actor = order.actorOf(lane);
  who.readActor = who.actor | wholeWarp;
  who.lanes = LaneMask(1) << lane;
  who.now = Time(machine.now());
  who.knowledge = &order.of(lane);
  who.block = order.block();
  who.clusterSize = clusterSize;
  who.blockTime = order.blockTimeOf(lane);
  who.writes = kind != Access::Read;
  who.reads = isAtomic || kind == Access::Read;
  who.isShared = isShared;
  who.flags = (isStrong && kind != Access::ObjectInit ? ShadowStrong : 0) |
              shadowScope(isObject ? Scope::Gpu : in.scope) |
              (isObject ? ShadowObject : 0);
  who.line = in.source ? in.source->location.line : 0;
  Conflict conflict = check(shadow, offset, size, who);
  if (conflict.kind == Conflict::None) [[likely]]
    return;
  if (conflict.wasWrite && !who.reads && fresh &&
      std::memcmp(old, fresh, size) == 0)
    return;
  report(warp, in, lane, conflict, who, address);
}

static std::string describeActor(const Machine &machine, Actor actor) {
  std::string text;
  raw_string_ostream os(text);
  auto thread = [&](Actor of) {
    const auto &[launch, block] = machine.startedCtas[of >> 12];
    unsigned warp = of >> 6 & 63, lane = of & 63;
    unsigned index = warp * laneCount + (lane == wholeWarp ? 0 : lane);
    const auto &extent = launch->block;
    os << (lane == wholeWarp
               ? "warp " + std::to_string(warp)
               : "thread (" + std::to_string(index % extent[0]) + ", " +
                     std::to_string(index / extent[0] % extent[1]) + ", " +
                     std::to_string(index / extent[0] / extent[1]) + ")")
       << " of block (" << block[0] << ", " << block[1] << ", " << block[2]
       << ')';
  };
  if (!isEngine(actor)) {
    os << "by ";
    thread(actor);
    return text;
  }
  Actor of = actor & ((Actor(1) << 60) - 1);
  switch (Engine(actor >> 60 & 7)) {
  case Engine::Mbarrier:
    os << "by the copy that signals the mbarrier at shared address 0x"
       << utohexstr(of & 0xFFFFFF, true);
    return text;
  case Engine::CopyAsync:
    os << "by the cp.async of ";
    break;
  case Engine::BulkRead:
  case Engine::BulkWrite:
    os << "by the bulk copy of ";
    break;
  case Engine::Wgmma:
    os << "by the wgmma of ";
    break;
  case Engine::TensorIssue:
  case Engine::TensorDone:
    os << "by the tcgen05 work of ";
    break;
  }
  thread(of);
  return text;
}

bool RaceChecker::waitedInVain(const Warp &warp, LaneMask lanes, Actor writer,
                               Time time) {
  return any_of(warp.order->waits, [&](const WarpOrder::Wait &wait) {
    return wait.engine == writer && (wait.lanes & lanes) && wait.time >= time;
  });
}

void RaceChecker::report(Warp &warp, const DecodedInstruction &in,
                         unsigned lane, const Conflict &conflict,
                         const Accessor &who, uint64_t address) {
  StringRef mine = who.writes ? "store" : "load";
  std::string there =
      (Twine(conflict.wasWrite ? "the store" : "the load") + " of line " +
       Twine(conflict.line) + " " + describeActor(machine, conflict.actor))
          .str();
  if (conflict.kind == Conflict::NoProxyFence)
    return warp.report(CheckKind::ProxyFence, in, lane,
                       "no " + Twine(who.fence) + " lies between " + there +
                           " and this access of another proxy",
                       address);
  if (isEngine(conflict.actor) && conflict.wasWrite) {
    StringRef access = who.writes ? "store to" : "load of";
    if (waitedInVain(warp, LaneMask(1) << lane, conflict.actor, conflict.time))
      return warp.report(CheckKind::WrongPhase, in, lane,
                         Twine(access) + " bytes that " + there +
                             " writes: the thread waited on that mbarrier for "
                             "an earlier phase",
                         address);
    return warp.report(CheckKind::AsyncBeforeWait, in, lane,
                       Twine(access) + " bytes that " + there +
                           " writes, without a wait for it",
                       address);
  }
  warp.report(CheckKind::Race, in, lane,
              mine +
                  (who.isShared ? " in shared memory" : " in global memory") +
                  " is not ordered with " + there,
              address);
}

//===----------------------------------------------------------------------===//
// Synchronisation through words
//===----------------------------------------------------------------------===//

void RaceChecker::synchronise(Warp &warp, unsigned lane, const uint8_t *word,
                              const DecodedInstruction &in, Access kind) {
  WarpOrder &order = *warp.order;
  LaneMask mask = LaneMask(1) << lane;
  bool acquires = in.order == MemoryOrder::Acquire ||
                  in.order == MemoryOrder::AcquireRelease;
  bool releases = in.order == MemoryOrder::Release ||
                  in.order == MemoryOrder::AcquireRelease;
  uint64_t block = order.block(), cluster = block / clusterSize;
  // A cluster of one block is that block.
  bool isCluster = clusterSize > 1 && in.scope != Scope::Cta;
  if (kind != Access::Write)
    if (auto found = words.find(word); found != words.end()) {
      WordOrder &of = found->second;
      for (auto &[owner, knowledge] : of.blocks)
        if (owner == block)
          order.acquire(mask, knowledge, acquires, Scope::Cta);
      if (isCluster)
        for (auto &[owner, knowledge] : of.clusters)
          if (owner == cluster)
            order.acquire(mask, knowledge, acquires, Scope::Cluster);
      if (in.scope == Scope::Gpu)
        order.acquire(mask, of.wide, acquires, Scope::Gpu);
    }
  if (kind == Access::Read)
    return;
  // What may be heard by the thread's block, cluster and everybody.
  auto heard = [&](Scope scope) {
    return order.release(mask, releases, scope);
  };
  ByScope pattern = {heard(Scope::Cta),
                     isCluster ? heard(Scope::Cluster) : Knowledge(),
                     in.scope == Scope::Gpu ? heard(Scope::Gpu) : Knowledge()};
  std::pair key(word, order.actorOf(lane));
  if (releases) {
    released[key] = pattern;
  } else if (auto own = released.find(key); own != released.end()) {
    pattern[0].add(own->second[0]);
    if (isCluster)
      pattern[1].add(own->second[1]);
    if (in.scope == Scope::Gpu)
      pattern[2].add(own->second[2]);
  }
  auto &[narrow, middle, wide] = pattern;
  bool replaces = kind == Access::Write;
  if (!narrow && !middle && !wide) {
    if (replaces)
      words.erase(word);
    return;
  }
  WordOrder &of = words[word];
  if (replaces)
    of = {};
  of.wide.add(wide);
  auto addTo = [](SmallVectorImpl<WordOrder::Group> &groups, uint64_t key,
                  const Knowledge &what) {
    for (auto &[owner, knowledge] : groups)
      if (owner == key)
        return knowledge.add(what);
    groups.push_back({key, what});
  };
  addTo(of.blocks, block, narrow);
  if (isCluster)
    addTo(of.clusters, cluster, middle);
}

//===----------------------------------------------------------------------===//
// Mbarriers and engines
//===----------------------------------------------------------------------===//

static Cta *ownerOf(Cluster &cluster, uint64_t address) {
  uint64_t rank = address >> sharedRankShift;
  return rank < cluster.ctas.size() ? cluster.ctas[rank].get() : nullptr;
}

static constexpr uint64_t offsetMask = (uint64_t(1) << sharedRankShift) - 1;

BarrierOrder &RaceChecker::mbarrier(Cluster &cluster, uint64_t address) {
  Cta *owner = ownerOf(cluster, address);
  return (owner ? *owner : *cluster.ctas.front())
      .extensions.get<BlockOrder>()
      .mbarriers[address & offsetMask];
}

Actor RaceChecker::mbarrierEngine(Cluster &cluster, uint64_t address) {
  Cta *owner = ownerOf(cluster, address);
  return engineActor(Engine::Mbarrier, uint64_t(owner ? owner->number : 0)
                                               << sharedRankShift |
                                           (address & offsetMask));
}

Accessor tessera::ptx::emu::engineAccessor(const Warp &warp,
                                           const DecodedInstruction &in,
                                           Actor engine,
                                           const Knowledge &knowledge,
                                           bool writes, bool isAsyncProxy) {
  Accessor who;
  who.actor = who.readActor = engine;
  who.now = Time(warp.machine.now());
  who.knowledge = &knowledge;
  who.block = warp.cta.number;
  who.blockTime = knowledge.all ? knowledge.all->blockTime(warp.cta.number) : 0;
  who.writes = writes;
  who.reads = !writes;
  who.isAsyncProxy = isAsyncProxy;
  who.line = in.source ? in.source->location.line : 0;
  return who;
}

bool tessera::ptx::emu::checkEngine(Warp &warp, const DecodedInstruction &in,
                                    unsigned lane, bool isShared,
                                    uint64_t address, uint64_t size,
                                    Accessor who) {
  if (!warp.order)
    return true;
  RaceChecker &races = *warp.machine.races;
  who.isShared = isShared;
  Conflict conflict;
  if (isShared) {
    Cta *owner = ownerOf(warp.cta.cluster, address);
    if (!owner || (address & offsetMask) < sharedBase)
      return true;
    conflict = races.check(RaceChecker::shadowOf(*owner),
                           (address & offsetMask) - sharedBase, size, who);
  } else {
    Allocation *found = warp.machine.memory.find(address, size);
    if (!found)
      return true;
    conflict =
        races.check(races.shadowOf(*found), address - found->base, size, who);
  }
  if (conflict.kind == Conflict::None)
    return true;
  races.report(warp, in, lane, conflict, who, address);
  return false;
}

Accessor tessera::ptx::emu::laneEngine(const Warp &warp,
                                       const DecodedInstruction &in,
                                       unsigned lane, Actor engine, bool writes,
                                       bool isAsyncProxy) {
  Accessor who = engineAccessor(warp, in, engine, warp.order->of(lane), writes,
                                isAsyncProxy);
  who.issuer = warp.order->actorOf(lane);
  return who;
}

Knowledge tessera::ptx::emu::engineKnowledge(Actor engine, Time time,
                                             const Knowledge &known) {
  Knowledge result = known;
  if (time != 0)
    result.all = join(result.all, engine, time);
  return result;
}

void tessera::ptx::emu::checkSignal(Warp &warp, const DecodedInstruction &in,
                                    unsigned lane, uint64_t address) {
  Cta *owner = ownerOf(warp.cta.cluster, address);
  if (!warp.order || !owner)
    return;
  // Of the object's initialisation: later changes of it are atomic.
  const BarrierOrder &barrier =
      RaceChecker::mbarrier(warp.cta.cluster, address);
  if (barrier.initialisedAt == 0)
    return;
  const Knowledge &known = warp.order->of(lane);
  if (covers(known.objects, barrier.initialisedBy, barrier.initialisedAt) ||
      covers(known.asyncShared, barrier.initialisedBy, barrier.initialisedAt))
    return;
  warp.report(CheckKind::MbarrierFence, in, lane,
              "no fence.mbarrier_init or fence.proxy.async lies between the "
              "initialisation of the mbarrier in line " +
                  Twine(barrier.initialisedLine) +
                  " and this copy, which signals it",
              address);
}
