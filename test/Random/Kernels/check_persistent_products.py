# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_mapped_products.py in grids of several blocks, which may take over each other's tiles.

  check_persistent_products.py FOLDER SEED COUNT [ROADS]

Tiles have 64 to 256 rows and 16 to 256 columns, and most loops do nothing but add products to sums that begin
with zero. Some do more, or start otherwise, and are refused by tcgen05-persistent. The emulator draws for each
schedule how many blocks start by themselves.
"""
import sys

import check_mapped_products  # which sets types and how arrays lie in memory
import check_products
import kernels


def sizes(p):
    return check_products.sizes_of_loops(p, (64, 128, 128, 256), 4, ((1, 2, 2, 3), (1, 2, 3, 4)))


check_products.sizes = sizes
check_products.STARTED, check_products.UNCHANGED = 0.1, 0.95
check_products.STYLES = ("plain",) * 9 + ("scaled", "added", "clamped", "twice")

if __name__ == "__main__":
    sys.exit(kernels.main(check_products.build, check_products.contents, zeros_alike=True))
