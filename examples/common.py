# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every example's reference.py is written with.

An example is a kernel.mlir and a reference.py with one function, `cases()`,
that returns a list of `Case`s. A case says how to launch one entry of the
kernel and what must be in memory afterwards. utils/run_examples.py does the
launching and comparing; nothing here knows about the tool.

Only NumPy is needed. The number formats NumPy lacks (bf16, the 8-bit floats,
the 4-bit float) are kept as raw bits, and `encode`/`decode` convert them.
"""
from dataclasses import dataclass, field

import numpy as np

# ---------------------------------------------------------------------------
# Number formats
# ---------------------------------------------------------------------------

# Tile IR type -> NumPy type that holds exactly the same values.
NATIVE = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
}

# Tile IR type -> NumPy type that holds its bits.
RAW = {
    "bf16": np.uint16, "f8E4M3FN": np.uint8, "f8E5M2": np.uint8,
    "f8E8M0FNU": np.uint8, "f4E2M1FN": np.uint8,
}

# Unit roundoff: a value rounded to nearest has a relative error of at most
# this, as long as it is in the format's normal range.
ROUNDOFF = {"f64": 2.0**-53, "f32": 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8}


def _minifloat(code, exponent_bits, mantissa_bits, bias):
    """The value of a sign-exponent-mantissa code, before inf/NaN rules."""
    sign = -1.0 if code >> (exponent_bits + mantissa_bits) else 1.0
    exponent = (code >> mantissa_bits) & ((1 << exponent_bits) - 1)
    mantissa = code & ((1 << mantissa_bits) - 1)
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / 2.0**mantissa_bits) * 2.0 ** (exponent - bias)


def _decode_table(dtype):
    if dtype == "f8E4M3FN":  # no infinity; S.1111.111 is NaN
        table = [_minifloat(c, 4, 3, 7) for c in range(256)]
        table[0x7F] = table[0xFF] = np.nan
    elif dtype == "f8E5M2":  # like IEEE: the top exponent is infinity or NaN
        table = [_minifloat(c, 5, 2, 15) for c in range(256)]
        for code in range(256):
            if (code >> 2) & 31 == 31:
                table[code] = np.nan if code & 3 else np.copysign(np.inf, table[code])
    elif dtype == "f8E8M0FNU":  # a bare exponent: no sign, no zero
        table = [2.0 ** (c - 127) for c in range(255)] + [np.nan]
    elif dtype == "f4E2M1FN":  # neither infinity nor NaN
        table = [_minifloat(c, 2, 1, 1) for c in range(16)]
    else:
        raise ValueError(f"no table for {dtype}")
    return np.array(table, dtype=np.float64)


TABLES = {t: _decode_table(t) for t in ("f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN")}


def _encode_by_table(values, dtype):
    """Nearest finite value, ties to the even code, saturating."""
    table = TABLES[dtype]
    codes = np.array([c for c in range(len(table)) if np.isfinite(table[c])
                      and not (table[c] == 0 and np.signbit(table[c]))])
    codes = codes[np.argsort(table[codes], kind="stable")]
    sorted_values = table[codes]
    values = np.asarray(values, dtype=np.float64)
    above = np.clip(np.searchsorted(sorted_values, values), 1, len(codes) - 1)
    low, high = sorted_values[above - 1], sorted_values[above]
    to_low, to_high = values - low, high - values
    take_low = (to_low < to_high) | ((to_low == to_high) & (codes[above - 1] % 2 == 0))
    return np.where(take_low, codes[above - 1], codes[above]).astype(np.uint8)


def encode(values, dtype):
    """Rounds `values` to nearest even and returns the stored form: a NumPy
    array of the native type, or raw bits. f4E2M1FN comes back packed, two
    elements per byte along the last dimension, the even one in the low half."""
    if dtype in NATIVE:
        return np.asarray(values).astype(NATIVE[dtype])
    if dtype == "bf16":
        bits = np.asarray(values, dtype=np.float32).view(np.uint32)
        rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
        return np.where(np.isnan(values), np.uint16(0x7FC0), rounded)
    codes = _encode_by_table(values, dtype)
    if dtype == "f4E2M1FN":
        return (codes[..., 0::2] | (codes[..., 1::2] << 4)).astype(np.uint8)
    return codes


def decode(stored, dtype):
    """The inverse of `encode`: float64 for floats, int64 for integers (both
    hold every value of the narrower formats exactly)."""
    if dtype in NATIVE:
        wide = np.int64 if dtype.startswith("i") else np.float64
        return stored.astype(wide)
    if dtype == "bf16":
        return (stored.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if dtype == "f4E2M1FN":
        low, high = stored & 15, stored >> 4
        codes = np.stack([low, high], axis=-1).reshape(*stored.shape[:-1], -1)
        return TABLES[dtype][codes]
    return TABLES[dtype][stored]


def quantise(values, dtype):
    """`values` rounded to `dtype` and read back: what the kernel will see."""
    return decode(encode(values, dtype), dtype)


def block_quantise(values, element, scale, block):
    """Block-scaled quantisation along the last dimension.

    Every `block` consecutive numbers share one scale, chosen so that the
    largest of them lands near the top of the element format. Returns
    (element numbers, scales, what they stand for), all as float64; the last
    is element * scale, exactly what a block-scaled product is defined on.
    """
    top = np.nanmax(np.where(np.isfinite(TABLES[element]), TABLES[element], np.nan))
    blocks = np.asarray(values, dtype=np.float64).reshape(*values.shape[:-1], -1, block)
    wanted = np.abs(blocks).max(axis=-1) / top
    if scale == "f8E8M0FNU":  # only powers of two: round the exponent up
        scales = 2.0 ** np.clip(np.ceil(np.log2(np.maximum(wanted, 2.0**-126))), -127, 127)
    else:
        scales = np.maximum(quantise(wanted, scale), 2.0**-6)
    numbers = quantise(blocks / scales[..., None], element).reshape(values.shape)
    return numbers, scales, numbers * np.repeat(scales, block, axis=-1)


# ---------------------------------------------------------------------------
# Cases
# ---------------------------------------------------------------------------


@dataclass
class Scalar:
    """A by-value kernel parameter."""
    value: object
    dtype: str


@dataclass
class Array:
    """A kernel parameter in memory.

    values    initial contents as numbers, or None for all zeros
    expected  numbers that must be there afterwards, None when not checked
    atol/rtol an element passes when |got - expected| <= atol + rtol*|expected|;
              both may be arrays. Zero means bit-for-bit equal numbers.
    """
    dtype: str
    shape: tuple
    values: object = None
    expected: object = None
    atol: object = 0.0
    rtol: object = 0.0


@dataclass
class Case:
    """One launch. `args` follows the entry's parameters in order; with
    abi="array" every array stands for pointer, sizes and strides, as a cuTile
    client passes them."""
    name: str
    entry: str
    grid: tuple
    args: list
    shapes: str
    abi: str = "plain"
    stdout_lines: list = field(default_factory=list)  # must appear, in any order
    diagnostic: str = ""  # the launch must fail and say this


def scalar(value, dtype):
    return Scalar(value, dtype)


def array(values, dtype):
    """An input."""
    values = np.asarray(values)
    return Array(dtype, values.shape, values)


def output(expected, dtype, atol=0.0, rtol=0.0):
    """An output the kernel must write completely: it starts out as NaN (or a
    large negative integer), so an element nobody wrote is a wrong element."""
    expected = np.asarray(expected)
    unwritten = -99 if dtype.startswith("i") else np.nan
    return Array(dtype, expected.shape, np.full(expected.shape, unwritten),
                 expected, atol, rtol)


def in_place(before, expected, dtype, atol=0.0, rtol=0.0):
    """An array that is read and written."""
    before = np.asarray(before)
    return Array(dtype, before.shape, before, np.asarray(expected), atol, rtol)


def accumulator(expected, dtype, atol=0.0, rtol=0.0):
    """An output that starts at zero because the kernel adds into it."""
    expected = np.asarray(expected)
    return Array(dtype, expected.shape, None, expected, atol, rtol)


def scratch(shape, dtype, values=None):
    """Working memory: passed, not compared."""
    return Array(dtype, tuple(shape), values)


def tiles(extent, tile):
    """How many tiles cover an extent."""
    return -(-extent // tile)


def sum_error(magnitudes, count, dtype="f32"):
    """How far a sum can be off when it is rounded to `dtype` after each step.

    Adding `count` terms in any order and any grouping leaves an error of at
    most (count - 1) * u * sum|term| to first order, u the unit roundoff; a
    rounded product adds one u more. `magnitudes` is sum|term| per element. The
    bound holds for every block order and every association a compiler may
    choose, which is why the examples use it instead of a guessed constant.
    """
    return (count + 1) * ROUNDOFF[dtype] * magnitudes
