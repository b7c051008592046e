# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs and expected results of library.cu into a folder."""

import sys

import numpy as np

folder = sys.argv[1]
random = np.random.default_rng(7)


def save(name, array):
    np.save(f"{folder}/{name}.npy", array)


numbers = random.integers(-1000, 1000, 10 * 256).astype(np.int32)
save("numbers", numbers)
save("prefix", np.cumsum(numbers).astype(np.int32))

keys = random.integers(0, 2**32, 512, dtype=np.uint32)
keys[::7] = keys[3]  # equal keys keep their order
order = np.argsort(~keys, kind="stable")
save("keys", keys)
save("sorted", np.concatenate([keys[order], order.astype(np.uint32)]))

codes = random.integers(0, 256, 3 * 96 * 8).astype(np.uint8)
save("codes", codes)
bins = np.stack([np.bincount(each % 64, minlength=64) for each in codes.reshape(3, -1)])
save("bins", bins.sum(axis=0).astype(np.uint32))
save("most", np.array([bins.max()], np.uint32))

stream = random.integers(-(2**20), 2**20, 9 * 64).astype(np.int32)
save("stream", stream)
save("tripled", 3 * stream)

blocks = random.integers(-100, 100, 4 * 256).astype(np.int32)
save("blocks", blocks)
save("turned", blocks.reshape(4, 256)[:, ::-1].reshape(-1) + 1)

parts = random.integers(0, 1000, 8 * 64).astype(np.int32)
save("parts", parts)
sums = [each[each % 4 == rank].sum() for each in parts.reshape(2, -1) for rank in range(4)]
save("across", np.array(sums, np.int32))

warps = parts.reshape(-1, 32)
same = warps[:, :, None] % 5 == warps[:, None, :] % 5
save("labelSums", (same * warps[:, None, :]).sum(axis=2).astype(np.int32).reshape(-1))
save("labelRanks", np.tril(same, -1).sum(axis=2).astype(np.int32).reshape(-1))
