# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes wmma_forms.ptx: every shape, type and layout of wmma, D = A B + C.

  wmma_forms.py FOLDER    FOLDER/wmma_forms.ptx, FOLDER/inputs.npy, FOLDER/expected.npy

Values are small integers, so that every product is exact in every type and order.
"""

import itertools
import sys

import numpy as np

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s32": 32, "u8": 8, "s8": 8}


def raw(values, kind):
    """Whole numbers as the bytes of a type, two-dimensional."""
    if kind == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    types = {"f16": np.float16, "tf32": np.float32, "f32": np.float32, "f64": np.float64, "s32": np.int32, "u8": np.uint8, "s8": np.int8}
    return values.astype(types[kind])


def registers(shape, operand, kind):
    m, n, k = shape
    if kind == "f16":
        return 8 if operand in "ab" else 4
    if operand in "cd":
        return m * n // 32
    size = m * k if operand == "a" else k * n
    return max(1, size * BITS[kind] // (32 * max(32, BITS[kind])))


def cases():
    tall = [(16, 16, 16), (32, 8, 16), (8, 32, 16)]
    layouts = list(itertools.product(("row", "col"), repeat=3))
    for shape in tall:
        for d, c in itertools.product(("f32", "f16"), repeat=2):
            for layout in layouts:
                yield shape, "f16", "f16", c, d, layout, f"{d}.{c}"
        for layout in layouts:
            yield shape, "bf16", "bf16", "f32", "f32", layout, "f32.bf16.bf16.f32"
        for t in ("u8", "s8"):
            for satfinite in ("", ".satfinite"):
                yield shape, t, t, "s32", "s32", layouts[len(satfinite) % 8], f"s32.{t}.{t}.s32{satfinite}"
    for layout in layouts:
        yield (16, 16, 8), "tf32", "tf32", "f32", "f32", layout, "f32.tf32.tf32.f32"
        for rounding in ("", "rn.", "rz."):
            yield (8, 8, 4), "f64", "f64", "f64", "f64", layout, rounding + "f64.f64.f64.f64"


def main():
    folder = sys.argv[1]
    random = np.random.default_rng(5)
    inputs, expected = bytearray(), bytearray()
    lines = [".version 8.6", ".target sm_90", ".address_size 64", ".visible .entry forms(.param .u64 inputs, .param .u64 out)", ".reqntid 32", "{",
             "  .reg .b64 %in, %to, %p; ld.param.u64 %in, [inputs]; ld.param.u64 %to, [out];"]  # fmt: skip
    count = 0
    for shape, a, b, c, d, layout, types in cases():
        m, n, k = shape
        name = f"m{m}n{n}k{k}"
        low = 0 if a == "u8" else -3
        left, right, sum_ = random.integers(low, 4, (m, k)), random.integers(low, 4, (k, n)), random.integers(-20, 20, (m, n))
        lines.append("  {")
        for operand, kind, values, order in (("a", a, left, layout[0]), ("b", b, right, layout[1]), ("c", c, sum_, layout[2])):
            inputs += bytes(-len(inputs) % 64)
            reg = {"f32": "f32", "f64": "f64"}.get(kind, "b32")
            number = registers(shape, operand, kind)
            lines.append(f"    .reg .{reg} %{operand}<{number}>; add.u64 %p, %in, {len(inputs)};")
            data = values if order == "row" else values.T
            stride = data.shape[1]
            inputs += raw(np.ascontiguousarray(data), kind).tobytes()
            names = ", ".join(f"%{operand}{i}" for i in range(number))
            lines.append(f"    wmma.load.{operand}.sync.aligned.{order}.{name}.global.{kind} {{{names}}}, [%p], {stride};")
        number = registers(shape, "d", d)
        reg = {"f32": "f32", "f64": "f64"}.get(d, "b32")
        vectors = ["{" + ", ".join(f"%{o}{i}" for i in range(registers(shape, o, t))) + "}" for o, t in (("d", d), ("a", a), ("b", b), ("c", c))]
        lines.append(f"    .reg .{reg} %d<{number}>;")
        lines.append(f"    wmma.mma.sync.aligned.{layout[0]}.{layout[1]}.{name}.{types} " + ", ".join(vectors) + ";")
        expected += bytes(-len(expected) % 64)
        data = left @ right + sum_
        order = layout[(count + 2) % 3]
        data = data if order == "row" else data.T
        lines.append(f"    add.u64 %p, %to, {len(expected)}; wmma.store.d.sync.aligned.{order}.{name}.global.{d} [%p], {vectors[0]}, {data.shape[1]};")
        expected += raw(np.ascontiguousarray(data), d).tobytes()
        lines.append("  }")
        count += 1
    lines += ["  ret;", "}"]
    for data, file in ((inputs, "inputs"), (expected, "expected")):
        data += bytes(-len(data) % 64)
        np.save(f"{folder}/{file}.npy", np.frombuffer(bytes(data), np.int32))
    with open(f"{folder}/wmma_forms.ptx", "w") as file:
        file.write("\n".join(lines) + "\n")
    print(count, "products,", len(expected) // 4, "words")


main()
