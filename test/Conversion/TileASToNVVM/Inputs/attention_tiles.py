# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention in other tiles: more queries in a block, or another D.

  attention_tiles.py KERNEL QUERIES D > OTHER

KERNEL is benchmarks/kernels/attention_bf16.mlir or causal_attention.mlir, whose blocks have
128 queries and whose D is 64. Tiles of keys stay those of 128.
"""
import re
import sys

path, queries, width = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
# What is of keys and values keeps its 128 rows.
OF_KEYS = re.compile(r"^ +%(k3|k|v3|v|first_key_\d|key_row|number_of_key|first_key)\b")
# Views of the tensors that have queries.
OF_QUERIES = re.compile(r"%(q|out)_part|%written|^        : tile<1x128x64xbf16>, !rows")


def rewrite(line):
    if line.startswith("!rows"):
        return [line.replace("!rows", "!queries").replace("1x128x", f"1x{queries}x"), line]
    if OF_QUERIES.search(line):
        line = line.replace("!rows", "!queries")
    if OF_KEYS.search(line):
        return [line.replace("%rows", "%keys_of_tile").replace("%numbers", "%key_numbers")]
    # The loop of causal attention ends at the diagonal.
    if "%key_tiles = addi" in line:
        return ["%next_block = addi %block, %c1 : tile<i32>", f"%per_block = constant <i32: {queries // 128}> : tile<i32>",
                "%key_tiles = muli %next_block, %per_block : tile<i32>"]
    if "%rows = constant" in line:
        return [line.replace("128", str(queries)), line.replace("%rows", "%keys_of_tile")]
    if "%numbers = iota" in line:
        return [line.replace("128", str(queries)), line.replace("%numbers", "%key_numbers")]
    if "mmaf %p_narrow" in line:
        return [line.replace("tile<128x128xbf16>", f"tile<{queries}x128xbf16>")
                    .replace("tile<128x64xf32>", f"tile<{queries}x64xf32>")]
    return [line.replace("tile<128x", f"tile<{queries}x").replace("tile<1x128x64xbf16>", f"tile<1x{queries}x64xbf16>")]


with open(path) as file:
    text = file.read().splitlines()
if queries != 128:
    text = [made for line in text if not line.startswith("//") for made in rewrite(line)]
text = "\n".join(text)
for old, new in ((r"x64xbf16\b", f"x{width}xbf16"), (r"x64xf32\b", f"x{width}xf32"), (r"\b64x128xbf16", f"{width}x128xbf16"),
                 (r"1x64x128", f"1x{width}x128"), (r"(\d+)x64\)", rf"\1x{width})"), (r"<i32: 64>", f"<i32: {width}>"),
                 (r", 64([,\]])", rf", {width}\1"), (r"\?,64,1", f"?,{width},1")):
    text = re.sub(old, new, text)
print(text)
