#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times products and attention with tiles of fewer than 64 rows by every strategy, and
says where the default is not the fastest.

  few_rows_cycles.py [--tool TESSERA] [--target sm_90a|sm_100a] [--filter TEXT] [--l2 hot|cold]

Every cell is modelled cycles by `tessera time` of a kernel of benchmarks/kernels or
examples with other tiles. docs/gpu-products.md and docs/blackwell.md have rows of it, those of "few rows".
"""

import argparse
import concurrent.futures
import pathlib
import re
import struct
import tempfile

from product_cycles import ROOT, cycles, gemm

# The multiprocessors, and the strategies that a name can ask for.
TARGETS = {
    "sm_90a": (132, ("mma-sync", "mma-sync-tma", "wgmma", "wgmma-tma", "wgmma-specialised")),
    "sm_100a": (148, ("mma-sync", "mma-sync-tma", "tcgen05", "tcgen05-tma", "tcgen05-specialised", "tcgen05-persistent")),
}

OF_KEYS = re.compile(r"^ +%(k3|k|v3|v)\b")
OF_QUERIES = re.compile(r"%(q|out)_part|%written|^        : tile<1x128x64xbf16>, !rows")


def attention(queries, depth, keys, heads, length):
    """Attention in tiles of `queries` and `keys`; a block for each head and tile."""
    lines = []
    for line in (ROOT / "benchmarks/kernels/attention_bf16.mlir").read_text().splitlines():
        if line.startswith("!rows"):
            lines.append(line.replace("!rows", "!queries").replace("1x128x", "1xQUERIESx"))
        if OF_QUERIES.search(line):
            line = line.replace("!rows", "!queries")
        if "mmaf %p_narrow" in line:
            line = line.replace("tile<128x128xbf16>", "tile<QUERIESx128xbf16>").replace("tile<128x64xf32>", "tile<QUERIESx64xf32>")
        elif not OF_KEYS.search(line) and not line.startswith("!"):
            line = line.replace("tile<128x", "tile<QUERIESx").replace("tile<1x128x64xbf16>", "tile<1xQUERIESx64xbf16>")
        lines.append(line)
    text = "\n".join(line for line in lines if not line.startswith("//"))
    for old, new in ((r"128", "KEYS"), (r"x64xbf16\b", "xDEPTHxbf16"), (r"x64xf32\b", "xDEPTHxf32"), (r"\b64xKEYSxbf16", "DEPTHxKEYSxbf16"),
                     (r"1x64xKEYS", "1xDEPTHxKEYS"), (r"(KEYS|QUERIES)x64\)", r"\1xDEPTH)"), (r"<i32: 64>", "<i32: DEPTH>"),
                     (r", 64([,\]])", r", DEPTH\1"), (r"\?,64,1", "?,DEPTH,1")):  # fmt: skip
        text = re.sub(old, new, text)
    text = text.replace("QUERIES", str(queries)).replace("KEYS", str(keys)).replace("DEPTH", str(depth))
    tensor = f"uninit({heads}x{length}x{depth},bf16)"
    return text, (1, heads), [tensor] * 4 + [str(heads), str(length), "f32:0.125"]


def product(rows, columns, n, depth, kind="bf16", by_columns=False, weights=None, rounded=None):
    """One row of tiles of `rows` x `columns` x 64. Weights lie along n, or `by_columns`
    along the depth; those of another type `weights` are converted in the loop, and both
    factors to the type `rounded`."""
    text = gemm(rows=rows, columns=columns)
    b_tile = f"64x{columns}x"
    if by_columns:
        text = text.replace("%b_ptr, shape = [%k, %n], strides = [%n, 1]", "%b_ptr, shape = [%n, %k], strides = [%k, 1]")
        text = text.replace(f"tile=(64x{columns}), padding_value = zero, !in>", f"tile=(64x{columns}), padding_value = zero, !in, dim_map=[1, 0]>")
    if weights:
        text = text.replace("!out =", f"!weights = !cuda_tile.tensor_view<?x?x{weights}, strides=[?,1]>\n!out =")
        text = re.sub(r"(!b_tiles = .*)!in", r"\1!weights", text)
        text = re.sub(r"(%b_view = .*)!in", r"\1!weights", text)
        text = text.replace("%b_arg: tile<ptr<bf16>>", f"%b_arg: tile<ptr<{weights}>>")
        text = text.replace("%b_arg : tile<ptr<bf16>>", f"%b_arg : tile<ptr<{weights}>>")
        text = text.replace(f"      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<{b_tile}bf16>, token",
                            f"      %b_own, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<{b_tile}{weights}>, token\n"
                            f"      %b = itof %b_own signed : tile<{b_tile}{weights}> -> tile<{b_tile}bf16>")
    if kind != "bf16":
        text = text.replace("xbf16", f"x{kind}").replace("ptr<bf16>", f"ptr<{kind}>")
    if rounded:
        text = re.sub(r"%(a|b), (%._read = load_view_tko .* -> tile<(\d+x\d+x)f32>, token)",
                      rf"%\1_own, \2\n      %\1 = ftof %\1_own : tile<\3f32> -> tile<\3{rounded}>", text)
        text = re.sub(r"(mmaf %a, %b, %acc : tile<\S+x)f32(>, tile<\S+x)f32>", rf"\1{rounded}\2{rounded}>", text)
    b_shape = f"{n}x{depth}" if by_columns else f"{depth}x{n}"
    arguments = [f"uninit({rows}x{depth},{kind})", f"uninit({b_shape},{weights or kind})", f"uninit({rows}x{n},f32)",
                 str(rows), str(n), str(depth)]
    return text, (1, n // columns), arguments


def numbers(count):
    """The path of an array of i32 from 0 on, as .npy."""
    path = pathlib.Path(tempfile.gettempdir()) / f"few-rows-{count}.npy"
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({count},)}}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{count}i", *range(count)))
    return str(path)


def experts(columns, depth):
    """One expert of examples/moe with 32 tokens."""
    text = (ROOT / "examples/moe/kernel.mlir").read_text()
    arguments = [f"uninit(32x{depth},f16)", f"uninit(1x{depth}x{columns},f16)", "zeros(32,f32)", numbers(32), "zeros(1,i32)",
                 f"uninit(32x{columns},f16)", "32", "1", "1", "32", str(depth), str(columns)]
    return text, (1, columns // 64), arguments


def kernels(chip):
    """Name and kernel; `chip` is the number of multiprocessors."""
    for depth in (64, 128):
        for queries in (8, 16, 32, 64):
            for keys in (64, 128):
                yield f"attention, {queries} queries, {keys} keys, D {depth}, 132 heads of 1024", attention(queries, depth, keys, 132, 1024)
    for depth in (64, 128):
        for queries in (8, 16, 32):
            yield f"attention, {queries} queries, 64 keys, D {depth}, 32 heads of 4096", attention(queries, depth, 64, 32, 4096)
            yield f"attention, {queries} queries, 64 keys, D {depth}, 1056 heads of 512", attention(queries, depth, 64, 1056, 512)
    for rows, columns, n, depth in ((8, 64, 64, 1024), (16, 64, 64, 1024), (16, 64, 64, 4096), (16, 64, 256, 1024), (16, 128, 128, 1024),
                                    (16, 256, 256, 1024), (32, 64, 64, 1024), (32, 128, 128, 1024), (32, 128, 512, 1024)):  # fmt: skip
        yield f"{rows} x {columns} x 64, {rows} x {n * chip} x {depth}", product(rows, columns, n * chip, depth)
    for rows in (16, 32):
        yield f"{rows} x 128 x 64, by columns, {rows} x {128 * chip} x 1024", product(rows, 128, 128 * chip, 1024, by_columns=True)
    yield f"16 x 64 x 64 of e4m3, by columns, 16 x {64 * chip} x 1024", product(16, 64, 64 * chip, 1024, "f8E4M3FN", by_columns=True)
    yield f"16 x 64 x 64 of e4m3, 16 x {64 * chip} x 1024", product(16, 64, 64 * chip, 1024, "f8E4M3FN")
    yield f"16 x 64 x 64, weights of i8, 16 x {64 * chip} x 1024", product(16, 64, 64 * chip, 1024, weights="i8")
    for name, by_columns in (("", False), (", by columns", True)):
        yield f"16 x 64 x 64 of f32 that becomes tf32{name}, 16 x {64 * chip} x 1024", product(
            16, 64, 64 * chip, 1024, "f32", by_columns=by_columns, rounded="tf32")
    yield f"examples/moe, 32 x {64 * chip} x 512", experts(64 * chip, 512)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/dev/bin/tessera"))
    parser.add_argument("--target", default="sm_100a", choices=TARGETS)
    parser.add_argument("--filter", default="", help="only rows whose name has this text")
    parser.add_argument("--l2", default="hot", choices=("hot", "cold"))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    chip, names = TARGETS[options.target]
    print(f"\n{options.target}, {options.l2} L2\n\n| cycles | " + " | ".join(names) + " | default | of the best |")
    print("|---|" + "---|" * (len(names) + 2), flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row, kernel in kernels(chip):
            if options.filter not in row:
                continue
            asked = [["--strategy", name] for name in names] + [[]]
            cells = list(pool.map(lambda own, of=kernel: cycles(options.tool, of, options.target, ["--l2", options.l2, *own]), asked))
            cells = [cell if cell[0].isdigit() else "" for cell in cells] if cells[-1][0].isdigit() else cells
            known = [int(cell.replace(" ", "")) for cell in cells if cell and cell[0].isdigit()]
            ratio = f"{known[-1] / min(known):.3f}" if cells[-1][:1].isdigit() else ""
            print(f"| {row} | " + " | ".join(cells) + f" | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
