#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the clock of `tessera time` with public measurements.

Each row runs an entry of test/PTX/Timing (see timing_kernels.py), and says what
was measured on hardware, how well that is known (grade A, B or C) and where it
was published: T<n> is section n of the collection of timing facts, which
docs/timed-emulation.md lists. --check fails when a row graded A is off by more
than 10 %, or one graded B by more than 20 %. --markdown writes the table of the
documentation.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "test" / "PTX" / "Timing"
ALLOWED = {"A": 10.0, "B": 20.0}


class Row:
    """`value` makes the figure of the stored cycles `o` and the report `j`."""

    def __init__(self, what, target, entry, unit, expected, grade, source, value, *, file,
                 options=(), data=None, more=()):
        self.what, self.target, self.entry, self.unit = what, target, entry, unit
        self.expected, self.grade, self.source, self.value = expected, grade, source, value
        self.file, self.options, self.data, self.more = file, options, data, more

    def measure(self, tool, folder):
        output = pathlib.Path(folder) / "out.npy"
        command = [tool, "time", FOLDER / self.file, "--target", self.target, "--entry", self.entry,
                   "--shared", "131072", "--json", *self.options, f"zeros(512,i64)=>{output}"]
        if self.data:
            command.append(f"zeros({self.data},i8)")
        command += self.more
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{self.entry}: {done.stderr.strip()}")
        return self.value(np.load(output), json.loads(done.stdout))


def per(count):
    return lambda o, j: o[0] / count


def between(count, first=0):
    """What each of `count` more took."""
    return lambda o, j: (o[first + 1] - o[first]) / count


def arithmetic_rows():
    def row(what, entry, unit, expected, grade, source, value, target="sm_90a"):
        return Row(what, target, entry, unit, expected, grade, source, value, file="arithmetic.ptx")
    yield row("integer add, latency", "int_latency", "cycles", 4.12, "A", "T2", per(64))
    yield row("f32 fma, latency", "fma_latency", "cycles", 4.07, "A", "T2", per(64))
    yield row("f16x2 fma, latency", "half_latency", "cycles", 8.52, "A", "T2", per(64))
    yield row("f64 fma, latency", "double_latency", "cycles", 8.04, "A", "T2", per(64))
    yield row("ex2, latency", "exp_latency", "cycles", 20.5, "B", "T0: 18-23", per(64))
    flops = 512 * 1024 * 2
    yield row("f32 fma, rate", "fma_rate", "flop/cycle", 248, "A", "T2", lambda o, j: flops / o[0])
    yield row("ex2, rate", "exp_rate", "lanes/cycle", 16, "B", "T0",
              lambda o, j: 512 * 1024 / o[0])
    yield row("ex2, latency", "exp_latency", "cycles", 16, "B", "T0: 14-18", per(64), "sm_100a")
    yield row("f64 fma, latency", "double_latency", "cycles", 63.7, "B", "T4 B300", per(64),
              "sm_100a")
    yield Row("f32x2 fma, rate", "sm_100a", "pair_rate", "flop/cycle", 256, "C",
              "128 lanes of FP32, guide", lambda o, j: 2 * flops / o[0], file="arithmetic100.ptx")
    yield row("mma.sync m16n8k16, latency", "mma_latency", "cycles", 24.6, "A", "T1.1, T1.2",
              per(32))
    yield row("mma.sync, interval of a warp", "mma_interval", "cycles", 6.26, "B", "T1.2", per(64))
    products = 16 * 256 * 2 * 16 * 8 * 16
    yield row("mma.sync, rate", "mma_rate", "flop/cycle", 2680, "B", "T1.2",
              lambda o, j: products / o[0])
    yield row("mma.sync m16n8k16, latency", "mma_latency", "cycles", 23, "B", "T4: 20-26", per(32),
              "sm_100a")
    yield row("mma.sync, interval of a warp", "mma_interval", "cycles", 33, "B", "T5: 32.1-34",
              per(64), "sm_120a")
    yield row("mma.sync, rate", "mma_rate", "flop/cycle", 512, "B", "T5",
              lambda o, j: products / o[0], "sm_120a")


