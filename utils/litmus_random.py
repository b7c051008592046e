#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `tessera litmus` with the Python prototype on random small programs.

The prototype (shared/spec/memory-model/prototype) makes each program, says its verdict and
writes it as a .tlit file; this script only draws the outcome that is asked for and counts
the verdicts that differ. Exit status 1 if one does; its file is kept.

The prototype lets reads return the constants of the condition, which out-of-thin-air
executions need, only if a plain store depends on a read; an atomic that does is overlooked.
In the other direction these constants can hide a race, which no condition may. Where verdicts
differ it is asked again, always with and always without them, and such tests are counted.

    litmus_random.py --tessera build/dev/bin/tessera --count 20000 --seed 1
"""
import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

BATCH = 500


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default="tessera", help="the tool to compare")
    parser.add_argument("--prototype", required=True, help="folder of the Python prototype")
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="litmus-differences", help="where differing tests go")
    return parser.parse_args()


def draw_threads(rng, fuzz):
    """One to three blocks, small enough for an exhaustive search in Python."""
    blocks = rng.choice([1, 2, 2, 2, 3])
    most = {1: 4, 2: 3, 3: 2}[blocks]
    places = ["x", "y"] if blocks < 3 or rng.random() < 0.7 else ["x", "y", "z"]
    return {
        f"B{b}": fuzz.rnd_thread(rng, b, most if blocks == 1 else rng.randint(1, most), places)
        for b in range(blocks)
    }


def draw_condition(rng, threads):
    """One to three comparisons of registers and variables."""
    atoms = ["x", "y"]
    for name, text in threads.items():
        # R r=x, A r=x+1, C r=x:0>1 define a register.
        atoms += [f"{name}:{m}" for m in re.findall(r"\b[RAC]\S* (r\d+)=", text)]
    chosen = rng.sample(atoms, min(len(atoms), rng.choice([1, 2, 2, 3])))
    return " & ".join(f"{a}{rng.choice(['==', '==', '==', '!='])}{rng.randint(0, 2)}" for a in chosen)


def verdicts_asked_again(tmm, test):
    """The prototype's verdict when reads may always return the condition's constants, and
    the race, if there is one, that it sees when they never may."""
    plain = tmm.domains
    constants = {int(v) for v in re.findall(r"[!=]=(-?\d+)", test.cond)}
    try:
        tmm.domains = lambda test, threads, extra=(): plain(test, threads, constants)
        verdicts = {tmm.verdict(test)}
        tmm.domains = lambda test, threads, extra=(): plain(test, threads, ())
        return verdicts | ({tmm.verdict(test)} & {"racy"})
    finally:
        tmm.domains = plain


def make_batch(rng, modules, first, count, folder):
    """Writes `count` tests with the prototype's verdict as what they expect."""
    tmm, fuzz, emit = modules
    tests = {}
    for number in range(first, first + count):
        threads = draw_threads(rng, fuzz)
        condition = draw_condition(rng, threads)
        name = f"N{number:06d}"
        test = tmm.mk(f"{name} random", threads, condition, "", "random program")
        test.expect = tmm.verdict(test)
        tests[name] = test
        with open(os.path.join(folder, name + ".tlit"), "w") as file:
            file.write(emit.emit(test))
    return tests


def compare(tessera, folder, tmm, tests, keep):
    """Runs the tool over a folder: how many tests agree with more constants, and how many
    differ or fail."""
    run = subprocess.run([tessera, "litmus", "--all", folder], capture_output=True, text=True)
    summary = run.stdout.strip().splitlines()[-1] if run.stdout.strip() else "no output"
    counts = re.match(r"(\d+) tests, (\d+) as expected, (\d+) differ, 0 without expectation, (\d+) failed", summary)
    if not counts:
        sys.exit(f"unexpected summary: {summary}\n{run.stderr}")
    lines = [line for line in run.stdout.splitlines() if line.startswith("DIFFERS")]
    overlooked = 0
    for line in lines:
        name, verdict = line.split()[1:3]
        if verdict in verdicts_asked_again(tmm, tests[name]):
            overlooked += 1
            continue
        print(line)
        os.makedirs(keep, exist_ok=True)
        shutil.copy(os.path.join(folder, name + ".tlit"), keep)
    if int(counts[4]):
        print(run.stderr)
    return overlooked, int(counts[3]) + int(counts[4]) - overlooked


def main():
    options = parse_arguments()
    sys.dont_write_bytecode = True
    sys.path.insert(0, options.prototype)
    import emit
    import fuzz
    import tmm

    rng = random.Random(options.seed)
    start = time.time()
    done = wrong = overlooked = 0
    verdicts = collections.Counter()
    while done < options.count:
        count = min(BATCH, options.count - done)
        with tempfile.TemporaryDirectory() as folder:
            tests = make_batch(rng, (tmm, fuzz, emit), done, count, folder)
            verdicts.update(test.expect for test in tests.values())
            more, differing = compare(options.tessera, folder, tmm, tests, options.keep)
        done += len(tests)
        overlooked += more
        wrong += differing
    by_verdict = ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items()))
    print(f"{done} programs (seed {options.seed}): {by_verdict}; {overlooked} overlooked by "
          f"the prototype, {wrong} differ; {time.time() - start:.0f} s")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
