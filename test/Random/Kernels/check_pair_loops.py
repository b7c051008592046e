# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_loop_products.py that two blocks of a cluster can share, or multiply together.

  check_pair_loops.py FOLDER SEED COUNT [ROADS]

Tiles have 256 rows, some 128 or 512, all kernels the hint num_cta_in_cga = 2, and products only add to
sums that begin with zero. Some do more, and the strategy tcgen05-pair refuses these.
"""
import sys

import check_loop_products
import check_products
import kernels
import loops


def build(rng):
    kernel = check_loop_products.build(rng, (*[256] * 18, 128, 512), (32, 64, 128, 128, 256))
    kernel.program.hints = "<sm_90 = {num_cta_in_cga = 2}, sm_100 = {num_cta_in_cga = 2}>"
    return kernel


loops.STYLES = ("plain",)
loops.EXITS = ("none",) * 8 + ("return",)
loops.FORMS = ("one",) * 12 + ("consecutive", "nested", "gated", "gated")
loops.STARTED = 0.05
check_loop_products.TABLES = 0.03
check_loop_products.TYPES = [(kind, total) for kind, total in check_loop_products.TYPES if kind != "tf32"]

if __name__ == "__main__":
    sys.exit(kernels.main(build, check_products.contents, zeros_alike=True))
