//===- PTX/Emulator/TimedSchedule.h - a clock for the emulator --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule that keeps a clock: warps issue when a GPU's would, engines
// complete when a GPU's would, by the constants of gpu::GpuTiming. What is
// modelled, and what is not, is docs/timed-emulation.md. The same launch gives
// the same times.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_TIMEDSCHEDULE_H
#define TESSERA_PTX_EMULATOR_TIMEDSCHEDULE_H

#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/Target/GpuTiming.h"

namespace tessera::ptx::emu {

/// Why a warp did not issue in a cycle.
enum class Stall : uint8_t {
  Arithmetic,   // a result of arithmetic is not there yet
  SharedMemory, // of a load of shared memory
  GlobalMemory, // of a load or an atomic of global memory
  TensorCore,   // products under way
  Copy,         // cp.async and bulk groups under way
  Mbarrier,
  Barrier, // bar, barrier.cluster
  Fence,
  Unit,      // the unit that it needs is busy
  IssueSlot, // another warp of the quarter issued
  Branch,
  Other, // registers, tensor memory, sleep
};
constexpr unsigned numStalls = 12;
/// "shared memory".
llvm::StringRef stallName(Stall stall);

/// Where the time of one PTX instruction went, over all warps.
struct LineAccount {
  uint64_t issued = 0;                       // warp instructions
  std::array<uint64_t, numStalls> stalled{}; // warp cycles
  uint64_t total() const;
};

/// An instruction that was executed, and where it stands.
struct TimedLine {
  unsigned line = 0; // of the PTX
  std::string text;
  std::string file; // by .loc; "" without one
  unsigned sourceLine = 0;
  LineAccount account;
};

/// How much was asked of something, and the most it could have given.
struct UseOfLimit {
  llvm::StringRef name;
  double used = 0, possible = 0;
  double fraction() const { return possible > 0 ? used / possible : 0; }
};

/// How memory of a block is touched.
enum class Touch : uint8_t { Load, Store, CopyIn, CopyOut, Operand };

/// Is told what happens, for pictures. Times are cycles.
class TimeListener {
public:
  virtual ~TimeListener() = default;
  /// A warp waited at an instruction before it issued at `end`.
  virtual void stalled(const Warp &warp, const DecodedInstruction &at,
                       Stall why, uint64_t begin, uint64_t end) {}
  virtual void issued(const Warp &warp, const DecodedInstruction &instruction,
                      uint64_t time) {}
  /// An engine of multiprocessor `sm` worked: "tensor core", "copies in".
  virtual void worked(unsigned sm, llvm::StringRef engine,
                      const DecodedInstruction &instruction, double begin,
                      double end) {}
  /// Bytes of the warp's block in shared memory were touched, or columns of
  /// tensor memory. Copies touch when they are issued.
  virtual void touched(const Warp &warp, bool isTensorMemory, uint64_t begin,
                       uint64_t size, Touch how, double time) {}
};

struct TimingOptions {
  gpu::GpuTiming timing;
  /// Multiprocessors that are simulated; the others are taken to do the same.
  unsigned simulatedSms = 1;
  /// Blocks that follow one another on a multiprocessor are simulated up to so
  /// many; what the rest takes is extrapolated. 0: all, which are then chosen
  /// evenly along the first dimension of the grid.
  uint64_t waves = 2;
  /// Everything is in L2 from the start.
  bool hotL2 = false;
  /// Registers per thread as ptxas counts them; 0: an estimate.
  unsigned registers = 0;
  /// A run that takes more cycles is stopped, as a finding; 0: any number.
  uint64_t cycleLimit = 0;
  TimeListener *listener = nullptr;
};

/// What a timed run gives.
struct TimedResult {
  /// Of the whole grid, extrapolated where not all of it was simulated,
  /// without the launch.
  double cycles = 0;
  /// The last thing that was simulated.
  uint64_t simulatedCycles = 0;
  /// Blocks that were simulated, by themselves or taken over by others, and
  /// all.
  uint64_t simulatedCtas = 0, ctas = 0;
  /// Of the blocks (clusters) that were simulated: how many times as many
  /// instructions the longest has executed as the shortest.
  double workRatio = 1;
  /// Multiprocessors whose places hold blocks of the whole first dimension of
  /// the grid.
  unsigned fairSms = 1;
  /// Blocks on a multiprocessor, what limits them, and the registers taken.
  unsigned residentCtas = 0, registers = 0;
  bool registersAreEstimated = false;
  llvm::StringRef residentLimit;
  unsigned simulatedSms = 0, activeSms = 0;
  uint64_t waves = 0;
  /// Of the simulated part.
  double flops = 0, tensorFlops = 0;
  double dramBytes = 0, l2Bytes = 0;
  std::vector<UseOfLimit> limits;
  std::vector<TimedLine> lines; // in the order of the PTX
  std::array<uint64_t, numStalls> stalls{};
  uint64_t issued = 0;
  /// The cycle limit ended it.
  bool wasStopped = false;
};

/// Makes the schedule of one launch of one kernel. Give it to
/// LaunchOptions::schedule; afterwards result() says how long it took.
class TimedSchedule : public Schedule {
public:
  static std::unique_ptr<TimedSchedule> create(const TimingOptions &options);
  /// On which of the simulated multiprocessors a warp of a timed run is.
  static unsigned multiprocessorOf(const Warp &warp);
  /// After the launch.
  virtual const TimedResult &result() const = 0;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_TIMEDSCHEDULE_H
