#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What two compilers' kernels execute, counted by the emulator.

  executed_work.py BEFORE AFTER [--target sm_80] [--filter TEXT] [--json FILE]

BEFORE and AFTER are two builds of `tessera`. Each kernel of examples/ (in the cases of
its reference.py) and of benchmarks/kernels (on the arguments below) is compiled by both,
and the PTX of both is executed by AFTER's emulator with the same arguments, so that one
program counts. Printed are, per kernel and in all, as BEFORE, AFTER and their ratio:

  instructions  instructions that warps execute
  passes        wavefronts of shared memory, by loads, stores and matrix loads
  barriers      bar and barrier instructions that warps execute

A kernel that one of the two cannot compile or run is named with the reason, and counts
for neither. The exit status is 0 if at least one kernel was counted for both.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import run_examples

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_SECONDS = 600
FIGURES = ["instructions", "passes", "barriers"]
# Dynamic shared memory for kernels that ask for it: what a block of the target can have.
DYNAMIC_BYTES = {"sm_80": 166912, "sm_90a": 232448, "sm_100a": 232448}
DYNAMIC_BYTES_ELSEWHERE = 101376

# Entry of benchmarks/kernels: grid and arguments. Small, but with several iterations of
# every loop.
BENCHMARKS = {
    "attention_bf16": ("2,2", ["rand(2x256x64,bf16,1)", "rand(2x256x64,bf16,2)", "rand(2x256x64,bf16,3)",
                               "zeros(2x256x64,bf16)", "i32:2", "i32:256", "f32:0.125"]),
    "attention_f32": ("2,2", ["rand(2x256x64,f32,1)", "rand(2x256x64,f32,2)", "rand(2x256x64,f32,3)",
                              "zeros(2x256x64,f32)", "i32:2", "i32:256", "f32:0.125"]),
    "copy": ("4", ["rand(16384,f32,1)", "zeros(16384,f32)", "i32:16384"]),
    "gelu": ("4", ["rand(16384,f32,1)", "zeros(16384,f32)", "i32:16384"]),
    "gemm_bf16": ("2,2", ["rand(256x256,bf16,1)", "rand(256x256,bf16,2)", "zeros(256x256,f32)",
                          "i32:256", "i32:256", "i32:256"]),
    "gemm_f32": ("2,2", ["rand(256x256,f32,1)", "rand(256x256,f32,2)", "zeros(256x256,f32)",
                         "i32:256", "i32:256", "i32:256"]),
    "gemm_int8": ("2,2", ["rand(256x256,i8,1)", "rand(256x256,i8,2)", "zeros(256x256,i32)",
                          "i32:256", "i32:256", "i32:256"]),
    "histogram": ("1", ["rand(1048576,i32,1,0,256)", "zeros(256,i32)", "zeros(256,i32)", "i32:1048576"]),
    "layer_norm": ("8", ["rand(8x1024,f32,1)", "zeros(8x1024,f32)", "rand(1024,f32,2)", "rand(1024,f32,3)",
                         "i32:8"]),
    "prefix_scan": ("4", ["rand(16384,i32,1,0,9)", "zeros(16384,i32)", "zeros(4,i32)", "zeros(4,i32)",
                         "zeros(1,i32)", "i32:16384"]),
    "rms_norm": ("8", ["rand(8x1024,f32,1)", "zeros(8x1024,f32)", "rand(1024,f32,2)", "i32:8"]),
    "row_scan": ("8", ["rand(8x1024,f32,1)", "zeros(8x1024,f32)", "i32:8"]),
    "saxpy": ("4", ["rand(16384,f32,1)", "rand(16384,f32,2)", "i32:16384", "f32:0.5"]),
    "softmax": ("8", ["rand(8x1024,f32,1)", "zeros(8x1024,f32)", "i32:8"]),
    "transpose": ("4,4", ["rand(256x256,f32,1)", "zeros(256x256,f32)", "i32:256", "i32:256"]),
    "vector_add": ("4", ["rand(16384,f32,1)", "rand(16384,f32,2)", "zeros(16384,f32)", "i32:16384"]),
}


@dataclass
class Job:
    """One launch: arguments as `tessera emulate` takes them."""
    name: str
    kernel: Path
    entry: str
    grid: str
    arguments: list


class Failure(Exception):
    """A kernel does not compile or run."""


