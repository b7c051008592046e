#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ladders of products, from a plain loop to the best code, with figures that
were published for each step. No constant of the clock was fitted on them.

H100: 8192 x 8192 x 8192 of bf16, TFLOP/s (README of pranjalssh/fast.cu). B200: 4096 x
8192 x 4096 of f16, per cent of cuBLAS (documentation of JAX, products on Blackwell). One
multiprocessor, or one pair, is simulated with the operands in L2. A persistent block
is simulated for two and for three tiles: their difference is what a tile takes.
Prints a table for docs/timed-emulation.md and Kendall's rank correlation; --check
fails when that of all steps is below 0.8, --k takes a smaller depth.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import pathlib

import numpy as np

import timing_ladder_blackwell as blackwell
import timing_ladder_hopper as hopper
from timing_mainloops import kendall


def simulate(tool, folder, ladder, step, size, tiles_of_block):
    """The report of a launch of one block, or pair, for each multiprocessor."""
    m, n, k = size
    source = pathlib.Path(folder) / "ladder.ptx"
    source.write_text(ladder.kernel(step))
    kind, target, sms = ladder.ELEMENT, ladder.TARGET, ladder.MULTIPROCESSORS
    tiles_m, tiles = m // ladder.rows_of(step), m // ladder.rows_of(step) * (n // step.n)
    blocks = sms if step.persistent else tiles * ladder.blocks_of(step)
    limit = min(tiles, tiles_of_block * sms // ladder.blocks_of(step)) if step.persistent else tiles
    command = [tool, "time", source, "--target", target, "--grid", str(blocks), "--l2", "hot", "--json",
               "--shared", str(step.shared), "--sms", "2" if step.pair else "1", "--waves", "2",
               *ladder.options(step), "zeros(2,i64)", f"zeros({m}x{n},{kind})", *ladder.maps(step, size, kind),
               str(tiles_m), str(limit), str(n), str(k)]
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{step.name}: {done.stderr.strip()[:2000]}")
    return json.loads(done.stdout)


def speed(tool, folder, ladder, step, size):
    """TFLOP/s of the whole product."""
    m, n, k = size
    clock = ladder.CLOCK_GHZ * 1e9
    if not step.persistent:
        return 2e-12 * m * n * k / simulate(tool, folder, ladder, step, size, 1)["cycles"] * clock
    few, more = (simulate(tool, folder, ladder, step, size, count)["cycles"] for count in (2, 3))
    tiles = m // ladder.rows_of(step) * (n // step.n) * ladder.blocks_of(step) / ladder.MULTIPROCESSORS
    return 2e-12 * m * n * k / (few + (math.ceil(tiles) - 2) * (more - few)) * clock


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--k", type=int, help="a smaller depth of the products, for a quick look")
    parser.add_argument("--target", help="only the ladder of this target")
    options = parser.parse_args()
    rows, errors = [], []
    taus = []
    with tempfile.TemporaryDirectory() as folder:
        for ladder in (hopper, blackwell):
            if options.target not in (None, ladder.TARGET):
                continue
            pairs = []
            for step in ladder.LADDER:
                m, n, k = ladder.SIZE
                value = speed(options.tool, folder, ladder, step, (m, n, options.k or k))
                pairs.append((step.published, value))
                rows.append((ladder, step, value))
                print(f"{ladder.TARGET} {step.name}: {value:.1f} TFLOP/s", flush=True)
            # Relative to the last step, where only ratios are published.
            scale = 1 if ladder.IS_ABSOLUTE else pairs[-1][0] / pairs[-1][1]
            errors += [abs(y * scale / x - 1) * 100 for x, y in pairs]
            taus.append(kendall(pairs))
    print("\n| GPU, step | published | modelled TFLOP/s |\n|---|---|---|")
    for ladder, step, value in rows:
        print(f"| {ladder.TARGET}: {step.name} | {step.published:g} {ladder.UNIT} | {value:.1f} |")
    print(f"\n{len(rows)} steps, mean error {np.mean(errors):.1f} %, worst {max(errors):.1f} %, "
          "Kendall's tau " + ", ".join(f"{tau:.2f}" for tau in taus))
    if options.check and min(taus) < 0.8:
        sys.exit("the clock orders these steps differently from what was published")


if __name__ == "__main__":
    main()
