# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs and answers of short-floats.mlir, from the definition of the formats."""
import sys

import numpy as np

command, base = sys.argv[1:]


def decode(bits, exponent_bits, mantissa_bits, has_infinity):
    """The number that `bits` of a format with 8 bits are."""
    bias = (1 << (exponent_bits - 1)) - 1
    sign = -1.0 if bits >> 7 else 1.0
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    if has_infinity and exponent == (1 << exponent_bits) - 1:
        return float("nan") if mantissa else sign * float("inf")
    if not has_infinity and bits & 0x7f == 0x7f:
        return float("nan")
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / 2 ** mantissa_bits) * 2.0 ** (exponent - bias)


def same(got, want):
    assert got.dtype == want.dtype and (np.isnan(got) == np.isnan(want)).all()
    numbers = ~np.isnan(want)
    kind = {2: np.uint16, 4: np.uint32}[got.dtype.itemsize]
    assert (got.view(kind)[numbers] == want.view(kind)[numbers]).all()


def words():
    """f32 of every exponent with bits around half of tf32's last place."""
    parts = [e << 23 | m for e in range(256)
             for m in (0, 1, 0x1000, 0x0fff, 0x1001, 0x3000, 0x7fffff, 0x7ff000)]
    bits = np.array(parts + [p | 1 << 31 for p in parts], dtype=np.uint32)
    return bits.view(np.float32)


if command == "write":
    np.save(base + ".bytes.npy", np.concatenate(
        [np.arange(256, dtype=np.uint8)] * 4).view(np.int8))
    np.save(base + ".words.npy", words())
elif command == "check":
    for dtype, name in ((np.float16, "f16"), (np.float32, "f32")):
        got = np.load(f"{base}.{name}.npy")
        want = [decode(b, 4, 3, False) for b in range(256)]
        same(got[:256], np.array(want, dtype=dtype))
        want = [decode(b, 5, 2, True) for b in range(256)]
        same(got[256:512], np.array(want, dtype=dtype))
else:
    source = words()
    wide = source.view(np.uint32).astype(np.uint64)
    want = (wide + 0xfff + (wide >> 13 & 1)) & 0xffffe000
    want = want.astype(np.uint32).view(np.float32).copy()
    want[np.isnan(source)] = np.nan
    same(np.load(base + ".tf32.npy"), want)
