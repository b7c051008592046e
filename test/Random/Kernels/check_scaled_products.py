# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels around products with a scale for each block of their factors, against the interpreter.

  check_scaled_products.py FOLDER SEED COUNT [ROADS]

Factors of 8 and of 4 bits with every format of scales and length of blocks. Those of 4 bits are loaded
as elements or as bytes that the kernel unpacks; rows come in a view's order, turned behind the load, or
by a table. Scales lie by rows, by columns, or in the groups of 128 rows and four blocks in which
libraries keep them. loops.py draws everything else. Elements have at most 2 significant bits and scales
are small, so that sums are exact in every order.
"""
import math
import sys

import kernels
import loops
import numpy as np
from check_rows import Value
from kernels import tile

# Those that instructions have, more often than those whose factors become bf16.
FORMS = [("f8E4M3FN", "f8E8M0FNU", 32), ("f8E5M2", "f8E8M0FNU", 32), ("f4E2M1FN", "f8E8M0FNU", 32), ("f4E2M1FN", "f8E4M3FN", 16)] * 4
FORMS += [("f4E2M1FN", "f8E8M0FNU", 16), ("f4E2M1FN", "f8E5M3FNU", 16), ("f4E2M1FN", "f8E5M3FNU", 32)]
MOST_WORK = 9_000_000
# The bits of 0, 0.5, 1, 1.5, 2, 3, 4 and 6.
ELEMENTS = {"f8E4M3FN": [0, 0x30, 0x38, 0x3C, 0x40, 0x44, 0x48, 0x4C], "f8E5M2": [0, 0x38, 0x3C, 0x3E, 0x40, 0x42, 0x44, 0x46]}
# Of scales the bits of 0.25, 0.5, 1 and 2; and where they have a mantissa, of 0, 0.75, 1.5 and 2.5.
SCALES = {"f8E8M0FNU": [125, 126, 127, 128], "f8E4M3FN": [0x28, 0x30, 0x38, 0x40, 0, 0x34, 0x3C, 0x42],
          "f8E5M3FNU": [0x68, 0x70, 0x78, 0x80, 0, 0x74, 0x7C, 0x82]}  # fmt: skip


class Program(loops.Program):
    """Most rows of elements begin where TMA can copy them, and most of scales at whole words."""

    promised = 0.85

    def strides(self, shape, order):
        strides, _ = super().strides(shape, order)
        outer = [d for d in order if d != order[-1]]
        if len(shape) == 2 and self.chance(0.9):
            step = -(-strides[outer[0]] // 32) * 32
            strides[outer[0]] = step
        return strides, max(strides[d] * shape[d] for d in range(len(shape)))


class Groups:
    """Scales in groups of 128 rows and four blocks: row r of a group is at 16 (r % 32) + 4 (r / 32)."""

    def __init__(self, p, name, kind, tiles, extents):
        self.p, self.name, self.kind, self.shape = p, name, kind, extents
        self.extents = [extents[0] // 128, extents[1] // 4, 32, 4, 4]
        shape = [tiles[0] * self.extents[0], tiles[1] * self.extents[1], 32, 4, 4]
        self.tiles = p.view(name, kind, shape, self.extents, padded=False)

    def load(self, row, turn, depth_first):
        p, (rows, blocks, *_) = self.p, self.extents
        index = [row.name, turn.name, "%c0", "%c0", "%c0"]
        value = Value(p.load_view(self.name, self.kind, self.tiles, self.extents, index), self.extents, self.kind)
        turned = [rows, 4, 32, blocks, 4]
        text = f"permute {value.name} [0, 3, 2, 1, 4] : {value.type} -> {tile(turned, self.kind)}"
        value = p.changed("reshape @", p.make(text, turned, self.kind), self.shape)
        return p.turned(value) if depth_first else value


class Factor:
    """One factor and its scales."""

    def __init__(self, p, name, is_left, sizes, form):
        self.p, self.name, self.is_left = p, name, is_left
        self.kind, scale, block = form
        extent, size = sizes.tile[0 if is_left else 1], sizes.matrix[0 if is_left else 1]
        tile_depth, depth, turns = sizes.tile[2], sizes.matrix[2], sizes.grid[2]
        is_narrow = self.kind == kernels.FOUR_BITS
        ways = ["view", "view", "view", "bytes", "bytes"] if is_narrow else ["view"] * 6
        self.how = p.pick(*ways, "table") if is_left else p.pick(*ways)
        self.is_packed = is_narrow and self.how != "view"
        packed = 2 if self.is_packed else 1
        has_table = self.how == "table"
        self.shape = [extent, tile_depth]
        self.matrix = loops.Matrix(p, name, "i8" if self.is_packed else self.kind, [size, depth // packed],
                                   [extent, tile_depth // packed], self.first(), 0.1, has_table=has_table)  # fmt: skip
        self.what = f"{self.how} {scale} {block}"
        if extent % 128 == 0 and tile_depth // block % 4 == 0 and not has_table and p.chance(0.2):
            self.scales = Groups(p, f"{name}s", scale, [sizes.grid[0 if is_left else 1], turns], [extent, tile_depth // block])
            self.what += " in groups"
            return
        # Where a scale of nothing cannot be zero there are scales for whole tiles.
        blocks = -(-depth // block)
        if scale == "f8E8M0FNU" or p.chance(0.3):
            blocks = tile_depth * turns // block
        self.scales = loops.Matrix(p, f"{name}s", scale, [size, blocks], [extent, tile_depth // block], self.first(),
                                   0.1, padded=scale != "f8E8M0FNU", has_table=has_table)  # fmt: skip

    def first(self):
        """Whether a view has the depth first: mostly as products have it."""
        return self.p.chance(0.15) if self.is_left else self.p.chance(0.7)

    def load(self, row, turn):
        p = self.p
        if self.is_packed:
            value = self.matrix.load(row, turn, False)
            count = math.prod(self.shape)
            value = p.changed("reshape @", value, [count // 2])
            value = p.changed("reshape @", p.changed("unpack @", value, [count], self.kind), self.shape)
            value = value if self.is_left else p.turned(value)
        else:
            value = self.matrix.load(row, turn, not self.is_left)
        return value, self.scales.load(row, turn, not self.is_left)


def product(p, left, right, acc):
    operands, shape = [left[0], right[0], acc, left[1], right[1]], acc.shape
    if p.chance(0.08):  # As a batch of one.
        operands = [p.changed("reshape @", o, [1, *o.shape]) for o in operands]
        shape = [1, *shape]
    names, types = (", ".join(each) for each in zip(*((o.name, o.type) for o in operands)))
    return p.changed("reshape @", p.make(f"mmaf_scaled {names} : {types}", shape, acc.kind), acc.shape)


def sizes(p, block, is_narrow):
    extent = [p.pick(64, *[128] * 6, 256), p.pick(16, 64, *[128] * 6, 256), p.pick(64, 128, 128, 128, 256)]
    while math.prod(extent) > MOST_WORK:
        extent[p.rng.integers(3)] = 128
    room = MOST_WORK // math.prod(extent)
    grid = [0, 0, min(room, p.pick(1, 2, 3, 4, 5, 7))]
    while not 0 < math.prod(grid) <= room:
        grid[:2] = p.pick(1, 1, 1, 2), p.pick(1, 1, 1, 2)
    grid = [int(n) for n in grid]
    lacking = [int(p.rng.integers(0, t)) if p.chance(0.35) else 0 for t in extent]
    # Of elements of 4 bits whole bytes, and mostly whole blocks.
    unit = block if p.chance(0.6) else 2
    lacking[2] -= lacking[2] % unit
    if is_narrow:
        lacking[:2] = [less & ~1 for less in lacking[:2]]
    return loops.Sizes(extent, [t * n - less for t, n, less in zip(extent, grid, lacking)], grid)


def build(rng):
    form = FORMS[rng.integers(len(FORMS))]
    return loops.Builder(rng, lambda *a: Factor(*a, form), product, "f32",
                         lambda p: sizes(p, form[2], form[0] == kernels.FOUR_BITS), 0.95, Program).build()  # fmt: skip


def contents(rng, name, kind, count):
    if kind in SCALES:
        return rng.choice(np.array(SCALES[kind], np.uint8), count)
    if kind in ELEMENTS:
        return rng.choice(np.array(ELEMENTS[kind], np.uint8), count) | rng.choice(np.array([0, 128], np.uint8), count)
    if kind == kernels.FOUR_BITS:
        return rng.integers(0, 256, -(-count // 2), dtype=np.uint8)
    if kind == "i8":
        return rng.integers(-128, 128, count, dtype=np.int8)
    if name == "f":
        return kernels.as_floats(rng.choice([-1, 1], count), kind)
    return kernels.as_floats(rng.integers(-2, 3, count), kind)


if __name__ == "__main__":
    sys.exit(kernels.main(build, contents, zeros_alike=True))
