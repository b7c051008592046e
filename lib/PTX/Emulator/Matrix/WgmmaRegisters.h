//===- PTX/Emulator/Matrix/WgmmaRegisters.h - registers lent to the engine -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the issue of a wgmma to the wait for it its accumulators belong to the
// engine: they count as never written and hold nonsense, so that a use is found
// in every schedule, and what somebody writes into them is found at the wait.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAREGISTERS_H
#define TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAREGISTERS_H

#include "WgmmaPlan.h"
#include "tessera/PTX/Emulator/Machine.h"

namespace tessera::ptx::emu {

/// The accumulators of an instruction, lent to the engine.
struct LentRegisters {
  Frame *frame = nullptr;
  std::vector<Slot32> slots;
  std::vector<uint64_t> bits; // [slot][lane], what the engine has
  unsigned users = 0;         // products not yet waited for
};

/// Everything that a warp has lent.
using LentList = std::vector<std::shared_ptr<LentRegisters>>;

/// The accumulators of `in` as the engine has them, taken from the warp when it
/// has them not; null after a finding. `isRead`: their values are used.
std::shared_ptr<LentRegisters> lendAccumulators(Warp &warp,
                                                const DecodedInstruction &in,
                                                LentList &list, bool isRead);

/// Gives those back that no product uses any more.
void giveAccumulatorsBack(Warp &warp, const DecodedInstruction &in,
                          LentList &list);

/// A finding if other instructions accessed registers of `in` after
/// `fencedAt`, the time of the last wgmma.fence.
void checkFence(Warp &warp, const DecodedInstruction &in, const WgmmaPlan &plan,
                const LentList &list, uint64_t fencedAt);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAREGISTERS_H
