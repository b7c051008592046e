# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the kernels of kernels.py are launched with and what NumPy says they compute."""

import math
from dataclasses import dataclass, field

import kernels
import numpy as np
import triton.language as tl


@dataclass
class Case:
    """One launch. `arguments` are in the order of the kernel's parameters: arrays, numbers, or
    Out(initial value, expected value) for arrays that are compared after the run. A type of
    Triton is given where NumPy has none (arrays of bits)."""

    name: str
    kernel: object
    arguments: list
    constants: dict
    grid: tuple = (1,)
    options: dict = field(default_factory=dict)
    tolerance: float = 0.0
    least: int = 80  # the first architecture that has what it needs
    only: tuple = ()  # architectures, where not all later ones do
    prints: str = ""
    without: str = ""  # a check that the code does not pass, of those docs/ptx-emulator.md explains


@dataclass
class Out:
    initial: np.ndarray
    expected: np.ndarray


@dataclass
class Bits:
    array: np.ndarray
    kind: str  # Triton's name of the type of an element


def fresh(expected):
    return Out(np.zeros_like(expected), expected)


rng = np.random.default_rng(27)


def normal(*shape, dtype=np.float32):
    return rng.standard_normal(shape).astype(dtype)


def small(*shape, dtype=np.float16):
    """Integers so small that products add up without rounding."""
    return rng.integers(-3, 4, shape).astype(dtype)


def bfloat_bits(x):
    return (np.asarray(x, np.float32).view(np.uint32) >> 16).astype(np.uint16)


def e4m3_bits(x):
    """Of small integers: sign, four bits of exponent with bias 7, three of mantissa."""
    x = np.asarray(x, np.float32)
    magnitude = np.abs(x)
    exponent = np.floor(np.log2(np.where(magnitude == 0, 1, magnitude)))
    mantissa = np.where(magnitude == 0, 0, magnitude / 2.0**exponent - 1) * 8
    bits = ((exponent + 7).astype(int) << 3) | mantissa.astype(int)
    return (np.where(magnitude == 0, 0, bits) | np.where(x < 0, 0x80, 0)).astype(np.uint8)


E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6], np.float32)


def erf(x):
    return np.vectorize(math.erf)(x).astype(np.float32)


def gelu(x):
    return (0.5 * x * (1 + erf(x * 0.7071067811865476))).astype(np.float32)


def product(a, b):
    return a.astype(np.float64) @ b.astype(np.float64)


def elementwise():
    n = 1000
    x, y = normal(n), normal(n)
    yield Case("add", kernels.add, [x, y, fresh(x + y), n], {"BLOCK": 256}, (4,))
    x = normal(5, 200)
    power = np.exp(x - x.max(1, keepdims=True))
    yield Case("softmax", kernels.softmax, [x, fresh(power / power.sum(1, keepdims=True)), 200], {"BLOCK": 256}, (5,), tolerance=1e-6)
    x, w, b = normal(3, 300), normal(300), normal(300)
    y = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * w + b
    yield Case("layer_norm", kernels.layer_norm, [x, w, b, fresh(y.astype(np.float32)), 300], {"BLOCK": 128}, (3,), tolerance=1e-5)
    x = normal(700)
    padded = np.pad(x, 3)
    yield Case("stencil", kernels.stencil, [x, fresh(sum(padded[i : i + 700] for i in range(7))), 700], {"BLOCK": 256, "RADIUS": 3}, (3,), tolerance=1e-5)
    x, angle = normal(2, 128, 2), normal(2, 128)
    c, s = np.cos(angle), np.sin(angle)
    y = np.stack([x[..., 0] * c - x[..., 1] * s, x[..., 0] * s + x[..., 1] * c], -1)
    yield Case("rotate_pairs", kernels.rotate_pairs, [x, c, s, fresh(y)], {"BLOCK": 128}, (2,), tolerance=1e-6)
    x = (np.abs(normal(256)) + 0.1).astype(np.float32)
    y = np.stack([np.tanh(x), np.log1p(x), np.sin(x) + np.cos(x), np.sqrt(x) + 1 / x, np.exp2(x) * np.log2(x)])
    yield Case("elementary", kernels.elementary, [x, fresh(y), 256], {"BLOCK": 256}, tolerance=2e-5)
    a = rng.integers(-(2**31), 2**31, 256).astype(np.int32)
    b = np.where(a % 3 == 0, 7, rng.integers(1, 2**20, 256)).astype(np.int32)
    quotient = np.trunc(a.astype(np.float64) / b).astype(np.int64)
    high = ((a.astype(np.int64) & 0xFFFFFFFF) * (b.astype(np.int64) & 0xFFFFFFFF)) >> 32
    shift = b & 15
    y = np.stack([quotient, a - quotient * b, (a << shift) ^ (a >> shift), high, np.minimum(a, b) + np.abs(a)]).astype(np.int32)
    yield Case("integers", kernels.integers, [a, b, fresh(y), 256], {"BLOCK": 256})
    # Four elements a thread: Triton converts so many at once and packs what is not there with the rest.
    x = small(512, dtype=np.float32) * 2
    yield Case("to_e4m3", kernels.small_floats, [x, fresh(x)], {"BLOCK": 512, "KIND": tl.float8e4nv}, least=89)
    yield Case("to_e5m2", kernels.small_floats, [x, fresh(x)], {"BLOCK": 512, "KIND": tl.float8e5})
    yield Case("to_bf16", kernels.small_floats, [x, fresh(x)], {"BLOCK": 512, "KIND": tl.bfloat16})
    x, y = small(32, 32, dtype=np.float64), small(32, 32, dtype=np.float64)
    yield Case("doubles", kernels.doubles, [x, y, fresh((x * y).sum(1))], {"BLOCK": 32})


