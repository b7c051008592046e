# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GEMM on sm_90a (see gemm.py for what it computes): three warpgroups.

The first warpgroup is the producer and needs few registers. Each of the other two, the
consumers, multiplies 64 rows of A with all of B and keeps 64 x 256 sums, 128 registers
a thread. One group of products is in flight while the next stage is waited for.
"""

import gemm
import wgmma
from gemm import A_BYTES, SLICE_N, STAGE_BYTES, TILE_K, TILE_N
from nvvm_text import Kernel

ROWS = 64  # of a consumer
SLICE_BYTES = ROWS * SLICE_N * 2
SUMS = ROWS * TILE_N // 128  # registers of a thread
# 3 warpgroups share 65536 registers: 168 for each thread at the start, then the producer
# keeps 24 and each consumer has 240.
START_REGISTERS, PRODUCER_REGISTERS, CONSUMER_REGISTERS = 168, 24, 240


def multiply_stage(k, address, group, sums):
    """All products of the stage at `address`, as one group."""
    a = wgmma.descriptor(k, address + group * (ROWS * TILE_K * 2))
    b = wgmma.descriptor(k, address + A_BYTES)
    wgmma.fence(k)
    for step in range(0, TILE_K // 16 * wgmma.STEP, wgmma.STEP):
        sums = wgmma.multiply(k, TILE_N, a + step, b + step, sums)
    wgmma.commit(k)
    return sums


def consume(k, tiles, group):
    """A consumer: all threads of warpgroup number `group` + 1."""
    warp = (k.thread >> 5) & 3
    part_of_slice = wgmma.Slice(k, warp)
    barrier = (group + 1, 128)
    leader = k.when(warp.equals(0), lambda: [k.elected()], lambda: [k.constant(0, "i1")])[0]
    buffers = k.pool + gemm.SLICES + group * (2 * SLICE_BYTES)

    def release(stage):
        k.when(leader, lambda: k.arrive(gemm.empty(k, stage)))

    def product(stage, parity, sums):
        k.wait(gemm.full(k, stage), parity)
        return multiply_stage(k, k.pool + stage * STAGE_BYTES, group, sums)

    def step(values):
        depth, previous, stage, parity, *sums = values
        sums = product(stage, parity, sums)
        # All groups but the newest are over, so nobody here reads the stage before.
        wgmma.wait(k, 1)
        release(previous)
        depth = depth + TILE_K
        return depth < k.argument("k"), [depth, stage, *gemm.advance(k, stage, parity), *sums]

    def tile(row, column, values):
        stage, parity = values
        sums = product(stage, parity, [])
        state = [stage, *gemm.advance(k, stage, parity), *sums]
        state = k.when(
            k.constant(TILE_K) < k.argument("k"),
            lambda: k.loop([TILE_K, *state], step, "product")[1:], given=state)  # fmt: skip
        previous, stage, parity, *sums = state
        sums = wgmma.wait(k, 0, sums)
        release(previous)
        for index in range(TILE_N // SLICE_N):
            part = sums[index * 32 : index * 32 + 32]
            gemm.store_slice(
                k, leader, barrier, buffers + index % 2 * SLICE_BYTES,
                [column + index * SLICE_N, row + group * ROWS],
                lambda buffer, part=part: part_of_slice.fill(k, buffer, part))  # fmt: skip
        return [stage, parity]

    tiles.each(k, [0, 0], tile)
    gemm.end_stores(k, leader)


def kernel():
    k = Kernel("gemm", gemm.PARAMETERS, threads=384,
               shared_bytes=gemm.MORE_BARRIERS, max_registers=START_REGISTERS)  # fmt: skip
    gemm.start(k, readers=2)
    tiles = gemm.Tiles(k)
    group = k.uniform(k.thread >> 7)

    def producer():
        k.op(f"nvvm.setmaxregister decrease {PRODUCER_REGISTERS}")
        k.when(k.uniform(k.thread >> 5).equals(0),
               lambda: k.when(k.elected(), lambda: gemm.produce(k, tiles)))  # fmt: skip

    def consumer():
        k.op(f"nvvm.setmaxregister increase {CONSUMER_REGISTERS}")
        consume(k, tiles, group - 1)

    k.when(tiles.first < tiles.count,
           lambda: k.when(group.equals(0), producer, consumer))  # fmt: skip
    return k


if __name__ == "__main__":
    print(kernel().text(), end="")
