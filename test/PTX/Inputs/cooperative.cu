// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: a block copies tiles to shared memory together
// (memcpy_async), two stages deep, and sums them; the sum of a tile of threads
// by its own reduction.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

extern "C" __global__ void tiles(const int *in, int *out, int count) {
  __shared__ __align__(16) int stage[2][256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, stage[0], in, sizeof(int) * 256);
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (i + 1 < count) {
      cg::memcpy_async(block, stage[(i + 1) % 2], in + 256 * (i + 1),
                       sizeof(int) * 256);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    for (int j = block.thread_rank(); j < 256; j += block.size())
      sum += stage[i % 2][j] * (i + 1);
    block.sync();
  }
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  sum = cg::reduce(tile, sum, cg::plus<int>());
  if (tile.thread_rank() == 0)
    atomicAdd(out, sum);
}