def collectives():
    x = normal(4, 500)
    yield Case("argmax", kernels.argmax, [x, fresh(x.argmax(1).astype(np.int32)), fresh(x.max(1)), 500], {"BLOCK": 512}, (4,))
    x = small(64, 32, dtype=np.float32)
    yield Case("prefix_sums", kernels.prefix_sums, [x, fresh(x.cumsum(0))], {"ROWS": 64, "COLUMNS": 32, "REVERSE": False})
    y = x[::-1].cumsum(0)[::-1]
    yield Case("prefix_sums_reverse", kernels.prefix_sums, [x, fresh(np.ascontiguousarray(y))], {"ROWS": 64, "COLUMNS": 32, "REVERSE": True})
    x, decay = normal(256), rng.random(256).astype(np.float32)
    y, state = np.zeros(256, np.float32), 0.0
    for i in range(256):
        state = state * decay[i] + x[i]
        y[i] = state
    yield Case("recurrence", kernels.recurrence, [x, decay, fresh(y)], {"BLOCK": 256}, tolerance=1e-5)
    x = small(64, 64, dtype=np.float32)
    yield Case("moments", kernels.moments, [x, fresh(x.sum(0)), fresh((x * x).sum(0))], {"ROWS": 64, "COLUMNS": 64})
    x = rng.integers(-1000, 1000, (2, 256)).astype(np.int32)
    yield Case("sort_rows", kernels.sort_rows, [x, fresh(np.sort(x, 1))], {"COLUMNS": 256}, (2,))
    x = rng.integers(0, 64, 900).astype(np.int32)
    yield Case("histogram", kernels.histogram, [x, fresh(np.bincount(x, minlength=64).astype(np.int32)), 900], {"BLOCK": 512, "BINS": 64}, (2,))
    at, x = rng.integers(0, 20, 600).astype(np.int32), rng.integers(0, 100, 600).astype(np.int32)
    total, most = np.zeros(20, np.int32), np.zeros(20, np.int32)
    np.add.at(total, at, x)
    np.maximum.at(most, at, x)
    yield Case("scatter_add", kernels.scatter_add, [x, at, fresh(total), fresh(most), 600], {"BLOCK": 256}, (3,))
    x = small(4, 128, dtype=np.float32)
    yield Case("locked_sum", kernels.locked_sum, [x, fresh(x.sum().reshape(1)), np.zeros(1, np.int32)], {"BLOCK": 128}, (4,))
    x = rng.integers(1, 200, 200).astype(np.int32)
    steps = np.zeros(200, np.int32)
    for i, value in enumerate(x):
        while value > 1:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            steps[i] += 1
    yield Case("collatz", kernels.collatz, [x, fresh(steps), 200], {"BLOCK": 128}, (2,))
    x = rng.integers(3, 100, 100).astype(np.int32)
    yield Case("checked_sum", kernels.checked_sum, [x, fresh(x.sum(dtype=np.int32).reshape(1)), 100], {"BLOCK": 128}, options={"debug": True}, prints="lowest")


