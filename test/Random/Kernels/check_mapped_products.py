# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of check_wide_products.py, most of them such that TMA can copy their factors.

  check_mapped_products.py FOLDER SEED COUNT [ROADS]

Rows of most arrays begin at multiples of 16 elements, and most factors are multiplied as they
are loaded. What TMA cannot copy is drawn as well, so that one loop may have both.
"""
import sys

import check_products
import check_wide_products  # which sets the sizes and types
import kernels

check_products.MAPPED = 0.85
check_products.UNCHANGED = 0.9

if __name__ == "__main__":
    sys.exit(kernels.main(check_products.build, check_products.contents, zeros_alike=True))
