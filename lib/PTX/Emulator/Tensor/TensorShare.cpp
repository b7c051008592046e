//===- PTX/Emulator/Tensor/TensorShare.cpp - columns of several blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks on one multiprocessor share its columns of tensor memory, and each
// emulated block has all of them for itself. A block that asks for columns
// while it holds others may therefore wait for ever on a GPU, for a block that
// waits for its. That depends on how many blocks fit on a multiprocessor beside
// that, which is known, and not on a schedule.
//
//===----------------------------------------------------------------------===//

#include "TmemImpl.h"
#include "tessera/PTX/Emulator/Profile.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace llvm;
using namespace tessera::ptx::emu;

void tessera::ptx::emu::checkPieces(Warp &w, const DecodedInstruction &in,
                                    unsigned lane, unsigned count) {
  unsigned held = 0;
  for (const Tmem::Allocation &allocation : Tmem::of(w.cta).allocations)
    held += allocation.count;
  if (held == 0)
    return;
  const GridLaunch &launch = w.cta.launch;
  const Machine &machine = w.machine;
  const unsigned fit = occupancyOf(*launch.entry, launch.threads(),
                                   machine.sharedSize, machine.program.target)
                           .blocks;
  const uint64_t most =
      std::min<uint64_t>(fit, launch.totalClusters() * launch.clusterSize());
  for (unsigned blocks = 2; blocks <= most && blocks * held <= tmemColumns;
       ++blocks) {
    const unsigned left = tmemColumns - blocks * held;
    if (left >= count)
      continue;
    w.report(CheckKind::Tensor, in, lane,
             Twine(count) +
                 " columns of tensor memory are asked for by a "
                 "block that holds " +
                 Twine(held) + ": where " + Twine(blocks) +
                 " such blocks, of the " + Twine(fit) +
                 " that fit on a multiprocessor, hold as many, " + Twine(left) +
                 " are left, and all of them wait for ever");
    return;
  }
}
