# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_pair_products.py in grids of several pairs, which may take over each other's tiles.

  check_persistent_pairs.py FOLDER SEED COUNT [ROADS]

A few kernels have no product for a pair, or a loop that does more than add products, and are refused by
tcgen05-pair-persistent. The emulator draws for each schedule how many pairs start by themselves.
"""
import sys

import check_pair_products  # which sets the hint, types and how arrays lie in memory
import check_cluster_products
import check_products
import kernels


def sizes(p):
    return check_products.sizes_of_loops(p, (256, 256, 256, 512), 5, ((1, 2, 2, 3), (1, 2, 3, 4)))


check_products.sizes = sizes
check_products.STARTED = 0.03
check_products.STYLES = ("plain",) * 30 + ("scaled", "clamped")

if __name__ == "__main__":
    sys.exit(kernels.main(check_cluster_products.build, check_products.contents, zeros_alike=True))
