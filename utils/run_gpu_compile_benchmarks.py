#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time to compile to PTX, per kernel and phase, and how it grows.

  utils/run_gpu_compile_benchmarks.py [--tessera build/release/bin/tessera]
      [--target sm_80] [--repetitions 5] [--json FILE] [--only REGEX] [--steps 6]
      [--instructions]

Every compile is a process of its own, as for a client that starts an assembler per
kernel; what is counted is the work from the parser to the verified PTX
(`tessera compile --timing-file`), in milliseconds of processor time, the median of
the repetitions. Starting the process is not in it.

The second table compiles families of kernels that grow by factors of two, size
being operations, or elements per thread. Under each stands the growth of every
phase: the exponent e of time ~ size^e, fitted to the three largest sizes. A phase
that takes more than a few milliseconds there may have at most 1.15; the
repetitions go round over the sizes, so that a busier minute falls on all of them.
Times also grow because a larger program no longer fits the processor's caches: LLVM's
reader, one pass over a text, grows as size^1.2 here. `--instructions` tells an
algorithm's growth from that: it counts, under valgrind (Debian's package), the
instructions that are executed up to each level, for the three largest sizes of each
family, and leaves out the first table. These figures repeat on any machine.

The last lines say how many kernels and families reach these goals. Missed goals do
not change the exit status; a kernel that cannot be compiled does.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
GOAL_MS = 200
# Below this a phase's growth is noise.
FLOOR_MS = 8
SUPER_LINEAR = 1.15
# What --instructions counts: the work from the level before to this one.
LEVELS = ["tileaa", "tileas", "nvvm", "llvm-ir", "ptx"]
PHASES = ["parse", "cuda-tile", "tileaa", "tileas", "nvvm", "llvm-ir", "ir passes", "back end", "verify ptx"]

# The kernels that issue 6 sets the goal for, and their relatives.
KERNELS = [
    ("GEMM f16", "examples/gemm_f16/kernel.mlir"),
    ("GEMM bf16 128x128x64", "benchmarks/kernels/gemm_bf16.mlir"),
    ("GEMM f32 (multiply-add)", "benchmarks/kernels/gemm_f32.mlir"),
    ("GEMM int8", "benchmarks/kernels/gemm_int8.mlir"),
    ("GEMM fp8, two kernels", "examples/gemm_fp8/kernel.mlir"),
    ("block-scaled fp4, two kernels", "examples/block_scaled_fp4/kernel.mlir"),
    ("attention bf16 128x128", "benchmarks/kernels/attention_bf16.mlir"),
    ("attention f32 (multiply-add)", "benchmarks/kernels/attention_f32.mlir"),
    ("flash attention, two kernels", "examples/flash_attention/kernel.mlir"),
    ("layer norm, three passes", "examples/layer_norm/kernel.mlir"),
    ("layer norm, one row", "benchmarks/kernels/layer_norm.mlir"),
    ("softmax", "examples/row_softmax/kernel.mlir"),
    ("FFT 256", "examples/fft/kernel.mlir"),
    ("MoE", "examples/moe/kernel.mlir"),
    ("prefix scan, 8192 elements", "benchmarks/kernels/prefix_scan.mlir"),
    ("vector add", "examples/vector_add/kernel.mlir"),
]


def module(body, parameters="%p: tile<ptr<f32>>", types=""):
    return f"{types}cuda_tile.module @m {{\n  entry @k({parameters}) {{\n{body}    return\n  }}\n}}\n"


TYPES = """!v = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!t = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !v>
"""
VIEW = """    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %view = make_tensor_view %q, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> !v
    %part = make_partition_view %view : !t
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
"""


def pointers(elements):
    return f"""    %lane = iota : tile<{elements}xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<{elements}xptr<f32>>
    %ptr = offset %ps, %lane : tile<{elements}xptr<f32>>, tile<{elements}xi32> -> tile<{elements}xptr<f32>>
    %v0, %r0 = load_ptr_tko weak %ptr : tile<{elements}xptr<f32>> -> tile<{elements}xf32>, token
"""


