//===- PTX/Emulator/Timing/Multiprocessor.h - ports and memories -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What instructions wait for besides one another: the ports of a
// multiprocessor, its L1, and the L2 and device memory that all share. Each is
// a server that works off one request after the other at a fixed rate.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TIMING_MULTIPROCESSOR_H
#define TESSERA_LIB_PTX_EMULATOR_TIMING_MULTIPROCESSOR_H

#include "InstructionClass.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace tessera::ptx::emu {

/// Something that does one thing at a time.
struct Port {
  double freeAt = 0; // cycles
  double busy = 0;   // cycles in all
  /// Takes a turn of `cycles` not before `time`; its end.
  double take(double time, double cycles) {
    freeAt = std::max(freeAt, time) + cycles;
    busy += cycles;
    return freeAt;
  }
};

/// Which lines of 128 bytes, in sectors of 32, a cache of 16 ways holds.
class CacheTags {
public:
  explicit CacheTags(uint64_t bytes);
  struct Found {
    bool isThere = false;
    bool isNear = false; // the side that asks has asked for the line before
  };
  /// Looks for the sector with this number; it is there afterwards.
  Found touch(uint64_t sector, unsigned side = 0);

private:
  struct Way {
    uint64_t line = ~uint64_t(0), lastUse = 0;
    uint8_t sectors = 0, sides = 0;
  };
  static constexpr unsigned ways = 16;
  uint64_t sets, time = 0;
  std::vector<Way> table;
};

/// Global memory that an instruction or a copy touches: sectors of 32 bytes.
using Sectors = llvm::ArrayRef<uint64_t>;

/// L2 and device memory, as far as the simulated multiprocessors may use them.
/// L2 has two sides. An address has its place on one of them.
class ChipMemory {
public:
  /// `share`: the fraction of the chip's rates that is ours.
  ChipMemory(const gpu::GpuTiming &timing, double share, bool isHot);
  struct Answer {
    double end = 0; // when the last byte has left L2, without latency
    uint64_t l2Sectors = 0, dramSectors = 0;
    bool isFar = false; // some of what L2 holds comes from the far side
  };
  /// Reads or writes sectors from `time` on, for a multiprocessor on `side`.
  Answer access(double time, Sectors sectors, unsigned side);

  /// A share of what all use is not a rate that holds at every moment: what was
  /// not used for so many cycles may be made up for.
  double slack;
  Port l2, dram;
  double l2Bytes = 0, dramBytes = 0;
  double l2Rate, dramRate;

private:
  unsigned sideOf(uint64_t sector) const;

  CacheTags tags;
  uint64_t sideBytes;
  bool isHot, keepsCopies;
};

/// One multiprocessor: four quarters with a scheduler and units each, and what
/// they share.
struct Multiprocessor {
  Multiprocessor(unsigned number, unsigned side, const gpu::GpuTiming &timing,
                 uint64_t sharedBytes);
  unsigned number;
  struct Quarter {
    double schedulerFree = 0;
    std::array<Port, numUnits> units;
    Port tensorLoads, tensorStores; // its lanes of tensor memory
    uint64_t slots = 0;
  };
  std::array<Quarter, 4> quarters;
  Port loadStore; // shared memory and L1, in passes of 128 bytes
  Port feed;      // to L2 and back
  Port copies;    // the unit of bulk copies
  Port tensor;    // wgmma, tcgen05.mma
  /// Loads, stores and copies take `cycles` of shared memory from `time` on.
  void shareWithProducts(double time, double cycles);
  /// Forgets what others have had while no product was under way.
  void giveIdleCycles(double time);
  /// Cycles of shared memory for loads, stores and copies that operands of
  /// products have not yet made way for, and until when idle cycles count.
  double sharedByOthers = 0, idleUntil = 0;
  CacheTags l1;
  unsigned side = 0; // of L2 that it is on
  /// The tensor maps that the copy unit has read, and when it has them.
  llvm::DenseMap<uint64_t, double> tensorMaps;
  unsigned residentCtas = 0;
};

/// Passes over the banks of shared memory for one warp instruction. Lanes with
/// words of 8 and 16 bytes go in halves and quarters of the warp.
struct LaneAccess {
  unsigned lane;
  uint64_t address, size;
};
unsigned bankPasses(llvm::ArrayRef<LaneAccess> accesses);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TIMING_MULTIPROCESSOR_H
