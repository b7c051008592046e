#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What race detection costs: the examples with and without --check=race.

  utils/race_cost.py --tessera PATH [--repeat N] [--filter TEXT] [--limit FACTOR]

Times are those of executing the grid in the interpreter on one thread, the best of
N runs each; runs below a tenth of a millisecond say nothing and are left out. The
exit status is 1 when a factor is above the limit.
"""
import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from run_examples import EXAMPLES, load_cases, run_case


def best(tessera, kernel, case, folder, repeat, options):
    seconds = []
    for _ in range(repeat):
        outcome = run_case(tessera, kernel, case, 0, folder, options)
        if outcome.problems:
            sys.exit(f"{case.name}: {outcome.problems[0]}\n{outcome.command}")
        seconds.append(outcome.seconds)
    return min(seconds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="")
    parser.add_argument("--limit", type=float, default=20.0)
    options = parser.parse_args()
    tessera = shutil.which(options.tessera)
    worst, rows = 0.0, 0
    print(f"{'kernel':<40} {'plain':>10} {'race':>10} {'factor':>7}")
    for kernel in sorted(EXAMPLES.glob("*/kernel.mlir")):
        for case in load_cases(kernel.parent):
            if options.filter not in case.name or case.diagnostic:
                continue
            with tempfile.TemporaryDirectory() as folder:
                plain = best(tessera, kernel, case, Path(folder), options.repeat, [])
                race = best(tessera, kernel, case, Path(folder), options.repeat, ["--check=race"])
            if plain < 1e-4:
                continue
            rows += 1
            worst = max(worst, race / plain)
            print(f"{case.name:<40} {1e3 * plain:>7.2f} ms {1e3 * race:>7.2f} ms {race / plain:>6.1f}x",
                  flush=True)
    print(f"{rows} cases, worst {worst:.1f}x, limit {options.limit:g}x")
    return 1 if worst > options.limit or rows == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
