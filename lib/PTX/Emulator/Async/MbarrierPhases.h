//===- PTX/Emulator/Async/MbarrierPhases.h - waits that miss a phase -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait by parity tells a phase from the next one, and not from the one after
// that. So the next phase must not complete before every thread that waits for
// this one has seen it: its wait must happen before an arrival at the next one.
// What counts as before includes what relaxed and asynchronous arrivals follow
// in their thread (Knowledge::caused), though these pass on no data.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERPHASES_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERPHASES_H

#include "PTX/Emulator/Checks/HappensBefore.h"
#include "tessera/PTX/Emulator/Machine.h"

#include <map>

namespace tessera::ptx::emu {

/// Who waits for one mbarrier by parity.
struct MbarrierPhases {
  struct Wait {
    const Warp *warp = nullptr; // to compare
    Actor actor = 0;            // a lane of it
    Time time = 0;
    LaneMask lanes = 0;
    uint64_t phase = 0; // how many had completed
    const DecodedFunction *function = nullptr;
    const DecodedInstruction *in = nullptr;
    std::array<uint32_t, 3> cta{}, thread{};
  };
  /// Waits that saw the phase that completed last, and threads that are
  /// suspended until the open one completes.
  llvm::SmallVector<Wait, 4> seen, suspended;

  static MbarrierPhases &of(Cluster &cluster, uint64_t address);

  /// `lanes` of the warp that runs saw the last phase, or are suspended.
  void noteSeen(Warp &warp, const DecodedInstruction &in, LaneMask lanes);
  void noteSuspended(Warp &warp, const DecodedInstruction &in, LaneMask lanes,
                     uint64_t completed);
  void noteResumed(const Warp &warp, LaneMask lanes);
  /// A phase completed, the `completed`-th, by this instruction; those that
  /// made it complete knew `known`.
  void complete(Machine &machine, uint64_t address, uint64_t completed,
                const DecodedInstruction *by, const Knowledge &known);
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERPHASES_H
