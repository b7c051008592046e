# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention on sm_90a: O = softmax(scale Q Kᵀ) V for each head, bf16 in and out.

Q and O are heads x queries x 128, K and V heads x keys x 128. A block computes 128
rows of one head: blockIdx.x is the block of rows, blockIdx.y the head. Any number of
queries and keys will do: copies fill with zeros what lies outside and do not store it,
and keys that do not exist get no weight.

Three warpgroups: a producer, one of whose threads copies Q once and tiles of 128 keys
of K and of V into a ring of two stages each, and two consumers with 64 rows each. The
tiles are taken from the last to the first, so that only the first one taken has keys
that do not exist. A consumer overlaps two tiles; with S the products Q Kᵀ, P the
weights, and j counted in the order taken:

    issue S(j+1) = Q K(j+1)ᵀ
    issue O += P(j) V(j)
    wait for S(j+1); maximum, exponentials and sums of its rows, while O is computed
    wait for O; scale it; P(j+1) = the exponentials as bf16, in registers

Shared memory: Q, later O, 32 KiB; 2 x 32 KiB of K and of V; barriers. A tile of 128 x
128 is two halves of 64 columns, whose rows of 128 bytes are swizzled.
"""

import wgmma
from nvvm_text import Kernel

ROWS, KEYS, HEAD, STAGES = 128, 128, 128, 2
HALF_BYTES = ROWS * 64 * 2
TILE_BYTES = 2 * HALF_BYTES
Q, K, V = 0, TILE_BYTES, (1 + STAGES) * TILE_BYTES
BARRIERS = (1 + 2 * STAGES) * TILE_BYTES
Q_FULL, K_FULL, K_EMPTY, V_FULL, V_EMPTY = (BARRIERS + 8 * STAGES * i for i in range(5))
SHARED_BYTES = BARRIERS + 8 * STAGES * 5
# See hopper_gemm.py: 168 registers for each thread at the start.
START_REGISTERS, PRODUCER_REGISTERS, CONSUMER_REGISTERS = 168, 24, 240

PARAMETERS = [("q", "map"), ("k", "map"), ("v", "map"), ("o", "map"),
              ("keys", "i32"), ("scale_log2e", "f32")]  # fmt: skip


def advance(k, stage, parity):
    """The next of two stages; the parity changes after the second one."""
    return [stage ^ 1, parity ^ stage]


def load(k, map, address, row, head, barrier):
    """A tile of 128 x 128, as two boxes of 64 columns."""
    k.arrive(barrier, TILE_BYTES)
    for half in range(2):
        k.load_tile(address + half * HALF_BYTES, k.argument(map),
                    [k.constant(64 * half), row, head], barrier)  # fmt: skip


def produce(k, tiles, first_row, head):
    """The producer: one thread."""
    load(k, "q", k.pool + Q, first_row, head, k.pool + Q_FULL)

    def tile(values):
        left, stage, parity = values
        row = (left - 1) * KEYS
        for map, ring, full, empty in [("k", K, K_FULL, K_EMPTY), ("v", V, V_FULL, V_EMPTY)]:
            k.wait(k.pool + empty + stage * 8, parity)
            load(k, map, k.pool + ring + stage * TILE_BYTES, row, head, k.pool + full + stage * 8)
        left = left - 1
        return k.constant(0) < left, [left, *advance(k, stage, parity)]

    k.loop([tiles, 0, 1], tile, "load")


class Rows:
    """The two rows of a thread: their maximum so far, and the sum of those weights
    that this thread has. Four threads share a row."""

    def __init__(self, maxima=None, sums=None):
        self.maxima, self.sums = maxima, sums

    @staticmethod
    def of(row, registers):
        """The registers of 64 x n sums that belong to a row."""
        return [index for index in range(len(registers)) if index // 2 % 2 == row]


def over_quad(k, value, combine):
    """Of the four threads that share a row."""
    for distance in (1, 2):
        value = combine(value, k.exchange(value, distance))
    return value


def softmax(k, scores, before):
    """Weights of a tile, the rows after it, and what the sums before have to be
    multiplied with. Powers of two, of scores times scale_log2e: one multiply-add and
    one instruction each."""
    scale, weights, factors, after = k.argument("scale_log2e"), list(scores), [], Rows([], [])
    for row in range(2):
        places = Rows.of(row, scores)
        top = k.reduce(k.maximum, [scores[i] for i in places])
        top = over_quad(k, top, k.maximum)
        if before:
            top = k.maximum(top, before.maxima[row])
            factors.append(k.exp2((before.maxima[row] - top) * scale))
        offset = k.constant(0, "f32") - top * scale
        for i in places:
            weights[i] = k.exp2(k.multiply_add(scores[i], scale, offset))
        total = k.reduce(lambda x, y: x + y, [weights[i] for i in places])
        if before:
            total = k.multiply_add(before.sums[row], factors[row], total)
        after.maxima.append(top)
        after.sums.append(total)
    return weights, after, factors


def scores_of(k, q, stage):
    """Q Kᵀ of a stage, without a wait."""
    keys = wgmma.descriptor(k, k.pool + K + stage * TILE_BYTES)
    sums = []
    for half in range(2):
        for step in range(4):
            offset = half * (HALF_BYTES >> 4) + step * wgmma.STEP
            sums = wgmma.multiply(k, KEYS, q + offset, keys + offset, sums)
    wgmma.commit(k)
    return sums


def add_values(k, weights, stage, sums):
    """O += P V of a stage, without a wait. Rows of V are its depth."""
    values = wgmma.descriptor(k, k.pool + V + stage * TILE_BYTES, next_columns=HALF_BYTES)
    for step in range(KEYS // 16):
        sums = wgmma.multiply(k, HEAD, weights[4 * step : 4 * step + 4],
                              values + step * (16 * 128 >> 4), sums, depth_in_rows=True)  # fmt: skip
    wgmma.commit(k)
    return sums


def hide(k, scores, first_key):
    """Keys that do not exist, of the tile that begins at `first_key`, get no weight."""
    last = k.argument("keys") - first_key
    column = (k.lane() & 3) << 1
    none = k.constant(float("-inf"), "f32")
    return [k.select(column + (8 * (i // 4) + i % 2) < last, score, none)
            for i, score in enumerate(scores)]  # fmt: skip


def consume(k, tiles, group, first_row, head):
    """A consumer: all threads of warpgroup number `group` + 1."""
    warp = (k.thread >> 5) & 3
    leader = k.when(warp.equals(0), lambda: [k.elected()], lambda: [k.constant(0, "i1")])[0]
    q = wgmma.descriptor(k, k.pool + Q + group * (64 * 128))

    def release(barrier):
        k.when(leader, lambda: k.arrive(barrier))

    k.wait(k.pool + Q_FULL, k.constant(0))
    k.wait(k.pool + K_FULL, k.constant(0))
    wgmma.fence(k)
    scores = wgmma.wait(k, 0, scores_of(k, q, k.constant(0)))
    release(k.pool + K_EMPTY)
    weights, rows, _ = softmax(k, hide(k, scores, (tiles - 1) * KEYS), None)
    outputs = [k.constant(0, "f32")] * (HEAD // 2)

    def tile(values):
        left, stage, parity = values[:3]
        rows = Rows(values[3:5], values[5:7])
        weights, outputs = values[7 : 7 + KEYS // 4], values[7 + KEYS // 4 :]
        next_stage, next_parity = advance(k, stage, parity)
        k.wait(k.pool + K_FULL + next_stage * 8, next_parity)
        wgmma.fence(k)
        scores = scores_of(k, q, next_stage)
        k.wait(k.pool + V_FULL + stage * 8, parity)
        wgmma.fence(k)
        outputs = add_values(k, weights, stage, outputs)
        scores = wgmma.wait(k, 1, scores)
        release(k.pool + K_EMPTY + next_stage * 8)
        exponentials, rows, factors = softmax(k, scores, rows)
        # P(j) may not be overwritten before its products are over. The exponentials go
        # through the wait, so that P(j+1) cannot be made from them before it.
        both = wgmma.wait(k, 0, [*outputs, *exponentials])
        outputs, exponentials = both[: HEAD // 2], both[HEAD // 2 :]
        release(k.pool + V_EMPTY + stage * 8)
        outputs = [value * factors[i // 2 % 2] for i, value in enumerate(outputs)]
        left = left - 1
        return k.constant(1) < left, [left, next_stage, next_parity, *rows.maxima, *rows.sums,
                                      *wgmma.pairs(k, exponentials), *outputs]  # fmt: skip

    state = [tiles, k.constant(0), k.constant(0), *rows.maxima, *rows.sums,
             *wgmma.pairs(k, weights), *outputs]  # fmt: skip
    state = k.when(k.constant(1) < tiles, lambda: k.loop(state, tile, "tile"), given=state)
    stage, parity, sums = state[1], state[2], state[5:7]
    weights, outputs = state[7 : 7 + KEYS // 4], state[7 + KEYS // 4 :]
    k.wait(k.pool + V_FULL + stage * 8, parity)
    wgmma.fence(k)
    outputs = wgmma.wait(k, 0, add_values(k, weights, stage, outputs))
    inverse = [k.reciprocal(over_quad(k, total, lambda x, y: x + y)) for total in sums]
    outputs = [value * inverse[i // 2 % 2] for i, value in enumerate(outputs)]
    store(k, outputs, group, warp, leader, first_row, head)


def store(k, outputs, group, warp, leader, first_row, head):
    """64 rows of O, where the same rows of Q were: nobody else reads those."""
    slice = wgmma.Slice(k, warp)
    buffers = [k.pool + Q + half * HALF_BYTES + group * (64 * 128) for half in range(2)]
    for half, buffer in enumerate(buffers):
        slice.fill(k, buffer, outputs[half * 32 : half * 32 + 32])
    k.proxy_fence()
    k.named_barrier(group + 1, 128)

    def copy():
        for half, buffer in enumerate(buffers):
            k.store_tile(k.argument("o"), [k.constant(64 * half), first_row + group * 64, head],
                         buffer)  # fmt: skip
        k.op("nvvm.cp.async.bulk.commit.group")
        k.op("nvvm.cp.async.bulk.wait_group 0")

    k.when(leader, copy)


def kernel():
    k = Kernel("attention", PARAMETERS, threads=384, shared_bytes=SHARED_BYTES,
               max_registers=START_REGISTERS)  # fmt: skip

    def start():
        k.init_barrier(k.pool + Q_FULL, 1)
        for stage in range(STAGES):
            for full, empty in [(K_FULL, K_EMPTY), (V_FULL, V_EMPTY)]:
                k.init_barrier(k.pool + (full + 8 * stage), 1)
                k.init_barrier(k.pool + (empty + 8 * stage), 2)
        k.op("nvvm.fence.mbarrier.init")
        k.prefetch_maps()

    k.when(k.thread.equals(0), start)
    k.op("nvvm.barrier0")
    tiles = (k.argument("keys") + (KEYS - 1)) / KEYS
    first_row = k.op("nvvm.read.ptx.sreg.ctaid.x", "i32") * ROWS
    head = k.op("nvvm.read.ptx.sreg.ctaid.y", "i32")
    group = k.uniform(k.thread >> 7)

    def producer():
        k.op(f"nvvm.setmaxregister decrease {PRODUCER_REGISTERS}")
        k.when(k.uniform(k.thread >> 5).equals(0),
               lambda: k.when(k.elected(), lambda: produce(k, tiles, first_row, head)))  # fmt: skip

    def consumer():
        k.op(f"nvvm.setmaxregister increase {CONSUMER_REGISTERS}")
        consume(k, tiles, group - 1, first_row, head)

    k.when(group.equals(0), producer, consumer)
    return k


if __name__ == "__main__":
    print(kernel().text(), end="")