def movement():
    x = normal(70, 50)
    yield Case("transpose", kernels.transpose, [x, fresh(np.ascontiguousarray(x.T)), 70, 50], {"BLOCK": 32}, (3, 2))
    table, at = normal(40, 64), rng.integers(0, 40, 6).astype(np.int32)
    yield Case("gather_rows", kernels.gather_rows, [table, at, fresh(table[at])], {"COLUMNS": 64}, (6,))
    x, at = normal(64, 32), rng.integers(0, 64, (64, 32)).astype(np.int32)
    yield Case("gather_tile", kernels.gather_tile, [x, at, fresh(np.take_along_axis(x, at, 0))], {"ROWS": 64, "COLUMNS": 32})


def products():
    a, b = small(100, 96), small(96, 80)
    tile = {"BM": 64, "BN": 64, "BK": 32}
    c = product(a, b)
    yield Case("matmul_f16", kernels.matmul, [a, b, fresh(c.astype(np.float32)), 100, 80, 96], dict(tile, PRECISION="tf32", OUT=tl.float32), (2, 2))
    yield Case("matmul_f16_one_stage", kernels.matmul, [a, b, fresh(c.astype(np.float16)), 100, 80, 96], dict(tile, PRECISION="tf32", OUT=tl.float16), (2, 2), {"num_stages": 1})
    yield Case("matmul_8_warps", kernels.matmul, [a, b, fresh(c.astype(np.float32)), 100, 80, 96], {"BM": 128, "BN": 128, "BK": 32, "PRECISION": "tf32", "OUT": tl.float32}, (1, 1), {"num_warps": 8})
    af, bf = a.astype(np.float32), b.astype(np.float32)
    for precision in ("tf32", "tf32x3", "ieee"):
        yield Case("matmul_" + precision, kernels.matmul, [af, bf, fresh(c.astype(np.float32)), 100, 80, 96], dict(tile, PRECISION=precision, OUT=tl.float32), (2, 2))
    yield Case("matmul_bf16", kernels.matmul, [Bits(bfloat_bits(af), "bf16"), Bits(bfloat_bits(bf), "bf16"), fresh(c.astype(np.float32)), 100, 80, 96], dict(tile, PRECISION="tf32", OUT=tl.float32), (2, 2))
    yield Case("matmul_i8", kernels.matmul, [a.astype(np.int8), b.astype(np.int8), fresh(c.astype(np.int32)), 100, 80, 96], dict(tile, PRECISION="tf32", OUT=tl.int32), (2, 2))
    a, b = small(128, 128), small(128, 128)
    c = product(a, b.T)
    yield Case("matmul_transposed", kernels.matmul_transposed, [a, b, fresh(c.astype(np.float16)), 128, 128, 128], {"BM": 64, "BN": 128, "BK": 64, "OUT": tl.float16}, (2, 1))
    yield Case("matmul_e4m3", kernels.matmul_transposed, [Bits(e4m3_bits(a), "fp8e4nv"), Bits(e4m3_bits(b), "fp8e4nv"), fresh(c.astype(np.float32)), 128, 128, 128], {"BM": 64, "BN": 128, "BK": 64, "OUT": tl.float32}, (2, 1), least=89)
    a, b, bias = normal(64, 64, dtype=np.float16), normal(64, 64, dtype=np.float16), normal(64)
    yield Case("matmul_bias_gelu", kernels.matmul_bias_gelu, [a, b, bias, fresh(gelu(product(a, b) + bias)), 64, 64], {"BM": 64, "BN": 64, "BK": 32}, tolerance=1e-3)
    a, b = small(64, 256), small(256, 64)
    yield Case("matmul_split", kernels.matmul_split, [a, b, fresh(product(a, b).astype(np.float32)), 64, 256], {"BM": 32, "BN": 64, "BK": 32, "PARTS": 4}, (2, 4))
    a, b = small(4, 32, 32), small(4, 32, 32)
    yield Case("batched_products", kernels.batched_products, [a, b, fresh(np.matmul(a.astype(np.float32), b.astype(np.float32)))], {"B": 4, "M": 32, "N": 32, "K": 32})
    q, k, v = (normal(2, 128, 64, dtype=np.float16) for _ in range(3))
    score = np.einsum("hid,hjd->hij", q.astype(np.float32), k.astype(np.float32)) * 0.125
    score = np.where(np.tri(128, dtype=bool), score, -np.inf)
    power = np.exp(score - score.max(-1, keepdims=True))
    y = np.einsum("hij,hjd->hid", power / power.sum(-1, keepdims=True), v.astype(np.float32))
    for stages in (1, 3):
        yield Case(f"attention_{stages}_stages", kernels.attention, [q, k, v, fresh(y.astype(np.float16)), 128, 0.125], {"BM": 64, "BN": 32, "D": 64}, (2, 2), {"num_stages": stages}, tolerance=4e-3)