def memory_rows():
    def row(what, entry, unit, expected, grade, source, value, target="sm_90a", **more):
        return Row(what, target, entry, unit, expected, grade, source, value, file="memory.ptx",
                   **more)
    yield row("ld.shared, latency", "shared_latency", "cycles", 29.0, "A", "T2", per(64))
    yield row("ldmatrix.x1, latency", "ldmatrix_latency", "cycles", 30.5, "B", "T0: 28-33",
              lambda o, j: o[0] / 33 - 4)
    yield row("shared memory, rate", "shared_rate", "bytes/cycle", 127.6, "A", "T2",
              lambda o, j: 1024 * 16 * 32 / o[0])
    yield row("ld.global from L1, latency", "l1_latency", "cycles", 40.7, "A", "T2", per(64))
    yield row("L1, rate", "l1_rate", "bytes/cycle", 125.8, "A", "T2",
              lambda o, j: 1024 * 16 * 32 / o[0], data=16384)
    yield row("ld.global from L2, latency", "l2_latency", "cycles", 272, "B", "T2", per(32),
              options=("--l2", "hot"))
    dram = lambda o, j: o[0] / 17 - 8
    yield row("ld.global from device memory, latency", "dram_latency", "cycles", 484, "B", "T2",
              dram, data=131072)
    yield row("ld.shared, latency", "shared_latency", "cycles", 29.0, "A", "T4", per(64), "sm_100a")
    yield row("ld.global from L1, latency", "l1_latency", "cycles", 39.6, "B", "T4", per(64),
              "sm_100a")
    yield row("ld.global from device memory, latency", "dram_latency", "cycles", 840, "B", "T4",
              dram, "sm_100a", data=131072)
    yield row("shared memory, rate", "shared_rate", "bytes/cycle", 128, "A", "T0",
              lambda o, j: 1024 * 16 * 32 / o[0], "sm_100a")
    yield row("bar.sync of 1 warp", "barrier_1", "cycles", 14.6, "B", "T3.2", per(32), "sm_100a")
    yield row("bar.sync of 4 warps", "barrier_4", "cycles", 20.7, "B", "T3.2", per(32), "sm_100a")
    yield row("fence of the block", "fence_cta", "cycles", 9, "B", "T4 B300", per(32), "sm_100a")
    yield row("fence of the GPU", "fence_gpu", "cycles", 285, "B", "T4 B300: 277-292", per(16),
              "sm_100a")


def copy_rows():
    def row(what, entry, unit, expected, grade, source, value, **more):
        return Row(what, "sm_90a", entry, unit, expected, grade, source, value, file="copies.ptx",
                   **more)
    yield row("mbarrier arrive and try_wait", "mbarrier_round", "cycles", 49, "B", "T1.3", per(16))
    yield row("cp.async, issue of 16", "cp_async_issue", "cycles", 65, "B", "T1.3", per(1),
              data=16384)
    yield row("TMA from L2, small", "bulk_1", "cycles", 373, "A", "T2: 365-369, 217 ns + 4.8/KB",
              per(8), data=65536, options=("--l2", "hot"))
    for kib, nanoseconds in ((8, 636), (16, 677), (32, 751)):
        yield row(f"TMA from device memory, {kib} KiB", f"bulk_{kib}", "cycles",
                  nanoseconds * 1.755, "B", "T2 H100", per(8), data=kib * 8192)
        yield row(f"TMA from L2, {kib} KiB", f"bulk_{kib}", "cycles",
                  (217 + 4.8 * kib) * 1.755, "B", "T2 H100", per(8), data=kib * 8192,
                  options=("--l2", "hot"))
    yield row("ld.shared::cluster, latency", "remote_latency", "cycles", 193.4, "A", "T1.3",
              lambda o, j: o[0] / 17 - 8, options=("--grid", "2"))
    for kib, low, high in ((4, 1.10, 1.17), (8, 1.89, 2.18), (16, 3.4, 3.8), (32, 5.4, 5.9),
                           (64, 7.06, 7.22)):
        # All multiprocessors load; two are simulated, and only their data is there.
        yield Row(f"TMA from device memory, {kib} KiB in flight on each of 148", "sm_100a",
                  f"bulk_{kib}", "TB/s", (low + high) / 2, "A", "T4",
                  lambda o, j, kib=kib: 148 * kib * 8192 / o[0] * 1.9e-3, file="copies100.ptx",
                  data=2 * kib * 8192, options=("--grid", "148", "--sms", "2"))
    yield Row("mbarrier arrive and try_wait", "sm_100a", "mbarrier_round", "cycles", 88.5, "B",
              "T3.2", per(16), file="copies100.ptx")


