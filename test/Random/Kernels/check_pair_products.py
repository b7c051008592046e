# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_cluster_products.py that two blocks can multiply together (tcgen05-pair).

  check_pair_products.py FOLDER SEED COUNT [ROADS]

Tiles have 256 or 512 rows and 32 to 256 columns, and most loops do nothing but add products to sums that
begin with zero. Some do more, or start otherwise, and are refused by the strategy.
"""
import sys

import check_cluster_products  # which sets the hint, types and how arrays lie in memory
import check_products
import kernels


def sizes(p):
    return check_products.sizes_of_loops(p, (256, 256, 512), 5, ((1, 1, 2), (1, 1, 2)))


check_products.sizes = sizes
check_products.STARTED, check_products.UNCHANGED = 0.1, 0.95
check_products.STYLES = ("plain",) * 9 + ("scaled", "added", "clamped", "twice")

if __name__ == "__main__":
    sys.exit(kernels.main(check_cluster_products.build, check_products.contents, zeros_alike=True))
