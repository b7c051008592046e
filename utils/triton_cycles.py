#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times matrix products and attention as Triton and as Tessera compile them, under the
same clock. Runs in a Python that has Triton (from PyPI; it makes PTX without a GPU).
Both get the same problem and the same tile, and operands in L2; Triton gets the best of
several numbers of warps and stages, with and without its own warps for copies and
products.

  triton_cycles.py [--target sm_90a|sm_100a|sm_120a] [--tool TESSERA] [--filter TEXT]

Prints two tables: cycles, and what ptxas makes of both. Machine instructions are the
bytes of the entry's code divided by the 16 that one takes; nothing is disassembled. Ours
has two bodies, for arguments that are aligned and for others.
"""

import argparse
import dataclasses
import itertools
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import triton
import triton.language as tl

from timing_triton import compiled

ROOT = pathlib.Path(__file__).resolve().parent.parent
ELEMENTS = {"f16": "fp16", "bf16": "bf16", "e4m3": "fp8e4nv"}
TIED = 0.10  # smaller differences say nothing
# Triton's number of the architecture, stages of its products and of its attention, whether
# it can specialise warps; heads whose blocks fill whole waves, by ones and by twos, and
# multiprocessors that together have blocks of all lengths of causal attention.
TARGETS = {
    "sm_90a": (90, (2, 3, 4), (2, 3, 4), (False,), 33, 4),
    "sm_100a": (100, (3, 4, 5, 6), (2, 3), (False, True), 37, 4),
    "sm_120a": (120, (2, 3, 4), (2, 3), (False,), 85, 2),
}
PTX_VERSION = 90  # what our ptxas takes; the text is the same


@triton.jit
def product(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIALIZE: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    out = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros([BM, BN], tl.float32)
    for start in tl.range(0, k, BK, warp_specialize=SPECIALIZE):
        total = tl.dot(left.load([row, start]), right.load([column, start]).T, total)
    out.store([row, column], total)


@triton.jit
def scaled_product(a, sa, b, sb, c, m, n, ks, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                   SPECIALIZE: tl.constexpr):
    k = ks * 32
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    out = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    blocks = tl.arange(0, BK // 32)
    left_scales = sa + (row + tl.arange(0, BM))[:, None] * ks + blocks[None, :]
    right_scales = sb + (column + tl.arange(0, BN))[:, None] * ks + blocks[None, :]
    total = tl.zeros([BM, BN], tl.float32)
    for start in tl.range(0, k, BK, warp_specialize=SPECIALIZE):
        of_left = tl.load(left_scales + start // 32)
        of_right = tl.load(right_scales + start // 32)
        total = tl.dot_scaled(left.load([row, start]), of_left, "e4m3", right.load([column, start]).T, of_right, "e4m3",
                              total)
    out.store([row, column], total)


@triton.jit
def attend(query, keys, values, most, weight, total, head, row, first, last, BM: tl.constexpr, BN: tl.constexpr,
           MASKED: tl.constexpr, SPECIALIZE: tl.constexpr):
    for start in tl.range(first, last, BN, warp_specialize=SPECIALIZE):
        score = tl.dot(query, keys.load([head + start, 0]).T)
        if MASKED:
            seen = (row + tl.arange(0, BM))[:, None] >= (start + tl.arange(0, BN))[None, :]
            score = tl.where(seen, score, float("-inf"))
        newest = tl.maximum(most, tl.max(score, axis=1) * 0.1803)
        power = tl.exp2(score * 0.1803 - newest[:, None])
        shrink = tl.exp2(most - newest)
        weight = weight * shrink + tl.sum(power, axis=1)
        total = tl.dot(power.to(tl.bfloat16), values.load([head + start, 0]), total * shrink[:, None])
        most = newest
    return most, weight, total


@triton.jit
def attention(q, k, v, out, heads, length, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr,
              SPECIALIZE: tl.constexpr):
    rows = heads * length
    queries = tl.make_tensor_descriptor(q, [rows, D], [D, 1], [BM, D])
    keys = tl.make_tensor_descriptor(k, [rows, D], [D, 1], [BN, D])
    values = tl.make_tensor_descriptor(v, [rows, D], [D, 1], [BN, D])
    result = tl.make_tensor_descriptor(out, [rows, D], [D, 1], [BM, D])
    head = tl.program_id(1) * length
    row = tl.program_id(0) * BM
    query = queries.load([head + row, 0])
    most = tl.full([BM], float("-inf"), tl.float32)
    weight = tl.zeros([BM], tl.float32)
    total = tl.zeros([BM, D], tl.float32)
    # Keys before the diagonal are not masked.
    most, weight, total = attend(query, keys, values, most, weight, total, head, row, 0, row if CAUSAL else length, BM, BN,
                                 False, SPECIALIZE)
    if CAUSAL:
        most, weight, total = attend(query, keys, values, most, weight, total, head, row, row, row + BM, BM, BN, True, False)
    result.store([head + row, 0], (total / weight[:, None]).to(tl.bfloat16))


@dataclasses.dataclass
class Made:
    """What a compiler made, and how long it takes."""

    what: str
    cycles: int = None
    executed: int = None  # machine instructions that the warps of a block issue, by the clock
    registers: int = None
    spilled: int = None
    machine: int = None  # machine instructions of the entry
    problem: str = ""


def code_bytes(cubin):
    """Of the sections of code of an ELF file."""
    data = cubin.read_bytes()
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, table + i * size) for i in range(count)]
    start = headers[names][4]
    name = lambda header: data[start + header[0] : data.index(b"\0", start + header[0])]
    return sum(header[5] for header in headers if name(header).startswith(b".text."))


def assemble(options, ptx, made):
    """Asks ptxas for registers, spills and the size of the code."""
    cubin = ptx.with_suffix(".cubin")
    done = subprocess.run([options.ptxas, "-v", "-arch=" + options.target, ptx, "-o", cubin], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        made.problem = (done.stderr or done.stdout).strip().splitlines()[0]
        return
    made.registers = max(map(int, re.findall(r"Used (\d+) registers", done.stderr)))
    made.spilled = sum(map(int, re.findall(r"(\d+) bytes spill", done.stderr)))
    made.machine = code_bytes(cubin) // 16


def measure(options, source, arguments, made):
    """Puts what `tessera time` says into `made`."""
    done = subprocess.run([options.tool, "time", *map(str, [source, "--target", options.target, *arguments]), "--l2", "hot",
                           "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        made.problem = (done.stderr or done.stdout).strip().splitlines()[0]
        return made
    report = json.loads(done.stdout)
    made.cycles = round(report["cycles"])
    made.executed = report["warps"]["issued"] // report["simulated"]["blocks"]
    return made


def theirs(options, folder, kernel, types, constants, grid, arguments):
    """Triton's launch that takes the fewest cycles, of all and of those that do not spill."""
    best, clean = Made("nothing could be compiled"), Made("none")
    number, product_stages, attention_stages, specialise = TARGETS[options.target][:4]
    all_stages = attention_stages if kernel is attention else product_stages
    for warps, stages, special in itertools.product((4, 8), all_stages, specialise):
        what = f"{warps} warps, {stages} stages" + (", specialised" if special else "")
        choices = {"num_warps": warps, "num_stages": stages, "ptx_version": PTX_VERSION}
        try:
            done = compiled(kernel, number, dict(constants, SPECIALIZE=special), choices, types)
        except Exception as problem:  # pylint: disable=broad-exception-caught
            print(f"Triton, {what}: {str(problem)[:200]}", file=sys.stderr)
            continue
        source = pathlib.Path(folder) / "theirs.ptx"
        source.write_text(done.asm["ptx"])
        scratch = max(1, done.metadata.global_scratch_size * grid[0] * grid[1])
        block = [] if ".reqntid" in done.asm["ptx"] else ["--block", 32 * warps]
        made = Made(what)
        assemble(options, source, made)
        if made.registers is not None:
            measure(options, source, ["--entry", done.metadata.name, "--grid", "{},{}".format(*grid), "--shared",
                                      done.metadata.shared, "--registers", made.registers, *block, *arguments,
                                      f"uninit({scratch},i8)", "uninit(1,i8)"], made)
        if made.cycles is None:
            print(f"Triton, {what}: {made.problem}", file=sys.stderr)
        else:
            print(f"Triton, {what}: {made.cycles}", file=sys.stderr)
            if best.cycles is None or made.cycles < best.cycles:
                best = made
            if made.spilled == 0 and (clean.cycles is None or made.cycles < clean.cycles):
                clean = made
    return best, clean


