# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in cuTile Python, each compared with NumPy. Runs under `tessera sim`.

  cutile_samples.py [--small] [NAME...]"""

import argparse
import math
import sys
import time
import traceback

import cuda.tile as ct
import numpy as np
from tessera_sim.arrays import device, start, synchronize

ConstInt = ct.Constant[int]
SAMPLES = {}


def sample(function):
    SAMPLES[function.__name__] = function
    return function


def launch(grid, kernel, *arguments):
    ct.launch(0, grid, kernel, tuple(
        device(each) if isinstance(each, np.ndarray) else each for each in arguments))
    synchronize()


def blocks(size, tile):
    return (size + tile - 1) // tile


random = np.random.default_rng(1)


def uniform(*shape, dtype=np.float32):
    return random.uniform(-1, 1, shape).astype(dtype)


@ct.kernel
def vector_add_kernel(a, b, c, TILE: ConstInt):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(TILE,))
    y = ct.load(b, index=(i,), shape=(TILE,))
    ct.store(c, index=(i,), tile=x + y)


@sample
def vector_add(small):
    n = 1000 if small else 100_000
    a, b = uniform(n), uniform(n)
    c = np.zeros(n, np.float32)
    launch((blocks(n, 256),), vector_add_kernel, a, b, c, 256)
    np.testing.assert_array_equal(c, a + b)


@ct.kernel
def gather_add_kernel(a, b, c, TILE: ConstInt):
    index = ct.bid(0) * TILE + ct.arange(TILE, dtype=ct.int32)
    ct.scatter(c, index, ct.gather(a, index) + ct.gather(b, index))


@sample
def gather_add(small):
    n = 777 if small else 50_001
    a, b = uniform(n), uniform(n)
    c = np.zeros(n, np.float32)
    launch((blocks(n, 512),), gather_add_kernel, a, b, c, 512)
    np.testing.assert_array_equal(c, a + b)


@ct.kernel
def transpose_kernel(x, y, TM: ConstInt, TN: ConstInt):
    i, j = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(i, j), shape=(TM, TN))
    ct.store(y, index=(j, i), tile=ct.transpose(tile))


@sample
def transpose(small):
    m, n = (70, 50) if small else (600, 500)
    x = uniform(m, n)
    y = np.zeros((n, m), np.float32)
    launch((blocks(m, 32), blocks(n, 32)), transpose_kernel, x, y, 32, 32)
    np.testing.assert_array_equal(y, x.T)


@ct.kernel
def matmul_kernel(a, b, c, TM: ConstInt, TN: ConstInt, TK: ConstInt):
    i, j = ct.bid(0), ct.bid(1)
    sums = ct.full((TM, TN), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(TM, TK))):
        x = ct.load(a, index=(i, k), shape=(TM, TK), padding_mode=ct.PaddingMode.ZERO)
        y = ct.load(b, index=(k, j), shape=(TK, TN), padding_mode=ct.PaddingMode.ZERO)
        sums = ct.mma(x, y, sums)
    ct.store(c, index=(i, j), tile=ct.astype(sums, c.dtype))


def check_matmul(small, dtype, tolerance):
    m, n, k = (70, 66, 50) if small else (300, 260, 200)
    a, b = uniform(m, k, dtype=dtype), uniform(k, n, dtype=dtype)
    c = np.zeros((m, n), np.float32)
    launch((blocks(m, 64), blocks(n, 64)), matmul_kernel, a, b, c, 64, 64, 32)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), atol=tolerance)


@sample
def matmul_f16(small):
    check_matmul(small, np.float16, 1e-3)


@sample
def matmul_f32(small):
    check_matmul(small, np.float32, 1e-3)


@ct.kernel
def softmax_kernel(x, y, TILE: ConstInt):
    row = ct.load(x, index=(ct.bid(0), 0), shape=(1, TILE), padding_mode=ct.PaddingMode.NEG_INF)
    powers = ct.exp(row - ct.max(row, axis=1, keepdims=True))
    ct.store(y, index=(ct.bid(0), 0), tile=powers / ct.sum(powers, axis=1, keepdims=True))


@sample
def softmax(small):
    rows, columns = (5, 100) if small else (300, 1000)
    x = uniform(rows, columns) * 5
    y = np.zeros_like(x)
    launch((rows,), softmax_kernel, x, y, 128 if small else 1024)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(y, powers / powers.sum(axis=1, keepdims=True), atol=1e-6)


@ct.kernel
def layer_norm_kernel(x, weight, bias, y, epsilon, N: ConstInt, TILE: ConstInt):
    row = ct.load(x, index=(ct.bid(0), 0), shape=(1, TILE), padding_mode=ct.PaddingMode.ZERO)
    mean = ct.sum(row, axis=1, keepdims=True) / N
    inside = ct.arange(TILE, dtype=ct.int32)[None, :] < N
    centred = ct.where(inside, row - mean, 0.0)
    variance = ct.sum(centred * centred, axis=1, keepdims=True) / N
    w = ct.load(weight, index=(0,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
    b = ct.load(bias, index=(0,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(y, index=(ct.bid(0), 0), tile=centred * ct.rsqrt(variance + epsilon) * w + b)


@sample
def layer_norm(small):
    rows, columns = (4, 100) if small else (200, 1000)
    x, weight, bias = uniform(rows, columns), uniform(columns), uniform(columns)
    y = np.zeros_like(x)
    launch((rows,), layer_norm_kernel, x, weight, bias, y, 1e-5, columns, 128 if small else 1024)
    centred = x - x.mean(axis=1, keepdims=True)
    variance = (centred**2).mean(axis=1, keepdims=True)
    np.testing.assert_allclose(y, centred / np.sqrt(variance + 1e-5) * weight + bias, atol=1e-4)


@ct.kernel
def attention_kernel(q, k, v, out, scale, TM: ConstInt, TN: ConstInt, D: ConstInt):
    i = ct.bid(0)
    queries = ct.load(q, index=(i, 0), shape=(TM, D))
    largest = ct.full((TM, 1), -math.inf, dtype=ct.float32)
    total = ct.full((TM, 1), 0.0, dtype=ct.float32)
    sums = ct.full((TM, D), 0.0, dtype=ct.float32)
    for j in range(ct.num_tiles(k, axis=0, shape=(TN, D))):
        keys = ct.transpose(ct.load(k, index=(j, 0), shape=(TN, D)))
        scores = ct.mma(queries, keys, ct.full((TM, TN), 0.0, dtype=ct.float32)) * scale
        newest = ct.maximum(largest, ct.max(scores, axis=1, keepdims=True))
        powers = ct.exp(scores - newest)
        factor = ct.exp(largest - newest)
        total = total * factor + ct.sum(powers, axis=1, keepdims=True)
        values = ct.load(v, index=(j, 0), shape=(TN, D))
        sums = ct.mma(ct.astype(powers, v.dtype), values, sums * factor)
        largest = newest
    ct.store(out, index=(i, 0), tile=sums / total)


@sample
def attention(small):
    n, d = (64, 32) if small else (512, 64)
    q, k, v = (uniform(n, d, dtype=np.float16) for _ in range(3))
    out = np.zeros((n, d), np.float32)
    scale = 1 / math.sqrt(d)
    launch((n // 32,), attention_kernel, q, k, v, out, scale, 32, 32, d)
    scores = q.astype(np.float64) @ k.astype(np.float64).T * scale
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = powers / powers.sum(axis=1, keepdims=True) @ v.astype(np.float64)
    np.testing.assert_allclose(out, expected, atol=2e-3)


@ct.kernel
def histogram_kernel(x, counts, TILE: ConstInt):
    values = ct.load(x, index=(ct.bid(0),), shape=(TILE,))
    ct.atomic_add(counts, values, 1)


@sample
def histogram(small):
    n = 1024 if small else 65536
    x = random.integers(0, 64, n).astype(np.int32)
    counts = np.zeros(64, np.int32)
    launch((n // 256,), histogram_kernel, x, counts, 256)
    np.testing.assert_array_equal(counts, np.bincount(x, minlength=64))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="sizes for the emulator")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    start()
    failed = 0
    for name in arguments.names or SAMPLES:
        begin = time.perf_counter()
        try:
            SAMPLES[name](arguments.small)
            print(f"{name}: passed ({time.perf_counter() - begin:.2f} s)", flush=True)
        except Exception:
            failed += 1
            traceback.print_exc()
            print(f"{name}: FAILED", flush=True)
    print(f"{len(arguments.names or SAMPLES) - failed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
