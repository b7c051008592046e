# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Powers of two by both units, against 2^x in f64.

    powers_of_two.py MODULE FOLDER TARGET

A tile for each edge of the function, so that both ways of computing meet it, then
numbers of all exponents and numbers as a softmax has them. Prints how far results are
from 2^x, in units of the last place; subnormal results are zero. Fails beyond 2 ulp.
"""
import subprocess
import sys

import numpy as np

module, folder, target = sys.argv[1:]
subprocess.run(["mkdir", "-p", folder], check=True)
f32 = np.float32
ends = [f32(v) for v in (-127, -126, -1, 0, 1, 127, 128)]
edges = [np.inf, -np.inf, np.nan, -0.0, 1e-45, -1e-45, 1e-39, -1e-39, 3.4e38, -3.4e38, -150, -149.5, 129, 255, 256, -255]
edges += ends + [np.nextafter(v, f32(s)) for v in ends for s in (-1e9, 1e9)]
tile = (128, 32)
rng = np.random.default_rng(5)
tiles = [np.full(tile, edge, f32) for edge in edges]
bits = rng.integers(0, 2**32, (8, *tile), dtype=np.uint64).astype(np.uint32)
tiles += list(bits.view(f32))
tiles += [rng.uniform(low, high, tile).astype(f32) for low, high in ((-127, 128), (-20, 0), (-1, 0), (-1, 1), (-1e-3, 0))]
x = np.concatenate(tiles)
turns = len(tiles)
np.save(f"{folder}/x.npy", x)
a = rng.integers(-2, 3, (128, 64 * turns)).astype(np.float16)
np.save(f"{folder}/a.npy", a)
arrays = [f"{folder}/x.npy", f"zeros({x.shape[0]}x32,f32)=>{folder}/y.npy", f"{folder}/a.npy", f"zeros(128x128,f32)=>{folder}/c.npy"]
subprocess.run(["tessera", "run", module, "--target", target, *arrays, str(turns)], check=True)
y = np.load(f"{folder}/y.npy").reshape(x.shape)
wide = a.astype(f32)
assert (np.load(f"{folder}/c.npy").reshape(128, 128) == wide @ wide.T).all()

with np.errstate(over="ignore", under="ignore", invalid="ignore"):
    exact = np.exp2(x.astype(np.float64))
assert (np.isnan(y) == np.isnan(x)).all()
# The largest finite number may round to infinity from below, and the least normal one from below it.
is_flushed, is_infinite = exact < 2.0**-126, exact >= 2.0**128
assert (y[is_flushed] == 0).all() and not np.signbit(y[is_flushed]).any()
assert np.isposinf(y[is_infinite]).all()
is_normal = ~(is_flushed | is_infinite | np.isnan(x))
ulp = 2.0 ** (np.floor(np.log2(exact[is_normal])) - 23)
with np.errstate(invalid="ignore"):
    errors = np.abs(y[is_normal].astype(np.float64) - exact[is_normal]) / ulp
assert errors.max() <= 2, (errors.max(), x[is_normal][errors.argmax()])
whole = is_normal.copy()
whole[is_normal] = np.trunc(x[is_normal]) == x[is_normal]
assert (y[whole] == exact[whole]).all()
# The unit of special functions is emulated as the exact result, rounded once.
print(f"{x.size} powers, {(errors > 0.5).any() and 'some' or 'none'} of them not rounded once")
