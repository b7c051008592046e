#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the tables of modelled cycles of docs/gpu-products.md again, in one go.

  product_cycles.py [--tool TESSERA] [--table NAME] [--target SM]

Every cell is `tessera time --l2 hot` of a kernel of benchmarks/kernels or examples, some
with other tiles. Columns are strategies, or what a row says.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCKS = "%bm, %bn, %bz = get_tile_block_id : tile<i32>"
LOOP = """    %four = constant <i32: 4> : tile<i32>
    %first = constant <i32: 0> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    for %turn in (%first to %four, step %step) : tile<i32> {
"""


def gemm(folder="benchmarks/kernels/gemm_bf16.mlir", rows=128, columns=128, result="f32", turns=1):
    """The text of a product with tiles of other sizes, results of another type, or blocks
    that make four tiles beside each other."""
    text = (ROOT / folder).read_text()
    if (rows, columns) != (128, 128):
        text = text.replace("128x128", f"{rows}x{columns}").replace("128x64", f"{rows}x64")
        text = text.replace("64x128", f"64x{columns}")
    if result != "f32":
        text = text.replace("!out = !cuda_tile.tensor_view<?x?xf32", f"!out = !cuda_tile.tensor_view<?x?x{result}")
        text = text.replace("%c_arg: tile<ptr<f32>>", f"%c_arg: tile<ptr<{result}>>")
        text = text.replace("assume div_by<16>, %c_arg : tile<ptr<f32>>", f"assume div_by<16>, %c_arg : tile<ptr<{result}>>")
        tile = f"tile<{rows}x{columns}x"
        text = text.replace("    %written = store_view_tko weak %sum",
                            f"    %narrow = ftof %sum : {tile}f32> -> {tile}{result}>\n"
                            "    %written = store_view_tko weak %narrow")
        text = text.replace(f": {tile}f32>, !c_tiles", f": {tile}{result}>, !c_tiles")
    if turns == 4:
        before, inside = text.split(BLOCKS)
        body, after = inside.split("    return\n")
        body = f"{BLOCKS.replace('%bn', '%by')}\n{LOOP}    %left = muli %by, %four : tile<i32>\n    %bn = addi %left, %turn : tile<i32>{body}"
        text = f"{before}{body}    continue\n    }}\n    return\n{after}"
    return text


def sizes(m, n, k, kinds=("bf16", "bf16", "f32")):
    a, b, c = kinds
    return [f"uninit({m}x{k},{a})", f"uninit({k}x{n},{b})", f"uninit({m}x{n},{c})", str(m), str(n), str(k)]


