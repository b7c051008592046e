#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares main loops of products under the clock with public measurements.

A block of sm_100a copies tiles, by tensor maps, into a ring of stages and multiplies
them, on every multiprocessor at once. The figures were published for the main loop of
CUTLASS (microbench-blackwell, `cutlass_gemm_mainloop`). No constant of the clock
was fitted on them, so the errors say how well the clock predicts. Prints a table
for docs/timed-emulation.md, the mean error, and Kendall's rank correlation;
--check fails when the correlation is below 0.8.
"""

import argparse
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import timing_ptx as kernels

CLOCK_GHZ = 1.965
BLOCKS = 148
STEPS = 120
BARRIERS = 256  # bytes in front of the first stage
FULL, FREE = 64, 128  # offsets of the barriers of the stages

# type, m, n, k: TFLOP/s of a multiprocessor with 2, 3, ... stages
MEASURED = {
    ("bf16", 64, 64, 64): (1.64, 2.47, 3.26, 4.04, 4.78, 5.03),
    ("bf16", 64, 128, 64): (2.70, 4.02, 5.22, 5.22, 5.22, 5.22),
    ("bf16", 64, 256, 64): (2.95, 4.34, 5.26, 5.26),
    ("bf16", 128, 64, 64): (2.82, 4.23, 5.57, 6.76, 6.77, 6.77),
    ("bf16", 128, 128, 64): (3.69, 5.46, 7.16, 8.74, 10.01, 10.17),
    ("bf16", 128, 128, 128): (5.36, 7.91),
    ("bf16", 128, 256, 64): (5.59, 8.27, 10.46),
    ("e4m3", 64, 128, 128): (5.35, 7.93, 10.24, 10.24, 10.25, 10.23),
    ("e4m3", 128, 128, 64): (5.78, 8.64, 10.42, 10.42, 10.42, 10.42),
    ("e4m3", 128, 128, 128): (9.68, 14.45, 18.94, 19.83, 19.83, 19.81),
    ("e4m3", 128, 256, 128): (14.59, 20.64, 20.63),
}


def wait(barrier, parity, label):
    return (f"{label}:\n  mbarrier.try_wait.parity.shared.b64 %done, [smem+{barrier}], {parity};\n"
            f"  @!%done bra {label};\n")


def copy(name, rows, panels, row, offset, barrier):
    """A tensor copy for each panel of rows of at most 128 bytes; %<name>x is where
    the next one begins in the matrix, by elements."""
    text = ""
    for panel in range(panels):
        text += (f"  mov.u32 %dst, smem;\n  add.u32 %dst, %dst, {offset + panel * rows * row[0]};\n"
                 "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 f"[%dst], [%map_{name}, {{%x_{name}, %z}}], [smem+{barrier}];\n"
                 f"  add.u32 %x_{name}, %x_{name}, {row[1]};\n")
    return text


def next_step(rows, step):
    """From a descriptor's address to the next 32 bytes of depth: within rows of 128
    bytes, and then to the next panel of such rows."""
    return 2 if step % 4 != 3 else (rows * 128 - 96) // 16


def main_loop(kind, m, n, k, stages):
    """(name, text): the kernel; its third warp's first thread multiplies, and its
    second warp's copies."""
    width = 2 if kind == "bf16" else 1
    a_bytes, b_bytes = m * k * width, n * k * width
    stage = a_bytes + b_bytes
    rounds = STEPS // stages
    # Swizzle of 128 or 64 bytes, groups of 8 rows that many bytes apart, version 1.
    row = min(k * width, 128)
    panels, part = k * width // row, (row, row // width)
    descriptor = hex((2 if row == 128 else 4) << 61 | 1 << 46 | row // 2 << 32 | 1 << 16)
    instruction = "f16" if kind == "bf16" else "f8f6f4"
    types = 1 << 7 | 1 << 10 if kind == "bf16" else 0
    bits = 1 << 4 | types | n // 8 << 17 | m // 16 << 24
    text = "  mov.u32 %bar, smem;\n"
    for i in range(stages):
        text += (f"  @%first mbarrier.init.shared.b64 [smem+{FULL + 8 * i}], 1;\n"
                 f"  @%first mbarrier.init.shared.b64 [smem+{FREE + 8 * i}], 1;\n")
    text += ("  @%first mbarrier.init.shared.b64 [smem], 1;\n  fence.mbarrier_init.release.cluster;\n"
             "  setp.lt.u32 %warp0, %t, 32;\n"
             "  @%warp0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem+16], 256;\n"
             "  tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n"
             "  tcgen05.fence::after_thread_sync;\n  ld.shared.u32 %tmem, [smem+16];\n"
             "  mov.u64 %begin, %clock64;\n"
             "  setp.eq.u32 %on, %t, 32;\n  @%on bra COPY;\n"
             "  setp.eq.u32 %on, %t, 64;\n  @%on bra MULTIPLY;\n  bra DONE;\n")
    produce = consume = ""
    for i in range(stages):
        full, free, base = FULL + 8 * i, FREE + 8 * i, BARRIERS + 1024 + stage * i
        produce += (wait(free, "%parity", f"P{i}") +
                    f"  mbarrier.arrive.expect_tx.shared.b64 %state, [smem+{full}], {stage};\n" +
                    copy("a", m, panels, part, base, full) +
                    copy("b", n, panels, part, base + a_bytes, full))
        consume += (wait(full, "%parity", f"C{i}") + "  tcgen05.fence::after_thread_sync;\n"
                    f"  add.u64 %da, %descriptor, {base // 16};\n"
                    f"  add.u64 %db, %descriptor, {(base + a_bytes) // 16};\n" +
                    "".join(
                        f"  tcgen05.mma.cta_group::1.kind::{instruction} [%tmem], %da, %db, %idesc, %on;\n"
                        f"  add.u64 %da, %da, {next_step(m, step)};\n"
                        f"  add.u64 %db, %db, {next_step(n, step)};\n"
                        for step in range(k * width // 32)) +
                    "  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
                    f"[smem+{free}];\n")
    flip = "  xor.b32 %parity, %parity, 1;\n"
    text += ("COPY:\n  mov.u32 %parity, 1;\n  mov.u32 %x_a, 0;\n  mov.u32 %x_b, 0;\n" + kernels.repeat(produce + flip, rounds, "ROUND") +
             "  bra DONE;\nMULTIPLY:\n  mov.u32 %parity, 0;\n"
             f"  mov.u32 %idesc, {bits};\n  mov.u32 %dst, smem;\n  shr.u32 %dst, %dst, 4;\n"
             "  cvt.u64.u32 %descriptor, %dst;\n"
             f"  or.b64 %descriptor, %descriptor, {descriptor};\n" +
             kernels.repeat(consume + flip, rounds, "STEP") +
             "  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [smem];\n" +
             wait(0, 0, "LAST") + "  mov.u64 %end, %clock64;\n  sub.u64 %took, %end, %begin;\n"
             "  st.global.u64 [%out], %took;\nDONE:\n  bar.sync 0;\n"
             "  @%warp0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tmem, 256;\n")
    name = f"main_{kind}_{m}x{n}x{k}_{stages}"
    registers = ("  .reg .b32 %bar, %dst, %tmem, %idesc, %parity, %count, %x_a, %x_b;\n"
                 "  .reg .b64 %descriptor, %da, %db, %state;\n"
                 "  .reg .pred %done, %warp0, %on, %again;\n")
    return name, kernels.entry(name, text, block=128, maps=("map_a", "map_b"), registers=registers), \
        BARRIERS + 2048 + stage * stages


def measure(tool, folder, case, stages):
    kind, m, n, k = case
    name, text, shared = main_loop(kind, m, n, k, stages)
    source = pathlib.Path(folder) / f"{name}.ptx"
    source.write_text(kernels.module("sm_100a", [text]))
    output = pathlib.Path(folder) / "out.npy"
    width, element = (2, "bf16") if kind == "bf16" else (1, "i8")
    row = min(k * width, 128)
    maps = [f"tensormap({rows}x{row // width},{row}B,zeros({rows}x{STEPS * k},{element}))"
            for rows in (m, n)]
    command = [tool, "time", source, "--target", "sm_100a", "--grid", str(BLOCKS), "--l2", "hot",
               "--shared", str(shared), "--json", f"zeros(2,i64)=>{output}", *maps]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr.strip()}")
    cycles = np.load(output)[0]
    flops = 2.0 * m * n * k * (STEPS // stages * stages)
    return flops / cycles * CLOCK_GHZ / 1000


def kendall(pairs):
    """Kendall's tau-b of (measured, modelled); differences below 1 % are ties."""
    def sign(x, y):
        return 0 if abs(x - y) <= 0.01 * max(x, y) else (1 if x > y else -1)
    score = ties_x = ties_y = total = 0
    for (x1, y1), (x2, y2) in itertools.combinations(pairs, 2):
        x, y = sign(x1, x2), sign(y1, y2)
        score += x * y
        ties_x += x == 0
        ties_y += y == 0
        total += 1
    return score / ((total - ties_x) * (total - ties_y)) ** 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    pairs = []
    print("| type, tile | stages: measured, modelled TFLOP/s of a multiprocessor |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for case, figures in MEASURED.items():
            cells = []
            for stages, expected in enumerate(figures, start=2):
                value = measure(options.tool, folder, case, stages)
                pairs.append((expected, value))
                cells.append(f"{stages}: {expected:g}, {value:.2f}")
            print(f"| {case[0]} {case[1]}x{case[2]}x{case[3]} | " + "; ".join(cells) + " |")
    errors = [abs(y - x) / x * 100 for x, y in pairs]
    tau = kendall(pairs)
    print(f"\n{len(pairs)} loops, mean error {np.mean(errors):.1f} %, worst {max(errors):.1f} %, "
          f"Kendall's tau {tau:.2f}")
    if options.check and tau < 0.8:
        sys.exit("the clock orders these loops differently from the measurements")


if __name__ == "__main__":
    main()
