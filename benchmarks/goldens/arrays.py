# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes operands of the goldens, and what NumPy says the result is, into a folder.

    arrays.py gemm M N K FOLDER                      a.npy, b.npy and c.npy = a bᵀ
    arrays.py attention HEADS QUERIES KEYS FOLDER    q.npy, k.npy, v.npy and o.npy

All are raw bf16, but o.npy, which is f32 and not rounded. The numbers of a GEMM are
small integers, so that sums are exact in f32 in any order and results agree bit by bit.
"""

import argparse

import numpy as np


def bf16(array):
    """The bits of f32 numbers rounded to bf16, to nearest even."""
    bits = array.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def gemm(m, n, k, folder):
    random = np.random.default_rng(1)
    a = random.integers(-8, 9, (m, k)).astype(np.float32)
    b = random.integers(-8, 9, (n, k)).astype(np.float32)
    np.save(f"{folder}/a.npy", bf16(a))
    np.save(f"{folder}/b.npy", bf16(b))
    np.save(f"{folder}/c.npy", bf16(a @ b.T))


def attention(heads, queries, keys, folder):
    random = np.random.default_rng(1)
    arrays = {"q": queries, "k": keys, "v": keys}
    for name, rows in arrays.items():
        bits = bf16(random.standard_normal((heads, rows, 128)))
        np.save(f"{folder}/{name}.npy", bits)
        arrays[name] = (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    scores = arrays["q"] @ arrays["k"].transpose(0, 2, 1) / np.sqrt(128)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    np.save(f"{folder}/o.npy", (weights @ arrays["v"]).astype(np.float32))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(required=True)
    for make, extents in [(gemm, "m n k"), (attention, "heads queries keys")]:
        kind = kinds.add_parser(make.__name__)
        for extent in extents.split():
            kind.add_argument(extent, type=int)
        kind.add_argument("folder")
        kind.set_defaults(make=make)
    options = parser.parse_args()
    arguments = vars(options)
    arguments.pop("make")(**arguments)


if __name__ == "__main__":
    main()
