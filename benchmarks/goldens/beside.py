# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times blackwell_gemm beside what the compiler makes of the same product.

    beside.py [--tessera PATH] [--depths K,...] [--tiles N,...]

Both by `tessera time --l2 hot` for sm_100a: 132 multiprocessors with N tiles of
128 x 256 each. The kernel by hand gets its tensor maps from the host and makes all
tiles of a multiprocessor in one block; the program (same_gemm.mlir) makes its maps on
the device, and its blocks make N tiles, or one if N is 1. "A block each" is the program
without a loop over tiles, by tcgen05-specialised and by tcgen05-persistent. "In the loop" is the time of
a depth of 64 in the middle, from two depths, and beside it the share of the limit: the
48 KiB of a stage at the rate at which a multiprocessor gets bytes from L2.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROWS, COLUMNS = 11, 12  # tiles of a wave
STAGE_CYCLES = 48 * 1024 / (13300 / 148)


def cycles(*command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return json.loads(result.stdout)["cycles"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default="tessera", help="the tool (default: on PATH)")
    parser.add_argument("--depths", default="1024,4096")
    parser.add_argument("--tiles", default="1,4")
    options = parser.parse_args()
    time = [options.tessera, "time", "--target", "sm_100a", "--l2", "hot", "--json"]
    with tempfile.TemporaryDirectory() as temporary:
        source, ptx = Path(temporary, "golden.mlir"), Path(temporary, "golden.ptx")
        text = subprocess.run([sys.executable, FOLDER / "blackwell_gemm.py"], check=True, capture_output=True)  # fmt: skip
        source.write_bytes(text.stdout)
        subprocess.run([options.tessera, "compile", "--from", "nvvm", "--target", "sm_100a",
                        source, "-o", ptx], check=True)  # fmt: skip
        whole, each = (FOLDER / "same_gemm.mlir").read_text(), Path(temporary, "each.mlir")
        each.write_text(whole[: whole.index("  entry @tiles")] + "}\n")
        for tiles in map(int, options.tiles.split(",")):
            before = None
            for k in map(int, options.depths.split(",")):
                m, n = 128 * ROWS * tiles, 256 * COLUMNS
                byhand = cycles(*time, ptx, "--shared", 229480, "--block", 256, "--grid", ROWS * COLUMNS,
                                f"tensormap(128x64,128B,zeros({m}x{k},bf16))",
                                f"tensormap(256x64,128B,zeros({n}x{k},bf16))",
                                f"tensormap(128x64,128B,zeros({m}x{n},bf16))", m, n, k)  # fmt: skip
                entry, more = ("tile", []) if tiles == 1 else ("tiles", [tiles])
                ours = cycles(*time, FOLDER / "same_gemm.mlir", "--entry", entry, "--grid", f"{ROWS},{COLUMNS}",
                              f"zeros({m}x{k},bf16)", f"zeros({n}x{k},bf16)", f"zeros({m}x{n},bf16)",
                              m, n, k, *more)  # fmt: skip
                apart = [cycles(*time, "--waves", 0, "--strategy", f"tcgen05-{strategy}", each, "--entry", "tile",
                                "--grid", f"{ROWS * tiles},{COLUMNS}", f"zeros({m}x{k},bf16)", f"zeros({n}x{k},bf16)",
                                f"zeros({m}x{n},bf16)", m, n, k) for strategy in ("specialised", "persistent")]  # fmt: skip
                line = f"{tiles} tiles, depth {k}: by hand {byhand:.0f}, compiled {ours:.0f}, {ours / byhand:.3f}"
                line += f"; a block each {apart[0]:.0f}, persistent {apart[1]:.0f}"
                if before:
                    rounds = (k - before[0]) / 64 * tiles
                    stages = [(now - then) / rounds for now, then in zip((byhand, ours), before[1:])]
                    line += "; in the loop " + ", ".join(
                        f"{stage:.0f} ({STAGE_CYCLES / stage:.0%})" for stage in stages)  # fmt: skip
                print(line, flush=True)
                before = (k, byhand, ours)


if __name__ == "__main__":
    main()
