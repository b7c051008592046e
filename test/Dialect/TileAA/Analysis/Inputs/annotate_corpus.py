# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Annotates every example and every kernel of the cuTile corpus, and adds up what the
remarks count. Fails if one is not converted, annotated, verified and read back."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

PIPELINE = [
    "--convert-cuda-tile-to-tileaa", "--canonicalize", "--cse",
    "--annotate-access-facts=report", "--verify-tileaa-stage",
    "--mlir-print-op-on-diagnostic=false",
]  # fmt: skip
COUNTS = re.compile(r"removed (\d+) of (\d+) masks and (\d+) of (\d+) bounds checks")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--shared", required=True)
    options = parser.parse_args()
    files = sorted(Path(options.root, "examples").glob("*/*.mlir"))
    files += sorted(Path(options.shared, "corpus", "cutile").glob("*.tileirbc"))
    failed, functions, accesses, total = 0, 0, 0, [0, 0, 0, 0]
    for path in files:
        done = subprocess.run(["tessera-opt", str(path), *PIPELINE], capture_output=True, text=True)
        again = subprocess.run(["tessera-opt", "-"], input=done.stdout, capture_output=True, text=True)
        if done.returncode or again.stdout != done.stdout:
            failed += 1
            print(f"FAIL {path.name}: {(done.stderr + again.stderr)[:300]}")
        accesses += done.stdout.count("nv_tileaa.access_facts")
        for counts in COUNTS.findall(done.stderr):
            functions += 1
            total = [a + int(b) for a, b in zip(total, counts)]
    print(f"{len(files)} files, {functions} functions, {accesses} accesses, {failed} failed")
    print(f"masks: {total[0]} of {total[1]} removed, bounds checks: {total[2]} of {total[3]} removed")
    sys.exit(1 if failed or not functions else 0)


if __name__ == "__main__":
    main()
