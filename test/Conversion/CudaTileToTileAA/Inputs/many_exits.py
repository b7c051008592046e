#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel with N early returns, one after the other: many_exits.py N"""

import sys

print("cuda_tile.module @m {\n  entry @many(%c: tile<i1>, %p: tile<ptr<i32>>, %v: tile<i32>) {")
for _ in range(int(sys.argv[1])):
    print("    if %c {\n      return\n    }")
    print("    store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token")
print("    return\n  }\n}")
