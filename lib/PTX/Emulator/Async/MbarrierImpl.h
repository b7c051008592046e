//===- PTX/Emulator/Async/MbarrierImpl.h - mbarrier objects in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mbarrier is 8 bytes of shared memory, whose layout PTX leaves open. Ours:
// pending arrivals in bits 0-19, expected arrivals in 20-39, the transaction
// count in 40-60 (two's complement), "is one" in 62, the phase in 63. The state
// token of an arrival is the word as it was before.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERIMPL_H

#include "PTX/Emulator/Checks/HappensBefore.h"
#include "tessera/PTX/Emulator/Machine.h"

namespace tessera::ptx::emu {

struct Mbarrier {
  uint32_t pending = 0, expected = 0;
  int32_t transactions = 0;
  bool isValid = false, phase = false;

  static Mbarrier decode(uint64_t word);
  uint64_t encode() const;
};

constexpr uint32_t maxMbarrierCount = (1 << 20) - 1;

/// One change of an mbarrier: arrivals, and transactions expected (positive)
/// or completed (negative). Completes the phase and wakes when nothing is
/// missing. `address` is that of .shared::cluster. Returns what is wrong, or
/// "". `previous` gets the word before.
struct MbarrierChange {
  uint32_t arrivals = 0;
  bool drop = false; // arrive_drop
  int64_t transactions = 0;
  /// Of them, bytes of a copy that noteCopy() announced.
  uint64_t copied = 0;
  /// .noinc of cp.async.mbarrier.arrive is absent: the arrival was announced
  /// by raising the pending count.
  uint32_t announce = 0;
  /// The instruction that makes it, for messages.
  const DecodedInstruction *by = nullptr;
  /// What whoever waits for the phase learns.
  Knowledge released;
};
llvm::StringRef changeMbarrier(Machine &machine, Cluster &cluster,
                               uint64_t address, const MbarrierChange &change,
                               uint64_t *previous = nullptr);

/// What happened before an act of the lane, whether or not the act passes it on
/// to whoever reads memory; for Knowledge::caused. Only with w.order.
ClockRef causeOf(const Warp &w, unsigned lane);

/// A copy that will bring `bytes` to the mbarrier was issued at `site`.
void noteCopy(Cluster &cluster, uint64_t address, uint64_t bytes,
              const Finding &site, const DecodedInstruction *in);

/// An address operand of an mbarrier, in .shared::cluster: also generic ones.
inline uint64_t mbarrierAddress(uint64_t address) {
  return address - sharedWindow < windowSize ? address - sharedWindow : address;
}

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERIMPL_H
