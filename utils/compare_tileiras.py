#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels to cubins with one or two assemblers in turns, and prints how many
succeed and what processor time they take.

  utils/compare_tileiras.py [--tileiras build/dev/bin/tileiras] [--other PATH]
                            [--targets sm_80,sm_90] [--every K] FILE...

Times are of the processor, with those of ptxas; `without ptxas` is the same kernel to a
container. What fails is listed, with its message."""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile


def environment_of(program):
    """Where an assembler of a toolkit is to find the rest of it."""
    toolkit = os.path.dirname(os.path.dirname(os.path.abspath(program)))
    if not os.path.isdir(os.path.join(toolkit, "nvvm")):
        return os.environ
    return dict(os.environ, CUDA_HOME=toolkit, CUDA_PATH=toolkit, CUDA_ROOT=toolkit)


def compile_once(program, path, target, *options):
    """(seconds of the processor, message of a failure)."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.cubin")
        process = subprocess.Popen(
            [program, path, "-o", output, "--gpu-name", target, "-O3", *options],
            env=environment_of(program), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(os.path.join(folder, "err"), "wb"))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        with open(os.path.join(folder, "err"), encoding="utf-8", errors="replace") as file:
            message = file.read().strip()
        seconds = usage.ru_utime + usage.ru_stime
        if process.returncode or not os.path.exists(output):
            return seconds, message.splitlines()[0] if message else f"status {process.returncode}"
        return seconds, None


def row(name, target, times, failures):
    times = sorted(times)
    if not times:
        return f"| {name} | {target} | 0 of {failures} | | | |"
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    return (f"| {name} | {target} | {len(times)} of {len(times) + failures} "
            f"| {1e3 * statistics.median(times):.0f} | {1e3 * p95:.0f} | {1e3 * times[-1]:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tileiras", default="build/dev/bin/tileiras")
    parser.add_argument("--other", help="another assembler, to compare with")
    parser.add_argument("--targets", default="sm_80,sm_90,sm_100,sm_120")
    parser.add_argument("--every", type=int, default=1, help="every K-th file only")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    files = sorted(arguments.files)[::arguments.every]
    runs = {"tileiras": (arguments.tileiras, ()),
            "without ptxas": (arguments.tileiras, ("--container", "always"))}
    if arguments.other:
        runs["the other"] = (arguments.other, ())
    problems, rows = [], []
    for target in arguments.targets.split(","):
        times = {name: [] for name in runs}
        failed = dict.fromkeys(runs, 0)
        for path in files:
            for name, (program, options) in runs.items():
                seconds, problem = compile_once(program, path, target, *options)
                if problem is None:
                    times[name].append(seconds)
                else:
                    failed[name] += 1
                    problems.append(f"{name}, {target}, {os.path.basename(path)}: {problem}")
        rows += [row(name, target, times[name], failed[name]) for name in runs]
    print("| assembler | target | compiled | median ms | p95 ms | max ms |")
    print("|---|---|---|---|---|---|")
    print("\n".join(rows))
    print("\n".join(problems))
    return any(not each.startswith("the other") for each in problems)


if __name__ == "__main__":
    sys.exit(main())
