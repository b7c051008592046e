//===- PTX/Emulator/Profile.h - what a run would cost -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Observers of a launch: a trace of instructions, and counts of what decides
// the speed of a kernel: the instruction mix, how full the warps are, bank
// conflicts of shared memory and sectors of global memory. Counts are of the
// program, not of a machine: there are no caches and no times.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_PROFILE_H
#define TESSERA_PTX_EMULATOR_PROFILE_H

#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

namespace tessera::ptx::emu {

/// Tells several observers.
class ObserverList : public Observer {
public:
  void add(Observer *observer) { observers.push_back(observer); }
  bool empty() const { return observers.empty(); }
  void instruction(const Warp &warp, const DecodedInstruction &instruction,
                   LaneMask active) override;
  void access(const Warp &warp, const DecodedInstruction &instruction,
              unsigned lane, AddressSpace space, uint64_t address,
              uint64_t size, Access kind) override;

private:
  llvm::SmallVector<Observer *, 3> observers;
};

/// A line per warp instruction: block, warp, lanes, line and text.
class Trace : public Observer {
public:
  /// At most `limit` lines, then one that says so.
  Trace(llvm::raw_ostream &os, uint64_t limit) : os(os), limit(limit) {}
  void instruction(const Warp &warp, const DecodedInstruction &instruction,
                   LaneMask active) override;

private:
  llvm::raw_ostream &os;
  uint64_t limit, written = 0;
};

class Profile : public Observer {
public:
  void instruction(const Warp &warp, const DecodedInstruction &instruction,
                   LaneMask active) override;
  void access(const Warp &warp, const DecodedInstruction &instruction,
              unsigned lane, AddressSpace space, uint64_t address,
              uint64_t size, Access kind) override;
  /// Writes the report; `entry` and `machine` for the estimate of occupancy.
  void print(llvm::raw_ostream &os, const DecodedFunction &entry,
             const Machine &machine);

  struct Mix {
    uint64_t warps = 0, threads = 0;
  };
  /// Of the accesses of one instruction.
  struct Memory {
    uint32_t line = 0;
    bool isShared = false, isStore = false;
    uint64_t requests = 0, bytes = 0;
    uint64_t wavefronts = 0, ideal = 0; // shared: passes, and at least so many
    uint64_t sectors = 0, lines = 0;    // global: of 32 and of 128 bytes
    uint64_t idealSectors = 0;          // if the bytes lay together
  };
  const std::map<std::string, Mix> &mix() const { return mixOf; }
  /// In order of first use; flushes what is open.
  std::vector<Memory> memory();

private:
  void flush();
  struct LaneAccess {
    unsigned lane;
    uint64_t address, size;
  };
  std::map<std::string, Mix> mixOf;
  llvm::MapVector<const DecodedInstruction *, Memory> memoryOf;
  // The warp instruction whose accesses are being collected.
  const Warp *openWarp = nullptr;
  const DecodedInstruction *openInstruction = nullptr;
  uint64_t openTime = 0;
  bool openShared = false, openStore = false;
  llvm::SmallVector<LaneAccess, laneCount> open;
};

/// Registers of 32 bits that are live at once in a function, at the most: an
/// estimate of what ptxas would need.
unsigned estimateRegisters(const DecodedFunction &function);

/// How many blocks of an entry fit on one multiprocessor, and why not more.
struct Occupancy {
  unsigned registers = 0; // per thread
  bool isEstimated = false;
  unsigned blocks = 0, warps = 0, maxWarps = 64;
  llvm::StringRef limit; // "registers", "shared memory", "warps", "blocks"
};
/// For blocks of `threads` with `shared` bytes. `registers`: per thread, as
/// ptxas counts them; 0: what .maxnreg says, or an estimate.
Occupancy occupancyOf(const DecodedFunction &entry, unsigned threads,
                      uint64_t shared, const Target &target,
                      unsigned registers = 0);

/// Which rows of the instruction table a run executed.
class ExecutedForms : public Observer {
public:
  void instruction(const Warp &warp, const DecodedInstruction &instruction,
                   LaneMask active) override;
  /// Appends the keys of the rows (formKey), one a line, to a file.
  bool appendTo(llvm::StringRef path) const;

private:
  const Form *last = nullptr;
  std::vector<const Form *> seen;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_PROFILE_H
