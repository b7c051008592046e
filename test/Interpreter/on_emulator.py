#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The interpreter's conformance cases, compiled for GPUs and emulated.

  on_emulator.py --targets A,B [--device emulator|cuda] [--filter REGEX] FOLDER

Every RUN line `tessera run --interpret ... | FileCheck ...` of FOLDER/*.mlir is
repeated with `--target T --schedules 3`; FileCheck must accept what it prints. Not
repeated, and counted: lines that expect an error (the interpreter's findings), and
those with options that only the interpreter has. `--device cuda` runs them on the GPU of
this machine, once each.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

# What these options ask for changes the result, not only how it is found.
ONLY_INTERPRETER = ("--checks", "--check-assumes", "--unspecified", "--trace")
HOW = {"emulator": "--schedules 3", "cuda": "--device cuda"}
# These choose among orders that must not matter.
ORDERS = re.compile(r"\s--(order-seed|threads)[= ]\S+")


def is_nan(word):
    """Hexadecimal bits of an f16 or f32 NaN."""
    if not re.fullmatch(r"[0-9a-f]{4}|[0-9a-f]{8}", word):
        return False
    bits, width = int(word, 16), 4 * len(word)
    infinity = 0x7C00 if width == 16 else 0x7F800000
    return bits & ~(1 << (width - 1)) > infinity


def run(command):
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], text=True,
                          capture_output=True, errors="replace", timeout=300, check=False)


def equal_but_for_nans(line, command):
    """Whether the two print the same, except that NaNs have other bits: which they
    have is not specified (docs/random-programs.md)."""
    expected, got = (run(text.split("|")[0]).stdout for text in (line, command))
    # A NaN that is printed as a number may have a sign.
    expected, got = (re.split(r"(\w+)", text.replace("-nan", "nan")) for text in (expected, got))
    return len(expected) == len(got) and all(
        a == b or (is_nan(a) and is_nan(b)) for a, b in zip(expected, got))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", required=True)
    parser.add_argument("--device", choices=HOW, default="emulator")
    parser.add_argument("--filter", default="", help="only files in whose name this regular expression is found")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    cases, findings, others, passed, failed, nans = 0, 0, 0, 0, 0, 0
    for path in sorted(options.folder.glob("*.mlir")):
        if not re.search(options.filter, path.name):
            continue
        text = path.read_text(encoding="utf-8").replace("\\\n// RUN:", "")
        for line in re.findall(r"^// RUN: (.*)$", text, re.MULTILINE):
            if "tessera run" not in line or "--interpret" not in line or "FileCheck" not in line:
                continue
            if line.startswith("not "):
                findings += 1
                continue
            if any(option in line for option in ONLY_INTERPRETER):
                others += 1
                continue
            cases += 1
            for target in options.targets.split(","):
                original = ORDERS.sub("", line).replace("%s", str(path))
                command = original.replace("--interpret", f"--target {target} {HOW[options.device]}")
                if options.device == "cuda":
                    # A NaN may have a sign.
                    command = command.replace("| FileCheck", "| sed 's/-nan/nan/g' | FileCheck")
                result = run(command)
                if result.returncode == 0:
                    passed += 1
                elif equal_but_for_nans(original, command):
                    passed += 1
                    nans += 1
                else:
                    failed += 1
                    print(f"FAIL: {command}\n{(result.stdout + result.stderr)[:1500]}")
    print(f"{cases} cases on {options.targets}: {passed} passed "
          f"({nans} of them with other bits of NaNs), {failed} failed")
    print(f"not repeated: {findings} that expect findings, {others} of the interpreter's own options")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
