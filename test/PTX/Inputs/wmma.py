# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs and expected results of wmma.cu into a folder: C = 2 A B^T."""

import sys

import numpy as np

folder = sys.argv[1]
random = np.random.default_rng(2)
for name, source, result, bound in (
    ("h", np.float16, np.float32, 9),
    ("b", np.int8, np.int32, 128),
):
    a = random.integers(-bound, bound, (48, 48)).astype(source)
    b = random.integers(-bound, bound, (48, 48)).astype(source)
    np.save(f"{folder}/{name}a.npy", a)
    np.save(f"{folder}/{name}b.npy", b)
    product = 2 * (a.astype(result) @ b.astype(result).T)
    np.save(f"{folder}/{name}c.npy", product)
