//===- PTX/Emulator/Checks/RaceCheck.h - unordered accesses to memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each word of shared and global memory remembers its last write and the reads
// since that no later one includes; an access that conflicts with one of them
// and does not know it to be over is a race, and when it is over but no proxy
// fence lies between, a missing proxy fence. Reads of more than maxReads warps
// are forgotten at random: races may be missed in one schedule, none is
// invented.
//
// Engines are checked when their work is issued, with what the issuing threads
// know then.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_CHECKS_RACECHECK_H
#define TESSERA_LIB_PTX_EMULATOR_CHECKS_RACECHECK_H

#include "HappensBefore.h"
#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace tessera::ptx::emu {

/// What happened to one word (or byte, in pages that were accessed so).
struct ShadowCell {
  struct Write {
    Actor actor = 0;
    Time time = 0; // 0: none
    uint32_t line = 0, flags = 0;
  } write;
  struct Read {
    Actor actor = 0; // a warp, or an engine
    Time time = 0;
    LaneMask lanes = 0;
    uint32_t line = 0, flags = 0;
  } reads[2];
  static constexpr unsigned maxReads = 16;
  /// Those beyond the first two, in the few words that have so many.
  std::unique_ptr<llvm::SmallVector<Read, 0>> more;

  /// A copy: what splitting a page into bytes does to its words.
  ShadowCell clone() const;
};
enum ShadowFlags : uint32_t {
  ShadowStrong = 1,  // atomic, volatile, relaxed, ...
  ShadowCluster = 2, // of a scope beyond the block
  ShadowObject = 4,  // of an mbarrier: no proxy needs to see it
  ShadowGpu = 8,     // of a scope beyond the cluster
};
inline uint32_t shadowScope(Scope scope) {
  return scope == Scope::Gpu       ? ShadowGpu | ShadowCluster
         : scope == Scope::Cluster ? ShadowCluster
                                   : 0;
}

/// The shadow of one piece of memory.
class Shadow {
public:
  static constexpr unsigned pageShift = 8; // bytes
  struct Page {
    unsigned shift = 2; // bytes of a cell
    std::unique_ptr<ShadowCell[]> cells;
  };
  explicit Shadow(uint64_t size)
      : pages((size + (1 << pageShift) - 1) >> pageShift) {}
  std::vector<Page> pages;
};

/// Who accesses, and what it knows.
struct Accessor {
  Actor actor = 0;          // a thread or an engine
  Actor issuer = ~Actor(0); // of an engine: the thread, whose work it knows
  Actor readActor = 0;      // its warp, or the engine
  LaneMask lanes = ~0u;     // of a thread: its bit
  Time now = 0;
  const Knowledge *knowledge = nullptr;
  uint64_t block = 0; // of a thread, to know its accesses at once
  uint64_t clusterSize = 1;
  Time blockTime = 0; // up to which it knows all of it
  bool writes = false, reads = true;
  bool isAsyncProxy = false, isShared = false;
  /// A store of the async proxy must be made visible to loads in front of it,
  /// too, by a proxy fence.
  bool needsFenceOfLoads = false;
  uint32_t flags = 0, line = 0;
  const char *fence = "fence.proxy.async"; // the one that may be missing
  /// Set when something counts as over that a thread of `ownWarp` did, which
  /// others that know as much as it need not know.
  bool *reliesOnOwn = nullptr;
  Actor ownWarp = 0;
};

/// What an access met.
struct Conflict {
  enum Kind : uint8_t { None, Race, NoProxyFence } kind = None;
  bool wasWrite = false; // the other one
  Actor actor = 0;
  Time time = 0;
  LaneMask lanes = 0;
  uint32_t line = 0;
};

/// What each warp knows, by lane.
class WarpOrder {
public:
  explicit WarpOrder(Warp &warp) : warp(warp) {}

  const Knowledge &of(unsigned lane) const {
    return lanes ? (*lanes)[lane] : common;
  }
  Time blockTimeOf(unsigned lane) const {
    return lanes ? of(lane).all ? of(lane).all->blockTime(block()) : 0
                 : commonBlockTime;
  }
  Actor actorOf(unsigned lane) const;
  uint64_t block() const;

  /// What these lanes pass on by a release, or (relaxed) by an earlier fence of
  /// at least this scope.
  Knowledge release(LaneMask mask, bool isRelease = true,
                    Scope scope = Scope::Gpu) const;
  /// They learn it: now, or (relaxed) with their next fence of at least this
  /// scope.
  void acquire(LaneMask mask, const Knowledge &what, bool isAcquire = true,
               Scope scope = Scope::Cta);
  /// They know exactly this: what a barrier collected from them and others.
  void replace(LaneMask mask, const Knowledge &what);
  /// bar.warp.sync.
  void synchronise(LaneMask mask) { replace(mask, release(mask)); }
  void fence(LaneMask mask, Scope scope);
  enum ProxyFence { Shared = 1, Global = 2, MapRelease = 4, Objects = 8 };
  void proxyFence(LaneMask mask, unsigned which);
  /// These lanes acquire what they know to be released for a tensor map.
  void acquireMap(LaneMask mask, uint64_t address);
  /// The end of an engine's work is known, up to its issue at `time`.
  void learn(LaneMask mask, Actor engine, Time time);
  void tensorFenceBefore(LaneMask mask);
  void tensorFenceAfter(LaneMask mask);
  /// tcgen05 work after which a lane's tcgen05 instructions may come.
  const ClockRef &tensorUse(unsigned lane) const;
  /// The union over lanes, for what a warp does together.
  ClockRef allTensorUse(LaneMask mask) const;

