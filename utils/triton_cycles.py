#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times matrix products and attention for sm_90a as Triton and as Tessera compile them,
under the same clock. Runs in a Python that has Triton (from PyPI; it makes PTX without a
GPU). Both get the same problem and the same tile, and operands in L2; Triton gets the
best of several numbers of warps and stages.

  triton_cycles.py [--tool TESSERA] [--filter TEXT]
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import triton
import triton.language as tl

from timing_triton import compiled

ROOT = pathlib.Path(__file__).resolve().parent.parent
ELEMENTS = {"f16": "fp16", "bf16": "bf16", "e4m3": "fp8e4nv"}
TIED = 0.10  # smaller differences say nothing


@triton.jit
def product(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    out = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        total = tl.dot(left.load([row, start]), right.load([column, start]).T, total)
    out.store([row, column], total)


@triton.jit
def attention(q, k, v, out, heads, length, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    rows = heads * length
    queries = tl.make_tensor_descriptor(q, [rows, D], [D, 1], [BM, D])
    keys = tl.make_tensor_descriptor(k, [rows, D], [D, 1], [BN, D])
    values = tl.make_tensor_descriptor(v, [rows, D], [D, 1], [BN, D])
    result = tl.make_tensor_descriptor(out, [rows, D], [D, 1], [BM, D])
    head = tl.program_id(1) * length
    row = head + tl.program_id(0) * BM
    query = queries.load([row, 0])
    most = tl.full([BM], float("-inf"), tl.float32)
    weight = tl.zeros([BM], tl.float32)
    total = tl.zeros([BM, D], tl.float32)
    for start in tl.range(0, length, BN):
        score = tl.dot(query, keys.load([head + start, 0]).T) * 0.1803
        newest = tl.maximum(most, tl.max(score, axis=1))
        power = tl.exp2(score - newest[:, None])
        shrink = tl.exp2(most - newest)
        weight = weight * shrink + tl.sum(power, axis=1)
        total = tl.dot(power.to(tl.bfloat16), values.load([head + start, 0]), total * shrink[:, None])
        most = newest
    result.store([row, 0], (total / weight[:, None]).to(tl.bfloat16))


def cycles(tool, arguments):
    done = subprocess.run([tool, "time", *map(str, arguments), "--l2", "hot"], capture_output=True,
                          text=True, check=False)
    found = re.search(r"^time\s+(\d+) cycles", done.stdout, re.MULTILINE)
    if not found:
        return None, (done.stderr or done.stdout).strip().splitlines()[-1]
    return int(found.group(1)), ""


def theirs(tool, folder, kernel, element, constants, grid, arguments):
    """The least cycles of some launches, and which that is."""
    best = None, "nothing could be compiled"
    types = {name: f"*{ELEMENTS[element]}" for name in "abqkv"}
    types.update({"c": "*fp32", "out": f"*{ELEMENTS[element]}"})
    if kernel is product:
        types.pop("k")  # the depth
    for warps in (4, 8):
        for stages in (2, 3, 4):
            try:
                made = compiled(kernel, 90, constants, {"num_warps": warps, "num_stages": stages}, types)
            except Exception as problem:  # pylint: disable=broad-exception-caught
                print(f"Triton, {warps} warps, {stages} stages: {str(problem)[:200]}", file=sys.stderr)
                continue
            source = pathlib.Path(folder) / "theirs.ptx"
            source.write_text(made.asm["ptx"])
            scratch = max(1, made.metadata.global_scratch_size * grid[0] * grid[1])
            block = [] if ".reqntid" in made.asm["ptx"] else ["--block", 32 * warps]
            value, problem = cycles(tool, [
                source, "--target", "sm_90a", "--entry", made.metadata.name, "--grid", "{},{}".format(*grid),
                "--shared", made.metadata.shared, *block, *arguments, f"uninit({scratch},i8)", "uninit(1,i8)"])
            if value is None:
                print(f"Triton, {warps} warps, {stages} stages: {problem}", file=sys.stderr)
            elif best[0] is None or value < best[0]:
                best = value, f"{warps} warps, {stages} stages"
    return best


def product_row(tool, folder, element, depth):
    m, n, step = 1408, 1536, 128 if element == "e4m3" else 64
    grid = m // 128, n // 128
    name = "f8E4M3FN" if element == "e4m3" else element
    arrays = [f"zeros({m}x{depth},{name})", f"zeros({n}x{depth},{name})", f"zeros({m}x{n},f32)"]
    # B lies along its depth in both, as Triton wants it for bytes.
    text = (ROOT / "benchmarks/kernels/gemm_bf16.mlir").read_text()
    text = text.replace("shape = [%k, %n], strides = [%n, 1]", "shape = [%n, %k], strides = [%k, 1]")
    text = text.replace("tile=(64x128), padding_value = zero, !in", "tile=(64x128), padding_value = zero, !in, dim_map=[1, 0]")
    text = text.replace("128x64", f"128x{step}").replace("64x128", f"{step}x128").replace("bf16", name)
    if element == "e4m3":
        text = re.sub(r"mmaf (%a, %b, %acc)", r"mmaf \1 fast_acc", text)
    source = pathlib.Path(folder) / "ours.mlir"
    source.write_text(text.replace(f"gemm_{name}", "ours"))
    ours, problem = cycles(tool, [source, "--target", "sm_90a", "--grid", "{},{}".format(*grid), *arrays,
                                  f"i32:{m}", f"i32:{n}", f"i32:{depth}"])
    print(problem, end="", file=sys.stderr)
    return ours, *theirs(tool, folder, product, element, {"BM": 128, "BN": 128, "BK": step}, grid,
                         [*arrays, m, n, depth])


def attention_row(tool, folder, width, heads, length):
    text = (ROOT / "benchmarks/kernels/attention_bf16.mlir").read_text()
    if width != 64:
        for old, new in (("?x?x64xbf16", "?x?x{0}xbf16"), ("[?,64,1]", "[?,{0},1]"), ("1x128x64", "1x128x{0}"),
                         ("1x64x128", "1x{0}x128"), ("<i32: 64>", "<i32: {0}>"), ("%seq, 64]", "%seq, {0}]"),
                         ("%head_stride, 64, 1]", "%head_stride, {0}, 1]"), ("128x64x", "128x{0}x"),
                         ("64x128x", "{0}x128x")):
            text = text.replace(old, new.format(width))
    source = pathlib.Path(folder) / "ours.mlir"
    source.write_text(text)
    grid = length // 128, heads
    arrays = [f"zeros({heads * length * width},bf16)"] * 4
    ours, problem = cycles(tool, [source, "--target", "sm_90a", "--grid", "{},{}".format(*grid), *arrays,
                                  f"i32:{heads}", f"i32:{length}", "f32:0.125"])
    print(problem, end="", file=sys.stderr)
    return ours, *theirs(tool, folder, attention, "bf16", {"BM": 128, "BN": 128, "D": width}, grid,
                         [*arrays, heads, length])


ROWS = [
    ("product, f16, depth 1024", product_row, ("f16", 1024)),
    ("product, bf16, depth 1024", product_row, ("bf16", 1024)),
    ("product, bf16, depth 4096", product_row, ("bf16", 4096)),
    ("product, e4m3, depth 1024", product_row, ("e4m3", 1024)),
    ("attention, D = 64, 16 x 1024", attention_row, (64, 16, 1024)),
    ("attention, D = 64, 4 x 4096", attention_row, (64, 4, 4096)),
    ("attention, D = 128, 4 x 4096", attention_row, (128, 4, 4096)),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    print(f"Triton {triton.__version__}\n\n| kernel, sm_90a | Triton's best | cycles | ours | ours / Triton's | |\n"
          "|---|---|--:|--:|--:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for what, measure, arguments in ROWS:
            if options.filter not in what:
                continue
            ours, others, which = measure(options.tool, folder, *arguments)
            if ours is None or others is None:
                print(f"| {what} | {which} | {others or ''} | {ours or ''} | | |", flush=True)
                continue
            ratio = ours / others
            verdict = "tie" if abs(1 - ratio) < TIED else ("faster" if ratio < 1 else "slower")
            print(f"| {what} | {which} | {others} | {ours} | {ratio:.2f} | {verdict} |", flush=True)


if __name__ == "__main__":
    main()
