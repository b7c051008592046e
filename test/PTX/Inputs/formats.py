# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs and expected results of formats.cu into a folder.

Small formats are enumerated: each value goes to the nearest one, ties to even.
"""

import math
import sys

import numpy as np

folder = sys.argv[1]
random = np.random.default_rng(11)


def save(name, array):
    np.save(f"{folder}/{name}.npy", array)


def values_of(exponent_bits, mantissa_bits, bias, count):
    """Of the first `count` non-negative codes of a format."""
    values = []
    for code in range(count):
        exponent, mantissa = code >> mantissa_bits, code & (1 << mantissa_bits) - 1
        scale = 2.0 ** (max(exponent, 1) - bias - mantissa_bits)
        values.append(((exponent > 0) << mantissa_bits | mantissa) * scale)
    return np.array(values)


def nearest(x, values):
    """With saturation to the largest, as __nv_fp8 and its like do."""
    size = np.abs(x.astype(np.float64))
    above = np.clip(np.searchsorted(values, size), 1, len(values) - 1)
    low, high = values[above - 1], values[above]
    up = (size - low > high - size) | ((size - low == high - size) & (above % 2 == 0))
    return np.copysign(np.where(up, high, low), x).astype(np.float32)


FORMATS = [
    values_of(4, 3, 7, 0x7F),  # e4m3, to 448
    values_of(5, 2, 15, 0x7C),  # e5m2
    values_of(2, 3, 1, 32),
    values_of(3, 2, 3, 32),
    values_of(2, 1, 1, 8),
]
x = (random.standard_normal(1000) * 2.0 ** random.integers(-12, 12, 1000)).astype(np.float32)
x[:64] = np.arange(64) / 16  # ties
x[64:72] = [0.0, -0.0, 448, 464, -480, 57344, 1e9, -1e-9]
save("small", x)
save("rounded", np.stack([nearest(x, values) for values in FORMATS]))
save("fourBack", nearest(x, FORMATS[0]).reshape(250, 4))

a = (random.standard_normal((500, 2)) * 4).astype(np.float16)
b = (random.standard_normal((500, 2)) * 4).astype(np.float16)
save("halvesA", a)
save("halvesB", b)
wa, wb = a.astype(np.float64), b.astype(np.float64)


def half(v):
    return v.astype(np.float16)


expected = [
    half(wa + wb),
    half(wa * wb),
    half(wa * wb + wa),
    np.maximum(a, b),
    np.clip(half(wa + wb), np.float16(0), np.float16(1)),
    np.maximum(half(wa * wb + wb), np.float16(0)),
    np.stack([a[:, 0], b[:, 0]], axis=1),
    np.rint(half(wa * 16)),
    (a > b).astype(np.float16),
]
save("halvesOut", np.stack(expected))


def brain(v):
    """To bfloat16, ties to even; v is exact in binary64 and no NaN."""
    bits = np.asarray(v, np.float64).view(np.uint64)
    drop = np.uint64(45)
    even = (bits >> drop) & np.uint64(1)
    bits = bits + (np.uint64(1) << np.uint64(44)) - np.uint64(1) + even
    rounded = ((bits >> drop) << drop).view(np.float64)
    return (rounded.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def widen(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


p = brain(random.standard_normal((500, 2)) * 4)
q = brain(random.standard_normal((500, 2)) * 4)
save("brainA", p)
save("brainB", q)
wp, wq = widen(p), widen(q)
save("brainOut", np.stack([brain(wp + wq), brain(wp * wq), brain(wp * wq + wp),
                           np.where(wp < wq, p, q), p & np.uint16(0x7FFF)]))

y = (random.random(300) * 8 - 4).astype(np.float32)
save("arguments", y)
w = y.astype(np.float64)
product = (y * np.float32(1e6)).astype(np.float64)
functions = [
    np.sin(w), np.cos(w), np.exp(w), np.log((y + np.float32(9)).astype(np.float64)), np.tanh(w),
    1 / np.sqrt((y * y).astype(np.float64)), np.vectorize(math.erf)(w),
    (y + np.float32(9)).astype(np.float64) ** 1.5, np.sin(product), np.cbrt(w), w / np.float32(3.1),
    np.sqrt((y + np.float32(9)).astype(np.float64)),
    np.vectorize(math.lgamma)((y + np.float32(9)).astype(np.float64)),
    np.fmod(w, np.float64(np.float32(0.7))), np.arctan2(w, 2.0),
    np.log1p((y + np.float32(9)).astype(np.float64)),
]
save("functions", np.stack(functions).astype(np.float32))
doubles = [np.sin(w), np.exp(w), np.log(w + 9), (w + 9) ** 1.5, w / 3.1, np.sqrt(w + 9),
           np.vectorize(math.erf)(w), np.arctan(w)]
save("doubles", np.stack(doubles))
