#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says how near the main loops of products, and kernels that only move data, are to what
limits them, by modelled cycles.

  modelled_limits.py [--tool TESSERA] [--target sm_90a|sm_100a] [--filter TEXT]

A product is timed with two depths and its factors in L2. The difference is time between
the first stage and the last one, without what a block does before and after. It stands
beside the time that the tensor core needs for it, and the time that the factors take
from L2, whichever is more. Kernels that move data are timed with arrays in no cache;
`tessera time` says which share of the rate of device memory they reach.
"""

import argparse
import re
import subprocess

from product_cycles import ROOT, cycles

# Operations of the tensor core in a cycle of a multiprocessor, with factors of 16 bits;
# bytes that a multiprocessor gets from L2 in a cycle.
LIMITS = {"sm_90a": (4096, 64), "sm_100a": (8192, 90)}
WIDTHS = {"f16": 2, "bf16": 2, "tf32": 4, "f8E4M3FN": 1}
SHORT, LONG = 2048, 4096
ROWS = "rand(16384x1024,f32,1)", "uninit(16384x1024,f32)"
# Kernel of benchmarks/kernels: grid, arguments.
MOVES = {
    "copy": ("4096", ["uninit(16777216,f32)", "uninit(16777216,f32)", "i32:16777216"]),
    "transpose": ("64,64", ["uninit(4096x4096,f32)", "uninit(4096x4096,f32)", "i32:4096", "i32:4096"]),
    "softmax": ("16384", [*ROWS, "i32:16384"]),
    "rms_norm": ("16384", [*ROWS, "rand(1024,f32,2)", "i32:16384"]),
    "layer_norm": ("16384", [*ROWS, "rand(1024,f32,2)", "rand(1024,f32,2)", "i32:16384"]),
}


def product(kind, columns, depth):
    """128 rows in each tile, 132 blocks, factors whose depths lie together in memory."""
    step = 128 // WIDTHS[kind]
    text = (ROOT / "benchmarks/kernels/gemm_bf16.mlir").read_text()
    for old, new in (("shape = [%k, %n], strides = [%n, 1]", "shape = [%n, %k], strides = [%k, 1]"),
                     ("tile=(64x128), padding_value = zero, !in", "tile=(64x128), padding_value = zero, !in, dim_map=[1, 0]"),
                     ("128x128", f"128x{columns}"), ("64x128", f"{step}x{columns}"), ("128x64", f"128x{step}"),
                     ("bf16", kind)):  # fmt: skip
        text = text.replace(old, new)
    if kind == "f8E4M3FN":
        text = re.sub(r"mmaf (%a, %b, %acc)", r"mmaf \1 fast_acc", text)
    m, n = 1408, 12 * columns
    arrays = [f"uninit({m}x{depth},{kind})", f"uninit({n}x{depth},{kind})", f"uninit({m}x{n},f32)"]
    return text, (m // 128, 12), [*arrays, str(m), str(n), str(depth)]


def print_products(tool, target, wanted):
    rate, bytes_of_l2 = LIMITS[target]
    print(f"| products, {target} | depth {SHORT} | depth {LONG} | a depth of 64 | limit | share |\n|---|---|---|---|---|---|")
    for kind, width in WIDTHS.items():
        for columns in (128, 256):
            name = f"{kind}, 128 x {columns}"
            if wanted not in name:
                continue
            short, long = (cycles(tool, product(kind, columns, depth), target, []) for depth in (SHORT, LONG))
            turn = (int(long.replace(" ", "")) - int(short.replace(" ", ""))) * 64 / (LONG - SHORT)
            core = 2 * 128 * columns * 64 / (rate * 2 / width)
            copies = (128 + columns) * 64 * width / bytes_of_l2
            what = f"{core:.0f}, tensor core" if core >= copies else f"{copies:.0f}, L2"
            print(f"| {name} | {short} | {long} | {turn:.0f} | {what} | {max(core, copies) / turn * 100:.0f} % |", flush=True)


def print_moves(tool, target, wanted):
    print(f"\n| moves of data, {target} | cycles | of the rate of device memory |\n|---|---|---|")
    for name, (grid, arguments) in MOVES.items():
        if wanted not in name:
            continue
        kernel = str(ROOT / f"benchmarks/kernels/{name}.mlir")
        done = subprocess.run([tool, "time", kernel, "--target", target, "--l2", "cold", "--waves", "0", "--grid", grid, *arguments],
                              capture_output=True, text=True, check=False)  # fmt: skip
        time = re.search(r"^time\s+(\d+) cycles", done.stdout, re.MULTILINE)
        share = re.search(r"([\d.]+) %\s+device memory$", done.stdout, re.MULTILINE)
        print(f"| `{name}` | {time.group(1)} | {share.group(1)} % |" if time and share else done.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/dev/bin/tessera"))
    parser.add_argument("--target", choices=LIMITS, default="sm_90a")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    print_products(options.tool, options.target, options.filter)
    print_moves(options.tool, options.target, options.filter)


if __name__ == "__main__":
    main()
