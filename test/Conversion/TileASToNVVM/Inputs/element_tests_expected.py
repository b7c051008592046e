# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the arrays of the kernels of element_tests.py, and what they give for each
predicate: firsts and bounds near zero, near each other, and at both ends of the numbers.

  element_tests_expected.py FOLDER
"""
import sys

import numpy as np

least, most = -(2**31), 2**31 - 1
ends = [least, most - 63, 0, -64]
pairs = [(first, bound) for first in ends for bound in (least, most, first, first + 15, first + 7, 0, -1, max(first - 1, least))]
firsts, bounds = (np.array(each, dtype=np.int64) for each in zip(*pairs))
np.save(f"{sys.argv[1]}/firsts.npy", firsts.astype(np.int32))
np.save(f"{sys.argv[1]}/bounds.npy", bounds.astype(np.int32))
numbers = firsts + np.arange(16)[:, None]
for name, holds in (("sgt", numbers > bounds), ("sge", numbers >= bounds), ("slt", bounds < numbers), ("sle", bounds <= numbers),
                    ("eq", numbers == bounds), ("ne", numbers != bounds)):  # fmt: skip
    np.save(f"{sys.argv[1]}/{name}.npy", holds.astype(np.int32).reshape(-1))
