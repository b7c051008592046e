//===- PTX/Emulator/Checks/HappensBefore.h - what a thread knows is over -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks, compressed. A time is the launch's count of warp instructions,
// so that one entry can speak for all threads of a warp or of a block: "all
// that this block did up to T". A barrier of a block thus leaves one entry.
//
// Engines are actors of their own. What they do has the time of its issue and
// is known to be over by whoever waited for it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_CHECKS_HAPPENSBEFORE_H
#define TESSERA_LIB_PTX_EMULATOR_CHECKS_HAPPENSBEFORE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace tessera::ptx::emu {

/// block << 12 | warp << 6 | lane; a lane of 63 is the whole warp, a warp and
/// lane of 63 the whole block. Engines have bit 63 and their kind in 60 to 62.
using Actor = uint64_t;
using Time = uint32_t;

enum class Engine : uint8_t {
  Mbarrier,    // copies that signal this mbarrier: block << 24 | offset
  CopyAsync,   // cp.async of a thread
  BulkRead,    // bulk groups of a thread: their reads,
  BulkWrite,   // and their writes
  Wgmma,       // of a warp
  TensorIssue, // tcgen05.mma and cp of a thread: begun in order,
  TensorDone,  // and completed
};

constexpr Actor wholeWarp = 63, wholeBlock = 0xFFF;
constexpr Actor threadActor(uint64_t block, unsigned warp, unsigned lane) {
  return block << 12 | uint64_t(warp) << 6 | lane;
}
constexpr Actor engineActor(Engine engine, uint64_t of) {
  return uint64_t(1) << 63 | uint64_t(engine) << 60 | of;
}
constexpr bool isEngine(Actor actor) { return actor >> 63; }

/// Everything up to a time, by actor. Immutable once shared.
class Clock : public llvm::RefCountedBase<Clock> {
public:
  struct Entry {
    Actor actor;
    Time time;
  };
  /// Whether what `actor` did at `time` is included.
  bool covers(Actor actor, Time time) const;
  /// The same for a collective act of a warp, in which any lane may answer.
  bool coversWarp(Actor anyLane, Time time) const;
  /// Up to which time all of a thread's warp is included.
  Time warpTime(Actor thread) const;
  /// Up to which time all of a block is included.
  Time blockTime(uint64_t block) const;

  llvm::SmallVector<Entry, 4> entries; // by actor
};
using ClockRef = llvm::IntrusiveRefCntPtr<const Clock>;

/// The union; null is nothing.
ClockRef join(const ClockRef &a, const ClockRef &b);
ClockRef join(const ClockRef &a, Actor actor, Time time);
ClockRef join(const ClockRef &a, llvm::ArrayRef<Clock::Entry> sorted);

inline bool covers(const ClockRef &clock, Actor actor, Time time) {
  return clock && clock->covers(actor, time);
}

/// What fences acquired for tensor maps, by the addresses of these. Immutable
/// once shared.
struct AcquiredMaps : llvm::RefCountedBase<AcquiredMaps> {
  llvm::SmallVector<std::pair<uint64_t, ClockRef>, 4> maps; // by address
};
using MapsRef = llvm::IntrusiveRefCntPtr<const AcquiredMaps>;
/// The union; null is nothing.
MapsRef join(const MapsRef &a, const MapsRef &b);
/// `a` and what a fence acquires for the map at this address.
MapsRef join(const MapsRef &a, uint64_t address, const ClockRef &clock);
/// What was acquired for the map at this address.
ClockRef acquiredFor(const MapsRef &maps, uint64_t address);

/// What a thread knows, or what a barrier passes on.
struct Knowledge {
  ClockRef all = ClockRef(); // what happened before
  /// Of it, what a proxy fence made visible to the async proxy in shared and
  /// in global memory.
  ClockRef asyncShared = ClockRef(), asyncGlobal = ClockRef();
  /// What a fence released to the tensor map proxy, and what of that others
  /// acquired.
  ClockRef tensorMapReleased = ClockRef();
  MapsRef maps = MapsRef();
  /// Which mbarriers fence.mbarrier_init made visible to engines.
  ClockRef objects = ClockRef();
  /// tcgen05 work that a tcgen05.fence::before_thread_sync or a commit
  /// released.
  ClockRef tensor = ClockRef();
  /// What happened before beyond `all`, too, but passes on no data: acts that
  /// relaxed or asynchronous arrivals at mbarriers follow in their thread.
  ClockRef caused = ClockRef();

  bool operator==(const Knowledge &) const = default;
  explicit operator bool() const { return all || tensor || caused; }
  void add(const Knowledge &other);
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_CHECKS_HAPPENSBEFORE_H
