# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs and expected results of kernels.cu into a folder."""

import sys

import numpy as np

folder = sys.argv[1]
random = np.random.default_rng(1)


def save(name, array):
    np.save(f"{folder}/{name}.npy", array)


values = random.integers(-8, 9, 5000).astype(np.float32)
save("values", values)
save("sum", np.array([values.sum()], np.float32))

numbers = random.integers(-100, 100, 128).astype(np.int32)
save("numbers", numbers)
save("prefix", np.cumsum(numbers).astype(np.int32))

keys = random.integers(-(2**31), 2**31, (2, 256)).astype(np.int32)
save("keys", keys.reshape(-1))
save("sorted", np.sort(keys, axis=1).reshape(-1))

codes = random.integers(0, 2**32, 4000, dtype=np.uint32)
save("codes", codes)
save("bins", np.bincount(codes % 64, minlength=64).astype(np.uint32))

image = random.random((19, 37), np.float32)
save("image", image)
padded = np.pad(image, 1, mode="edge")
four = padded[1:-1, :-2] + padded[1:-1, 2:] + padded[:-2, 1:-1] + padded[2:, 1:-1]
save("blurred", (np.float32(0.5) * image + np.float32(0.125) * four).astype(np.float32))

a = random.random((48, 48), np.float32)
b = random.random((48, 48), np.float32)
save("a", a)
save("b", b)
np.save(f"{folder}/product.npy", (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32))


def steps(n):
    count = 0
    while n > 1:
        n = 3 * n + 1 if n % 2 else n // 2
        count += 1
    return count


save("steps", np.array([steps(t + 1) for t in range(64)], np.int32))
thread = np.arange(64, dtype=np.float64)
save("halves", np.where(thread % 2 == 0, thread / 2, np.sqrt(thread)))
save("counted", np.array([96], np.int32))

stream = random.integers(-1000, 1000, 5 * 64 * 4).astype(np.int32)
save("stream", stream)
save("doubled", 2 * stream)
