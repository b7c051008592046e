#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks compiled kernels on an emulated processor with AVX-512, BF16 and VNNI.

  utils/emulated_cpu/check.py [--build build/dev] [--seed N] [--programs N] [--only SUITE]...

  instructions  the emulator itself: instructions.cpp
  unit          unit tests that execute compiled code (two start a C compiler and are left out)
  random        random programs at -O2 and -O0 against the interpreter
  conformance   the interpreter's conformance kernels, compiled
  kernels       the kernels of benchmarks/ on small and ragged shapes, by their own checks

About an hour with 200 programs. The last line counts suites.
"""

import argparse
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import image
import run

CLANG = "/usr/lib/llvm-22/bin/clang++"
FLAGS = ["-std=c++20", "-O1", "-march=sapphirerapids", "-mno-avx512fp16", "-ffp-contract=off", "-fno-builtin"]
UNIT_TESTS = ["TesseraCodegenCPUTests", "TesseraExecutionTests", "TesseraRuntimeTests"]
# There is no compiler on that machine.
GTEST = "--gtest_brief=1 --gtest_color=no --gtest_filter=-AheadOfTime.CProgramLinksAndRuns:AheadOfTime.HeaderIsAlsoCxx"
# {kernel: shapes}; sizes past a panel, past a block of rows, and neither's multiple.
CASES = {
    "gemm_f32": ["m=128 n=128 k=64", "m=256 n=384 k=320", "m=300 n=200 k=700", "m=129 n=257 k=65"],
    "gemm_bf16": ["m=128 n=128 k=64", "m=256 n=384 k=320", "m=300 n=200 k=700", "m=129 n=257 k=66"],
    "gemm_int8": ["m=128 n=128 k=64", "m=256 n=384 k=320", "m=300 n=200 k=700", "m=129 n=257 k=68"],
    "attention_f32": ["heads=1 seq=256 d=64"],
    "attention_bf16": ["heads=1 seq=256 d=64"],
    "softmax": ["rows=16 cols=1024"],
    "layer_norm": ["rows=16 cols=1024"],
    "rms_norm": ["rows=16 cols=1024"],
    "gelu": ["n=65536"],
    "saxpy": ["n=65536"],
    "vector_add": ["n=65536"],
    "transpose": ["rows=256 cols=256"],
    "prefix_scan": ["n=65536"],
    "row_scan": ["rows=16 cols=1024"],
    "histogram": ["n=65536"],
}


@dataclass
class Suite:
    name: str
    command: str
    paths: list


def suites(build, seed, programs):
    instructions = run.FOLDER / "instructions"
    tests = [build / "unittests" / name for name in UNIT_TESTS]
    random, tessera, bench = build / "bin/tessera-random", build / "bin/tessera", build / "benchmarks/CpuKernelBenchmark"
    conformance = run.ROOT / "test/Conversion/Cpu/check_conformance.py"
    kernels = run.ROOT / "benchmarks/kernels"
    words = "".join(
        f"compile {kernels / kernel}.mlir {image.SCRATCH}/cache\n"
        + "".join(f"case {kernel} 2 {shape}\n" for shape in shapes)
        for kernel, shapes in CASES.items()
    )
    expected, answers = sum(map(len, CASES.values())), f"{image.SCRATCH}/answers"
    return [
        Suite("instructions", str(instructions), [instructions]),
        Suite("unit", " && ".join(f"{test} {GTEST}" for test in tests), tests),
        Suite("random", f"{random} --seed {seed} --count {programs} --roads cpu,cpu-O0 --jobs 1", [random]),
        Suite("conformance", f"python3 {conformance} --tessera {tessera} {run.ROOT}/test/Interpreter",
              [conformance, tessera, run.ROOT / "test/Interpreter", "/usr/bin/python3", "/usr/lib/python3.11"]),
        Suite("kernels", f"printf %s {shlex.quote(words)} | {bench} | tee {answers}; "
              f"test $(grep -c '^ok [a-z]' {answers}) = {expected} && ! grep -q ^error {answers}",
              [bench, kernels]),
    ]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=run.ROOT / "build/dev")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--only", action="append")
    options = parser.parse_args()
    run.FOLDER.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).with_name("instructions.cpp")
    subprocess.run([CLANG, *FLAGS, source, "-o", run.FOLDER / "instructions"], check=True)
    passed, failed = 0, 0
    for suite in suites(options.build.resolve(), options.seed, options.programs):
        if options.only and suite.name not in options.only:
            continue
        print(f"== {suite.name}", flush=True)
        status = run.execute(suite.command, suite.paths)
        print(f"{'passed' if status == 0 else f'FAILED, status {status}'}: {suite.name}", flush=True)
        passed, failed = passed + (status == 0), failed + (status != 0)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
