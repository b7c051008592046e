//===- Interpreter/BlockOrder.h - in which order tile blocks run -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A position in the schedule to a tile block: linear (x fastest) for seed 0,
// else a permutation fixed by the seed, computed without a table (a Feistel
// network over the next power of four, walked until it lands inside the grid).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_BLOCKORDER_H
#define TESSERA_LIB_INTERPRETER_BLOCKORDER_H

#include "tessera/Interpreter/Findings.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>

namespace tessera::interp {

class BlockOrder {
public:
  BlockOrder(Dim3 grid, uint64_t seed)
      : grid(grid), seed(seed), total(uint64_t(grid.x) * grid.y * grid.z),
        halfBits(std::max(
            1u, (llvm::Log2_64_Ceil(std::max<uint64_t>(total, 2)) + 1) / 2)) {}

  uint64_t size() const { return total; }

  Dim3 at(uint64_t position) const {
    uint64_t linear = seed ? permute(position) : position;
    return {static_cast<uint32_t>(linear % grid.x),
            static_cast<uint32_t>(linear / grid.x % grid.y),
            static_cast<uint32_t>(linear / grid.x / grid.y)};
  }

private:
  static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  uint64_t permute(uint64_t x) const {
    uint64_t mask = (uint64_t(1) << halfBits) - 1;
    do {
      uint64_t left = x >> halfBits, right = x & mask;
      for (uint64_t round = 0; round < 4; ++round) {
        uint64_t next = left ^ (mix(right + (seed << 8) + round) & mask);
        left = right;
        right = next;
      }
      x = left << halfBits | right;
    } while (x >= total);
    return x;
  }

  Dim3 grid;
  uint64_t seed, total;
  unsigned halfBits;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_BLOCKORDER_H
