#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the README's first example and compares what it prints with what stands there.

  utils/readme_example.py PYTHON

PYTHON is an interpreter that has tessera, NumPy and cuTile Python.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def example(text):
    """(program, output) of the page."""
    found = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    if not found:
        raise ValueError("the README has no Python program with its output")
    return found[1], found[2]


def run(python):
    """(status, output, expected output)."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        program, expected = example(file.read())
    with tempfile.TemporaryDirectory() as folder:
        # A file, since cuTile reads the source of its functions.
        script = os.path.join(folder, "first.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(program)
        ended = subprocess.run(
            [python, script], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=120, check=False,
        )  # fmt: skip
    return ended.returncode, ended.stdout, expected


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    status, output, expected = run(sys.argv[1])
    print(output, end="")
    if status or output != expected:
        print(f"status {status}; expected:\n{expected}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