def ours(options, folder, text, grid, arguments):
    source = pathlib.Path(folder) / "ours.mlir"
    source.write_text(text)
    made = measure(options, source, ["--grid", "{},{}".format(*grid), *arguments], Made("ours"))
    ptx = source.with_suffix(".ptx")
    done = subprocess.run([options.tool, "compile", source, "--target", options.target, "-o", ptx], capture_output=True,
                          text=True, check=False)
    if done.returncode == 0:
        assemble(options, ptx, made)
    print(f"ours: {made.problem or made.cycles}", file=sys.stderr)
    return made


def product_row(options, folder, element, depth):
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
    pointer = f"*{ELEMENTS[element]}"
    return (ours(options, folder, text, grid, [*arrays, f"i32:{m}", f"i32:{n}", f"i32:{depth}"]),
            theirs(options, folder, product, {"a": pointer, "b": pointer, "c": "*fp32"}, {"BM": 128, "BN": 128, "BK": step},
                   grid, [*arrays, m, n, depth]))


def scaled_row(options, folder, depth):
    m, n = 1408, 1536
    grid = m // 128, n // 128
    scales = depth // 32
    text = (ROOT / "test/Conversion/TileASToNVVM/Inputs/mxfp8_gemm.mlir").read_text()
    arguments = [f"zeros({m}x{depth},f8E4M3FN)", f"zeros({m}x{scales},f8E8M0FNU)", f"zeros({n}x{depth},f8E4M3FN)",
                 f"zeros({n}x{scales},f8E8M0FNU)", f"zeros({m}x{n},f32)", m, n, scales]
    types = {"a": "*fp8e4nv", "b": "*fp8e4nv", "sa": "*u8", "sb": "*u8", "c": "*fp32"}
    return (ours(options, folder, text, grid, arguments),
            theirs(options, folder, scaled_product, types, {"BM": 128, "BN": 128, "BK": 128}, grid, arguments))