def wgmma_rows():
    def row(what, entry, expected, grade, source, value, unit="cycles", **more):
        return Row(what, "sm_90a", entry, unit, expected, grade, source, value, file="wgmma.ptx",
                   **more)
    for n, ss, rs in ((8, 18, 13), (16, 20, 13), (32, 24, 16), (64, 32, 32), (128, 64, 64),
                      (256, 128, 128)):
        yield row(f"wgmma m64n{n}k16, interval", f"wgmma_ss_{n}", ss, "A", "T1.1", between(32))
        yield row(f"wgmma m64n{n}k16, A in registers", f"wgmma_rs_{n}", rs, "A", "T1.1",
                  between(32))
    for kind in ("tf32", "e4m3", "s8"):
        yield row(f"wgmma m64n256 of {kind}, interval", f"wgmma_{kind}", 128, "A", "T1.1",
                  between(32))
    yield row("wgmma.sp m64n256k32, interval", "wgmma_sparse_ss", 144, "A", "T1.1", between(32))
    yield row("wgmma.sp m64n256k32, A in registers", "wgmma_sparse_rs", 128, "A", "T1.1",
              between(32))
    yield row("one wgmma n64 and its wait", "wgmma_single_64", 75, "B", "T1.3; T1.2 says 79",
              per(8))
    yield row("one wgmma n128 and its wait", "wgmma_single_128", 107, "B", "T1.3", per(8))
    for group, left, expected in ((1, 1, 42.0), (1, 3, 33.7), (2, 0, 55.6), (2, 1, 33.1),
                                  (4, 0, 44.6), (4, 1, 32.3), (8, 0, 38.2)):
        yield row(f"wgmma n64, groups of {group}, {left} left", f"wgmma_depth_{group}_{left}",
                  expected, "B", "T1.2", between(16 * group))
    yield row("wgmma n128 in two warpgroups, slower by", "wgmma_two_groups", 1.965, "B",
              "T1.2: 1.94-1.99", lambda o, j: (o[1] - o[0]) / 32 / 64.6, unit="times")
    # No figure is public for these.
    yield row("wgmma n64 and 8 exponentials of each lane", "wgmma_exp", None, "-", "", between(32))
    for stages, slower in ((2, 2.39), (3, 1.34), (4, 1.34), (6, 1.33)):
        yield row(f"TMA and wgmma coupled, {stages} stages, slower by", f"coupled_{stages}", slower,
                  "C", "T1.2: tile unknown", lambda o, j: o[0] / 96 / 134.8, unit="times",
                  data=16384, options=("--l2", "hot"))


def tcgen05_rows():
    def row(what, entry, expected, grade, source, value):
        return Row(what, "sm_100a", entry, "cycles", expected, grade, source, value,
                   file="tcgen05.ptx")
    table = {("ss", 64): ((64, 152, 32), (96, 168, 48), (128, 184, 64), (256, 248, 128)),
             ("ss", 128): ((64, 168, 48), (96, 184, 56), (128, 200, 64), (256, 264, 128)),
             ("ts", 128): ((64, 136, 32), (96, 152, 48), (128, 168, 64), (256, 232, 128))}
    for (layout, m), rows in table.items():
        where = "shared" if layout == "ss" else "tensor"
        for n, latency, interval in rows:
            name = f"mma_{layout}{m}_{n}"
            yield row(f"tcgen05.mma m{m}n{n}, A in {where} memory, latency", name, latency, "A",
                      "T3.1", per(1))
            yield row(f"tcgen05.mma m{m}n{n}, A in {where} memory, interval", name, interval, "A",
                      "T3.1", between(32, 1))
    for count, cycles in ((1, 13.0), (8, 16.2), (16, 21.6), (64, 49.8)):
        yield row(f"tcgen05.st 32x32b.x{count}", f"tmem_store_{count}", cycles, "B", "T3.2",
                  per(16))
    yield row("tcgen05.ld 32x32b.x32 and its wait", "tmem_load", 200, "C", "T0 row 19", per(4))
    yield row("tcgen05.ld 32x32b.x32, each of 16", "tmem_load", 4096 / 53, "C", "T3.2 B300",
              lambda o, j: (o[1] - o[0] / 4) / 15)
    yield row("tcgen05.cp, the first", "tmem_copy", 168, "B", "T3.2", lambda o, j: o[0] - 73)
    yield row("tcgen05.cp, each after it", "tmem_copy", 71.5, "B", "T3.2: 68-75", between(8))


