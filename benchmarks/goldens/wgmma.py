# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The products of sm_90a, and the way of their results to shared memory.

A warpgroup multiplies 64 x 16 of A with 16 x n of B, all of bf16, and adds to n / 2
registers of f32 in each thread. Register 4 b + 2 h + c of a thread is column
8 b + 2 (lane mod 4) + c of row 16 (warp mod 4) + 8 h + lane / 4.
"""

# A descriptor of rows of 128 bytes, swizzled: 8 rows are 1024 bytes, in units of 16 bytes
# from bit 32; the swizzle from bit 62. The address is added in the same units.
DESCRIPTOR = 1 << 62 | (1024 >> 4) << 32
STEP = 16 * 2 >> 4  # a depth of 16 within such rows, in units of a descriptor


def descriptor(k, address, next_columns=16):
    """Of the matrix at an address in shared memory. `next_columns`, for a B whose rows
    are its depth: bytes from 64 columns to the next 64."""
    low = ((address & 0x3FFFF) >> 4).cast("llvm.zext", "i64")
    return low | (DESCRIPTOR | (next_columns >> 4) << 16)


def multiply(k, n, a, b, sums, depth_in_rows=False):
    """One product of depth 16. Without sums it overwrites its result. `a` is a
    descriptor, or four registers; `b` a descriptor, of columns that are contiguous in
    depth or, `depth_in_rows`, of rows that are contiguous across columns."""
    count = n // 2
    first = 2 * count if sums else count
    registers = ", ".join(f"${index}" for index in range(count))
    if isinstance(a, list):
        left = f"{{{', '.join(f'${first + index}' for index in range(4))}}}"
        right, modes = first + 4, "1, 1"
    else:
        left, right, modes, a = f"${first}", first + 1, "1, 1, 0", [a]
    return k.asm(
        f"wgmma.mma_async.sync.aligned.m64n{n}k16.f32.bf16.bf16 {{{registers}}}, "
        f"{left}, ${right}, {'1' if sums else '0'}, {modes}, {int(depth_in_rows)};",
        [*a, b], outputs=[] if sums else ["f32"] * count, tied=sums)  # fmt: skip


def fence(k):
    """Before products whose registers other instructions have written or read."""
    k.op("nvvm.wgmma.fence.aligned")


def commit(k):
    """The products since the last one are a group."""
    k.op("nvvm.wgmma.commit.group.sync.aligned")


def wait(k, groups, registers=()):
    """Until at most so many groups are under way. What ordinary code reads after this
    is taken and returned, so that the compiler cannot put a use before it."""
    return k.asm(f"wgmma.wait_group.sync.aligned {groups};", tied=registers)


def pairs(k, sums):
    """Sums as bf16, two columns in a register: four registers for each 16 columns, in
    the order that stmatrix and an A in registers want."""
    return [k.pack_bf16(*sums[2 * i : 2 * i + 2]) for i in range(len(sums) // 2)]


class Slice:
    """Where in a slice of 64 x 64 a thread puts what stmatrix takes from it. Lane
    8 i + j gives the address of row j of the i-th matrix of 8 x 8: bit 0 of i is the
    half of 16 rows, bit 1 the half of 16 columns. Chunks of 16 bytes are swizzled: their
    number is xored with that of the row, modulo 8."""

    def __init__(self, k, warp):
        lane = k.lane()
        self.row = (warp * 16 + (lane & 15)) * 128
        self.chunk = ((lane >> 4) ^ (lane & 7)) << 4

    def fill(self, k, buffer, sums):
        registers = pairs(k, sums)
        for step in range(4):
            address = buffer + self.row + (self.chunk ^ (step << 5))
            k.asm("stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1, $2, $3, $4};",
                  [address, *registers[4 * step : 4 * step + 4]])  # fmt: skip