def product(m, n, k, rows=128, columns=128, grid=None, kinds=("bf16", "bf16", "f32"), **changes):
    grid = grid or (-(-m // rows), -(-n // columns))
    return gemm(rows=rows, columns=columns, **changes), grid, sizes(m, n, k, kinds)


def attention(heads, length, depth=64):
    text = (ROOT / "benchmarks/kernels/attention_bf16.mlir").read_text()
    if depth != 64:
        for old, new in (("?x?x64x", f"?x?x{depth}x"), ("strides=[?,64,1]", f"strides=[?,{depth},1]"),
                         ("1x128x64", f"1x128x{depth}"), ("1x64x128", f"1x{depth}x128"),
                         ("<i32: 64>", f"<i32: {depth}>"), (", 64]", f", {depth}]"), (", 64, 1]", f", {depth}, 1]"),
                         ("tile<128x64x", f"tile<128x{depth}x"), ("tile<64x128x", f"tile<{depth}x128x")):  # fmt: skip
            text = text.replace(old, new)
    tensor = f"uninit({heads}x{length}x{depth},bf16)"
    return text, (length // 128, heads), [tensor] * 4 + [str(heads), str(length), "f32:0.125"]


def int8(m, n, k):
    text = (ROOT / "benchmarks/kernels/gemm_int8.mlir").read_text()
    return text, (m // 128, -(-n // 128)), sizes(m, n, k, ("i8", "i8", "i32"))


def small(m, n, k):
    text = (ROOT / "examples/gemm_f16/kernel.mlir").read_text()
    arguments = [f"uninit({m}x{k},f16)", f"uninit({n}x{k},f16)", f"uninit({m}x{n},f16)", str(m), str(n), str(k)]
    return text, (m // 64, n // 64), arguments


def narrow(columns, **changes):
    """A product of 2816 x 6144 x 4096 with results of bf16, eight tiles of 128 x 128 for each multiprocessor."""
    return product(2816, 6144, 4096, columns=columns, kinds=("bf16", "bf16", "bf16"), result="bf16", **changes)


def strategies(*names):
    return [(name, ["--strategy", name]) for name in names]


# Table: its columns (name, options), its rows (name, kernel, options).
TABLES = {
    "threads": (strategies("mma-sync", "mma-sync-tma"), [
        ("`benchmarks/kernels/gemm_bf16`, 1408 x 1536 x 256", product(1408, 1536, 256), []),
        ("the same, 1408 x 1536 x 1024", product(1408, 1536, 1024), []),
        ("the same, 1408 x 1536 x 4096", product(1408, 1536, 4096), []),
        ("`benchmarks/kernels/attention_bf16`, 16 heads of 1024 rows", attention(16, 1024), []),
        ("the same, 4 heads of 4096 rows", attention(4, 4096), []),
        ("`benchmarks/kernels/gemm_int8`, 1408 x 1536 x 1024", int8(1408, 1536, 1024), []),
        ("`examples/gemm_f16`, 132 blocks with tiles of 64 x 64, depth 1024", small(704, 768, 1024), []),
        ("the same, 1056 blocks", small(2816, 1536, 1024), []),
    ]),
    "roles": (strategies("wgmma", "wgmma-tma", "wgmma-specialised"), [
        ("`benchmarks/kernels/gemm_bf16`, 1408 x 1536 x 1024, one block on each multiprocessor", product(1408, 1536, 1024), []),
        ("the same, 1408 x 1536 x 4096", product(1408, 1536, 4096), []),
        ("the same, 2816 x 1536 x 1024, two blocks for each multiprocessor", product(2816, 1536, 1024), []),
        ("the same with tiles of 128 x 256, 1408 x 3072 x 1024", product(1408, 3072, 1024, columns=256), []),
        ("the same with blocks that make four tiles each, 2816 x 3072 x 1024",
         product(2816, 3072, 1024, grid=(22, 6), turns=4), []),
        ("the same with a block for each tile", product(2816, 3072, 1024), []),
        ("`benchmarks/kernels/attention_bf16`, 16 heads of 1024 rows", attention(16, 1024), []),
        ("the same, 4 heads of 4096 rows", attention(4, 4096), []),
        ("the same with D = 128", attention(4, 4096, 128), []),
        ("`examples/gemm_f16`, 132 blocks with tiles of 64 x 64, depth 1024", small(704, 768, 1024), []),
    ]),
    "stages": ([(f"{number} stages", ["--hint", f"latency={number}"]) for number in (3, 4, 6)], [
        ("`examples/gemm_f16`, 132 blocks with tiles of 64 x 64, depth 1024", small(704, 768, 1024), []),
    ]),
    "clusters": ([("one block", []), ("clusters of two", ["--hint", "num_cta_in_cga=2"])], [
        ("tiles of 128 x 128, 2816 x 1536 x 1024", product(2816, 1536, 1024), []),
        ("tiles of 256 x 128, 2816 x 1536 x 1024", product(2816, 1536, 1024, rows=256), []),
        ("tiles of 128 x 128, 2816 x 1536 x 4096", product(2816, 1536, 4096), []),
        ("tiles of 256 x 128, 2816 x 1536 x 4096", product(2816, 1536, 4096, rows=256), []),
        ("tiles of 128 x 128, 2816 x 1536 x 1024, cold L2", product(2816, 1536, 1024), ["--l2", "cold", "--sms", "2"]),
        ("tiles of 256 x 128, 2816 x 1536 x 1024, cold L2", product(2816, 1536, 1024, rows=256), ["--l2", "cold", "--sms", "2"]),
    ]),
    "results": ([("default", []), ("TMA", ["--hint", "allow_tma=true"]), ("threads", ["--hint", "allow_tma=false"])], [
        ("1408 x 1536 x 1024", product(1408, 1536, 1024), []),
        ("results of bf16", product(1408, 1536, 1024, kinds=("bf16", "bf16", "bf16"), result="bf16"), []),
        ("results of bf16, four tiles each, 2816 x 3072 x 1024",
         product(2816, 3072, 1024, grid=(22, 6), kinds=("bf16", "bf16", "bf16"), result="bf16", turns=4), []),
    ]),
    "ladder": ([("2816 x 6144 x 4096, results of bf16", [])], [
        ("`mma-sync`, tiles of 128 x 128", narrow(128), ["--strategy", "mma-sync"]),
        ("`wgmma`, two stages", narrow(128), ["--strategy", "wgmma", "--hint", "latency=2"]),
        ("`wgmma`, stages by price", narrow(128), ["--strategy", "wgmma"]),
        ("`wgmma-tma`", narrow(128), ["--strategy", "wgmma-tma"]),
        ("`wgmma-specialised`", narrow(128), ["--strategy", "wgmma-specialised"]),
        ("the same, tiles of 128 x 256", narrow(256), ["--strategy", "wgmma-specialised"]),
        ("the same, blocks that make four tiles each, results by threads", narrow(256, turns=4, grid=(22, 6)), ["--hint", "allow_tma=false"]),
        ("the same, results by TMA", narrow(256, turns=4, grid=(22, 6)), []),
        ("a block for each tile of 256 x 128, in clusters of two", narrow(128, rows=256), ["--hint", "num_cta_in_cga=2"]),
    ]),
    "rows": ([("in rows", [])], [
        ("`gemm_bf16` with results of bf16, 1408 x 1536 x 1024",
         product(1408, 1536, 1024, kinds=("bf16", "bf16", "bf16"), result="bf16"), []),
        ("`gemm_bf16` (f32), 1408 x 1537 x 1024", product(1408, 1537, 1024), []),
        ("`gemm_int8` (i32), 1408 x 1537 x 1024", int8(1408, 1537, 1024), []),
        ("`gemm_int8` (i32), 1408 x 1536 x 1024", int8(1408, 1536, 1024), []),
        ("`examples/gemm_f16`, tiles of 64 x 64, 2816 x 3072 x 512, `--waves 8`", small(2816, 3072, 512), ["--waves", "8"]),
    ]),
}  # fmt: skip


def cycles(tool, kernel, target, options):
    text, grid, arguments = kernel
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        hot = [] if "--l2" in options else ["--l2", "hot"]
        command = [tool, "time", file.name, "--target", target, *hot, "--grid", ",".join(map(str, grid)), *options]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    found = re.search(r"^time\s+(\d+) cycles", done.stdout, re.MULTILINE)
    return f"{int(found.group(1)):,}".replace(",", " ") if found else done.stderr.strip().split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/dev/bin/tessera"))
    parser.add_argument("--table", action="append", choices=TABLES)
    parser.add_argument("--target", default="sm_90a")
    options = parser.parse_args()
    for name in options.table or TABLES:
        columns, rows = TABLES[name]
        print(f"\n{name}, {options.target}\n\n| cycles | " + " | ".join(column for column, _ in columns) + " |")
        print("|---|" + "---|" * len(columns), flush=True)
        for row, kernel, more in rows:
            cells = [cycles(options.tool, kernel, options.target, own + more) for _, own in columns]
            print(f"| {row} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