def store(value, elements):
    tile = f"tile<{elements}x"
    return f"    %w = store_ptr_tko weak %ptr, {value} : {tile}ptr<f32>>, {tile}f32> -> token\n"


def chain(operations):
    """A straight line of element-wise operations on 256 elements."""
    tile = "tile<256xf32>"
    body = pointers(256)
    names = ["%v0"]
    for i in range(operations):
        op = ("addf", "mulf", "maxf", "subf")[i % 4]
        body += f"    %s{i} = {op} {names[-1]}, {names[max(0, i - 3)]} : {tile}\n"
        names.append(f"%s{i}")
    return module(body + store(names[-1], 256))


def loops(count):
    """Loops one after the other, eight operations each."""
    tile = "tile<256xf32>"
    body = pointers(256) + "".join(f"    %c{i} = constant <i32: {i}> : tile<i32>\n" for i in (0, 1, 9))
    value = "%v0"
    for i in range(count // 8):
        body += f"    %l{i} = for %i{i} in (%c0 to %c9, step %c1) : tile<i32> iter_values(%a{i} = {value}) -> ({tile}) {{\n"
        inner = f"%a{i}"
        for j in range(8):
            body += f"      %x{i}_{j} = {'addf' if j % 2 else 'mulf'} {inner}, %v0 : {tile}\n"
            inner = f"%x{i}_{j}"
        body += f"      continue {inner} : {tile}\n    }}\n"
        value = f"%l{i}"
    return module(body + store(value, 256))


def accesses(count):
    """Loads and stores through pointers, each with an offset of its own."""
    tile = "tile<256x"
    body = pointers(256) + "    %k = constant <i32: 256> : tile<256xi32>\n    %o0 = iota : tile<256xi32>\n"
    for i in range(count // 4):
        body += f"    %o{i + 1} = addi %o{i}, %k : {tile}i32>\n"
        body += f"    %q{i} = offset %ps, %o{i + 1} : {tile}ptr<f32>>, {tile}i32> -> {tile}ptr<f32>>\n"
        body += f"    %v{i + 1}, %r{i + 1} = load_ptr_tko weak %q{i} : {tile}ptr<f32>> -> {tile}f32>, token\n"
        body += f"    %w{i} = store_ptr_tko weak %q{i}, %v{i} : {tile}ptr<f32>>, {tile}f32> -> token\n"
    return module(body)


def tile_size(elements):
    """Thirty operations on tiles of growing size (the warps grow along at first)."""
    body = pointers(elements)
    value = "%v0"
    for i in range(30):
        body += f"    %s{i} = {'addf' if i % 2 else 'mulf'} {value}, %v0 : tile<{elements}xf32>\n"
        value = f"%s{i}"
    return module(body + store(value, elements))


def products(count):
    """Products of 32x32x32, unrolled, each on a tile of its own."""
    tile = "tile<32x32xf16>"
    body = VIEW + "    %s0 = constant <f32: 0.0> : tile<32x32xf32>\n"
    for i in range(count):
        body += f"    %i{i} = constant <i32: {i}> : tile<i32>\n"
        body += f"    %a{i}, %ra{i} = load_view_tko weak %part[%c0, %i{i}] : !t, tile<i32> -> {tile}, token\n"
        body += f"    %b{i}, %rb{i} = load_view_tko weak %part[%i{i}, %c1] : !t, tile<i32> -> {tile}, token\n"
        body += f"    %s{i + 1} = mmaf %a{i}, %b{i}, %s{i} : {tile}, {tile}, tile<32x32xf32>\n"
    body += f"    %h = ftof %s{count} : tile<32x32xf32> -> {tile}\n"
    body += f"    %w = store_view_tko weak %h, %part[%c0, %c0] : {tile}, !t, tile<i32> -> token\n"
    return module(body, "%q: tile<ptr<f16>>, %n_arg: tile<i32>", TYPES)


def reductions(count):
    """Reductions of 64x64 tiles, whose results feed the next tile."""
    tile = "tile<64x64xf32>"
    body = pointers(4096) + f"    %t0 = reshape %v0 : tile<4096xf32> -> {tile}\n"
    for i in range(count):
        body += f"    %m{i} = reduce %t{i} dim=1 identities=[0.0 : f32] : {tile} -> tile<64xf32>\n"
        body += f"      (%a{i}: tile<f32>, %b{i}: tile<f32>) {{\n        %x{i} = addf %a{i}, %b{i} : tile<f32>\n        yield %x{i} : tile<f32>\n      }}\n"
        body += f"    %c{i} = reshape %m{i} : tile<64xf32> -> tile<64x1xf32>\n"
        body += f"    %d{i} = broadcast %c{i} : tile<64x1xf32> -> {tile}\n    %t{i + 1} = subf %t{i}, %d{i} : {tile}\n"
    body += f"    %flat = reshape %t{count} : {tile} -> tile<4096xf32>\n"
    return module(body + store("%flat", 4096))


FAMILIES = [
    ("chain of operations", chain, [100, 200, 400, 800, 1600, 3200]),
    ("loops, operations in all", loops, [100, 200, 400, 800, 1600, 3200]),
    ("accesses, operations in all", accesses, [100, 200, 400, 800, 1600, 3200]),
    ("elements of a tile", tile_size, [1024, 2048, 4096, 8192, 16384, 32768]),
    ("products 32x32x32", products, [2, 4, 8, 16, 32, 64]),
    ("reductions 64x64", reductions, [1, 2, 4, 8, 16, 32]),
]


def compile_once(tessera, target, path, folder):
    """{phase: cpu ms} of one compile, steps left out."""
    times = os.path.join(folder, "times.json")
    command = [tessera, "compile", "--target", target, path, "-o", os.path.join(folder, "out.ptx")]
    result = subprocess.run([*command, "--timing-file", times], capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{path}: {result.stderr.strip().splitlines()[0]}")
    with open(times, encoding="utf-8") as file:
        return {entry["name"]: entry["cpu_ms"] for entry in json.load(file) if entry["depth"] == 0}


def count_instructions(tessera, target, path, folder):
    """{level: millions of instructions from the level before}."""
    counts = []
    for level in LEVELS:
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", tessera,
                   "compile", "--target", target, "--emit", level, path, "-o", os.path.join(folder, "out.txt")]
        result = subprocess.run(command, capture_output=True, text=True)
        total = re.search(r"I +refs: +([\d,]+)", result.stderr)
        if result.returncode != 0 or not total:
            raise RuntimeError(f"{path}: {result.stderr.strip().splitlines()[-1]}")
        counts.append(int(total.group(1).replace(",", "")) / 1e6)
    return dict(zip(LEVELS, [counts[0], *(after - before for before, after in zip(counts, counts[1:]))])) | {
        "total": counts[-1]}


def summarize(runs):
    """Per phase the median of the runs; the total is the median of their sums."""
    middle = {phase: statistics.median(run.get(phase, 0.0) for run in runs) for phase in PHASES}
    middle["total"] = statistics.median(sum(run.values()) for run in runs)
    return middle


def row(label, times, verdict=""):
    cells = "".join(f"{time:11.1f}" for time in times.values())
    print(f"{label:32}{cells}  {verdict}".rstrip(), flush=True)


def header(label, phases=PHASES):
    print(f"{label:32}" + "".join(f"{phase:>11}" for phase in [*phases, "total"]), flush=True)


def run_kernels(arguments, folder, figures, problems):
    header("kernel, cpu ms")
    for label, path in KERNELS:
        if not re.search(arguments.only, label):
            continue
        try:
            times = summarize([compile_once(arguments.tessera, arguments.target, os.path.join(ROOT, path), folder)
                               for _ in range(arguments.repetitions)])
        except RuntimeError as error:
            problems.append(str(error))
            continue
        figures["kernels"][label] = times
        row(label, times, "goal reached" if times["total"] <= GOAL_MS else f"goal {GOAL_MS} MISSED")


def growth(sizes, times):
    """The exponent of growth, fitted to logarithms; nothing where the times are too
    short to say."""
    if times[-1] < FLOOR_MS or min(times) <= 0:
        return None
    x, y = [math.log(size) for size in sizes], [math.log(time) for time in times]
    return statistics.linear_regression(x, y).slope


def run_growth(arguments, folder, figures, problems):
    for label, make, sizes in FAMILIES:
        if not re.search(arguments.only, label):
            continue
        header(label, LEVELS if arguments.instructions else PHASES)
        sizes = sizes[: arguments.steps]
        if arguments.instructions:
            sizes = sizes[-3:]
        paths = {size: os.path.join(folder, f"family-{size}.mlir") for size in sizes}
        for size, path in paths.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(make(size))
        runs = {size: [] for size in sizes}
        measure = count_instructions if arguments.instructions else compile_once
        try:
            for _ in range(1 if arguments.instructions else arguments.repetitions):
                for size, path in paths.items():
                    runs[size].append(measure(arguments.tessera, arguments.target, path, folder))
        except RuntimeError as error:
            problems.append(f"{label}: {error}")
            continue
        times = {size: runs[size][0] if arguments.instructions else summarize(runs[size]) for size in sizes}
        for size in sizes:
            row(f"  {size}", times[size])
        figures["growth"][label] = {"times": {str(size): times[size] for size in sizes}, "super-linear": []}
        if len(sizes) < 3:
            continue
        last = sizes[-3:]
        exponents = {phase: growth(last, [times[size][phase] for size in last]) for phase in times[last[0]]}
        bad = [phase for phase, e in exponents.items() if e is not None and e > SUPER_LINEAR]
        cells = "".join(f"{'-' if e is None else format(e, '.2f'):>11}" for e in exponents.values())
        print(f"{'  grows as size^':32}{cells}  {'MISSED: ' + ', '.join(bad) if bad else 'goal reached'}", flush=True)
        figures["growth"][label] |= {"exponents": exponents, "super-linear": bad}


def verdict(figures):
    slow = [label for label, times in figures["kernels"].items() if times["total"] > GOAL_MS]
    steep = [label for label, family in figures["growth"].items() if family["super-linear"]]
    count = len(figures["kernels"])
    if count:
        print(f"{count - len(slow)} of {count} kernels in at most {GOAL_MS} ms"
              + "".join(f"; not {label}" for label in slow))
    count = sum("exponents" in family for family in figures["growth"].values())
    print(f"{count - len(steep)} of {count} families with no exponent above {SUPER_LINEAR}"
          + "".join(f"; not {label}" for label in steep))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default=os.path.join(ROOT, "build", "release", "bin", "tessera"))
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--only", default="", help="kernels and families whose name matches this regular expression")
    parser.add_argument("--steps", type=int, default=6, help="how many sizes of a family")
    parser.add_argument("--instructions", action="store_true", help="how the instructions executed grow, not times")
    parser.add_argument("--json", help="also write the figures to this file")
    arguments = parser.parse_args()
    figures, problems = {"target": arguments.target, "kernels": {}, "growth": {}}, []
    what = "millions of instructions" if arguments.instructions else f"median of {arguments.repetitions}"
    print(f"{arguments.tessera}, {arguments.target}, {what}")
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.instructions:
            run_kernels(arguments, folder, figures, problems)
        run_growth(arguments, folder, figures, problems)
    verdict(figures)
    if not figures["kernels"] and not figures["growth"]:
        problems.append(f"nothing is called '{arguments.only}'")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    for problem in problems:
        print(f"run_gpu_compile_benchmarks: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
