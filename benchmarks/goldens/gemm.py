# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the two GEMMs have in common: C = A Bᵀ, bf16 in and out, sums in f32.

A is m x k, B is n x k, C is m x n, all row by row. n and k are multiples of 8, since
the rows of a tensor map are multiples of 16 bytes; m, n and k need not be multiples of
the tile, because tensor copies fill with zeros what lies outside and do not store it.

A block works on tiles of 128 x 256 of C, one after the other. One thread, the producer,
copies 64 columns of A and of B at a time into a ring of four stages in shared memory.
Two barriers belong to a stage: "full" when its bytes have arrived, "empty" when the
products that read it are over. Shared memory:

    the ring                    4 stages of 128 x 64 of A, then 256 x 64 of B   192 KiB
    the epilogue's slices of C  4 x 8 KiB                                        32 KiB
    the barriers                full and empty, then what the kernel adds
"""

TILE_M, TILE_N, TILE_K, STAGES = 128, 256, 64, 4
A_BYTES, B_BYTES = TILE_M * TILE_K * 2, TILE_N * TILE_K * 2
STAGE_BYTES = A_BYTES + B_BYTES
SLICES, SLICES_BYTES = STAGES * STAGE_BYTES, 32 * 1024
# Columns of C in a slice: rows of 128 bytes, the widest that a copy swizzles.
SLICE_N = 64
FULL = SLICES + SLICES_BYTES
EMPTY = FULL + 8 * STAGES
MORE_BARRIERS = EMPTY + 8 * STAGES

PARAMETERS = [("a", "map"), ("b", "map"), ("c", "map"), ("m", "i32"), ("n", "i32"), ("k", "i32")]


class Tiles:
    """The tiles of this block: every so many of all, down the columns."""

    def __init__(self, k):
        self.rows = (k.argument("m") + (TILE_M - 1)) / TILE_M
        self.count = self.rows * ((k.argument("n") + (TILE_N - 1)) / TILE_N)
        self.first = k.op("nvvm.read.ptx.sreg.ctaid.x", "i32")
        self.step = k.op("nvvm.read.ptx.sreg.nctaid.x", "i32")

    def origin(self, tile):
        """Row and column of C where a tile begins."""
        return tile % self.rows * TILE_M, tile / self.rows * TILE_N

    def each(self, k, initial, body):
        """`body(row, column, values)` for each tile of the block, of which there is at
        least one; it returns the next values."""
        def round(values):
            tile, *values = values
            values = body(*self.origin(tile), values)
            tile = tile + self.step
            return tile < self.count, [tile, *values]

        return k.loop([self.first, *initial], round, "tile")[1:]


def full(k, stage):
    return k.pool + FULL + stage * 8


def empty(k, stage):
    return k.pool + EMPTY + stage * 8


def advance(k, stage, parity):
    """The next stage of the ring; the parity changes when it starts again."""
    wraps = stage.equals(STAGES - 1)
    return [k.select(wraps, 0, stage + 1), k.select(wraps, parity ^ 1, parity)]


def start(k, readers, more=lambda: None):
    """Barriers and tensor maps are prepared by one thread, and everybody waits.
    `readers`: how many arrivals make a stage empty."""
    def first_thread():
        for stage in range(STAGES):
            k.init_barrier(k.pool + (FULL + 8 * stage), 1)
            k.init_barrier(k.pool + (EMPTY + 8 * stage), readers)
        more()
        k.op("nvvm.fence.mbarrier.init")
        k.prefetch_maps()

    k.when(k.thread.equals(0), first_thread)
    k.op("nvvm.barrier0")


def produce(k, tiles):
    """The producer: one thread."""
    a, b = k.argument("a"), k.argument("b")

    def tile(row, column, values):
        def step(values):
            depth, stage, parity = values
            barrier, address = full(k, stage), k.pool + stage * STAGE_BYTES
            k.wait(empty(k, stage), parity)
            k.arrive(barrier, STAGE_BYTES)
            k.load_tile(address, a, [depth, row], barrier)
            k.load_tile(address + A_BYTES, b, [depth, column], barrier)
            depth = depth + TILE_K
            return depth < k.argument("k"), [depth, *advance(k, stage, parity)]

        return k.loop([0, *values], step, "load")[1:]

    # The first wait for each stage asks for the phase before the first one, which counts
    # as over: all stages are empty.
    tiles.each(k, [0, 1], tile)


def store_slice(k, leader, barrier, buffer, coordinates, fill):
    """Stores a slice of C through `buffer`, one of two in shared memory that are used in
    turn. All threads of the named barrier take part. The leader issues the copy and
    waits until the copy before the last one has read its buffer, which is this one. It
    has to be the same thread for every slice, because copies belong to their issuer."""
    k.when(leader, lambda: k.op("nvvm.cp.async.bulk.wait_group 1 {read}"))
    k.named_barrier(*barrier)
    fill(buffer)
    k.proxy_fence()
    k.named_barrier(*barrier)

    def store():
        k.store_tile(k.argument("c"), coordinates, buffer)
        k.op("nvvm.cp.async.bulk.commit.group")

    k.when(leader, store)


def end_stores(k, leader):
    k.when(leader, lambda: k.op("nvvm.cp.async.bulk.wait_group 0"))
