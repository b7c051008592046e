# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints kernels of one product each: every pair of types that wgmma multiplies, numbers of
columns from 8 to 512, and both orders of the factors in memory. `tensor` prints the same for
tcgen05, `deep` products of so many mma.sync that they are loops over the depth, `transposed`
those of fewer than 64 rows.

`@NAME` multiplies row-major matrices; with `_at` the left one lies by columns, with `_bt` the
right one.
"""

import sys

# Name, operand, sum, m, n, k, left by columns, right by columns.
PRODUCTS = [
    ("f16", "f16", "f32", 64, 64, 64, False, False),
    ("f16_half", "f16", "f16", 64, 64, 64, False, False),
    ("bf16", "bf16", "f32", 64, 64, 64, False, False),
    ("tf32", "tf32", "f32", 64, 64, 32, False, False),
    ("e4m3", "f8E4M3FN", "f32", 64, 64, 256, False, False),
    ("e4m3_half", "f8E4M3FN", "f16", 64, 64, 64, False, False),
    ("e5m2", "f8E5M2", "f32", 64, 64, 64, False, False),
    ("e5m2_half", "f8E5M2", "f16", 64, 64, 64, False, False),
    ("i8", "i8", "i32", 64, 64, 64, False, False),
    ("n8", "f16", "f32", 64, 8, 16, False, False),
    ("n16", "f16", "f32", 64, 16, 32, False, False),
    ("n32_bt", "bf16", "f32", 64, 32, 128, False, True),
    ("n128_at", "bf16", "f32", 128, 128, 64, True, False),
    ("n256_at_bt", "f16", "f32", 64, 256, 64, True, True),
    ("n512", "f16", "f32", 64, 512, 16, False, False),
    ("i8_n8_bt", "i8", "i32", 64, 8, 32, False, True),
    ("i8_n256", "i8", "i32", 64, 256, 32, True, False),
    ("tf32_at_bt", "tf32", "f32", 128, 16, 8, True, True),
    ("m256", "bf16", "f32", 256, 64, 32, False, False),
]

DEEP = [
    ("f16", "f16", "f32", 64, 32, 512, False, False),
    ("f16_half", "f16", "f16", 64, 32, 512, False, False),
    ("bf16_at", "bf16", "f32", 64, 32, 512, True, False),
    ("f16_bt", "f16", "f32", 64, 32, 512, False, True),
    ("tf32", "tf32", "f32", 64, 32, 256, False, False),
    ("e4m3", "f8E4M3FN", "f32", 64, 32, 512, False, False),
    ("e5m2_bt", "f8E5M2", "f32", 64, 32, 512, False, True),
    ("i8_at_bt", "i8", "i32", 64, 32, 1024, True, True),
    ("f64", "f64", "f64", 64, 32, 64, False, False),
    ("rows", "bf16", "f32", 128, 16, 512, False, False),
]
TENSOR = [
    ("f16", "f16", "f32", 128, 64, 64, False, False),
    ("f16_half", "f16", "f16", 128, 64, 64, False, False),
    ("bf16_m64", "bf16", "f32", 64, 64, 64, False, False),
    ("tf32", "tf32", "f32", 128, 64, 32, False, False),
    ("tf32_at_bt", "tf32", "f32", 64, 16, 8, True, True),
    ("e4m3", "f8E4M3FN", "f32", 128, 64, 128, False, False),
    ("e4m3_half", "f8E4M3FN", "f16", 64, 64, 64, False, False),
    ("e4m3_at", "f8E4M3FN", "f32", 128, 32, 64, True, False),
    ("e5m2_bt", "f8E5M2", "f32", 64, 64, 64, False, True),
    ("e5m2_half", "f8E5M2", "f16", 128, 64, 64, False, False),
    ("i8", "i8", "i32", 128, 64, 64, False, False),
    ("i8_n8_bt", "i8", "i32", 64, 8, 32, False, True),
    ("i8_n256_at", "i8", "i32", 64, 256, 64, True, False),
    ("n8_m64", "f16", "f32", 64, 8, 16, False, False),
    ("n16", "f16", "f32", 128, 16, 32, False, False),
    ("n32_bt", "bf16", "f32", 64, 32, 128, False, True),
    ("n128_at", "bf16", "f32", 128, 128, 64, True, False),
    ("n256_at_bt", "f16", "f32", 64, 256, 64, True, True),
    ("n512", "f16", "f32", 64, 512, 16, False, False),
    ("m256", "bf16", "f32", 256, 128, 32, False, False),
]
TRANSPOSED = [
    ("f16", "f16", "f32", 16, 64, 64, False, False),
    ("f16_half", "f16", "f16", 16, 64, 64, False, False),
    ("bf16", "bf16", "f32", 32, 128, 64, False, False),
    ("tf32_bt", "tf32", "f32", 16, 64, 32, False, True),
    ("e4m3_bt", "f8E4M3FN", "f32", 16, 64, 256, False, True),
    ("e4m3_half_bt", "f8E4M3FN", "f16", 32, 64, 64, False, True),
    ("e5m2_m8", "f8E5M2", "f32", 8, 64, 64, False, False),
    ("e5m2_half_bt", "f8E5M2", "f16", 16, 64, 64, False, True),
    ("i8_bt", "i8", "i32", 16, 128, 64, False, True),
    ("i8_m8_at_bt", "i8", "i32", 8, 64, 32, True, True),
    ("m8", "bf16", "f32", 8, 64, 64, False, False),
    ("m8_at", "f16", "f32", 8, 128, 32, True, False),
    ("m16_at_bt", "bf16", "f32", 16, 256, 64, True, True),
    ("m32_bt", "f16", "f32", 32, 64, 128, False, True),
    ("m32_at", "f16", "f32", 32, 512, 16, True, False),
    ("tf32_m8_at", "tf32", "f32", 8, 64, 8, True, False),
    ("turned", "i8", "i32", 16, 64, 64, False, False),
]
HINTS = ""
if sys.argv[1:] == ["tensor"]:
    PRODUCTS = TENSOR
if sys.argv[1:] == ["transposed"]:
    PRODUCTS = TRANSPOSED
if sys.argv[1:] == ["deep"]:
    PRODUCTS = DEEP
    HINTS = " optimization_hints=<" + ", ".join(
        f"{name} = {{num_worker_warps_per_cta = 2}}" for name in ("sm_80", "sm_89", "sm_120")) + ">"


def tile(shape, kind):
    return f"tile<{'x'.join(map(str, shape))}x{kind}>"


def view(name, kind, shape, by_columns):
    """Lines that load all of a matrix."""
    rows, columns = shape
    stored = "f32" if kind == "tf32" else kind
    strides = [1, rows] if by_columns else [columns, 1]
    tensor = f"tensor_view<{rows}x{columns}x{stored}, strides=[{strides[0]},{strides[1]}]>"
    tiles = f"partition_view<tile=({rows}x{columns}), {tensor}>"
    yield f"%{name}v = make_tensor_view %{name}p, shape = [{rows}, {columns}], strides = [{strides[0]}, {strides[1]}] : {tensor}"
    yield f"%{name}t = make_partition_view %{name}v : {tiles}"
    if name == "c":
        yield f"%t2 = store_view_tko weak %c, %ct[%i, %i] : {tile(shape, kind)}, {tiles}, tile<i32> -> token"
        return
    loaded = f"{name}0" if kind == "tf32" else name
    yield f"%{loaded}, %{name}k = load_view_tko weak %{name}t[%i, %i] : {tiles}, tile<i32> -> {tile(shape, stored)}, token"
    if kind == "tf32":
        yield f"%{name} = ftof %{name}0 : {tile(shape, stored)} -> {tile(shape, kind)}"


print("cuda_tile.module @shapes {")
for name, kind, total, m, n, k, at, bt in PRODUCTS:
    stored = "f32" if kind == "tf32" else kind
    print(f"  entry @{name}(%ap: tile<ptr<{stored}>>, %bp: tile<ptr<{stored}>>, %cp: tile<ptr<{total}>>){HINTS} {{")
    lines = ["%i = constant <i32: 0> : tile<i32>",
             f"%zero = constant <{total}: {'0' if total == 'i32' else '0.0'}> : {tile((m, n), total)}"]  # fmt: skip
    lines += [*view("a", kind, (m, k), at), *view("b", kind, (k, n), bt)]
    op, signs = ("mmai", " signed unsigned") if total == "i32" else ("mmaf", "")
    lines.append(f"%c = {op} %a, %b, %zero{signs} : {tile((m, k), kind)}, {tile((k, n), kind)}, {tile((m, n), total)}")
    lines += [*view("c", total, (m, n), False), "return"]
    print("\n".join("    " + line for line in lines) + "\n  }")
print("}")
