//===- tessera/Layout/LaneTurns.h - stores without bank conflicts ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image that an engine prescribes may bring the lanes of one store to the
// same banks. If some of the lanes store their registers in another order, all
// banks are used: that costs a selection for each register.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_LANETURNS_H
#define TESSERA_LAYOUT_LANETURNS_H

#include "tessera/Layout/LinearLayout.h"

#include <optional>

namespace tessera::layout {

/// Lanes with `laneBit` have the registers r and r XOR 2^registerBit exchanged.
struct LaneTurn {
  unsigned laneBit, registerBit;
  /// The registers after that.
  LinearLayout registers;
};

/// The exchange by which stores of `registers` to `shared` take the fewest
/// wavefronts, if it at least halves them.
std::optional<LaneTurn> findLaneTurn(const LinearLayout &registers,
                                     const LinearLayout &shared,
                                     unsigned elementBits);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_LANETURNS_H
