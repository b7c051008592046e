# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_products.py with tiles that instructions of whole warpgroups multiply.

  check_wide_products.py FOLDER SEED COUNT [ROADS]

Tiles have 64 rows or more; one to seven of them follow each other along the depth.
"""
import math
import sys

import check_products
import kernels

TYPES = [("f16", "f32"), ("f16", "f32"), ("f16", "f16"), ("bf16", "f32"), ("bf16", "f32"), ("tf32", "f32"),
         ("f8E4M3FN", "f32"), ("f8E4M3FN", "f16"), ("f8E5M2", "f32"), ("f8E5M2", "f16"), ("i8", "i32"), ("i8", "i32")]  # fmt: skip


def sizes_of(p, draw):
    """Sizes as check_products.sizes draws them, of tiles of the extents that `draw` gives."""
    while True:
        extent = draw()
        grid = [p.pick(1, 1, 2), p.pick(1, 1, 2), p.pick(1, 2, 3, 4, 5, 7)]
        batch = (int(p.pick(1, 2, 3)), int(p.pick(1, 1, 2))) if p.chance(0.15) else None
        batches = -(-batch[0] // batch[1]) * batch[1] if batch else 1
        if math.prod(extent) * math.prod(grid) * batches <= 4_000_000 and extent[2] * grid[2] <= 500:
            break
    lacking = [int(p.rng.integers(0, t)) if p.chance(0.5) else 0 for t in extent]
    return extent, [t * int(n) - less for t, n, less in zip(extent, grid, lacking)], [int(n) for n in grid], batch


def sizes(p):
    return sizes_of(p, lambda: [p.pick(64, 64, 128, 256), 1 << int(p.rng.integers(3, 9)), p.pick(8, 16, 32, 32, 64, 128)])


check_products.TYPES = TYPES
check_products.sizes = sizes

if __name__ == "__main__":
    sys.exit(kernels.main(check_products.build, check_products.contents, zeros_alike=True))
