#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the benchmarks of a build and prints each figure beside its goal.

  utils/run_benchmarks.py [--build build/release] [--json FILE] [--repetitions 5]
                          [--only PROGRAM] [--results FOLDER]

Figures are medians of the repetitions, on one core. A missed goal is printed as such
and does not change the exit status: a benchmark is no test. A benchmark that is
missing or cannot run does. --results keeps the table and the figures under a name of
date, time and machine, with how many cores others used meanwhile: rates count processor
time, but caches and memory are shared.
"""

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from run_cpu_benchmarks import Load, host

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))

# Google Benchmark name -> (what it is, unit, divisor, goal).
ROWS = {
    "elementwise/addf_f32": ("addf f32, 128x128", "M elements/s", 1e6, 300),
    "elementwise/mulf_f32": ("mulf f32, 128x128", "M elements/s", 1e6, 300),
    "elementwise/fma_f32": ("fma f32, 128x128", "M elements/s", 1e6, 300),
    "elementwise/maxf_f32": ("maxf f32, 128x128", "M elements/s", 1e6, 300),
    "elementwise/exp_f32": ("exp f32, 128x128", "M elements/s", 1e6, None),
    "elementwise/addf_f16": ("addf f16, 128x128", "M elements/s", 1e6, None),
    "elementwise/addf_bf16": ("addf bf16, 128x128", "M elements/s", 1e6, None),
    "elementwise/addi_i32": ("addi i32, 128x128", "M elements/s", 1e6, None),
    "reduceRows": ("reduce f32 rows, 128x128", "M elements/s", 1e6, None),
    "matmul/mmaf_f16_f32": ("mmaf f16->f32, 128x128x64", "GFLOP/s", 1e9, 5),
    "matmul/mmaf_bf16_f32": ("mmaf bf16->f32, 128x128x64", "GFLOP/s", 1e9, None),
    "matmul/mmaf_f32_f32": ("mmaf f32, 128x128x64", "GFLOP/s", 1e9, None),
    "matmul/mmaf_f8E4M3FN_f32": ("mmaf f8E4M3FN->f32, 128x128x64", "GFLOP/s", 1e9, None),
    "matmul/mmai_i8_i32": ("mmai i8->i32, 128x128x64", "Gop/s", 1e9, None),
    "ceilingAdd": ("  ceiling: compiled f32 add loop", "M elements/s", 1e6, None),
    "ceilingFma": ("  ceiling: f32 fma on registers", "GFLOP/s", 1e9, None),
    "parseAndVerify/10000": ("parse and verify, 10 000 ops", "k ops/s", 1e3, 200),
    "scalar": ("PTX emulator, scalar arithmetic", "M instructions/s", 1e6, 30),
    "global": ("PTX emulator, global memory", "M instructions/s", 1e6, None),
    "shared": ("PTX emulator, shared memory, barriers", "M instructions/s", 1e6, None),
    "ceilingScalar": ("  ceiling: compiled loops over 32 lanes", "M instructions/s", 1e6, None),
    "mmaSync": ("PTX emulator, mma.sync f16", "GFLOP/s", 1e9, 1),
    "wgmma": ("PTX emulator, wgmma f16", "GFLOP/s", 1e9, 1),
    "tcgen05": ("PTX emulator, tcgen05.mma f16", "GFLOP/s", 1e9, 1),
    "ceilingProduct": ("  ceiling: compiled f64 product", "GFLOP/s", 1e9, None),
    "gemm90": ("PTX emulator, sm_90a GEMM of the probes", "CTAs/s", 1, 2),
    "ceilingGeneric/10000": ("  ceiling: unregistered generic ops", "k ops/s", 1e3, None),
}
PROCESS_GOAL_MS = 30
PROGRAMS = ["InterpreterBenchmark", "ParseBenchmark", "PTXEmulatorBenchmark"]
# Kinds of file of BytecodeBenchmark; goals are for the first.
BYTECODE_KINDS = {"kind:0": "kernels with locations", "kind:1": "half constants", "kind:2": "ops only"}
READ_OVER_PARSE_GOAL, PEAK_OVER_FILE_GOAL, WRITE_OVER_READ_GOAL = 8, 12, 0.5

TINY_KERNEL = """cuda_tile.module @tiny {
  entry @tiny(%p: tile<ptr<f32>>) {
    %one = constant <f32: 1.0> : tile<f32>
    %t = store_ptr_tko weak %p, %one : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
"""


def run_program(path, repetitions):
    """{name: median items per second} of one Google Benchmark program."""
    command = [path, "--benchmark_format=json", f"--benchmark_repetitions={repetitions}"]
    command += ["--benchmark_enable_random_interleaving=true"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{os.path.basename(path)} failed:\n{result.stderr}")
    rates = {}
    for entry in json.loads(result.stdout)["benchmarks"]:
        name = entry.get("run_name", entry["name"])
        if entry.get("error_occurred"):
            raise RuntimeError(f"{name}: {entry['error_message']}")
        if entry.get("run_type") == "iteration":
            rates.setdefault(name, []).append(entry["items_per_second"])
    return {name: statistics.median(values) for name, values in rates.items()}


def run_bytecode(path, repetitions):
    """{"kind:0": {"read": entry, ...}} with the medians of Google Benchmark's entries."""
    command = [path, "--benchmark_format=json", f"--benchmark_repetitions={repetitions}"]
    command += ["--benchmark_enable_random_interleaving=true"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{os.path.basename(path)} failed:\n{result.stderr}")
    runs = {}
    for entry in json.loads(result.stdout)["benchmarks"]:
        if entry.get("error_occurred"):
            raise RuntimeError(f"{entry['name']}: {entry['error_message']}")
        if entry.get("run_type") == "iteration":
            name, kind = entry["run_name"].split("/")[:2]
            runs.setdefault(kind, {}).setdefault(name, []).append(entry)
    return {
        kind: {
            name: {
                key: statistics.median(entry[key] for entry in entries)
                for key in ("items_per_second", "bytes_per_second", "peak_over_file")
                if key in entries[0]
            }
            for name, entries in names.items()
        }
        for kind, names in runs.items()
    }


def print_bytecode(kinds):
    for kind, label in BYTECODE_KINDS.items():
        rates = kinds[kind]
        goals = kind == "kind:0"
        read, parse = rates["read"], rates["parseText"]
        say(f"bytecode of 20 MB: {label}")
        row("  read", read["bytes_per_second"] / 1e6, "MB/s", None)
        row("  read", read["items_per_second"] / 1e3, "k ops/s", None)
        row("  MLIR's verifier on the module", rates["verifyOnly"]["bytes_per_second"] / 1e6, "MB/s", None)
        row("  write", rates["write"]["bytes_per_second"] / 1e6, "MB/s", None)
        row("  parse the text", parse["items_per_second"] / 1e3, "k ops/s", None)
        ratio = read["items_per_second"] / parse["items_per_second"]
        row("  read over parse", ratio, "x", READ_OVER_PARSE_GOAL if goals else None)
        ratio = rates["write"]["items_per_second"] / read["items_per_second"]
        row("  write over read", ratio, "x", WRITE_OVER_READ_GOAL if goals else None)
        peak = rates["readMemory"]["peak_over_file"]
        row("  peak memory over file", peak, "x", PEAK_OVER_FILE_GOAL if goals else None, False)


def wall_ms(command, runs, cwd=None):
    """Median wall time of a process; it must succeed each time."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
        times.append((time.perf_counter() - start) * 1e3)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    return statistics.median(times)


def run_tiny_kernel(tessera, runs=25):
    with tempfile.TemporaryDirectory() as folder:
        kernel = os.path.join(folder, "tiny.mlir")
        with open(kernel, "w", encoding="utf-8") as file:
            file.write(TINY_KERNEL)
        command = [tessera, "run", kernel, "--interpret", "--entry", "tiny", "--grid", "1,1,1", "zeros(1,f32)"]
        # What starting and ending any process costs here: the floor of the figure.
        return wall_ms(command, runs, folder), wall_ms(["/bin/true"], runs)


# The lines of the table.
TABLE = []


def say(line):
    print(line, flush=True)
    TABLE.append(line)


def row(label, value, unit, goal, higher_is_better=True):
    verdict = ""
    if goal is not None:
        reached = value >= goal if higher_is_better else value <= goal
        sign = ">=" if higher_is_better else "<="
        verdict = f"goal {sign} {goal:g}: {'reached' if reached else 'MISSED'}"
    say(f"{label:40} {value:12.1f} {unit:17} {verdict}".rstrip())


def write_results(folder, figures, machine, slug, others, now):
    say(f"{now:%Y-%m-%d %H:%M}, {machine}; others used {others:.2f} cores, "
        f"load average {os.getloadavg()[0]:.1f}")  # fmt: skip
    os.makedirs(folder, exist_ok=True)
    base = os.path.join(folder, f"benchmarks-{now:%Y-%m-%d-%H%M}-{slug}{'' if others <= 0.05 else '-not-quiet'}")
    with open(base + ".json", "w", encoding="utf-8") as file:
        json.dump({"machine": machine, "others_cores": others, "figures": figures}, file, indent=1)
    with open(base + ".txt", "w", encoding="utf-8") as file:
        file.write("\n".join(TABLE) + "\n")
    print(f"written: {base}.txt and .json")


def run_others(arguments, figures, problems):
    """What is no plain rate: bytecode, and a whole process."""
    try:
        path = os.path.join(arguments.build, "benchmarks", "BytecodeBenchmark")
        figures["bytecode"] = run_bytecode(path, min(arguments.repetitions, 3))
        print_bytecode(figures["bytecode"])
    except (OSError, RuntimeError, ValueError, KeyError) as error:
        problems.append(str(error))
    try:
        process, floor = run_tiny_kernel(os.path.join(os.path.abspath(arguments.build), "bin", "tessera"))
        figures["process_ms"], figures["process_floor_ms"] = process, floor
        row("tessera run, tiny kernel, process", process, "ms", PROCESS_GOAL_MS, False)
        row("  floor: /bin/true", floor, "ms", None)
    except (OSError, RuntimeError) as error:
        problems.append(str(error))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--only", action="append", help="only this program; may be repeated")
    parser.add_argument("--results", help="keep the table and the figures in this folder")
    arguments = parser.parse_args()
    figures, problems = {}, []
    now, load = datetime.datetime.now(), Load([])
    for program in arguments.only or PROGRAMS:
        path = os.path.join(arguments.build, "benchmarks", program)
        try:
            figures.update(run_program(path, arguments.repetitions))
        except (OSError, RuntimeError, ValueError) as error:
            problems.append(str(error))
    order = list(ROWS)
    for name, rate in sorted(
        figures.items(), key=lambda each: order.index(each[0]) if each[0] in ROWS else len(ROWS)
    ):
        label, unit, divisor, goal = ROWS.get(name, (name, "items/s", 1, None))
        row(label, rate / divisor, unit, goal)
    if not arguments.only:
        run_others(arguments, figures, problems)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    if arguments.results:
        write_results(arguments.results, figures, *host(), load.others(), now)
    missing = sorted(set(ROWS) - set(figures))
    if missing and not arguments.only:
        problems.append(f"no figure for: {', '.join(missing)}")
    for problem in problems:
        print(f"run_benchmarks: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
