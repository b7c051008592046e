//===- PTX/Emulator/Checks/StaleReads.cpp - loads that give older values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location is what one access reached: accesses of other sizes to some of its
// bytes, and writers other than the threads' own stores, end its history.
//
//===----------------------------------------------------------------------===//

#include "StaleReads.h"

using namespace llvm;
using namespace tessera::ptx::emu;

static constexpr size_t maxVersions = 8;

/// The location, its newest value being what memory holds; null if there is no
/// history, or none any more.
StaleReads::Location *StaleReads::find(const uint8_t *place, uint64_t size) {
  constexpr uint64_t largest = 32; // bytes of an access
  auto it = locations.lower_bound(place - largest);
  Location *exact = nullptr;
  while (it != locations.end() && it->first < place + size) {
    bool overlaps = it->first + it->second.size > place;
    bool isExact = it->first == place && it->second.size == size;
    if (overlaps &&
        (!isExact || std::memcmp(it->second.values.back().data(), place, size)))
      it = locations.erase(it);
    else {
      if (isExact)
        exact = &it->second;
      ++it;
    }
  }
  return exact;
}

void StaleReads::observe(const Warp &warp, unsigned lane, Location &location,
                         Version version) {
  Actor actor = warp.order->actorOf(lane);
  Time now = Time(machine.now());
  for (const Observation &each : location.observations)
    if (each.actor == actor && each.version == version)
      return;
  location.observations.push_back({actor, now, version});
}

void StaleReads::write(const Warp &warp, unsigned lane, const uint8_t *place,
                       const uint8_t *fresh, uint64_t size) {
  Location *location = find(place, size);
  if (!location) {
    location = &locations[place];
    location->size = size;
    location->values.emplace_back(place, place + size);
  }
  location->values.emplace_back(fresh, fresh + size);
  if (location->values.size() > maxVersions) {
    location->values.erase(location->values.begin());
    ++location->first;
    erase_if(location->observations, [&](const Observation &each) {
      return each.version <= location->first;
    });
  }
  observe(warp, lane, *location, location->first + location->values.size() - 1);
}

const uint8_t *StaleReads::read(const Warp &warp, unsigned lane,
                                const uint8_t *newest, uint64_t size) {
  Location *location = find(newest, size);
  if (!location)
    return newest;
  Actor self = warp.order->actorOf(lane);
  const Knowledge &known = warp.order->of(lane);
  Version oldest = location->first;
  for (const Observation &each : location->observations)
    if (each.version > oldest &&
        (each.actor == self || covers(known.all, each.actor, each.time)))
      oldest = each.version;
  Version last = location->first + location->values.size() - 1;
  Version chosen = last;
  // Half of the loads that may be stale are, so that loops still end.
  if (oldest != last && machine.randomBelow(2) == 0)
    chosen = oldest + machine.randomBelow(unsigned(last - oldest));
  observe(warp, lane, *location, chosen);
  return location->values[chosen - location->first].data();
}
