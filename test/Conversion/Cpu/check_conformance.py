# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the interpreter's conformance kernels as compiled code.

  check_conformance.py FOLDER [--opt-level N] [--target cpu:NAME]

Every line `// RUN: tessera run --interpret %s ARGS | ...` of FOLDER/*.mlir is run
twice, interpreted and compiled; both must end with status 0 and print the same
text. Lines with `not` or an option of the interpreter are about findings, which
compiled code does not make, and are left out by that rule alone. Sign and payload
of a NaN that arithmetic made are open (docs/numerics.md): any NaN equals any other.
"""
import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

RUN = re.compile(r"^// RUN: tessera run --interpret %s(.*?)(?:\||$)", re.MULTILINE)
ONLY_INTERPRETED = re.compile(r"--(checks|check-assumes|unspecified|order-seed|max-steps|timeout)\b")
# A NaN as text, and quiet ones as the patterns that kernels print.
NANS = [(re.compile(r"-nan\b"), "nan"),
        (re.compile(r"\b7f[c-f][0-9a-f]{5}\b"), "f32 nan"),
        (re.compile(r"\b7[ef][0-9a-f]{2}\b"), "f16 nan")]


def execute(command):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    text = result.stdout
    for pattern, name in NANS:
        text = pattern.sub(name, text)
    return result.returncode, text, result.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--opt-level", default="2")
    parser.add_argument("--target", default="cpu")
    options = parser.parse_args()
    agreed, failed = 0, 0
    for file in sorted(options.folder.glob("*.mlir")):
        for match in RUN.finditer(file.read_text()):
            if ONLY_INTERPRETED.search(match.group(1)):
                continue
            arguments = shlex.split(match.group(1).replace("2>&1", ""))
            run = [options.tessera, "run", str(file), *arguments]
            expected = execute([*run, "--interpret"])
            got = execute([*run, "--opt-level", options.opt_level, "--target", options.target])
            if expected[0] == 0 and got[:2] == expected[:2]:
                agreed += 1
                continue
            failed += 1
            print(f"FAIL {shlex.join(run)}: status {expected[0]} and {got[0]}")
            before, after = expected[1].splitlines(), got[1].splitlines()
            for number, (want, have) in enumerate(zip(before, after), 1):
                if want != have:
                    print(f"  line {number}: interpreted {want[:200]}\n  line {number}: compiled    {have[:200]}")
            if len(before) != len(after):
                print(f"  {len(before)} lines interpreted, {len(after)} compiled")
            print("  " + "\n  ".join(got[2].splitlines()[:4]))
    print(f"{agreed} runs agree, {failed} failed")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main())
