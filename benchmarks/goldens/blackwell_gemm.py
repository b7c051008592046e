# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GEMM on sm_100a (see gemm.py for what it computes): eight warps.

Warp 0 is the producer. One thread of warp 1, the issuer, issues the products. Their
128 x 256 sums lie in tensor memory, row r in lane r. There are two sets of sums, which
take all columns of tensor memory; warp 2 allocates them. Warps 4 to 7, the epilogue,
store one set while the issuer works on the other one: each thread has one row and
loads 64 columns of it at a time.

Each set has two barriers. "Full": its products are over. "Empty": the epilogue has
loaded all of it.
"""

import gemm
from gemm import A_BYTES, SLICE_N, STAGE_BYTES, TILE_K, TILE_M, TILE_N
from nvvm_text import Kernel

SETS, COLUMNS = 2, 2 * TILE_N
SLICE_BYTES = TILE_M * SLICE_N * 2
SUMS_FULL = gemm.MORE_BARRIERS
SUMS_EMPTY = SUMS_FULL + 8 * SETS
# Where the allocation of tensor memory leaves its address.
TENSOR_ADDRESS = SUMS_EMPTY + 8 * SETS
SHARED_BYTES = TENSOR_ADDRESS + 8
PRODUCER, ISSUER, ALLOCATOR, EPILOGUE = 0, 1, 2, 4  # numbers of warps

# A tcgen05 descriptor of rows of 128 bytes, swizzled: 8 rows are 1024 bytes, in units
# of 16 bytes from bit 32; a constant in bit 46; the swizzle from bit 61.
DESCRIPTOR = 2 << 61 | 1 << 46 | (1024 >> 4) << 32 | 1 << 16
STEP = 16 * 2 >> 4  # a depth of 16 within such rows, in units of a descriptor
# The product: sums in f32, A and B in bf16, 128 rows in units of 16, 256 columns of 8.
INSTRUCTION = 1 << 4 | 1 << 7 | 1 << 10 | (TILE_N >> 3) << 17 | (TILE_M >> 4) << 24


def descriptor(k, address):
    """Of the matrix at an address in shared memory."""
    return ((address & 0x3FFFF) >> 4).cast("llvm.zext", "i64") | DESCRIPTOR


def next_set(values):
    """The other set of sums; the parity changes after the second one."""
    index, parity = values
    return [index ^ 1, parity ^ index]


def commit(k, barrier):
    """The barrier is arrived at when all products issued so far are over."""
    k.asm("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$0];", [barrier])


def issue(k, tiles, tensor):
    """The issuer: one thread."""
    def multiply(sums, stage, depth):
        address = k.pool + stage * STAGE_BYTES
        a, b = descriptor(k, address), descriptor(k, address + A_BYTES)
        for step in range(TILE_K // 16):
            adds = k.constant(1, "i1") if step else k.constant(0) < depth
            k.asm("tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, $4;",
                  [sums, a + step * STEP, b + step * STEP, k.constant(INSTRUCTION), adds])  # fmt: skip

    def tile(row, column, values):
        stage, parity, index, set_parity = values
        sums = tensor + index * TILE_N
        k.wait(k.pool + SUMS_EMPTY + index * 8, set_parity ^ 1)
        k.op("nvvm.tcgen05.fence <after>")

        def step(values):
            depth, stage, parity = values
            k.wait(gemm.full(k, stage), parity)
            k.op("nvvm.tcgen05.fence <after>")
            multiply(sums, stage, depth)
            commit(k, gemm.empty(k, stage))
            depth = depth + TILE_K
            return depth < k.argument("k"), [depth, *gemm.advance(k, stage, parity)]

        _, stage, parity = k.loop([0, stage, parity], step, "product")
        commit(k, k.pool + SUMS_FULL + index * 8)
        return [stage, parity, *next_set([index, set_parity])]

    tiles.each(k, [0, 0, 0, 0], tile)


def load_sums(k, address):
    """64 columns of this warp's 32 lanes: a thread gets those of its own lane. The wait
    is in the same piece of PTX, so that no use of the registers can come before it."""
    halves = [", ".join(f"${half * 32 + i}" for i in range(32)) for half in range(2)]
    loads = [f"tcgen05.ld.sync.aligned.32x32b.x32.b32 {{{registers}}}, [${64 + half}];"
             for half, registers in enumerate(halves)]  # fmt: skip
    return k.asm(f"{loads[0]} {loads[1]} tcgen05.wait::ld.sync.aligned;",
                 [address, address + 32], ["f32"] * 64)  # fmt: skip


def store(k, tiles, tensor, warp):
    """The epilogue: warps 4 to 7."""
    row_in_tile = (warp - EPILOGUE) * 32 + k.lane()
    row_offset, swizzle = row_in_tile * (SLICE_N * 2), (row_in_tile & 7) << 4
    leader = k.when(
        warp.equals(EPILOGUE), lambda: [k.elected()], lambda: [k.constant(0, "i1")])[0]  # fmt: skip
    # The lanes of a warp are those of its number modulo 4.
    lanes = tensor + ((warp - EPILOGUE) << (5 + 16))

    def fill(buffer, sums):
        for chunk in range(SLICE_N // 8):
            part = sums[8 * chunk : 8 * chunk + 8]
            pairs = [k.pack_bf16(*part[2 * i : 2 * i + 2]) for i in range(4)]
            k.asm("st.shared.v4.b32 [$0], {$1, $2, $3, $4};",
                  [buffer + row_offset + (swizzle ^ (chunk << 4)), *pairs])  # fmt: skip

    def tile(row, column, values):
        index, parity = values
        k.wait(k.pool + SUMS_FULL + index * 8, parity)
        k.op("nvvm.tcgen05.fence <after>")
        for number in range(TILE_N // SLICE_N):
            sums = load_sums(k, lanes + index * TILE_N + number * SLICE_N)
            if number == TILE_N // SLICE_N - 1:
                # All of the set has been loaded, so it may be overwritten.
                k.op("nvvm.tcgen05.fence <before>")
                k.warp_barrier()
                k.when(k.elected(), lambda: k.arrive(k.pool + SUMS_EMPTY + index * 8))
            gemm.store_slice(
                k, leader, (1, 128), k.pool + (gemm.SLICES + number % 2 * SLICE_BYTES),
                [column + number * SLICE_N, row],
                lambda buffer, sums=sums: fill(buffer, sums))  # fmt: skip
        return next_set(values)

    tiles.each(k, [0, 0], tile)
    gemm.end_stores(k, leader)


def kernel():
    k = Kernel("gemm", gemm.PARAMETERS, threads=256, shared_bytes=SHARED_BYTES)
    warp = k.uniform(k.thread >> 5)

    def allocate():
        k.asm("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], $1;",
              [k.pool + TENSOR_ADDRESS, k.constant(COLUMNS)])  # fmt: skip
        k.op("nvvm.tcgen05.relinquish_alloc_permit")
        k.op("nvvm.tcgen05.fence <before>")

    def more_barriers():
        for index in range(SETS):
            k.init_barrier(k.pool + (SUMS_FULL + 8 * index), 1)
            k.init_barrier(k.pool + (SUMS_EMPTY + 8 * index), 4)  # one of each warp

    k.when(warp.equals(ALLOCATOR), allocate)
    gemm.start(k, readers=1, more=more_barriers)
    k.op("nvvm.tcgen05.fence <after>")
    tensor = k.asm("ld.shared.b32 $0, [$1];", [k.pool + TENSOR_ADDRESS], ["i32"])[0]
    tiles = gemm.Tiles(k)

    def one_thread(number, role):
        def alone():
            k.when(k.elected(), role)
            # The other lanes wait here, so that the warp is whole at the end.
            k.warp_barrier()

        k.when(warp.equals(number), alone)

    def roles():
        one_thread(PRODUCER, lambda: gemm.produce(k, tiles))
        one_thread(ISSUER, lambda: issue(k, tiles, tensor))
        k.when(k.constant(EPILOGUE - 1) < warp, lambda: store(k, tiles, tensor, warp))

    k.when(tiles.first < tiles.count, roles)
    k.op("nvvm.tcgen05.fence <before>")
    k.op("nvvm.barrier0")

    def free():
        k.op("nvvm.tcgen05.fence <after>")
        k.asm("tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, $1;",
              [tensor, k.constant(COLUMNS)])  # fmt: skip

    k.when(warp.equals(ALLOCATOR), free)
    return k


if __name__ == "__main__":
    print(kernel().text(), end="")
