# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generator behind rand(...), written again from docs/tessera-run.md.

usage: rand.py DIRECTORY. Lets `tessera run` write its random arrays (the kernel
does nothing) and compares them bit by bit.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np


def bits(seed, count):
    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
        0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def floats(seed, count, low, high):
    return low + (high - low) * ((bits(seed, count) >> np.uint64(40)) * 2.0**-24)


def integers(seed, count, low, high):
    span = np.uint64(high - low + 1)
    return low + (((bits(seed, count) >> np.uint64(32)) * span) >> np.uint64(32)).astype(
        np.int64)


def main():
    directory = Path(sys.argv[1])
    module, target = directory / "nothing.mlir", directory / "out.npy"
    np.seterr(over="ignore")
    cases = [
        ("f32", "7", floats(7, 1000, -1, 1).astype(np.float32)),
        ("f64", "0,-3,8.5", floats(0, 1000, -3, 8.5)),
        ("f16", "18446744073709551615", floats(2**64 - 1, 1000, -1, 1).astype(np.float16)),
        ("i8", "3", integers(3, 1000, -128, 127).astype(np.int8)),
        ("i64", "5", integers(5, 1000, -128, 127)),
        ("i32", "5,-7,1000000", integers(5, 1000, -7, 1000000).astype(np.int32)),
        ("i1", "5", integers(5, 1000, 0, 1).astype(bool)),
    ]
    for element, rest, expected in cases:
        module.write_text(f"cuda_tile.module @m {{\n  entry @e(%x: tile<ptr<{element}>>) "
                          "{\n    return\n  }\n}\n")
        run = subprocess.run(["tessera", "run", module,
                              f"rand(20x50,{element},{rest})=>{target}"],
                             capture_output=True, text=True)
        got = np.load(target) if run.returncode == 0 else run.stderr
        if run.returncode != 0 or got.dtype != expected.dtype or not np.array_equal(
                got, expected.reshape(20, 50)):
            sys.exit(f"{element},{rest}: expected {expected}, got {got}")
    print(f"{len(cases)} random arrays agree with the documented formula")


main()
