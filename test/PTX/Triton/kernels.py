# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in Triton, chosen for the PTX they become: every kind of memory access, reduction,
matrix instruction and asynchronous copy that Triton has. cases.py says what they compute.
"""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < columns
    value = tl.load(x + row * columns + at, mask=mask, other=float("-inf"))
    power = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + row * columns + at, power / tl.sum(power, axis=0), mask=mask)


@triton.jit
def layer_norm(x, weight, bias, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    mean = tl.sum(total, axis=0) / columns
    square = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + at, mask=at < columns, other=0.0)
        square += tl.where(at < columns, (value - mean) * (value - mean), 0.0)
    scale = tl.rsqrt(tl.sum(square, axis=0) / columns + 1e-5)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < columns
        value = (tl.load(x + row * columns + at, mask=mask) - mean) * scale
        tl.store(out + row * columns + at, value * tl.load(weight + at, mask=mask) + tl.load(bias + at, mask=mask), mask=mask)


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr, OUT: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.int32 if OUT == tl.int32 else tl.float32)
    for start in range(0, k, BK):
        left = tl.load(a + rows[:, None] * k + (start + depth)[None, :], mask=(rows[:, None] < m) & ((start + depth)[None, :] < k), other=0)
        right = tl.load(b + (start + depth)[:, None] * n + columns[None, :], mask=((start + depth)[:, None] < k) & (columns[None, :] < n), other=0)
        total = tl.dot(left, right, total, input_precision=PRECISION, out_dtype=total.dtype)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(OUT), mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def matmul_transposed(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, OUT: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        left = tl.load(a + rows[:, None] * k + (start + depth)[None, :])
        right = tl.load(b + columns[:, None] * k + (start + depth)[None, :])
        total = tl.dot(left, right.T, total)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(OUT))


@triton.jit
def matmul_descriptors(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [k, n], [n, 1], [BK, BN])
    out = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        total = tl.dot(left.load([row, start]), right.load([start, column]), total)
    out.store([row, column], total.to(tl.float16))


@triton.jit
def matmul_persistent(a, b, c, m, n, k, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIALIZE: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    out = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    across = n // BN
    for tile in tl.range(tl.program_id(0), (m // BM) * across, PROGRAMS, flatten=not SPECIALIZE, warp_specialize=SPECIALIZE):
        row = tile // across * BM
        column = tile % across * BN
        total = tl.zeros([BM, BN], tl.float32)
        for start in range(0, k, BK):
            total = tl.dot(left.load([row, start]), right.load([column, start]).T, total)
        out.store([row, column], total.to(tl.float16))


@triton.jit
def matmul_bias_gelu(a, b, bias, c, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        left = tl.load(a + rows[:, None] * k + (start + depth)[None, :])
        right = tl.load(b + (start + depth)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    total += tl.load(bias + columns)[None, :]
    total = 0.5 * total * (1.0 + tl.erf(total * 0.7071067811865476))
    tl.store(c + rows[:, None] * n + columns[None, :], total)


@triton.jit
def matmul_split(a, b, c, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PARTS: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    depth = tl.program_id(1) * BK + tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK * PARTS):
        left = tl.load(a + rows[:, None] * k + (start + depth)[None, :])
        right = tl.load(b + (start + depth)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    tl.atomic_add(c + rows[:, None] * n + columns[None, :], total)


@triton.jit
def matmul_scaled(a, a_scale, b, b_scale, c, BM: tl.constexpr, BN: tl.constexpr, K: tl.constexpr, A: tl.constexpr, B: tl.constexpr, A_PACK: tl.constexpr, B_PACK: tl.constexpr):
    rows = tl.arange(0, BM)
    columns = tl.arange(0, BN)
    blocks = tl.arange(0, K // 32)
    a_depth = tl.arange(0, K // A_PACK)
    b_depth = tl.arange(0, K // B_PACK)
    left = tl.load(a + rows[:, None] * (K // A_PACK) + a_depth[None, :])
    right = tl.load(b + b_depth[:, None] * BN + columns[None, :])
    left_scale = tl.load(a_scale + rows[:, None] * (K // 32) + blocks[None, :])
    right_scale = tl.load(b_scale + columns[:, None] * (K // 32) + blocks[None, :])
    total = tl.dot_scaled(left, left_scale, A, right, right_scale, B)
    tl.store(c + rows[:, None] * BN + columns[None, :], total)


@triton.jit
def batched_products(a, b, c, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    batch = tl.arange(0, B)[:, None, None]
    rows = tl.arange(0, M)
    columns = tl.arange(0, N)
    depth = tl.arange(0, K)
    left = tl.load(a + batch * M * K + rows[None, :, None] * K + depth[None, None, :])
    right = tl.load(b + batch * K * N + depth[None, :, None] * N + columns[None, None, :])
    tl.store(c + batch * M * N + rows[None, :, None] * N + columns[None, None, :], tl.dot(left, right))


@triton.jit
def attention(q, k, v, out, length, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    head = tl.program_id(1) * length * D
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    depth = tl.arange(0, D)
    query = tl.load(q + head + rows[:, None] * D + depth[None, :])
    most = tl.full([BM], float("-inf"), tl.float32)
    weight = tl.zeros([BM], tl.float32)
    total = tl.zeros([BM, D], tl.float32)
    for start in range(0, (tl.program_id(0) + 1) * BM, BN):
        columns = start + tl.arange(0, BN)
        key = tl.load(k + head + columns[None, :] * D + depth[:, None])
        score = tl.dot(query, key) * scale
        score = tl.where(rows[:, None] >= columns[None, :], score, float("-inf"))
        newest = tl.maximum(most, tl.max(score, axis=1))
        power = tl.exp(score - newest[:, None])
        shrink = tl.exp(most - newest)
        weight = weight * shrink + tl.sum(power, axis=1)
        value = tl.load(v + head + columns[:, None] * D + depth[None, :])
        total = tl.dot(power.to(tl.float16), value, total * shrink[:, None])
        most = newest
    tl.store(out + head + rows[:, None] * D + depth[None, :], (total / weight[:, None]).to(tl.float16))


@triton.jit
def argmax(x, at, most, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    index = tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + index, mask=index < columns, other=float("-inf"))
    best, where = tl.max(value, axis=0, return_indices=True)
    tl.store(at + row, where)
    tl.store(most + row, best)


@triton.jit
def prefix_sums(x, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr, REVERSE: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + at, tl.cumsum(tl.load(x + at), axis=0, reverse=REVERSE))


@triton.jit
def combine(value_left, decay_left, value_right, decay_right):
    return value_left * decay_right + value_right, decay_left * decay_right


@triton.jit
def recurrence(x, decay, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value, product = tl.associative_scan((tl.load(x + at), tl.load(decay + at)), 0, combine)
    tl.store(out + at, value)


@triton.jit
def add_pairs(sum_left, square_left, sum_right, square_right):
    return sum_left + sum_right, square_left + square_right


@triton.jit
def moments(x, total, squares, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    value = tl.load(x + at)
    s, q = tl.reduce((value, value * value), 0, add_pairs)
    tl.store(total + tl.arange(0, COLUMNS), s)
    tl.store(squares + tl.arange(0, COLUMNS), q)


@triton.jit
def sort_rows(x, out, COLUMNS: tl.constexpr):
    at = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    tl.store(out + at, tl.sort(tl.load(x + at)))


@triton.jit
def histogram(x, out, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    counts = tl.histogram(tl.load(x + at, mask=at < n, other=0), BINS, mask=at < n)
    tl.atomic_add(out + tl.arange(0, BINS), counts)


@triton.jit
def scatter_add(x, at, total, most, n, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = index < n
    target = tl.load(at + index, mask=mask)
    value = tl.load(x + index, mask=mask)
    tl.atomic_add(total + target, value, mask=mask)
    tl.atomic_max(most + target, value, mask=mask)


@triton.jit
def locked_sum(x, total, lock, BLOCK: tl.constexpr):
    part = tl.sum(tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)), axis=0)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    sum = tl.load(total) + part
    tl.debug_barrier()
    tl.store(total, sum)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def dropout(x, out, n, probability, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, at) > probability
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, tl.where(keep, value / (1 - probability), 0.0), mask=at < n)


@triton.jit
def transpose(x, out, rows, columns, BLOCK: tl.constexpr):
    down = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    across = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    tile = tl.load(x + down[:, None] * columns + across[None, :], mask=(down[:, None] < rows) & (across[None, :] < columns))
    tl.store(out + across[:, None] * rows + down[None, :], tile.T, mask=(across[:, None] < columns) & (down[None, :] < rows))


@triton.jit
def gather_rows(table, at, out, COLUMNS: tl.constexpr):
    row = tl.load(at + tl.program_id(0))
    column = tl.arange(0, COLUMNS)
    tl.store(out + tl.program_id(0) * COLUMNS + column, tl.load(table + row * COLUMNS + column))


@triton.jit
def gather_tile(x, at, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    place = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + place, tl.gather(tl.load(x + place), tl.load(at + place), 0))


@triton.jit
def stencil(x, out, n, BLOCK: tl.constexpr, RADIUS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for offset in tl.static_range(-RADIUS, RADIUS + 1):
        total += tl.load(x + at + offset, mask=(at + offset >= 0) & (at + offset < n), other=0.0)
    tl.store(out + at, total, mask=at < n)


@triton.jit
def rotate_pairs(x, cosine, sine, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * 2 * BLOCK + tl.arange(0, 2 * BLOCK)
    even, odd = tl.split(tl.reshape(tl.load(x + at), [BLOCK, 2]))
    pair = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c, s = tl.load(cosine + pair), tl.load(sine + pair)
    tl.store(out + at, tl.interleave(even * c - odd * s, even * s + odd * c))


@triton.jit
def collatz(x, steps, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=1)
    count = tl.zeros([BLOCK], tl.int32)
    while tl.max(value, axis=0) > 1:
        count += tl.where(value > 1, 1, 0)
        value = tl.where(value > 1, tl.where(value % 2 == 0, value // 2, 3 * value + 1), value)
    tl.store(steps + at, count, mask=at < n)


@triton.jit
def elementary(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at)
    tl.store(out + at, libdevice.tanh(value))
    tl.store(out + n + at, libdevice.log1p(value))
    tl.store(out + 2 * n + at, tl.sin(value) + tl.cos(value))
    tl.store(out + 3 * n + at, tl.sqrt_rn(value) + tl.div_rn(1.0, value))
    tl.store(out + 4 * n + at, tl.exp2(value) * tl.log2(value))


@triton.jit
def integers(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    a, b = tl.load(x + at), tl.load(y + at)
    tl.store(out + at, a // b)
    tl.store(out + n + at, a % b)
    tl.store(out + 2 * n + at, (a << (b & 15)) ^ (a >> (b & 15)))
    tl.store(out + 3 * n + at, tl.umulhi(a.to(tl.uint32), b.to(tl.uint32)).to(tl.int32))
    tl.store(out + 4 * n + at, tl.minimum(a, b) + tl.abs(a))


@triton.jit
def small_floats(x, out, BLOCK: tl.constexpr, KIND: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at).to(KIND).to(tl.float32))


@triton.jit
def doubles(x, y, out, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)[:, None]
    columns = tl.arange(0, BLOCK)[None, :]
    value = tl.load(x + rows * BLOCK + columns) * tl.load(y + rows * BLOCK + columns)
    tl.store(out + tl.arange(0, BLOCK), tl.sum(value, axis=1))


@triton.jit
def checked_sum(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.device_assert(value >= 0, "expected no negative number")
    tl.device_print("lowest", tl.min(value, axis=0))
    tl.store(out, tl.sum(value, axis=0))
