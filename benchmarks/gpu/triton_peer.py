# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triton kernels of the same problems as benchmarks/kernels, with the same tiles.

Plain kernels as Triton's tutorials teach them, not tuned per device: what a user
writes. `make` returns what runs one of them on random arrays.
"""
import math

import torch
import triton
import triton.language as tl

KINDS = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}


@triton.jit
def matmul(a, b, c, n: tl.constexpr, TILE: tl.constexpr, DEPTH: tl.constexpr):
    rows = tl.program_id(0) * TILE + tl.arange(0, TILE)
    columns = tl.program_id(1) * TILE + tl.arange(0, TILE)
    depth = tl.arange(0, DEPTH)
    a_pointers = a + rows[:, None] * n + depth[None, :]
    b_pointers = b + depth[:, None] * n + columns[None, :]
    total = tl.zeros((TILE, TILE), dtype=tl.float32)
    for _ in range(0, n, DEPTH):
        total = tl.dot(tl.load(a_pointers), tl.load(b_pointers), total)
        a_pointers += DEPTH
        b_pointers += DEPTH * n
    tl.store(c + rows[:, None] * n + columns[None, :], total)


@triton.jit
def softmax(x, out, COLUMNS: tl.constexpr):
    place = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    row = tl.load(x + place)
    powers = tl.exp(row - tl.max(row, 0))
    tl.store(out + place, powers / tl.sum(powers, 0))


@triton.jit
def layer_norm(x, out, gamma, beta, COLUMNS: tl.constexpr):
    columns = tl.arange(0, COLUMNS)
    place = tl.program_id(0) * COLUMNS + columns
    row = tl.load(x + place)
    centred = row - tl.sum(row, 0) / COLUMNS
    scale = tl.rsqrt(tl.sum(centred * centred, 0) / COLUMNS + 1e-5)
    tl.store(out + place, centred * scale * tl.load(gamma + columns) + tl.load(beta + columns))


@triton.jit
def copy(x, out, TILE: tl.constexpr):
    place = tl.program_id(0) * TILE + tl.arange(0, TILE)
    tl.store(out + place, tl.load(x + place))


@triton.jit
def attention(q, k, v, out, scale, SEQUENCE: tl.constexpr, TILE: tl.constexpr, WIDTH: tl.constexpr):
    head = tl.program_id(1) * SEQUENCE * WIDTH
    rows = tl.program_id(0) * TILE + tl.arange(0, TILE)
    features = tl.arange(0, WIDTH)
    keys = tl.arange(0, TILE)
    queries = tl.load(q + head + rows[:, None] * WIDTH + features[None, :])
    largest = tl.full((TILE,), float("-inf"), tl.float32)
    weight = tl.zeros((TILE,), tl.float32)
    total = tl.zeros((TILE, WIDTH), tl.float32)
    for first in range(0, SEQUENCE, TILE):
        place = head + (first + keys) * WIDTH
        scores = tl.dot(queries, tl.load(k + place[None, :] + features[:, None])) * (scale * 1.4426950408889634)
        higher = tl.maximum(largest, tl.max(scores, 1))
        powers = tl.exp2(scores - higher[:, None])
        shrink = tl.exp2(largest - higher)
        weight = weight * shrink + tl.sum(powers, 1)
        values = tl.load(v + place[:, None] + features[None, :])
        total = tl.dot(powers.to(values.dtype), values, total * shrink[:, None])
        largest = higher
    result = total / weight[:, None]
    tl.store(out + head + rows[:, None] * WIDTH + features[None, :], result.to(queries.dtype))


def make(kernel, arrays):
    t = {name: torch.randn(shape, dtype=KINDS[kind], device="cuda") for name, (shape, kind) in arrays.items()}
    if kernel == "gemm_bf16":
        n = t["a"].shape[0]
        return lambda: matmul[(n // 128, n // 128)](t["a"], t["b"], t["c"], n, 128, 64, num_warps=8)
    if kernel == "attention_bf16":
        heads, sequence, width = t["q"].shape
        return lambda: attention[(sequence // 128, heads)](
            t["q"], t["k"], t["v"], t["out"], 1 / math.sqrt(width), sequence, 128, width, num_warps=8)
    if kernel == "copy":
        return lambda: copy[(t["x"].numel() // 4096,)](t["x"], t["out"], 4096)
    rows, columns = t["x"].shape
    if kernel == "softmax":
        return lambda: softmax[(rows,)](t["x"], t["out"], columns)
    return lambda: layer_norm[(rows,)](t["x"], t["out"], t["gamma"], t["beta"], columns)