def run(command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired as expired:
        raise Failure(f"did not end within {TIMEOUT_SECONDS} s") from expired
    if result.returncode != 0:
        lines = [line for line in result.stderr.splitlines() if "error:" in line]
        raise Failure((lines or result.stderr.strip().splitlines() or ["no reason given"])[0])
    return result.stdout


def parameters_of(array, text, width):
    """The pointer, sizes and strides that an array is with --abi=array."""
    strides, step = [], 1
    for extent in reversed(array.shape):
        strides.insert(0, step)
        step *= extent
    return [text] + [f"{width}:{number}" for number in [*array.shape, *strides]]


def jobs_of_examples(folder):
    for kernel in sorted((ROOT / "examples").glob("*/kernel.mlir")):
        for case in run_examples.load_cases(kernel.parent):
            if case.diagnostic:
                continue
            where = folder / case.name
            where.mkdir(parents=True, exist_ok=True)
            texts, _ = run_examples.argument_texts(case, where)
            texts = [text.split("=>")[0] for text in texts]
            if case.abi == "array":
                source = kernel.read_text()
                header = source[source.index("entry @" + case.entry):].split("{")[0]
                width = "i64" if "tile<i64>" in header else "i32"
                flat = []
                for argument, text in zip(case.args, texts):
                    flat += parameters_of(argument, text, width) if hasattr(argument, "shape") else [text]
                texts = flat
            yield Job("examples/" + case.name, kernel, case.entry, ",".join(map(str, case.grid)), texts)


def jobs_of_benchmarks():
    for entry, (grid, arguments) in BENCHMARKS.items():
        kernel = ROOT / "benchmarks" / "kernels" / (entry + ".mlir")
        yield Job("benchmarks/" + entry, kernel, entry, grid, arguments)


def figures_of(profile):
    """The three figures of `tessera emulate --profile`."""
    found = re.search(r"^instructions: (\d+) of warps", profile, re.MULTILINE)
    if not found:
        raise Failure("the emulator printed no profile")
    mix = re.findall(r"^ +(\d+) +[\d.]+ %  (\S+)", profile, re.MULTILINE)
    return {"instructions": int(found.group(1)),
            "passes": sum(map(int, re.findall(r"(\d+) wavefronts,", profile))),
            "barriers": sum(int(count) for count, name in mix if name.split(".")[0] in ("bar", "barrier"))}


def count(compiler, emulator, job, target, folder):
    ptx = folder / (job.name.replace("/", "-") + f".{id(job)}.ptx")
    run([compiler, "compile", str(job.kernel), "--target", target, "-o", str(ptx)])
    dynamic = DYNAMIC_BYTES.get(target, DYNAMIC_BYTES_ELSEWHERE)
    shared = ["--shared", str(dynamic)] if ".extern .shared" in ptx.read_text() else []
    return figures_of(run([emulator, "emulate", str(ptx), "--entry", job.entry, "--grid", job.grid,
                           "--profile", *shared, *job.arguments]))


def compare(job, arguments, folder):
    """(figures before, figures after) or the reason why there are none."""
    figures = []
    for name in ("before", "after"):
        where = folder / name
        where.mkdir(exist_ok=True)
        try:
            figures.append(count(getattr(arguments, name), arguments.after, job, arguments.target, where))
        except Failure as failure:
            return f"{name}: {failure}"
    return figures


def ratio(before, after):
    return f"{after / before:.3f}" if before else "-"


def report(rows):
    """The table: a row per kernel that was counted for both, and the sums."""
    total = [{figure: sum(row[1][i][figure] for row in rows) for figure in FIGURES} for i in (0, 1)]
    width = max([len(name) for name, _ in rows] + [3])
    print(" " * width + "".join(f"  {figure:>30}" for figure in FIGURES))
    for name, (before, after) in [*rows, ("all", total)]:
        cells = [f"{before[f]:>11} {after[f]:>11} {ratio(before[f], after[f]):>6}" for f in FIGURES]
        print(f"{name:<{width}}" + "".join(f"  {cell:>30}" for cell in cells))
    return total


def main():
    parser = argparse.ArgumentParser(description="Compare what two compilers' kernels execute.")
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--filter", default="", help="only kernels whose name contains this")
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--jobs", type=int, default=2, help="kernels at the same time")
    arguments = parser.parse_args()
    rows, refused = [], []
    with tempfile.TemporaryDirectory(prefix="tessera-work-") as folder:
        folder = Path(folder)
        jobs = [job for job in [*jobs_of_examples(folder), *jobs_of_benchmarks()] if arguments.filter in job.name]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            for job, result in zip(jobs, pool.map(lambda job: compare(job, arguments, folder), jobs)):
                if isinstance(result, str):
                    refused.append((job.name, result))
                else:
                    rows.append((job.name, result))
    if not rows:
        for name, reason in refused:
            print(f"{name}: {reason}", file=sys.stderr)
        sys.exit("executed_work: no kernel was counted for both compilers")
    total = report(rows)
    for name, reason in refused:
        print(f"not counted: {name}: {reason}")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(
            {"target": arguments.target, "kernels": dict(rows), "sums": total, "refused": dict(refused)},
            indent=2) + "\n")


if __name__ == "__main__":
    main()
