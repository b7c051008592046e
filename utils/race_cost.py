#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What race detection costs: the examples' kernels, on arrays large enough to time.

  utils/race_cost.py --tessera PATH [--repeat N] [--filter TEXT] [--limit FACTOR]

Times are those of executing the grid in the interpreter on one thread, without and
with --check=race, the best of N runs each, taken in turns. The exit status is 1 when
a factor is above the limit.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

# Name, example, entry, grid, arguments. Tile sizes are those of the kernels.
LAUNCHES = [
    ("vector_add, 4 Mi", "vector_add", "vector_add", "4096",
     "rand(4194304,f32,1) rand(4194304,f32,2) zeros(4194304,f32) 4194304"),
    ("saxpy, 4 Mi", "saxpy", "saxpy", "64", "2.5 rand(4194304,f32,1) rand(4194304,f32,2) 4194304"),
    ("transpose, 2048^2 f16", "transpose", "transpose_permute", "64,128",
     "--abi=array rand(2048x2048,f16,1) zeros(2048x2048,f16)"),
    ("row_softmax, 2000x1000", "row_softmax", "row_softmax", "2000",
     "--abi=array rand(2000x1000,f32,1) zeros(2000x1000,f32)"),
    ("layer_norm, 2000x1000", "layer_norm", "layer_norm", "500",
     "rand(2000x1000,f32,1) rand(1000,f32,2) rand(1000,f32,3) zeros(2000x1000,f32) 2000 1000 0.00001"),
    ("gemm_f32, 512^3", "gemm_f32", "gemm_f32", "8,8",
     "--abi=array rand(512x512,f32,1) rand(512x512,f32,2) zeros(512x512,f32)"),
    ("gemm_f16, 512^3", "gemm_f16", "gemm_f16", "8,8",
     "rand(512x512,f16,1) rand(512x512,f16,2) zeros(512x512,f16) 512 512 512"),
    ("attention, 4 x 512 x 64", "flash_attention", "attention", "8,4",
     "rand(4x512x64,f16,1) rand(4x512x64,f16,2) rand(4x512x64,f16,3) zeros(4x512x64,f16) 4 512 0.125"),
    ("embedding lookup, 20000x128", "embedding", "lookup", "1250,2",
     "rand(5000x128,f16,1) rand(20000,i32,2,0,5000) zeros(20000x128,f16) 5000 128 20000"),
    ("histogram, 1 Mi", "histogram", "histogram", "4096",
     "rand(1048576,i32,1,0,64) zeros(64,i32) 1048576 64"),
    ("prefix_scan, 1 Mi", "prefix_scan", "chained_scan", "2048",
     "rand(1048576,i32,1,0,9) zeros(1048576,i32) uninit(2048,i32) zeros(2048,i32) zeros(1,i32) 1048576"),
    ("split_k atomic, 256x256x2048", "split_k", "split_k_atomic", "8,8,8",
     "rand(256x2048,f32,1) rand(2048x256,f32,2) zeros(256x256,f32) 256 256 2048"),
    ("split_k ordered, 256x256x2048", "split_k", "split_k_ordered", "8,8,8",
     "rand(256x2048,f32,1) rand(2048x256,f32,2) zeros(256x256,f32) uninit(8x256x256,f32) "
     "zeros(64,i32) 256 256 2048"),
]


def seconds(tessera, launch, options):
    _, example, entry, grid, arguments = launch
    command = [tessera, "run", str(EXAMPLES / example / "kernel.mlir"), "--entry", entry,
               "--grid", grid, "--interpret", "--time", *options, *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return float(re.search(r"\brun ([0-9.]+) ms", done.stderr).group(1)) / 1e3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="")
    parser.add_argument("--limit", type=float, default=20.0)
    options = parser.parse_args()
    worst, rows = 0.0, 0
    print(f"| {'kernel':<30} | {'plain':>10} | {'race':>10} | {'factor':>7} |")
    print("|---|---|---|---|")
    for launch in LAUNCHES:
        if options.filter not in launch[0]:
            continue
        times = [(seconds(options.tessera, launch, []),
                  seconds(options.tessera, launch, ["--check=race"])) for _ in range(options.repeat)]
        plain, race = min(t[0] for t in times), min(t[1] for t in times)
        rows, worst = rows + 1, max(worst, race / plain)
        print(f"| {launch[0]:<30} | {1e3 * plain:>7.1f} ms | {1e3 * race:>7.1f} ms | {race / plain:>6.1f}x |",
              flush=True)
    print(f"{rows} kernels, worst {worst:.1f}x, limit {options.limit:g}x")
    return 1 if worst > options.limit or rows == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
