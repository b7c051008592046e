# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels with several loops, products, stores and exits, compiled, against the interpreter.

  check_loop_products.py FOLDER SEED COUNT [ROADS]

Where check_products.py draws what a product may look like, this draws what stands around products
(loops.py): loops in a row and in one another, two products in a turn, exits, two stores. Factors are
plain ones of every type that warpgroups multiply, most of which TMA can copy, or rows that a table
names, which it cannot.
"""
import math
import sys

import check_products
import check_wide_products
import kernels
import loops

# How often a table names the rows of the left factor.
TABLES = 0.12
TYPES = check_wide_products.TYPES
MOST_WORK = 17_000_000


class Factor:
    def __init__(self, p, name, is_left, sizes, kind):
        self.p, self.kind, self.is_left = p, kind, is_left
        side = 0 if is_left else 1
        has_table = is_left and p.chance(TABLES)
        # Warpgroups do not turn factors of other sizes than 16 bits.
        across = (0.25 if is_left else 0.5) if kind in ("f16", "bf16") else 0.05
        self.matrix = loops.Matrix(p, name, check_products.in_memory(kind), [sizes.matrix[side], sizes.matrix[2]],
                                   [sizes.tile[side], sizes.tile[2]], p.chance(0.15 if is_left else 0.7),
                                   across, has_table=has_table)  # fmt: skip
        self.is_changed = kind != "tf32" and kind not in kernels.BYTES and p.chance(0.08)
        self.what = "table" if has_table else "view"

    def load(self, row, turn):
        p = self.p
        value = p.changed("ftof @", self.matrix.load(row, turn, not self.is_left), kind=self.kind)
        return p.same("negi @" if self.kind == "i8" else "negf @", value) if self.is_changed else value


def product(signs):
    def multiply(p, left, right, acc):
        name = "mmai" if acc.kind == "i32" else "mmaf"
        text = f"{name} {left.name}, {right.name}, {acc.name}{signs} : {left.type}, {right.type}, {acc.type}"
        return p.make(text, acc.shape, acc.kind)

    return multiply


def sizes(p, kind, rows, columns):
    depths = (16, 32, 32, 64, 64, 64, 128) if kind in ("f16", "bf16") else (32, 64, 64, 128, 128)
    extent = [p.pick(*rows), p.pick(*columns), p.pick(*depths)]
    room = min(MOST_WORK // math.prod(extent), 500 // extent[2])
    grid = [0, 0, min(room, p.pick(1, 2, 3, 4, 5, 7))]
    while not 0 < math.prod(grid) <= room:
        grid[:2] = p.pick(1, 1, 2), p.pick(1, 1, 2)
    grid = [int(n) for n in grid]
    lacking = [int(p.rng.integers(0, t)) if p.chance(0.4) else 0 for t in extent]
    return loops.Sizes(extent, [t * n - less for t, n, less in zip(extent, grid, lacking)], grid)


def build(rng, rows=(64, 128, 128, 256), columns=(16, 32, 64, 128, 256)):
    kind, total = TYPES[rng.integers(len(TYPES))]
    signs = f" {rng.choice(['signed', 'unsigned'])} {rng.choice(['signed', 'unsigned'])}" if total == "i32" else ""
    return loops.Builder(rng, lambda *a: Factor(*a, kind), product(signs), total,
                         lambda p: sizes(p, kind, rows, columns), 0.95).build()  # fmt: skip


if __name__ == "__main__":
    sys.exit(kernels.main(build, check_products.contents, zeros_alike=True))