def attention_row(options, folder, width, heads, length, causal=False):
    heads = heads or TARGETS[options.target][4]
    path = "test/Conversion/TileASToNVVM/Inputs/causal_attention.mlir" if causal else "benchmarks/kernels/attention_bf16.mlir"
    text = (ROOT / path).read_text()
    if width != 64:
        for old, new in (("?x?x64xbf16", "?x?x{0}xbf16"), ("[?,64,1]", "[?,{0},1]"), ("1x128x64", "1x128x{0}"),
                         ("1x64x128", "1x{0}x128"), ("<i32: 64>", "<i32: {0}>"), ("%seq, 64]", "%seq, {0}]"),
                         ("%head_stride, 64, 1]", "%head_stride, {0}, 1]"), ("128x64x", "128x{0}x"),
                         ("64x128x", "{0}x128x")):
            text = text.replace(old, new.format(width))
    grid = length // 128, heads
    arrays = [f"zeros({heads * length * width},bf16)"] * 4
    # Blocks of causal attention differ, so all of some multiprocessors are simulated.
    all_blocks = ["--waves", 0, "--sms", TARGETS[options.target][5]] if causal else []
    pointers = {name: "*bf16" for name in ("q", "k", "v", "out")}
    return (ours(options, folder, text, grid, [*all_blocks, *arrays, f"i32:{heads}", f"i32:{length}", "f32:0.125"]),
            theirs(options, folder, attention, pointers, {"BM": 128, "BN": 128, "D": width, "CAUSAL": causal}, grid,
                   [*all_blocks, *arrays, heads, length]))


# What, how it is measured with which arguments, and the targets that have it.
ALL, BLACKWELL = tuple(TARGETS), ("sm_100a", "sm_120a")
ROWS = [
    ("product, f16, depth 1024", product_row, ("f16", 1024), ALL),
    ("product, bf16, depth 1024", product_row, ("bf16", 1024), ALL),
    ("product, bf16, depth 4096", product_row, ("bf16", 4096), ALL),
    ("product, e4m3, depth 1024", product_row, ("e4m3", 1024), ALL),
    ("product, e4m3, depth 4096", product_row, ("e4m3", 4096), BLACKWELL),
    ("product, mxfp8, depth 1024", scaled_row, (1024,), BLACKWELL),
    ("product, mxfp8, depth 4096", scaled_row, (4096,), BLACKWELL),
    ("attention, D = 64, 16 x 1024", attention_row, (64, 16, 1024), ALL),
    ("attention, D = 64, 4 x 4096", attention_row, (64, 4, 4096), ALL),
    ("attention, D = 64, whole waves of 2048", attention_row, (64, 0, 2048), BLACKWELL),
    ("attention, D = 128, 4 x 4096", attention_row, (128, 4, 4096), ALL),
    ("causal attention, D = 64, whole waves of 2048", attention_row, (64, 0, 2048, True), BLACKWELL),
    ("causal attention, D = 128, whole waves of 2048", attention_row, (128, 0, 2048, True), BLACKWELL),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--target", default="sm_90a", choices=TARGETS)
    parser.add_argument("--ptxas", default="/usr/local/cuda/bin/ptxas")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    print(f"Triton {triton.__version__}\n\n| kernel, {options.target} | Triton's best | cycles | without spills | cycles | ours |"
          " ours / Triton's | |\n|---|---|--:|---|--:|--:|--:|---|")
    counts = []
    with tempfile.TemporaryDirectory() as folder:
        for what, row, arguments, targets in ROWS:
            if options.filter not in what or options.target not in targets:
                continue
            mine, (best, clean) = row(options, folder, *arguments)
            counts += [(what, "Triton", best), (what, "ours", mine)]
            # The clock does not count spills, so what does not spill is the peer.
            peer = best if clean.cycles is None else clean
            text = f"| {what} | {best.what} | {best.cycles or ''} | {clean.what} | {clean.cycles or ''} | "
            if mine.cycles is None or peer.cycles is None:
                print(f"{text}{mine.cycles or mine.problem} | | |", flush=True)
                continue
            ratio = mine.cycles / peer.cycles
            verdict = "tie" if abs(1 - ratio) < TIED else ("faster" if ratio < 1 else "slower")
            if peer is best and best.spilled:
                verdict += ", which spills"
            print(f"{text}{mine.cycles} | {ratio:.2f} | {verdict} |", flush=True)
    print(f"\n| kernel, {options.target} | | issued by a block | machine instructions | registers | spilled bytes |\n"
          "|---|---|--:|--:|--:|--:|")
    for what, whose, made in counts:
        numbers = (made.executed, made.machine, made.registers, made.spilled)
        print(f"| {what} | {whose} | " + " | ".join("" if each is None else str(each) for each in numbers) + " |")


if __name__ == "__main__":
    main()
