//===- PTX/Emulator/Checks/StaleReads.h - loads that give older values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weak memory on a scheduler that runs one instruction at a time: global memory
// keeps the last values of each location, and a load may take any of them that
// no write or read, of which the thread knows that it is over, has replaced.
// What a thread knows is WarpOrder's, so a load that a missing fence or too
// narrow a scope leaves unordered shows values that hardware may show.
//
// Store buffering, stale data behind a flag and disagreeing readers (IRIW) are
// seen; loads that see the future (load buffering) and stores that fall behind
// later ones in coherence order (2+2W) are not. No outcome is invented: atomics
// and who acquires what a location released read the newest value.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_CHECKS_STALEREADS_H
#define TESSERA_LIB_PTX_EMULATOR_CHECKS_STALEREADS_H

#include "RaceCheck.h"

#include <map>

namespace tessera::ptx::emu {

class StaleReads {
public:
  explicit StaleReads(Machine &machine) : machine(machine) {}

  /// The bytes that a load of `size` bytes at `newest` gives; call it after the
  /// access was checked.
  const uint8_t *read(const Warp &warp, unsigned lane, const uint8_t *newest,
                      uint64_t size);
  /// The bytes at `place`, which hold the value before, become those at
  /// `fresh`. An atomic has also read them.
  void write(const Warp &warp, unsigned lane, const uint8_t *place,
             const uint8_t *fresh, uint64_t size);

private:
  using Version = uint64_t;
  /// A thread has written or read a version: whoever knows that this is over
  /// reads nothing older.
  struct Observation {
    Actor actor;
    Time time;
    Version version;
  };
  struct Location {
    uint64_t size = 0;
    Version first = 0; // of `values`; the last is what memory holds
    std::vector<std::vector<uint8_t>> values;
    std::vector<Observation> observations;
  };

  Location *find(const uint8_t *place, uint64_t size);
  void observe(const Warp &warp, unsigned lane, Location &location,
               Version version);

  Machine &machine;
  std::map<const uint8_t *, Location> locations;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_CHECKS_STALEREADS_H
