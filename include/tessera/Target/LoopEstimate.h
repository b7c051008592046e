//===- include/tessera/Target/LoopEstimate.h - what a round of a loop costs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The price of one round of a loop of products, from the same constants as the
// clock of timed emulation (GpuTiming.h): the part of a multiprocessor that is
// asked for most, or the latency of a copy divided by the stages that hide it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_LOOPESTIMATE_H
#define TESSERA_TARGET_LOOPESTIMATE_H

#include "tessera/Target/GpuTiming.h"

namespace tessera::gpu {

/// What one block asks for in one round.
struct LoopWork {
  /// Operations of products, and how wide their factors are.
  double products = 0, factorBits = 16;
  /// wgmma or tcgen05.mma; else mma.sync.
  bool isWarpgroup = false;
  /// Bytes that the products read from shared memory, and bytes that come from
  /// global memory.
  double operandBytes = 0, copiedBytes = 0;
  /// Copies by TMA; else cp.async or loads.
  bool byTma = false;
  double exponentials = 0;
  /// Rounds whose copies are under way; 1: none ahead.
  unsigned stages = 1;
};

struct LoopPrice {
  double cycles = 0; // of a round
  /// From the first copy to the first product's result.
  double latency = 0;
  llvm::StringRef limit;
};

/// The price where `blocks` of these share a multiprocessor and all
/// multiprocessors work.
LoopPrice priceOf(const LoopWork &work, const GpuTiming &timing,
                  unsigned blocks);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_LOOPESTIMATE_H
