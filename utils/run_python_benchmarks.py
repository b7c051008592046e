#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what a user of the Python package waits for: `make bench-python`.

  utils/run_python_benchmarks.py [--venv build/python-venv] [--wheels build/wheels]

Times are medians of what a clock shows, with the processor time of this process beside them:
on a machine that does other things too, which the load says, the latter is what is left of
the former when the machine is alone. Every import and every first compilation is one of a
new process, with a warm file cache.
"""

import argparse
import glob
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROCESSES = 21

FIRST = """
import sys, time
def now(): return time.perf_counter(), time.process_time()
start = now()
import tessera
imported = now()
module = tessera.compile_file("examples/saxpy/kernel.mlir")
compiled = now()
print(imported[0] - start[0], imported[1] - start[1])
print(compiled[0] - imported[0], compiled[1] - imported[1])
"""
LAUNCHES = """
import sys, time, timeit
import numpy as np, tessera
x, y = np.ones(8, np.float32), np.ones(8, np.float32)
kernel = tessera.compile_file("examples/saxpy/kernel.mlir")["saxpy"]
calls = {"launch": lambda: kernel.launch(1, 0.5, x, y, 8)}
try:
    import cuda.tile as ct, tessera.cutile
    exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"))
    calls["cutile"] = lambda: tessera.cutile.run(add, 1, x, y, y, 8)
except ImportError:
    pass
for name, call in calls.items():
    call()
    for _ in range(41):
        cpu = time.process_time()
        wall = timeit.timeit(call, number=500)
        print(name, wall / 500, (time.process_time() - cpu) / 500)
"""
CUTILE = """
@ct.kernel
def add(a, b, c, TILE: ct.Constant[int]):
    ct.store(c, index=(0,), tile=ct.load(a, index=(0,), shape=(TILE,)) + ct.load(b, index=(0,), shape=(TILE,)))
"""


def run(python, program, *arguments):
    ended = subprocess.run(
        [python, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return ended.stdout.splitlines()


def row(name, pairs, unit, goal=None):
    """A line of the table for (seconds, seconds of the processor) pairs."""
    factor = {"ms": 1e3, "µs": 1e6}[unit]
    wall, cpu = (statistics.median(each) * factor for each in zip(*pairs))
    wanted = f"{goal} {unit}" if goal else ""
    return f"| {name} | {wall:.1f} {unit} | {cpu:.1f} {unit} | {wanted} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--venv", default=os.path.join(ROOT, "build", "python-venv"))
    parser.add_argument("--wheels", default=os.path.join(ROOT, "build", "wheels"))
    arguments = parser.parse_args()
    python = os.path.join(arguments.venv, "bin", "python")
    if not os.path.exists(python):
        print("run_python_benchmarks: the package is not built: make python")
        return 1
    run(python, FIRST)
    imports, compilations = [], []
    for _ in range(PROCESSES):
        for values, line in zip((imports, compilations), run(python, FIRST)):
            values.append([float(each) for each in line.split()])
    script = os.path.join(ROOT, "build", "python-benchmark-kernel.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(CUTILE)
    calls = {}
    for line in run(python, LAUNCHES, script):
        name, *seconds = line.split()
        calls.setdefault(name, []).append([float(each) for each in seconds])
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} processors, load {load}\n")
    print("| what | clock | processor | goal |\n|---|--:|--:|--:|")
    print(row("`import tessera`", imports, "ms", 150))
    print(row("first compilation of saxpy in a process", compilations, "ms", 100))
    print(row("a launch of saxpy, 8 elements, 4 arguments", calls["launch"], "µs", 10))
    if "cutile" in calls:
        print(row("`tessera.cutile.run` of a compiled function", calls["cutile"], "µs"))
    for wheel in glob.glob(os.path.join(arguments.wheels, "*.whl")):
        print(f"| `{os.path.basename(wheel)}` | {os.path.getsize(wheel) / 1e6:.1f} MB | | |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
