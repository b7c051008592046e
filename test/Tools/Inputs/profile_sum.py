#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds the shares of `tessera run --profile`'s table of lines."""
import re
import sys

table = open(sys.argv[1]).read().split("  loops")[0]
shares = [float(share) for share in re.findall(r"^ +([\d.]+)%", table, re.M)]
total = sum(shares)
# Each is rounded to a tenth.
print("the shares make 100" if abs(total - 100) <= 0.05 * len(shares) + 1e-6 else f"the shares make {total}")