  /// Mbarriers whose phase these lanes saw completed, and when last.
  struct Wait {
    Actor engine;
    LaneMask lanes;
    Time time;
  };
  llvm::SmallVector<Wait, 4> waits;

private:
  struct Fences {
    /// What relaxed reads saw, by the scope a fence needs to learn it.
    std::array<Knowledge, numScopes> acquired;
    /// What the last fence of at least this scope had before it.
    std::array<Knowledge, numScopes> released;
    ClockRef tensorUse;
  };
  void split();
  void setCommon(Knowledge what);
  template <typename F> void change(LaneMask mask, bool isSame, F f);
  Fences &fences(unsigned lane);

  Warp &warp;
  Knowledge common;
  Time commonBlockTime = 0;
  std::unique_ptr<std::array<Knowledge, laneCount>> lanes;
  std::unique_ptr<std::array<Fences, laneCount>> laneFences;
};

/// What a barrier collects until it completes, and passes on.
struct BarrierOrder {
  Knowledge collecting, completed;
  // Of an mbarrier.
  Actor initialisedBy = 0;
  Time initialisedAt = 0;
  uint32_t initialisedLine = 0;
};
struct BlockOrder : Extension {
  std::array<BarrierOrder, 16> barriers;
  std::map<uint64_t, BarrierOrder> mbarriers; // by shared offset
};
struct ClusterOrder : Extension {
  BarrierOrder barrier;
};

class RaceChecker {
public:
  explicit RaceChecker(Machine &machine);

  /// A thread's own access to the memory of `shadow`. `old`: its bytes;
  /// `fresh`: those a write is about to store, if known: equal ones do no harm
  /// to other writes.
  void access(Warp &warp, const DecodedInstruction &in, unsigned lane,
              Shadow &shadow, bool isShared, uint64_t offset, uint64_t size,
              Access kind, const uint8_t *old, const uint8_t *fresh,
              uint64_t address);
  /// The same for anybody, without a finding; the first conflict.
  Conflict check(Shadow &shadow, uint64_t offset, uint64_t size,
                 const Accessor &who);
  void report(Warp &warp, const DecodedInstruction &in, unsigned lane,
              const Conflict &conflict, const Accessor &who, uint64_t address);

  Shadow &shadowOf(const Allocation &allocation);
  static Shadow &shadowOf(Cta &cta);
  /// Of an allocation by its number; null when nobody accessed it.
  const Shadow *findShadow(uint32_t number) const {
    return number < global.size() ? global[number].get() : nullptr;
  }

  /// The clocks of words that threads synchronise with.
  void synchronise(Warp &warp, unsigned lane, const uint8_t *word,
                   const DecodedInstruction &in, Access kind);

  /// An mbarrier's.
  static BarrierOrder &mbarrier(Cluster &cluster, uint64_t address);
  static Actor mbarrierEngine(Cluster &cluster, uint64_t address);
  /// True when the lane saw a phase of the barrier complete after the copy
  /// that last wrote here was issued: it waited, but for the wrong phase.
  bool waitedInVain(const Warp &warp, LaneMask lanes, Actor writer, Time time);

  /// What all threads that executed a fence.sc knew then.
  Knowledge sequential;

private:
  Machine &machine;
  std::vector<std::unique_ptr<Shadow>> global; // by allocation number
  /// What was released to a word, by how far it may be heard.
  struct WordOrder {
    using Group = std::pair<uint64_t, Knowledge>;
    Knowledge wide;
    llvm::SmallVector<Group, 1> blocks, clusters;
  };
  const uint64_t clusterSize; // blocks
  llvm::DenseMap<const uint8_t *, WordOrder> words;
  /// What a thread released at a word: its later strong stores there, relaxed
  /// ones too, are part of that release pattern.
  using ByScope = std::array<Knowledge, numScopes>;
  llvm::DenseMap<std::pair<const uint8_t *, Actor>, ByScope> released;
};

/// An engine's access to shared memory at `address` of .shared::cluster, or to
/// global memory, with a finding at the instruction that issues it. False when
/// there was one.
bool checkEngine(Warp &warp, const DecodedInstruction &in, unsigned lane,
                 bool isShared, uint64_t address, uint64_t size, Accessor who);
/// An accessor for work of an engine, issued by those who know `knowledge`,
/// which must live as long.
Accessor engineAccessor(const Warp &warp, const DecodedInstruction &in,
                        Actor engine, const Knowledge &knowledge, bool writes,
                        bool isAsyncProxy = true);
/// The same for one lane; only when warp.order is there.
Accessor laneEngine(const Warp &warp, const DecodedInstruction &in,
                    unsigned lane, Actor engine, bool writes,
                    bool isAsyncProxy = true);
/// A copy is to signal the mbarrier at `address` of .shared::cluster: a finding
/// unless the engine sees that it was initialised.
void checkSignal(Warp &warp, const DecodedInstruction &in, unsigned lane,
                 uint64_t address);
/// What the end of an engine's work tells: all it issued up to `time`, and
/// what its issuer knew.
Knowledge engineKnowledge(Actor engine, Time time,
                          const Knowledge &known = Knowledge());

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_CHECKS_RACECHECK_H
