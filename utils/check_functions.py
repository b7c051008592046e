#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the error of compiled f32 functions on every argument.

  utils/check_functions.py [--stride N] [--targets cpu,cpu:x86-64-v3] [--only FUNCTION,...]

Runs all 2^32 bit patterns, or every N-th, through compiled kernels for the functions
that the CPU road computes without a library, and compares with float64. Errors are in
ulps of the exact result's binade (of the smallest binade for subnormal results);
infinities, NaN and zeros with their signs must be where rounding the exact result
gives them. Prints the largest error and its argument; fails above the bounds that
InlineMath.h promises.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

TILE = 1024
# Largest error in ulps.
BOUNDS = {"exp": 1.04, "exp2": 0.88, "log": 0.91, "log2": 1.07, "tanh": 1.95}
KERNEL = """
cuda_tile.module @m {
  entry @k(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %size = constant <i32: 1024> : tile<i32>
    %first = muli %x, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<1024xi32>
    %lane = iota : tile<1024xi32>
    %i = addi %firsts, %lane : tile<1024xi32>
    %in1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ins = broadcast %in1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %pi = offset %ins, %i : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %out1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %outs = broadcast %out1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %po = offset %outs, %i : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %v, %t0 = load_ptr_tko weak %pi : tile<1024xptr<f32>> -> tile<1024xf32>, token
    %e = FUNCTION %v : tile<1024xf32>
    %t1 = store_ptr_tko weak %po, %e : tile<1024xptr<f32>>, tile<1024xf32> -> token
    return
  }
}
"""


def compiled(tessera, folder, function, target, x):
    kernel, source, result = folder / "k.mlir", folder / "x.npy", folder / "y.npy"
    kernel.write_text(KERNEL.replace("FUNCTION", function))
    np.save(source, x)
    subprocess.run(
        [tessera, "run", kernel, "--grid", str(len(x) // TILE), "--target", target, source,
         f"zeros({len(x)},f32)=>{result}"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return np.load(result)


def errors(function, x, got):
    """Ulps between `got` and the exact result; infinite where a special value is wrong."""
    with np.errstate(all="ignore"):
        exact = getattr(np, function)(x.astype(np.float64))
        rounded = exact.astype(np.float32)
        binade = np.frexp(np.maximum(np.abs(exact), 2.0**-126))[1] - 24
        ulps = np.abs(got.astype(np.float64) - exact) / np.ldexp(1.0, binade)
        special = ~np.isfinite(rounded) | ~np.isfinite(got) | (exact == 0)
        same = (got == rounded) & (np.signbit(got) == np.signbit(rounded))
        same |= np.isnan(got) & np.isnan(rounded)
    # At the border between the largest number and infinity both are within 1 ulp.
    border = special & ~same & (np.abs(exact - 2.0**128) <= 2.0**104)
    ulps[special] = np.where(same[special] | border[special], 0, np.inf)
    return ulps


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default="build/dev/bin/tessera")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--targets", default="cpu,cpu:x86-64-v3")
    parser.add_argument("--only", default=",".join(BOUNDS))
    options = parser.parse_args()
    chunk, bad = 1 << 24, False
    with tempfile.TemporaryDirectory() as name:
        for target in options.targets.split(","):
            for function in options.only.split(","):
                worst, where = 0.0, 0.0
                for first in range(0, 1 << 32, chunk * options.stride):
                    last = min(first + chunk * options.stride, 1 << 32)
                    bits = np.arange(first, last, options.stride, dtype=np.uint64)
                    bits = np.resize(bits, -(-len(bits) // TILE) * TILE).astype(np.uint32)
                    x = bits.view(np.float32)
                    ulps = errors(function, x, compiled(options.tessera, Path(name), function, target, x))
                    if ulps.max() > worst:
                        worst, where = ulps.max(), x[ulps.argmax()]
                bad |= worst > BOUNDS[function]
                print(f"{target} {function}: at most {worst:.3f} ulp (at {where!r})", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
