# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_mapped_products.py with tiles of fewer than 64 rows.

  check_narrow_products.py FOLDER SEED COUNT [ROADS]

Tiles have 8 to 32 rows and 64 columns or more, as those of products with few rows of activations
and all of the weights. Instructions of whole warpgroups make their transpose. Blocks of some make
several tiles.
"""
import sys

import check_mapped_products  # which sets types and how arrays lie in memory
import check_products
import check_tiled_products
import check_wide_products
import kernels


def sizes(p):
    return check_wide_products.sizes_of(
        p, lambda: [p.pick(8, 16, 16, 32), p.pick(64, 64, 128, 256, 512), p.pick(8, 16, 32, 32, 64, 128)]
    )


def build(rng):
    return (check_tiled_products if rng.random() < 0.2 else check_products).build(rng)


check_products.sizes = sizes

if __name__ == "__main__":
    sys.exit(kernels.main(build, check_products.contents, zeros_alike=True))