def descriptors():
    a, b = small(128, 128), small(128, 128)
    tile = {"BM": 64, "BN": 64, "BK": 64}
    c = product(a, b).astype(np.float16)
    yield Case("matmul_descriptors", kernels.matmul_descriptors, [a, b, fresh(c), 128, 128, 128], tile, (2, 2))
    c = product(a, b.T).astype(np.float16)
    yield Case("matmul_persistent", kernels.matmul_persistent, [a, b, fresh(c), 128, 128, 128], dict(tile, PROGRAMS=3, SPECIALIZE=False), (3,))
    yield Case("matmul_specialized", kernels.matmul_persistent, [a, b, fresh(c), 128, 128, 128], {"BM": 128, "BN": 128, "BK": 64, "PROGRAMS": 1, "SPECIALIZE": True}, (1,), only=(90, 100), without="warp-mask")
    yield Case("matmul_two_blocks", kernels.matmul_transposed, [a, b, fresh(c), 128, 128, 128], {"BM": 128, "BN": 128, "BK": 64, "OUT": tl.float16}, (1, 1), {"num_ctas": 2}, only=(90,))


def scaled():
    m = n = k = 128
    bits = [rng.integers(0, 16, (m, k)).astype(np.uint8), rng.integers(0, 16, (k, n)).astype(np.uint8)]
    scales = [rng.integers(125, 130, (m, k // 32)).astype(np.uint8), rng.integers(125, 130, (n, k // 32)).astype(np.uint8)]
    a = E2M1[bits[0]] * np.exp2(np.repeat(scales[0].astype(np.float32) - 127, 32, 1))
    b = E2M1[bits[1]] * np.exp2(np.repeat(scales[1].astype(np.float32) - 127, 32, 1)).T
    packed = [bits[0][:, ::2] | bits[0][:, 1::2] << 4, bits[1][::2] | bits[1][1::2] << 4]
    size = {"BM": m, "BN": n, "K": k}
    yield Case("scaled_e2m1", kernels.matmul_scaled, [packed[0], scales[0], packed[1], scales[1], fresh(product(a, b).astype(np.float32))], dict(size, A="e2m1", B="e2m1", A_PACK=2, B_PACK=2))
    x, y = small(m, k, dtype=np.float32), small(k, n, dtype=np.float32)
    a = x * np.exp2(np.repeat(scales[0].astype(np.float32) - 127, 32, 1))
    b = y * np.exp2(np.repeat(scales[1].astype(np.float32) - 127, 32, 1)).T
    yield Case("scaled_e4m3", kernels.matmul_scaled, [e4m3_bits(x), scales[0], e4m3_bits(y), scales[1], fresh(product(a, b).astype(np.float32))], dict(size, A="e4m3", B="e4m3", A_PACK=1, B_PACK=1), least=89)


def all_cases():
    for group in (elementwise, collectives, movement, products, descriptors, scaled):
        yield from group()
