#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every entry of the PTX probes with made-up arguments.

Nobody says what the probes mean: each is an instruction or two on arguments of the
entry. A 64-bit parameter gets an array of 64 KiB, any other number 0. Such a run either
ends, or is stopped by a check that names its kind (what is made up need not be aligned
to a descriptor's taste); everything else is a failure of the emulator: a crash, a
hang, an instruction that it does not know. Probes that come with a known result are
run on real data by gemm-probes.test.

    run_probes.py FOLDER

Prints the entries that ended, those stopped, by kind, and those left out, with reasons.
"""
import collections
import re
import subprocess
import sys
from pathlib import Path

ENTRY = re.compile(r"\.entry\s+([\w$]+)\s*(?:\(([^)]*)\))?")
LIMIT = 200000  # warp instructions: more than any probe that ends needs


def argument(parameter):
    """A made-up value; None for what needs a meaning (a tensor map)."""
    kind = re.search(r"\.param\s+(?:\.align\s+\d+\s+)?\.([a-z]+)(\d+)", parameter)
    if "[" in parameter:
        return None
    return "zeros(16384,i32)" if kind[1] == "u" and kind[2] == "64" else "0"


def run(path, entry, parameters, threads):
    arguments = [argument(p) for p in parameters.split(",") if ".param" in p]
    if None in arguments:
        return "left out: a parameter that is a structure"
    block = [] if ".reqntid" in path.read_text() else ["--block", str(threads)]
    command = ["tessera", "emulate", path, "--entry", entry, "--shared", "65536",
               "--limit", str(LIMIT), *block, *arguments]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          errors="replace", timeout=120)
    if done.returncode == 0:
        return "ended"
    found = re.search(r"\.ptx:\d+:\d+: ([a-z-]+): ", done.stderr)
    if "finding" in done.stderr and found:
        return "stopped: " + found[1]
    return "FAILED: " + done.stderr.strip().splitlines()[0][:200] if done.stderr else "FAILED"


def main():
    counts = collections.Counter()
    for path in sorted(Path(sys.argv[1]).glob("*.ptx")):
        for entry, parameters in ENTRY.findall(path.read_text()):
            result = run(path, entry, parameters or "", 128)
            counts[result if not result.startswith("FAILED") else "FAILED"] += 1
            if result.startswith("FAILED"):
                print(f"{path.name} {entry}: {result}")
    for result, count in sorted(counts.items()):
        print(f"{count} {result}")
    return 1 if counts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
