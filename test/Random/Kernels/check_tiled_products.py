# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_mapped_products.py with blocks that make several tiles, one after the other.

  check_tiled_products.py FOLDER SEED COUNT [ROADS]

A loop over the columns of tiles is around the program, or one over the rows and one over the
columns, so that its own loop is inside of these.
"""
import re
import sys

import check_mapped_products  # which sets sizes, types and how arrays lie in memory
import check_products
import kernels


def loop(lines, old, new, count):
    """`lines` for each number below `count`, which stands for `old`."""
    inside = [re.sub(rf"%{old}\b", f"%{new}", line) for line in lines]
    return [f"%{new}_end = constant <i32: {count}> : tile<i32>",
            f"for %{new} in (%c0 to %{new}_end, step %c1) : tile<i32> {{", *inside, "continue", "}"]  # fmt: skip


def build(rng):
    kernel = check_products.build(rng)
    rows, columns, batches = map(int, kernel.grid.split(","))
    program = kernel.program
    program.lines = loop(program.lines, "by", "column", columns)
    columns = 1
    if program.chance(0.4):
        program.lines = loop(program.lines, "bx", "row", rows)
        rows = 1
    kernel.grid = f"{rows},{columns},{batches}"
    return kernel


if __name__ == "__main__":
    sys.exit(kernels.main(build, check_products.contents, zeros_alike=True))
