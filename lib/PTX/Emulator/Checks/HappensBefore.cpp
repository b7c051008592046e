//===- PTX/Emulator/Checks/HappensBefore.cpp - vector clocks ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries stand in order of their actors, so that the entry of a warp follows
// those of its lanes and that of a block those of its warps. What a later one
// includes is dropped.
//
//===----------------------------------------------------------------------===//

#include "HappensBefore.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace tessera::ptx::emu;

static const Clock::Entry *firstAtLeast(const Clock &clock, Actor actor) {
  return std::lower_bound(
      clock.entries.begin(), clock.entries.end(), actor,
      [](const Clock::Entry &entry, Actor key) { return entry.actor < key; });
}

static Time timeOf(const Clock &clock, Actor actor) {
  const Clock::Entry *found = firstAtLeast(clock, actor);
  return found != clock.entries.end() && found->actor == actor ? found->time
                                                               : 0;
}

bool Clock::covers(Actor actor, Time time) const {
  if (isEngine(actor))
    return timeOf(*this, actor) >= time;
  return timeOf(*this, actor | wholeBlock) >= time ||
         timeOf(*this, actor | wholeWarp) >= time ||
         timeOf(*this, actor) >= time;
}

bool Clock::coversWarp(Actor anyLane, Time time) const {
  if (timeOf(*this, anyLane | wholeBlock) >= time)
    return true;
  Actor first = anyLane & ~wholeWarp;
  for (const Entry *entry = firstAtLeast(*this, first);
       entry != entries.end() && entry->actor <= (first | wholeWarp); ++entry)
    if (entry->time >= time)
      return true;
  return false;
}

Time Clock::warpTime(Actor thread) const {
  return std::max(timeOf(*this, thread | wholeBlock),
                  timeOf(*this, thread | wholeWarp));
}

Time Clock::blockTime(uint64_t block) const {
  return timeOf(*this, block << 12 | wholeBlock);
}

/// Drops what later entries of `clock` include.
static void prune(Clock &clock) {
  SmallVectorImpl<Clock::Entry> &entries = clock.entries;
  size_t kept = entries.size();
  Actor block = ~Actor(0), warp = ~Actor(0);
  Time blockTime = 0, warpTime = 0;
  for (size_t i = entries.size(); i-- != 0;) {
    Clock::Entry entry = entries[i];
    if (!isEngine(entry.actor)) {
      if (entry.actor >> 12 != block)
        block = entry.actor >> 12, blockTime = 0;
      if (entry.actor >> 6 != warp)
        warp = entry.actor >> 6, warpTime = 0;
      if (entry.time <= blockTime || entry.time <= warpTime)
        continue;
      if ((entry.actor & wholeBlock) == wholeBlock)
        blockTime = entry.time;
      else if ((entry.actor & wholeWarp) == wholeWarp)
        warpTime = entry.time;
    }
    entries[--kept] = entry;
  }
  entries.erase(entries.begin(), entries.begin() + kept);
}

/// Where all lanes of a full warp have entries, as after an atomic by all of
/// them, the earliest speaks for the warp: clocks do not grow by the thread.
static void collapseWarps(Clock &clock) {
  SmallVectorImpl<Clock::Entry> &entries = clock.entries;
  constexpr size_t lanes = 32;
  size_t kept = 0;
  for (size_t i = 0; i < entries.size();) {
    Actor warp = entries[i].actor >> 6;
    // Ordered by actor: the warp's lanes are the next entries or not all there.
    bool isWhole = !isEngine(entries[i].actor) && i + lanes <= entries.size() &&
                   entries[i + lanes - 1].actor == (warp << 6 | (lanes - 1));
    if (!isWhole) {
      entries[kept++] = entries[i++];
      continue;
    }
    Time earliest = entries[i].time;
    for (size_t lane = 0; lane < lanes; ++lane)
      earliest = std::min(earliest, entries[i + lane].time);
    for (size_t lane = 0; lane < lanes; ++lane)
      if (entries[i + lane].time > earliest)
        entries[kept++] = entries[i + lane];
    i += lanes;
    // An older entry of the warp stands next.
    if (i < entries.size() && entries[i].actor == (warp << 6 | wholeWarp))
      earliest = std::max(earliest, entries[i++].time);
    entries[kept++] = {warp << 6 | wholeWarp, earliest};
  }
  entries.resize(kept);
}

ClockRef tessera::ptx::emu::join(const ClockRef &a, ArrayRef<Clock::Entry> b) {
  auto result = makeIntrusiveRefCnt<Clock>();
  ArrayRef<Clock::Entry> left =
      a ? ArrayRef<Clock::Entry>(a->entries) : ArrayRef<Clock::Entry>();
  result->entries.reserve(left.size() + b.size());
  size_t i = 0, j = 0;
  while (i < left.size() || j < b.size()) {
    if (j == b.size() || (i < left.size() && left[i].actor < b[j].actor)) {
      result->entries.push_back(left[i++]);
    } else if (i == left.size() || b[j].actor < left[i].actor) {
      result->entries.push_back(b[j++]);
    } else {
      result->entries.push_back(
          {b[j].actor, std::max(left[i].time, b[j].time)});
      ++i, ++j;
    }
  }
  prune(*result);
  if (result->entries.size() >= 32)
    collapseWarps(*result);
  return result;
}

ClockRef tessera::ptx::emu::join(const ClockRef &a, const ClockRef &b) {
  if (!b || a == b)
    return a;
  if (!a)
    return b;
  return join(a, b->entries);
}

ClockRef tessera::ptx::emu::join(const ClockRef &a, Actor actor, Time time) {
  Clock::Entry entry{actor, time};
  return join(a, ArrayRef(entry));
}

MapsRef tessera::ptx::emu::join(const MapsRef &a, const MapsRef &b) {
  if (!b || a == b)
    return a;
  if (!a)
    return b;
  MapsRef result = a;
  for (const auto &[address, clock] : b->maps)
    result = join(result, address, clock);
  return result;
}

MapsRef tessera::ptx::emu::join(const MapsRef &a, uint64_t address,
                                const ClockRef &clock) {
  const ClockRef before = acquiredFor(a, address);
  const ClockRef after = join(before, clock);
  if (after == before)
    return a;
  auto result = makeIntrusiveRefCnt<AcquiredMaps>();
  if (a)
    result->maps = a->maps;
  auto *at =
      lower_bound(result->maps, address,
                  [](const auto &map, uint64_t to) { return map.first < to; });
  if (at != result->maps.end() && at->first == address)
    at->second = after;
  else
    result->maps.insert(at, {address, after});
  return result;
}

ClockRef tessera::ptx::emu::acquiredFor(const MapsRef &maps, uint64_t address) {
  if (maps)
    for (const auto &[of, clock] : maps->maps)
      if (of == address)
        return clock;
  return nullptr;
}

void Knowledge::add(const Knowledge &other) {
  all = join(all, other.all);
  asyncShared = join(asyncShared, other.asyncShared);
  asyncGlobal = join(asyncGlobal, other.asyncGlobal);
  tensorMapReleased = join(tensorMapReleased, other.tensorMapReleased);
  maps = join(maps, other.maps);
  objects = join(objects, other.objects);
  tensor = join(tensor, other.tensor);
  caused = join(caused, other.caused);
}
