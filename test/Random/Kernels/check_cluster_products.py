# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_mapped_products.py with tiles of 128 or 256 rows and the hint num_cta_in_cga = 2.

  check_cluster_products.py FOLDER SEED COUNT [ROADS]

Two blocks share the rows of a tile where the compiler can split the kernel; else one has them all.
"""
import sys

import check_mapped_products  # which sets sizes, types and how arrays lie in memory
import check_products
import check_wide_products
import kernels


def sizes(p):
    while True:
        drawn = check_wide_products.sizes(p)
        if drawn[0][0] >= 128:
            return drawn


def build(rng):
    kernel = check_products.build(rng)
    kernel.program.hints = "<sm_90 = {num_cta_in_cga = 2}, sm_100 = {num_cta_in_cga = 2}>"
    return kernel


check_products.sizes = sizes

if __name__ == "__main__":
    sys.exit(kernels.main(build, check_products.contents, zeros_alike=True))
