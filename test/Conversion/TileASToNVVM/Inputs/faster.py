# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless the first of two versions of `gemm` takes fewer modelled cycles.

  faster.py TESSERA FIRST BLOCKS SECOND BLOCKS

Both make 256 x 256 sums of depth 8192 on sm_100a, with so many tile blocks for the rows.
"""
import json
import subprocess
import sys

tessera, *versions = sys.argv[1:]


def cycles(path, blocks):
    command = [tessera, "time", path, "--entry", "gemm", "--l2", "hot", "--target", "sm_100a", "--json",
               "--grid", f"{blocks},2", "zeros(256x8192,bf16)", "zeros(8192x256,bf16)",
               "zeros(256x256,f32)", "256", "256", "8192"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["cycles"]


first, second = cycles(*versions[:2]), cycles(*versions[2:])
print(first, second)
assert first < second