def engine_rows():
    def row(what, entry, unit, expected, grade, source, value, target="sm_90a", **more):
        file = "engines90.ptx" if target == "sm_90a" else "engines100.ptx"
        return Row(what, target, entry, unit, expected, grade, source, value, file=file, **more)
    yield row("TMA, issue of each of 32 more", "tma_issue", "cycles", 32, "C",
              "T1.4; T1.2 says 435 for a warp", between(32), data=65536, options=("--l2", "hot"))
    yield row("TMA from L2, all of 132", "l2_feed", "TB/s", 18.285, "B", "T2 H100",
              lambda o, j: 132 * 16 * 16384 / o[0] * 1.755e-3, data=65536,
              options=("--grid", "132", "--l2", "hot"))
    pair = ("--grid", "2", "--sms", "2")
    near, far = lambda o, j: o[:16].min(), lambda o, j: o[:16].max()
    yield row("L2, its own side", "l2_sides", "cycles", 258, "A", "T2 H800", near, data=65536,
              options=pair)
    yield row("L2, the far side", "l2_sides", "cycles", 414.1, "A", "T2 H800", far, data=65536,
              options=pair)
    yield row("L2, its own side", "l2_sides", "cycles", 305, "B", "T4", near, "sm_100a", data=65536,
              options=pair)
    yield row("L2, the far side", "l2_sides", "cycles", 605, "B", "T4", far, "sm_100a", data=65536,
              options=pair)
    for name, what in (("shared", "the same"), ("own", "each its own")):
        yield row(f"four blocks read 16 KiB, {what}: device memory", f"raster_{name}", "KiB", None,
                  "-", "", lambda o, j: j["simulated"]["device memory bytes"] / 1024, data=65536,
                  options=("--grid", "4", "--sms", "4"))
    yield row("TMA to a pair of blocks, each 32 KiB in flight", "multicast", "TB/s", 11.1, "B",
              "T4", lambda o, j: 148 * 2 * 65536 / o[0] * 1.9e-3, "sm_100a", data=131072,
              options=("--grid", "148", "--sms", "2", "--shared", "140000"))
    yield row("the next block, after one has ended", "turnover", "cycles", 1200, "C",
              "T3.2 simulator", lambda o, j: o[2] - o[1], options=("--grid", "264"))
    tensor = ("tensormap(32x64,none,zeros(32x64,bf16))",)
    yield row("tensor map: building, publishing and acquiring it", "tensor_map", "cycles", 5000, "C",
              "NVIDIA/cutlass pull request 3020: of several", lambda o, j: o[0], data=65536,
              more=tensor)
    yield row("tensor map: more for the first copy by it", "tensor_map", "cycles", None, "-", "",
              lambda o, j: o[1] - o[2], data=65536, more=tensor, options=("--l2", "hot"))
    for name, what in (("registers", "from registers"), ("staged", "by stmatrix and TMA")):
        yield row(f"64 x 64 of bf16 to memory, {what}", f"store_{name}", "cycles", None, "-", "",
                  lambda o, j: o[0], data=65536)
    yield row("ldmatrix.x4, rate", "ldmatrix_rate", "bytes/cycle", 128, "B", "T0 row 7",
              lambda o, j: 4 * 64 * 512 / o[0])
    yield row("wgmma n64 and 16 fma of each lane", "wgmma_fma", "cycles", None, "-", "",
              between(32))
    yield row("wgmma n64 beside ldmatrix of another warp", "wgmma_ldmatrix", "cycles", None, "-",
              "", between(32))


def rows():
    for family in (arithmetic_rows, memory_rows, copy_rows, wgmma_rows, tcgen05_rows, engine_rows):
        yield from family()


def error_of(row, value):
    return None if row.expected is None else 100 * (value / row.expected - 1)


def describe(row, value, markdown):
    error = error_of(row, value)
    cells = (row.what, row.target, "" if row.expected is None else f"{row.expected:.4g}",
             f"{value:.4g}", row.unit, "" if error is None else f"{error:+.1f} %", row.grade,
             row.source)
    if markdown:
        return "| " + " | ".join(cells) + " |"
    return f"{cells[0]:58} {cells[1]:8} {cells[2]:>7} {cells[3]:>7} {cells[4]:11} " \
           f"{cells[5]:>8}  {cells[6]}  {cells[7]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--filter", default="", help="only rows whose entry contains this")
    options = parser.parse_args()
    failed, count, errors = [], 0, {"A": [], "B": [], "C": []}
    if options.markdown:
        print("| what | target | measured | modelled | unit | error | grade | source |\n"
              "|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for row in rows():
            if options.filter not in row.entry:
                continue
            value = row.measure(options.tool, folder)
            print(describe(row, value, options.markdown))
            count += 1
            error = error_of(row, value)
            if row.grade in errors:
                errors[row.grade].append(abs(error))
            if row.grade in ALLOWED and abs(error) > ALLOWED[row.grade]:
                failed.append(f"{row.what} on {row.target}: {error:+.1f} %, "
                              f"allowed {ALLOWED[row.grade]:.0f} %")
    if not options.markdown:
        for grade, values in errors.items():
            if values:
                print(f"grade {grade}: {len(values)} rows, mean error "
                      f"{sum(values) / len(values):.1f} %, worst {max(values):.1f} %")
        print(f"{count} rows, {len(failed)} outside what their grade allows")
    if options.check and failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
