# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops of mmaf_scaled on the emulator, with all its checks, against the interpreter.

  check_scaled.py FOLDER TARGET PROGRAMS [--seed N] [--schedules N] [--strategy NAME]
                  [--tiles MxNxK,...] [--forms 1,2,...] [--lookfor REGEX] [--pairs]

Each program takes an element, a scale and a length of blocks, orders of the factors in memory, a
tile, extents that border tiles stick out of, and random bits. Results may differ from the
interpreter's as sums in another order may: by 2^-24 of the sum of the magnitudes for each of the
depth. All NaN are equal. With --pairs, factors of 4 bits lie in pairs along the depth: the kernel
promises that, or loads bytes and unpacks them. With --lookfor the PTX must hold the expression: the last line says in how
many programs it does.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Cpu"))
import check_block_scaled as forms  # noqa: E402


def exponent_bits(bits, exponent, mantissa, bias):
    """Numbers of a sign, an exponent and a mantissa."""
    bits = bits.astype(np.int64)
    sign = np.where(bits >> (exponent + mantissa) & 1, -1.0, 1.0)
    e = bits >> mantissa & ((1 << exponent) - 1)
    m = (bits & ((1 << mantissa) - 1)) / (1 << mantissa)
    return sign * np.where(e == 0, m * 2.0 ** (1 - bias), (1 + m) * 2.0 ** (e - bias))


def decode(element, bits, count):
    """`count` numbers from bytes of memory."""
    if element == "f4E2M1FN":
        return exponent_bits(np.stack([bits & 15, bits >> 4], 1).reshape(-1)[:count], 2, 1, 1)
    bits = bits[:count]
    if element == "f8E8M0FNU":
        return np.where(bits == 255, np.nan, 2.0 ** (bits.astype(np.int64) - 127))
    if element == "f8E4M3FN":
        return np.where(bits & 127 == 127, np.nan, exponent_bits(bits, 4, 3, 7))
    if element == "f8E5M3FNU":
        return np.where(bits == 255, np.nan, exponent_bits(bits, 5, 3, 15))
    return np.where(bits & 127 > 124, np.nan, exponent_bits(bits, 5, 2, 15))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("target")
    parser.add_argument("programs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--schedules", default="3")
    parser.add_argument("--strategy")
    parser.add_argument("--tiles", default="16x8x64,32x32x64,64x32x128,32x64x256,128x64x64")
    parser.add_argument("--forms", default="0,1,2,3,4,5")
    parser.add_argument("--lookfor")
    parser.add_argument("--pairs", action="store_true")
    o = parser.parse_args()
    tiles = [tuple(map(int, text.split("x"))) for text in o.tiles.split(",")]
    found = 0
    for number in range(o.programs):
        rng = np.random.default_rng([o.seed, number])
        element, scale, block = forms.FORMS[int(rng.choice([int(f) for f in o.forms.split(",")]))]
        m, n, k = tiles[rng.integers(len(tiles))]
        # Rows of 4-bit elements are even where they are neighbours.
        unit = (int(rng.integers(2)), int(rng.integers(2)))
        pairs = rng.choice(["even", "bytes"]) if o.pairs else None
        if pairs:
            unit = (1, 0)
        depth = k * int(rng.integers(1, 6))
        rows, columns = (int(rng.integers(1, 2 * size + 1)) & ~1 or 2 for size in (m, n))
        forms.K = depth
        lda = depth if unit[0] == 1 else rows
        ldb = columns if unit[1] == 1 else depth
        arrays = [("a", element, forms.words(rng, element, rows * depth, "element")),
                  ("s", scale, forms.words(rng, scale, rows * depth // block, "near")),
                  ("b", element, forms.words(rng, element, columns * depth, "element")),
                  ("t", scale, forms.words(rng, scale, columns * depth // block, "near")),
                  ("c", "f32", rng.standard_normal((rows, columns)).astype(np.float32))]  # fmt: skip
        text = forms.kernel(element, scale, block, unit, (m, n, k), pairs)
        path = o.folder / "k.mlir"
        path.write_text(text)
        arguments = []
        for name, kind, bits in arrays:
            np.save(o.folder / f"{name}.npy", bits)
            arguments.append(f"{o.folder}/{name}.npy:{'i8' if pairs == 'bytes' and name in 'ab' else kind}")
        arguments[-1] += f"=>{o.folder}/out.npy"
        numbers = [str(x) for x in (rows, columns, depth, depth // block, lda, ldb)]
        grid = f"{-(-rows // m)},{-(-columns // n)}"
        results = []
        gpu = ["--target", o.target, "--schedules", o.schedules] + (["--strategy", o.strategy] if o.strategy else [])
        what = f"program {number}: {element} {scale} {block}, tile {m}x{n}x{k}, {rows}x{columns}x{depth}, unit {unit} {pairs}"
        for options in (["--interpret"], gpu):
            done = subprocess.run(["tessera", "run", path, "--grid", grid, *options, *arguments, *numbers],
                                  capture_output=True, text=True)  # fmt: skip
            if done.returncode:
                sys.exit(f"{what} {options}: {done.stderr[:1500]}")
            results.append(np.load(o.folder / "out.npy").reshape(rows, columns).astype(np.float64))
        by = {name: decode(kind, bits.reshape(-1), bits.size * 2) for name, kind, bits in arrays[:4]}
        a = by["a"][: rows * depth].reshape((rows, depth) if unit[0] == 1 else (depth, rows))
        b = by["b"][: columns * depth].reshape((depth, columns) if unit[1] == 1 else (columns, depth))
        a = np.abs(a if unit[0] == 1 else a.T) * np.repeat(by["s"].reshape(rows, -1), block, 1)
        b = np.abs(b if unit[1] == 1 else b.T) * np.repeat(by["t"].reshape(columns, -1).T, block, 0)
        bound = (np.abs(arrays[4][2]) + np.nan_to_num(a) @ np.nan_to_num(b)) * 2.0**-24 * (depth + 1)
        want, got = results
        wrong = (np.isnan(want) != np.isnan(got)) | (np.abs(np.nan_to_num(want) - np.nan_to_num(got)) > bound)
        if wrong.any():
            i, j = np.argwhere(wrong)[0]
            sys.exit(f"{what}: {wrong.sum()} of {wrong.size} differ, at {i}, {j}: expected {want[i, j]}, got "
                     f"{got[i, j]}, bound {bound[i, j]}")  # fmt: skip
        if o.lookfor:
            done = subprocess.run(["tessera", "compile", path, *gpu[:2], *gpu[4:], "-o", "-"],
                                  capture_output=True, text=True, check=True)  # fmt: skip
            found += re.search(o.lookfor, done.stdout) is not None
    print(f"{o.programs} programs on {o.target} agree" + (f", {found} with {o.lookfor}" if o.lookfor else ""))


if __name__ == "__main__":
    main()
