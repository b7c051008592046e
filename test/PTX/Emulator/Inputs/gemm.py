# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes A (M x K), B (N x K) of f16 and C = A B^T of f32 into a folder.

Small integers, whose sums are exact in f32 in any order.
"""

import sys

import numpy as np

folder = sys.argv[1]
random = np.random.default_rng(1)
a = random.integers(-8, 9, (256, 320)).astype(np.float16)
b = random.integers(-8, 9, (256, 320)).astype(np.float16)
np.save(f"{folder}/a.npy", a)
np.save(f"{folder}/b.npy", b)
np.save(f"{folder}/c.npy", a.astype(np.float32) @ b.astype(np.float32).T)
