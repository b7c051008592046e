#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs litmus tests under race detection and compares with their verdicts.

  check_races.py --tessera PATH --seeds N FOLDER

A test whose `//! expect` says racy must show a race with one of the seeds 1 to N
(a row names the first); every other test must show none with any. Tests that
`tessera run` refuses to run are named and counted apart.
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys
from pathlib import Path


def run_test(tessera, seeds, path):
    text = path.read_text()
    expected = re.search(r"^//! *expect (\S+)", text, re.M).group(1)
    done = subprocess.run([tessera, "run", "--check=race", "--order-seed=1", f"--seeds={seeds}", path],
                          capture_output=True, text=True, timeout=300)
    output = done.stdout + done.stderr
    if done.returncode == 0 and f"no data race in {seeds} schedule" in output:
        return path.stem, expected, "clean", 0, ""
    found = re.search(r"findings? with --order-seed (\d+)", output)
    if done.returncode == 1 and found and "data-race" in output:
        complete = all(word in output for word in ("the other access:", "missing:", "repair:"))
        return path.stem, expected, "racy" if complete else "incomplete", int(found.group(1)), output
    refused = re.search(r"'(.*)' is not run beside tile blocks|kernels in a stream are not run", output)
    if done.returncode == 1 and refused:
        return path.stem, expected, "not-run", 0, ""
    return path.stem, expected, "error", 0, output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--verbose", action="store_true", help="print the reports")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    tests = sorted(options.folder.glob("*.tlit"))
    counts = {"racy": [0, 0], "race-free": [0, 0]}
    left_out, wrong = [], []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda path: run_test(options.tessera, options.seeds, path), tests)
        for name, expected, got, seed, output in results:
            if got == "not-run":
                left_out.append(name)
                continue
            kind = "racy" if expected == "racy" else "race-free"
            counts[kind][1] += 1
            if got == ("racy" if expected == "racy" else "clean"):
                counts[kind][0] += 1
            else:
                wrong.append(f"{name}: expected {expected}, got {got}")
                print(f"WRONG {wrong[-1]}\n{output}")
            if options.verbose and output:
                print(f"--- {name} (seed {seed})\n{output}")
    print(f"{len(tests)} tests, {options.seeds} seeds each")
    print(f"racy: {counts['racy'][0]} of {counts['racy'][1]} found")
    print(f"race-free: {counts['race-free'][0]} of {counts['race-free'][1]} without a report")
    if left_out:
        print(f"not run, refused: {len(left_out)} ({', '.join(left_out)})")
    return 1 if wrong or not tests else 0


sys.exit(main())
