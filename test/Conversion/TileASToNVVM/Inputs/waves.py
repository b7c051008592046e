# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless `gemm` takes fewer modelled cycles by the first of two strategies than by the second.

  waves.py TESSERA PROGRAM TILES FIRST SECOND

Each of 132 multiprocessors of sm_100a makes so many tiles of 128 x 128 sums of depth 1024.
"""
import json
import subprocess
import sys

tessera, program, tiles, *strategies = sys.argv[1:]
rows = 11 * int(tiles)


def cycles(strategy):
    command = [tessera, "time", program, "--entry", "gemm", "--l2", "hot", "--target", "sm_100a", "--json", "--waves", "0",
               "--strategy", strategy, "--grid", f"{rows},12", f"zeros({128 * rows}x1024,bf16)", "zeros(1024x1536,bf16)",
               f"zeros({128 * rows}x1536,f32)", str(128 * rows), "1536", "1024"]  # fmt: skip
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["cycles"]


first, second = map(cycles, strategies)
print(first, second)
assert first < second
